"""Interpreted and compiled, the kernel plays the same games, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skipbo.kernel.compiler import INTERPRETED
from tests.kernel.playthrough import play, play_bots, play_noting, play_thinkers, tables
from tests.repetition import later


@pytest.mark.parametrize(("moves", "games", "bot_games"), [(10_000, 4, 2), later(200_000, 18, 9)])
def test_interpreted_and_compiled_agree_on_every_byte(moves: int, games: int, bot_games: int) -> None:
    other = "0" if INTERPRETED else "1"
    script = Path(__file__).with_name("playthrough.py")
    answer = subprocess.run(
        [sys.executable, str(script), str(games), str(bot_games)],
        env={**os.environ, "NUMBA_DISABLE_JIT": other, "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines, made = answer.stdout.splitlines(), 0
    assert len(lines) == len(tables())
    for number, (line, table) in enumerate(zip(lines, tables(), strict=True)):
        here = (
            *(number, *play(table, games), *play_bots(table, bot_games)),
            *(*play_thinkers(table), play_noting(table)),
        )
        assert line == " ".join(map(str, here)), table
        made += here[1] + here[3]
    assert made >= moves
