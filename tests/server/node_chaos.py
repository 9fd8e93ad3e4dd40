"""Kills nodes, PostgreSQL, Redis and the proxy at random under play: `python -m tests.server.node_chaos --kills 300`.

After every kill each acknowledged command is in the log exactly once, at the version that was acknowledged, and every
client sees what the log says. It prints how long clients were without a connection while there was something to come
back to.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from tools.cluster import Cluster, Proxy
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer

from skipbo.client import AsyncTableClient
from tests.server.chaos import Play, Witness, rows_of_database

PATIENCE = 60.0  # seconds for everybody to be back


class Gaps:
    """How long clients were without a connection."""

    def __init__(self, places: list[AsyncTableClient]) -> None:
        self.seconds: list[float] = []
        self.counts = False  # whether there is something to come back to
        self._places = places
        self._since: dict[int, float] = {}

    async def watch(self) -> None:
        while True:
            now = time.monotonic()
            for number, place in enumerate(self._places):
                if place.connected:
                    begun = self._since.pop(number, None)
                    if begun is not None:
                        self.seconds.append(now - begun)
                elif self.counts:
                    self._since.setdefault(number, now)
                else:
                    self._since.pop(number, None)
            await asyncio.sleep(0.01)

    def percentile(self, share: float) -> float:
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))] if self.seconds else 0.0


async def harm(cluster: Cluster, kind: str, dice: random.Random, gaps: Gaps) -> None:
    """Kills something and starts it again. Clients can come back while one node, PostgreSQL and the proxy run."""
    start: Callable[[], None]
    gaps.counts = kind in ("node", "stop", "redis")
    if kind in ("node", "stop"):
        node = dice.choice(cluster.nodes)
        if kind == "node":
            node.kill()
        else:
            await asyncio.to_thread(node.stop)
        start = node.start
    else:
        parts: dict[str, PostgresServer | RedisServer | Proxy] = {
            "postgres": cluster.postgres,
            "redis": cluster.redis,
            "proxy": cluster.proxy,
        }
        part = parts[kind]
        part.kill()
        start = part.start
    await asyncio.sleep(dice.choice([0.0, 0.3, 1.5]))
    await asyncio.to_thread(start)
    gaps.counts = True


async def run(folder: Path, kinds: list[str], tables: int, seed: int) -> tuple[int, Gaps]:
    dice = random.Random(seed)
    cluster = Cluster(folder)
    play, done = Play(), Counter[str]()
    gaps = Gaps(play.places)
    try:
        async with AsyncExitStack() as stack:
            for number in range(tables):
                await play.open_table(cluster.proxy.url, number, stack)
            witness, found = Witness(play, rows_of_database(cluster.database)), 0
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(gaps.watch())] + [
                    group.create_task(play.person(number, random.Random(dice.random())))
                    for number in range(len(play.places))
                ]
                for kind in kinds:
                    play.going.set()
                    await asyncio.sleep(dice.uniform(0.05, 0.8))
                    await harm(cluster, kind, dice, gaps)
                    await asyncio.wait_for(play.rest(), PATIENCE)
                    found = await witness.check()
                    done[kind] += 1
                    shown = ", ".join(f"{count} {name}" for name, count in done.items())
                    print(f"\r{shown}: {found} acknowledged, none lost", end="", file=sys.stderr)
                assert await witness.check_all() == found
                for task in tasks:
                    task.cancel()
    finally:
        cluster.end()
    print(file=sys.stderr)
    return len(play.acknowledged), gaps


KINDS = ("node", "node", "stop", "postgres", "redis", "proxy")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=time.time_ns() & 0xFFFFFFFF)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    dice = random.Random(options.seed)
    kinds = [dice.choice(KINDS) for _kill in range(options.kills)]
    with tempfile.TemporaryDirectory() as folder:
        found, gaps = asyncio.run(run(Path(folder), kinds, options.tables, options.seed))
    print(
        f"{options.kills} kills, {found} acknowledged commands: none lost, none doubled, every view as the log has it"
    )
    times = ", ".join(
        f"{name} {gaps.percentile(share):.2f} s" for name, share in (("p50", 0.5), ("p99", 0.99), ("most", 1))
    )
    print(f"without a connection {len(gaps.seconds)} times: {times}")


if __name__ == "__main__":
    main()
