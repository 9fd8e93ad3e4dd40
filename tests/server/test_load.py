"""The measurement itself works; what it measures is nobody's to assert here."""

import subprocess
import sys
from pathlib import Path

LOAD = Path(__file__).parent.parent.parent / "bench" / "load.py"


def test_the_load_is_measured_and_told() -> None:
    small = ["--seats", "8", "--rate", "20", "--seconds", "1", "--busy", "2"]
    told = subprocess.run([sys.executable, LOAD, *small], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    for what in ("seats connected", "steady: moves/s", "flat out: moves/s", "storm:", "bare store", "memory a seat"):
        assert what in told.stdout
    assert "20 wanted, 0 refused" in told.stdout
