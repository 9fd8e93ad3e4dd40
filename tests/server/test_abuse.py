"""The measurement of abuse works, and every kind of abuse leaves a healthy server."""

import subprocess
import sys
from pathlib import Path

import pytest
from bench.abusers import KINDS

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_every_kind_of_abuse_is_measured_and_leaves_a_healthy_server() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bench.abuse", "--seconds", "2", "--rest", "0"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    rows = {line[:18].strip(): line[18:] for line in told.stdout.splitlines()[2:]}
    assert rows.keys() == {"quiet", *KINDS}, told.stderr
    assert not [row for row in rows.values() if "BROKEN" in row or "NOBODY ENTERS" in row or "nothing" in row]


def test_an_unknown_kind_of_abuse_is_refused() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bench.abuse", "kindness"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 2
    assert "pings" in told.stderr
