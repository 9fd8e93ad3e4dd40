"""No acknowledged command is lost, whenever the server is killed: the short form of `make chaos`."""

import asyncio
from pathlib import Path

import pytest

from tests.repetition import later
from tests.server import node_chaos
from tests.server.chaos import run
from tests.server.needs import needs_cluster


@pytest.mark.parametrize("kills", [3, later(20)])
def test_a_server_that_is_killed_loses_no_acknowledged_command(tmp_path: Path, kills: int) -> None:
    assert asyncio.run(run(tmp_path / "data", kills, tables=6, seed=5)) > kills


@needs_cluster
@pytest.mark.parametrize("rounds", [2, later(4)])
def test_nodes_of_which_anything_is_killed_lose_no_acknowledged_command(tmp_path: Path, rounds: int) -> None:
    kinds = rounds * ["node", "postgres", "redis", "proxy", "stop"]
    found, _gaps = asyncio.run(node_chaos.run(tmp_path, kinds, tables=4, seed=5))
    assert found > len(kinds)
