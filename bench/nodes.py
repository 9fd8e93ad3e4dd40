"""`python -m bench.nodes`: players at two nodes behind a proxy, with PostgreSQL and Redis, all on this machine.

Everybody plays at a steady pace. Beside the latencies stands the processor time of each part for a move, which
`docs/scale.md` builds on. The load generator runs on the same machine.
"""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

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


async def measure(options: argparse.Namespace, folder: Path) -> None:
    cluster = Cluster(folder, **MANY)
    try:
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
        run.acknowledged, run.refused, run.latencies = 0, 0, []
        before = times(parts)
        await steady(tables, run, options.rate, options.seconds)
        spent_by = times(parts)
        wanted = f"{options.rate:,} wanted, {run.refused} refused"
        show("steady: moves acknowledged", run.acknowledged / options.seconds, "/s", at_least=1_000, more=wanted)
        show_latency("steady", run, at_most=100)
        for name, spent in spent_by.items():
            show(f"a move: {name}", 1e6 * (spent - before[name]) / run.acknowledged, "µs")
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
