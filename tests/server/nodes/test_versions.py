"""Nodes of the last version and of this one serve the same tables, while one after another is replaced."""

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace
from tools.cluster import Cluster
from tools.last_version import unpack

from skipbo.protocol.messages import Update
from tests.server.chaos import WatchedPlay, Witness, rows_of_database
from tests.server.needs import needs_cluster

IN_TURN = {"balance hash path,field(5,/)": "balance roundrobin", "hash-type consistent": ""}  # tables are at both


class OldCluster(Cluster):
    """Both nodes are of the last version, which is interpreted: nothing waits for the compiler."""

    def __init__(self, folder: Path) -> None:
        old = {"PYTHONPATH": str(unpack(folder / "last")), "NUMBA_DISABLE_JIT": "1"}
        super().__init__(folder, old, **IN_TURN)


def as_last_version(update: Update) -> Update:
    """Returns what nodes of the last version tell too: not who leads a match, nor which calls have ground."""
    match = replace(update.table.match, leading=[])
    own = None if update.own is None else replace(update.own, grounds=[])
    return replace(update, table=replace(update.table, match=match), own=own)


@needs_cluster
@pytest.mark.slow
def test_a_cluster_is_replaced_by_a_newer_version_under_play_and_no_move_is_refused_for_it(tmp_path: Path) -> None:
    async def play_on() -> None:
        cluster, play, dice = OldCluster(tmp_path), WatchedPlay(), random.Random(3)
        try:
            async with AsyncExitStack() as stack:
                for number in range(4):
                    await play.open_table(cluster.proxy.url, number, stack)
                rows = rows_of_database(cluster.database)
                witness = Witness(play, rows, as_last_version)
                people = [
                    asyncio.create_task(play.person(number, random.Random(dice.random())))
                    for number in range(len(play.places))
                ]
                for node in cluster.nodes:
                    play.going.set()
                    await asyncio.sleep(1)
                    await asyncio.to_thread(node.stop)
                    await asyncio.sleep(0.5)
                    await asyncio.to_thread(node.start, {})
                    await asyncio.sleep(2)  # the proxy has found it
                    await asyncio.wait_for(play.rest(), 60)
                    found = await witness.check()
                assert found > 100
                await Witness(play, rows).check()  # all nodes are new by now, and tell everything
                for person in people:
                    person.cancel()
                await asyncio.gather(*people, return_exceptions=True)
            assert play.refusals == []
        finally:
            cluster.end()

    asyncio.run(play_on())
