"""`python -m bench.nodes`: players at two nodes behind a proxy, with PostgreSQL and Redis, all on this machine.

Everybody plays at a steady pace. Beside the latencies stands what a move takes, which `docs/scale.md` builds on:
processor time of each part, bytes of the network and of the database. The load generator runs on the same machine.
"""

import argparse
import asyncio
import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
from tools.cluster import Cluster

from bench.load import Run, connect_all, deal, open_tables, run_in_folder, show, show_latency, steady

TICK = os.sysconf("SC_CLK_TCK")
MANY = {"gt 250": "gt 100000"}  # connections of one address, which the generator needs


def seconds_of(pid: int) -> float:
    """Returns the processor time of a process and its children, also of those that have ended."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(int, stat[11:15])) / TICK + sum(seconds_of(int(child)) for child in children)


def times(parts: Mapping[str, int]) -> dict[str, float]:
    return {name: seconds_of(pid) for name, pid in parts.items()}


@dataclass(frozen=True)
class Written:
    """What PostgreSQL has written until now."""

    log: int  # bytes of the table `log` and its indexes
    ahead: int  # bytes of the write-ahead log
    flushes: int  # of the disk
    seconds: float  # that these took

    @classmethod
    def read(cls, address: str) -> "Written":
        with closing(psycopg.connect(address)) as connection:
            row = connection.execute(
                "SELECT pg_total_relation_size('log'), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint,"
                " wal_sync, wal_sync_time / 1000 FROM pg_stat_wal"
            ).fetchone()
        assert row is not None
        return cls(*row)


def time_flushes(address: str) -> None:
    """Lets PostgreSQL measure how long flushes of its disk take."""
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        connection.execute("ALTER SYSTEM SET track_wal_io_timing = on")
        connection.execute("SELECT pg_reload_conf()")


def show_bytes(run: Run, seats: int, before: Written, now: Written) -> None:
    moves = run.acknowledged
    show("a move: received by a player", run.received / moves / seats, "B", more="without headers of TCP and IP")
    show("a move: received by the table", run.received / moves, "B")
    show("a move: sent by the table", run.sent / moves, "B")
    show("a move: in the log, with indexes", (now.log - before.log) / moves, "B")
    show("a move: in the write-ahead log", (now.ahead - before.ahead) / moves, "B")
    flushes = now.flushes - before.flushes
    show(
        "a flush of PostgreSQL's disk", 1000 * (now.seconds - before.seconds) / flushes, "ms", more=f"{flushes:,} times"
    )


async def measure(options: argparse.Namespace, folder: Path) -> None:
    cluster = Cluster(folder, **MANY)
    try:
        time_flushes(cluster.postgres.address())
        parts = {
            "node one": cluster.nodes[0].pid,
            "node two": cluster.nodes[1].pid,
            "PostgreSQL": cluster.postgres.process.pid,
            "Redis": cluster.redis.process.pid,
            "HAProxy": cluster.proxy.process.pid,
        }
        run, port = Run(), cluster.proxy.port
        tables = await open_tables(port, options.seats // options.players, options.players, run)
        seats = [seat for table in tables for seat in table.seats]
        before = times(parts)
        seconds = await connect_all(port, seats)
        show("seats connected", len(seats), more=f"in {seconds:.1f} s")
        for name, spent in times(parts).items():
            show(f"a connection: {name}", 1e6 * (spent - before[name]) / len(seats), "µs")
        await deal(tables)
        await steady(tables, run, options.rate, 2)  # warms up
        run.begin()
        before, written = times(parts), Written.read(cluster.database)
        await steady(tables, run, options.rate, options.seconds)
        spent_by = times(parts)
        await asyncio.sleep(2)  # sessions tell their numbers once a second
        now = Written.read(cluster.database)
        wanted = f"{options.rate:,} wanted, {run.refused} refused"
        show("steady: moves acknowledged", run.acknowledged / options.seconds, "/s", at_least=1_000, more=wanted)
        show_latency("steady", run, at_most=100)
        for name, spent in spent_by.items():
            show(f"a move: {name}", 1e6 * (spent - before[name]) / run.acknowledged, "µs")
        show_bytes(run, options.players, written, now)
    finally:
        cluster.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rate", type=int, default=1_050, help="moves a second that are asked for")
    parser.add_argument("--seconds", type=float, default=20)
    run_in_folder(measure, parser.parse_args())


if __name__ == "__main__":
    main()
