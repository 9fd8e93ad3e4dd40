"""`python -m bench.stores`: what a durable move costs a server with PostgreSQL, beside one with SQLite.

Both servers run all the time, and the same number of people plays at one and at the other in turns. What counts is the
processor time of the server: other work on the machine changes it little, and its ratio still less. That of PostgreSQL
itself is not in it; `bench.nodes` shows that.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tools.postgres_server import PostgresServer
from tools.server import Process

from bench.load import Run, Table, connect_all, deal, flat_out, open_tables, run_in_folder, show, steady
from bench.nodes import seconds_of

AT_MOST = 1.3  # times what a move costs with SQLite


class Place:
    """A server with people at its tables."""

    def __init__(self, server: Process) -> None:
        self.server = server
        self._run = Run()
        self._tables: Sequence[Table] = ()
        self.steady: list[float] = []  # microseconds of processor time for each move, round by round
        self.flat_out: list[float] = []

    async def fill(self, options: argparse.Namespace) -> None:
        self._tables = await open_tables(self.server.port, options.seats // options.players, options.players, self._run)
        await connect_all(self.server.port, [seat for table in self._tables for seat in table.seats])
        await deal(self._tables)
        await steady(self._tables, self._run, options.rate, 2)  # warms up

    async def play(self, options: argparse.Namespace) -> None:
        before = self._begin()
        await steady(self._tables, self._run, options.rate, options.seconds)
        self.steady.append(self._cost(before))
        before = self._begin()
        await flat_out(self._tables[: options.busy], options.seconds)
        self.flat_out.append(self._cost(before))

    def _begin(self) -> float:
        self._run.begin()
        return seconds_of(self.server.pid)

    def _cost(self, before: float) -> float:
        return 1e6 * (seconds_of(self.server.pid) - before) / self._run.acknowledged


async def measure(options: argparse.Namespace, folder: Path) -> None:
    postgres = PostgresServer()
    servers: list[Process] = []
    try:
        for name, data in (("sqlite", ""), ("postgres", postgres.new_database())):
            servers.append(Process(folder / name / "data", data=data))
        sqlite, other = places = [Place(server) for server in servers]
        for place in places:
            await place.fill(options)
        for _round in range(options.rounds):
            for place in places:
                await place.play(options)
        show_costs(f"{options.rate:,} moves/s", sqlite.steady, other.steady)
        show_costs("flat out", sqlite.flat_out, other.flat_out)
    finally:
        for server in servers:
            server.kill()
        postgres.stop()


def show_costs(what: str, sqlite: Sequence[float], other: Sequence[float]) -> None:
    """Prints the medians, and the median of the ratios of each round."""
    for name, costs in (("SQLite", sqlite), ("PostgreSQL", other)):
        show(f"{what}: a move, {name}", median(costs), "µs", more=f"{min(costs):.0f} to {max(costs):.0f}")
    ratios = [mine / its for its, mine in zip(sqlite, other, strict=True)]
    more = f"{min(ratios):.2f} to {max(ratios):.2f}"
    show(f"{what}: PostgreSQL to SQLite", median(ratios), at_most=AT_MOST, more=more)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=2_000, help="at each of the two servers")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rate", type=int, default=1_050, help="moves a second that are asked for at a steady pace")
    parser.add_argument("--busy", type=int, default=200, help="tables that play flat out")
    parser.add_argument("--seconds", type=float, default=10, help="of each of the two paces in a round")
    parser.add_argument("--rounds", type=int, default=5)
    run_in_folder(measure, parser.parse_args())


if __name__ == "__main__":
    main()
