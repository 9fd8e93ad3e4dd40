"""The measurement itself works; what it measures is nobody's to assert here."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_the_load_is_measured_and_told() -> None:
    small = ["--seats", "8", "--rate", "20", "--seconds", "1", "--long", "1", "--moves", "30", "--busy", "2"]
    told = subprocess.run(
        [sys.executable, "-m", "bench.load", *small], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert told.returncode == 0, told.stderr
    rows = {line[:38].strip(): line[38:] for line in told.stdout.splitlines()[1:]}
    assert rows[""].split() == ["reached", "goal", "met"]
    goals = {what: row for what, row in rows.items() if "≥" in row or "≤" in row}
    for what, goal in (
        ("seats connected", "≥ 5,000"),
        ("memory a seat, connected", "≤ 40 KiB"),
        ("memory a seat, in play", "≤ 40 KiB"),
        ("memory a seat, after 30 moves", "≤ 40 KiB"),
        ("steady: moves acknowledged", "≥ 1,000 /s"),
        ("steady: command to every seat, p99", "≤ 100 ms"),
        ("storm: all seats back in", "≤ 15 s"),
        ("server to bare store", "≥ 0.25"),
    ):
        assert goal in goals[what]
    assert "NO" in goals["seats connected"]
    assert "20 wanted, 0 refused" in rows["steady: moves acknowledged"]
    assert {"flat out: moves acknowledged", "bare store: entries"} <= rows.keys()
