"""No acknowledged command is lost, whenever the server is killed: the short form of `make chaos`."""

import asyncio
from pathlib import Path

import pytest

from tests.server.chaos import run


@pytest.mark.parametrize("kills", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_a_server_that_is_killed_loses_no_acknowledged_command(tmp_path: Path, kills: int) -> None:
    assert asyncio.run(run(tmp_path / "data", kills, tables=6, seed=5)) > kills
