"""`make abuse`: what an honest player notices while somebody else does harm, and what it leaves behind in the server.

Some tables play at a steady pace, and a newcomer connects again and again, from one address; from another address comes
one kind of abuse after the other (`bench.abusers`). Printed are the honest players' times from a command to its update
at every seat, the newcomer's time to a table, and the server's memory before, right after, and some time after. Beside
them stands how long the disk took to write a little by itself: what the disk does not do in time, no server can.
"""

import argparse
import asyncio
import os
import platform
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from tools.server import Process

from bench.abusers import KINDS
from bench.load import Run, Seat, Table, deal, memory_of, numbers, percentile, request
from skipbo.server.launcher import allow_many_files
from skipbo.server.limits import Limits

TABLES = 6
PLAYERS = 2
RATE = 20  # moves a second, of all honest tables together
WARM_UP = 2.0  # seconds
MIXED = 3  # kinds at once, of a mixed round
PROBE_EVERY = 0.05  # seconds, as often as a move
PAGE = bytes(4096)
COLUMNS = ("p50 ms", "p99 ms", "enter ms", "disk ms", "MB before", "MB after", "MB rested")
ROW = "{:<18}{:>9}{:>9}{:>10}{:>10}{:>10}{:>10}{:>11}   {}"
MOST_P99 = 0.05  # seconds that we allow, or three times the quiet p99 if that is more
MOST_GROWTH = 1.10  # of memory, after a rest


@dataclass
class Measured:
    latencies: list[float] = field(default_factory=list)
    connects: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)


async def open_honest_tables(port: int, run: Run) -> list[Table]:
    tables = []
    for number in range(TABLES):
        tokens = [(await request(port, None, "/guests", {"name": "Honest"}))["token"] for _ in range(PLAYERS)]
        options = {"players": PLAYERS, "grace": 86_400}
        opened = await request(port, tokens[0], "/tables", {"options": options, "ready": False})
        table = Table(opened["id"], run, random.Random(number))
        table.seats = [Seat(table, token) for token in tokens]
        tables.append(table)
    return tables


class Disk:
    """Writes a little again and again, and waits until the disk has it, as the server does."""

    def __init__(self, folder: Path) -> None:
        self.writes: list[float] = []
        self._file = os.open(folder / "probe", os.O_CREAT | os.O_WRONLY)
        threading.Thread(target=self._keep_writing, daemon=True).start()

    def _keep_writing(self) -> None:
        while True:
            begun = time.perf_counter()
            os.pwrite(self._file, PAGE, 0)
            os.fdatasync(self._file)
            self.writes.append(time.perf_counter() - begun)
            time.sleep(PROBE_EVERY)


async def play(port: int, tables: list[Table], run: Run, disk: Disk, seconds: float) -> Measured:
    """Plays at a steady pace, while a newcomer connects again and again."""
    run.latencies, disk.writes = [], []
    measured = Measured(run.latencies, writes=disk.writes)
    newcomer = asyncio.create_task(connect_again_and_again(port, tables[0], measured.connects))
    begun, made = time.perf_counter(), 0
    while (passed := time.perf_counter() - begun) < seconds:
        for number in range(made, int(passed * RATE)):
            tables[number % len(tables)].move()
        made = int(passed * RATE)
        await asyncio.sleep(0.005)
    newcomer.cancel()
    await asyncio.gather(newcomer, return_exceptions=True)
    return measured


async def connect_again_and_again(port: int, table: Table, seconds: list[float]) -> None:
    while True:
        await asyncio.sleep(0.4)
        visit = Table(table.id, Run(), random.Random(0))
        seat = Seat(visit, table.seats[0].token)
        begun = time.perf_counter()
        await seat.connect(port)
        seconds.append(time.perf_counter() - begun)
        seat.drop()


class Abuse:
    """One kind of abuse, done by a process of its own from an address of its own."""

    def __init__(self, kind: str, port: int, address: str, seconds: float) -> None:
        where = ["--port", str(port), "--address", address, "--seconds", str(seconds)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.abusers", kind, *where], stdout=subprocess.PIPE, text=True
        )

    async def end(self) -> str:
        """Returns what was done."""
        done, _ = await asyncio.to_thread(self._process.communicate)
        return done.strip()


async def measure(options: argparse.Namespace, folder: Path) -> bool:
    """Returns whether all that we want to reach was reached."""
    server, run, disk, good = Process(folder / "data", Limits()), Run(), Disk(folder), True
    try:
        tables = await open_honest_tables(server.port, run)
        for table in tables:
            for seat in table.seats:
                await seat.connect(server.port)
        await deal(tables)
        await play(server.port, tables, run, disk, WARM_UP)
        print(ROW.format("", *COLUMNS, "").rstrip())
        quiet = await play(server.port, tables, run, disk, options.seconds)
        show("quiet", quiet, [memory_of(server.pid)] * 3, "")
        rounds = mixed_rounds(options.mixed) if options.mixed else [(kind,) for kind in options.kinds or KINDS]
        for number, kinds in enumerate(rounds, 1):
            memory = [memory_of(server.pid)]
            abuses = [
                Abuse(kind, server.port, f"127.0.{number}.{which}", WARM_UP + options.seconds)
                for which, kind in enumerate(kinds, 1)
            ]
            await asyncio.sleep(WARM_UP)
            measured = await play(server.port, tables, run, disk, options.seconds)
            memory.append(memory_of(server.pid))
            done = [await abuse.end() for abuse in abuses]
            await asyncio.sleep(options.rest)
            memory.append(memory_of(server.pid))
            faults = find_faults(quiet, measured, memory) + ([] if healthy(server.port) else ["BROKEN"])
            good = good and not faults
            name = kinds[0] if len(kinds) == 1 else f"mixed, round {number}"
            show(name, measured, memory, " ".join([*faults, ", ".join(kinds) if len(kinds) > 1 else done[0]]))
    finally:
        server.kill()
    return good


def mixed_rounds(count: int) -> list[tuple[str, ...]]:
    dice = random.Random(count)
    return [tuple(dice.sample([*KINDS], MIXED)) for _round in range(count)]


def find_faults(quiet: Measured, measured: Measured, memory: Sequence[int]) -> list[str]:
    allowed = max(MOST_P99, 3 * percentile(quiet.latencies, 0.99))
    tests = {
        "SLOW": percentile(measured.latencies, 0.99) <= allowed,
        "NOBODY ENTERS": percentile(measured.connects, 0.99) <= 10 * allowed,  # nor if nobody has entered
        "MEMORY": memory[-1] <= MOST_GROWTH * memory[0],
    }
    return [fault for fault, passed in tests.items() if not passed]


def healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10):
            return numbers(port)["skipbo_defects_total"] == 0
    except OSError:  # it does not answer, or not with 200
        return False


def show(kind: str, measured: Measured, memory: Sequence[int], more: str) -> None:
    times = (percentile(measured.latencies, 0.5), percentile(measured.latencies, 0.99))
    others = (percentile(measured.connects, 0.99), percentile(measured.writes, 0.99))
    cells = [f"{1000 * each:.1f}" for each in (*times, *others)] + [f"{each / 2**20:.0f}" for each in memory]
    print(ROW.format(kind, *cells, more).rstrip(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="of abuse; all by default: " + ", ".join(KINDS))
    parser.add_argument("--seconds", type=float, default=20, help="of each kind")
    parser.add_argument("--rest", type=float, default=60, help="seconds before the memory is looked at again")
    parser.add_argument("--mixed", type=int, metavar="ROUNDS", help="rounds of several kinds at once, at most 250")
    options = parser.parse_args()
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"there is no abuse called {kind!r}; choose from: " + ", ".join(KINDS))
    allow_many_files()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder:
        good = uvloop.run(measure(options, Path(folder)))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
