"""Kills nodes, PostgreSQL, Redis and the proxy at random under play: `python -m tests.server.node_chaos --kills 300`.

A kill is a SIGKILL. Now and then a node is told to stop instead, as for an upgrade, which is counted apart. After each
of them every acknowledged command is in the log exactly once, at the version that was acknowledged, and every client
sees what the log says. Clients wait as long as those of people do, and people go to new tables now and then: as fast as
they play here, a table would otherwise soon be longer than any that people have sat at. It prints how long they were
without their table, from the loss of a connection to the first message over the next, while there was something to come
back to; and it fails if that was longer than we promise.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from itertools import chain
from pathlib import Path

from bench.load import percentile
from tools.cluster import Cluster, Proxy
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer

from skipbo.client import AsyncTableClient
from tests.server.chaos import Play, Witness, rows_of_database

PATIENCE = 60.0  # seconds for everybody to be back
PROMISED = 5.0  # seconds in which 99 of 100 clients are back
OF_AN_EVENING = 25  # kills and stops: at twelve tables some 4,000 entries each, a dozen games
PERCENTILES = {"p50": 0.5, "p99": 0.99, "most": 1.0}


class Gaps:
    """How long clients were without their table, by what was killed."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.killed = ""  # the last one
        self.counts = False  # whether there is something to come back to

    async def watch(self, places: list[AsyncTableClient]) -> None:
        since: dict[int, float] = {}
        while True:
            now = time.monotonic()
            for number, place in enumerate(places):
                begun = since.get(number)
                if not self.counts:
                    since.pop(number, None)
                elif not place.connected:
                    since.setdefault(number, now)
                elif begun is not None and place._heard_at > begun:
                    self.seconds[self.killed].append(place._heard_at - begun)
                    del since[number]
            await asyncio.sleep(0.01)

    @property
    def p99(self) -> float:
        return percentile(list(chain(*self.seconds.values())), PERCENTILES["p99"])

    def __str__(self) -> str:
        """Returns a line for all, and one for each kind."""
        lines = {"without the table": list(chain(*self.seconds.values())), **self.seconds}
        return "\n".join(
            f"{name} {len(seconds)} times: "
            + ", ".join(f"{what} {percentile(seconds, share):.2f} s" for what, share in PERCENTILES.items())
            for name, seconds in lines.items()
            if seconds
        )


async def harm(cluster: Cluster, kind: str, dice: random.Random, gaps: Gaps) -> None:
    """Kills something and starts it again. Clients can come back while one node, PostgreSQL and the proxy run."""
    start: Callable[[], None]
    gaps.killed, gaps.counts = kind, kind in ("node", "stop", "redis")
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


class Evening:
    """People who play at tables of their own, as fast as they can, while parts of a cluster are killed."""

    def __init__(self, cluster: Cluster, dice: random.Random, gaps: Gaps) -> None:
        self._cluster = cluster
        self._dice = dice
        self._gaps = gaps
        self._play = Play(hasty=False)
        self.witness = Witness(self._play, rows_of_database(cluster.database))

    async def run(self, kinds: Sequence[str], tables: int, tell: Callable[[str, int], None]) -> None:
        play, dice = self._play, self._dice
        async with AsyncExitStack() as stack:
            for number in range(tables):
                await play.open_table(self._cluster.proxy.url, number, stack)
            async with asyncio.TaskGroup() as group:
                people = [
                    group.create_task(play.person(number, random.Random(dice.random())))
                    for number in range(len(play.places))
                ]
                watch = group.create_task(self._gaps.watch(play.places))
                for kind in kinds:
                    play.going.set()
                    await asyncio.sleep(dice.uniform(0.05, 0.8))
                    await harm(self._cluster, kind, dice, self._gaps)
                    await asyncio.wait_for(play.rest(), PATIENCE)
                    tell(kind, await self.witness.check())
                for task in (*people, watch):
                    task.cancel()


async def run(folder: Path, kinds: list[str], tables: int, seed: int) -> tuple[int, Gaps]:
    dice, gaps = random.Random(seed), Gaps()
    cluster = Cluster(folder)
    found, done = list[int](), list[str]()  # in each evening; what was killed

    def tell(kind: str, acknowledged: int) -> None:
        done.append(kind)
        found[-1] = acknowledged
        told = f"{listed(done)}: {sum(found)} acknowledged, none lost; {gaps}"
        print(f"\r{told.splitlines()[0]}", end="", file=sys.stderr)

    try:
        evenings = []
        for begin in range(0, len(kinds), OF_AN_EVENING):
            evenings.append(Evening(cluster, dice, gaps))
            found.append(0)
            await evenings[-1].run(kinds[begin : begin + OF_AN_EVENING], tables, tell)
        assert [evening.witness.find_again() for evening in evenings] == found
    finally:
        cluster.end()
    print(file=sys.stderr)
    return sum(found), gaps


KILLED = ("node", "node", "postgres", "redis", "proxy")
STOP = 0.1  # the chance that a node is told to stop between two kills


def choose(kills: int, dice: random.Random) -> list[str]:
    """Returns so many kills, and stops between them."""
    kinds = []
    for _kill in range(kills):
        kinds.append(dice.choice(KILLED))
        if dice.random() < STOP:
            kinds.append("stop")
    return kinds


def listed(kinds: Iterable[str]) -> str:
    """Says how many kills there were of what, and how many stops."""
    counts = Counter(kinds)
    stops = counts.pop("stop", 0)
    killed = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return f"{counts.total()} kills ({killed}), {stops} orderly stops"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="by SIGKILL; orderly stops come on top")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=time.time_ns() & 0xFFFFFFFF)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    kinds = choose(options.kills, random.Random(options.seed))
    with tempfile.TemporaryDirectory() as folder:
        found, gaps = asyncio.run(run(Path(folder), kinds, options.tables, options.seed))
    print(f"{listed(kinds)}, {found} acknowledged commands: none lost, none doubled, every view as the log has it")
    print(gaps)
    if gaps.p99 > PROMISED:
        sys.exit(f"One client in a hundred was without its table for longer than {PROMISED:g} s.")


if __name__ == "__main__":
    main()
