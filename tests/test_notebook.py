"""The notebook for researchers runs from its first cell to its last, and is stored without what it printed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.processes import run_python

NOTEBOOK: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "examples" / "skipbo.ipynb").read_text(encoding="utf-8")
)
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_is_stored_without_outputs() -> None:
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    for cell in NOTEBOOK["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
    identities = [cell["id"] for cell in NOTEBOOK["cells"]]
    assert len(set(identities)) == len(identities)


@pytest.mark.slow
def test_every_cell_runs_and_the_last_one_draws_a_rising_curve() -> None:
    """In a fresh process, as a kernel does it: one cell after another, with the same names."""
    last = "assert len(axes.lines[0].get_xdata()) == len(leads); print('chance', chance[0], chance[-1])"
    done = run_python("\n".join([*CODE, last]), environment={"MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "▶ seat 0 (you)" in lines
    low, high = map(float, lines[-1].split()[1:])
    assert low < 0.2 < 0.8 < high
