"""No acknowledged command is lost, whenever the server is killed: the short form of `make chaos`."""

import asyncio
from pathlib import Path

from tests.server.chaos import run

KILLS = 20


def test_a_server_that_is_killed_loses_no_acknowledged_command(tmp_path: Path) -> None:
    assert asyncio.run(run(tmp_path / "data", KILLS, tables=6, seed=5)) > KILLS
