"""`make load`: how many players one server can serve. The load generator runs on the same machine.

Connects every seat, plays at a steady pace, lets some tables play a long game, plays as fast as it goes, drops all
connections at once, and compares with the bare store. Every move waits for a commit with synchronous=FULL. Beside what
was reached stands what we want to reach, on 2 cores with the generator on the same ones.
"""

import argparse
import asyncio
import json
import math
import platform
import random
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import msgspec
import uvloop
from tools.server import Process

from skipbo.server.launcher import allow_many_files
from skipbo.server.store.interface import Addition
from skipbo.server.store.log import Entry, Moved
from skipbo.server.store.sqlite import SqliteStore

PARALLEL = 64  # requests and handshakes under way at once


class Own(msgspec.Struct):
    seat: int
    legal: list[str]


class Heard(msgspec.Struct):
    """The fields of a message that the generator needs."""

    type: str
    version: int = 0
    own: Own | None = None
    id: str | None = None
    code: str = ""


_decoder = msgspec.json.Decoder(Heard)


class Seat(asyncio.Protocol):
    """A minimal WebSocket client: only what the measurement needs."""

    def __init__(self, table: "Table", token: str) -> None:
        self.table = table
        self.token = token
        self.version = 0
        self.legal: list[str] = []
        self.transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._open = False
        self.ready: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._open = False
        self._buffer.clear()
        self.transport.write(
            f"GET /api/v1/tables/{self.table.id}/socket?since={self.version} HTTP/1.1\r\nHost: localhost\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.table.run.received += len(data)
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), buffer[:200]
            del buffer[: end + 4]
            self._open = True
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            if len(buffer) < start + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind == 1:
                self._hear(_decoder.decode(payload))
            elif kind == 9:
                self._send(10, payload)

    def _hear(self, heard: Heard) -> None:
        if heard.type == "update":
            self.version = max(self.version, heard.version)
            self.legal = heard.own.legal if heard.own is not None else []
            self.table.heard(heard)
            if self.ready is not None and not self.ready.done():
                self.ready.set_result(None)
        elif heard.type == "done":
            self.table.acknowledged(heard)
        elif heard.type == "refused":
            self.table.run.refused += 1

    def send(self, message: Any) -> None:
        self._send(1, json.dumps(message).encode())

    def _send(self, kind: int, payload: bytes) -> None:
        assert self.transport is not None
        size = len(payload)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2, "big")
        frame = head + bytes(4) + payload  # masked with zeros: the mask is for proxies
        self.transport.write(frame)
        self.table.run.sent += len(frame)

    async def connect(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        self.ready = loop.create_future()
        await loop.create_connection(lambda: self, "127.0.0.1", port)
        await self.ready

    def drop(self) -> None:
        assert self.transport is not None
        self.transport.abort()


@dataclass
class Run:
    """Measurements of one phase of play."""

    acknowledged: int = 0
    refused: int = 0
    received: int = 0  # bytes, without those of TCP and IP
    sent: int = 0
    latencies: list[float] = field(default_factory=list)

    def begin(self) -> None:
        """Forgets what was measured before."""
        self.acknowledged = self.refused = self.received = self.sent = 0
        self.latencies = []


@dataclass
class Table:
    id: str
    run: Run
    dice: random.Random
    seats: list[Seat] = field(default_factory=list)
    sent_at: float = 0.0
    waiting: int = 0
    wanted: int = 0
    made: int = 0
    until: float = 0  # moves; up to there it plays as fast as it goes
    long: bool = False  # nobody plays a stock card: the game goes on and on

    def move(self) -> None:
        """Makes a move for the seat in turn, unless the last one is still under way."""
        if self.waiting:
            return
        for seat in self.seats:
            if seat.legal:
                move = min(seat.legal, key=self._rank)
                self.sent_at, self.waiting, self.wanted = time.perf_counter(), len(self.seats), seat.version + 1
                seat.send({"type": "play", "id": secrets.token_hex(6), "move": move, "version": seat.version})
                return
        for number, seat in enumerate(self.seats):  # the game is over: everybody is ready for the next
            self.wanted, self.waiting = 0, 0
            seat.send({"type": "ready", "id": f"r{seat.version}-{number}"})

    def _rank(self, move: str) -> tuple[bool, bool, float]:
        return self.long and move[0] == "s", ">b" not in move, self.dice.random()

    def heard(self, heard: Heard) -> None:
        if self.waiting and heard.version >= self.wanted:
            self.waiting -= 1
            if self.waiting == 0:
                self.run.latencies.append(time.perf_counter() - self.sent_at)
                self._go_on()

    def acknowledged(self, heard: Heard) -> None:
        if (heard.id or "").startswith("r"):
            self._go_on()
        else:
            self.run.acknowledged += 1
            self.made += 1

    def _go_on(self) -> None:
        if self.made < self.until:
            asyncio.get_running_loop().call_soon(self.move)


async def request(port: int, token: str | None, path: str, body: Any) -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    who = "" if token is None else f"Authorization: Bearer {token}\r\n"
    writer.write(
        f"POST /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{who}"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
        + data
    )
    answer = await reader.read()
    writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    assert b" 201 " in head.splitlines()[0], answer
    return json.loads(content)


async def in_parallel(jobs: Sequence[Callable[[], Awaitable[None]]], parallel: int = PARALLEL) -> None:
    left = iter(jobs)

    async def work() -> None:
        for job in left:
            await job()

    await asyncio.gather(*(work() for _ in range(parallel)))


def memory_of(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise AssertionError


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


async def open_tables(port: int, count: int, players: int, run: Run) -> list[Table]:
    tables: list[Table] = []

    async def one() -> None:
        tokens = [(await request(port, None, "/guests", {"name": "Load"}))["token"] for _ in range(players)]
        options = {"players": players, "grace": 86_400}
        opened = await request(port, tokens[0], "/tables", {"options": options, "ready": False})
        table = Table(opened["id"], run, random.Random(len(tables)))
        table.seats = [Seat(table, token) for token in tokens]
        tables.append(table)

    await in_parallel([one] * count)
    return tables


async def connect_all(port: int, seats: Sequence[Seat]) -> float:
    begun = time.perf_counter()
    await in_parallel([lambda seat=seat: seat.connect(port) for seat in seats], 4 * PARALLEL)  # type: ignore[misc]
    return time.perf_counter() - begun


async def deal(tables: Sequence[Table]) -> None:
    for table in tables:
        for seat in table.seats[1:]:
            seat.send({"type": "sit", "id": "sit"})
    await asyncio.sleep(0)
    for table in tables:
        for number, seat in enumerate(table.seats):
            seat.send({"type": "ready", "id": f"ready{number}"})
    deadline = time.monotonic() + 120
    while not all(any(seat.legal for seat in table.seats) for table in tables):
        assert time.monotonic() < deadline, "not every game has begun"
        await asyncio.sleep(0.1)


async def steady(tables: Sequence[Table], run: Run, rate: int, seconds: float) -> None:
    """Makes so many moves a second, spread evenly over the tables."""
    begun, made = time.perf_counter(), 0
    order = list(tables)
    while (passed := time.perf_counter() - begun) < seconds:
        due = int(passed * rate)
        for number in range(made, due):
            order[number % len(order)].move()
        made = due
        await asyncio.sleep(0.002)
    await asyncio.sleep(1)
    assert run.acknowledged


async def long_games(tables: Sequence[Table], moves: int) -> None:
    """Plays every table to so many moves of one game."""
    for table in tables:
        table.until, table.long = moves, True
        table.move()
    while any(table.made < moves for table in tables):
        await asyncio.sleep(0.1)
    for table in tables:
        table.long = False
    await asyncio.sleep(1)


async def flat_out(tables: Sequence[Table], seconds: float) -> None:
    for table in tables:
        table.until = math.inf
        table.move()
    await asyncio.sleep(seconds)
    for table in tables:
        table.until = 0
    await asyncio.sleep(1)


def numbers(port: int) -> dict[str, float]:
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as response:
        lines = response.read().decode().splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}


async def bare_store(folder: Path, group: float, seconds: float) -> float:
    """Returns the entries a second that the bare store takes, with as many writers as waited in the server."""
    store = SqliteStore(folder)
    writers = max(1, round(group))
    written = 0

    async def write(table: str) -> None:
        nonlocal written
        version = 0
        while time.perf_counter() < end:
            version += 1
            entry = Entry(version, 1_700_000_000_000, "guest-of-12b", secrets.token_hex(6), Moved(0, "h12>b1"))
            await store.append(Addition(table, entry))
            written += 1

    end = time.perf_counter() + seconds
    await asyncio.gather(*(write(secrets.token_urlsafe(16)) for _ in range(writers)))
    store.close()
    return written / seconds


async def measure(options: argparse.Namespace, folder: Path) -> None:
    server = Process(folder / "data")
    try:
        run = Run()
        tables = await open_tables(server.port, options.seats // options.players, options.players, run)
        seats = [seat for table in tables for seat in table.seats]
        memory = Memory(server.pid)
        seconds = await connect_all(server.port, seats)
        show("seats connected", len(seats), at_least=5_000, more=f"in {seconds:.1f} s")
        show("memory a seat, connected", memory.grown(len(seats)), "KiB", at_most=40)
        await deal(tables)
        show("memory a seat, dealt", memory.grown(len(seats)), "KiB", at_most=40)
        run.begin()
        await steady(tables, run, options.rate, options.seconds)
        wanted = f"{options.rate:,} wanted, {run.refused} refused"
        show("steady: moves acknowledged", run.acknowledged / options.seconds, "/s", at_least=1_000, more=wanted)
        show_latency("steady", run, at_most=100)
        in_play = memory.grown(len(seats))
        show("memory a seat, in play", in_play, "KiB", at_most=40)
        memory = Memory(server.pid)
        long = tables[: options.long]
        await long_games(long, options.moves)
        late = in_play + memory.grown(sum(len(table.seats) for table in long))
        what = f"memory a seat, after {options.moves} moves"
        show(what, late, "KiB", at_most=40, more=f"{len(long)} tables, one game each")
        run.begin()
        then = numbers(server.port)
        await flat_out(tables[-options.busy :], options.seconds)
        now = numbers(server.port)
        commits = now["skipbo_commits_total"] - then["skipbo_commits_total"]
        group = (now["skipbo_writes_total"] - then["skipbo_writes_total"]) / commits
        fast = run.acknowledged / options.seconds
        show("flat out: moves acknowledged", fast, "/s", more=f"{options.busy} tables, {group:.1f} a commit")
        show_latency("flat out", run)
        for seat in seats:
            seat.drop()
        await asyncio.sleep(1)
        seconds = await connect_all(server.port, seats)
        show("storm: all seats back in", seconds, "s", at_most=15, more=f"{len(seats):,} seats")
    finally:
        server.kill()
    bare = await bare_store(folder / "bare", group, options.seconds / 2)
    show("bare store: entries", bare, "/s", more=f"{round(group)} a commit")
    show("server to bare store", fast / bare, at_least=0.25)


class Memory:
    """The growth of a process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._before = memory_of(pid)

    def grown(self, seats: int) -> float:
        """The growth in KiB for each of so many seats."""
        return (memory_of(self._pid) - self._before) / seats / 1024


ROW = "{:<38}{:>14}{:>14}  {:<5}{}"


def show(
    what: str,
    reached: float,
    unit: str = "",
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    more: str = "",
) -> None:
    """Prints a row: the value, the goal, and whether it was met."""
    goal, met = "", ""
    if at_least is not None:
        goal, met = f"≥ {at_least:,} {unit}", "yes" if reached >= at_least else "NO"
    elif at_most is not None:
        goal, met = f"≤ {at_most:,} {unit}", "yes" if reached <= at_most else "NO"
    digits = 0 if isinstance(reached, int) or reached >= 1_000 else 1 if reached >= 10 else 2
    print(ROW.format(what, f"{reached:,.{digits}f} {unit}".strip(), goal.strip(), met, more).rstrip(), flush=True)


def show_latency(what: str, run: Run, at_most: float | None = None) -> None:
    show(f"{what}: command to every seat, p50", 1000 * percentile(run.latencies, 0.5), "ms")
    show(f"{what}: command to every seat, p99", 1000 * percentile(run.latencies, 0.99), "ms", at_most=at_most)


def run_in_folder(
    measuring: Callable[[argparse.Namespace, Path], Coroutine[Any, Any, None]], options: argparse.Namespace
) -> None:
    """Names the machine and measures, with a folder that is removed afterwards."""
    allow_many_files()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print(ROW.format("", "reached", "goal", "met", "").rstrip())
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measuring(options, Path(folder)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=5_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rate", type=int, default=1_050, help="moves a second that are asked for at a steady pace")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--long", type=int, default=500, help="tables that play a long game")
    parser.add_argument("--moves", type=int, default=300, help="of a long game")
    parser.add_argument("--busy", type=int, default=200, help="tables that play flat out")
    run_in_folder(measure, parser.parse_args())


if __name__ == "__main__":
    main()
