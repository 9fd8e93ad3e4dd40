"""Interpreted and compiled, kitchen tables are the same, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

from skipbo.kernel.compiler import INTERPRETED
from tests.kernel.kitchen_playthrough import kitchen_tables, play

ACTS = 60


def test_interpreted_and_compiled_agree_on_every_byte_of_a_kitchen_table() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.kernel.kitchen_playthrough", str(ACTS)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONWARNINGS": "error"},
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = answer.stdout.splitlines()
    assert len(lines) == len(kitchen_tables())
    for number, (line, table) in enumerate(zip(lines, kitchen_tables(), strict=True)):
        assert line == " ".join(map(str, (number, *play(table, ACTS)))), table
