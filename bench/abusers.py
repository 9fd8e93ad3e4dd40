"""Guests who want to harm a server: each kind does one thing as fast and as often as it can.

    python -m bench.abusers pings --port 8470 --seconds 20

All of a kind share one address. They know the protocol, have as many guests as they are given, and come back when they
are thrown out.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import uvloop

from skipbo.server.launcher import allow_many_files

TEXT, PIECE, LAST_PIECE, PING, PONG = 0x81, 0x01, 0x80, 0x89, 0x8A
GUESTS = 15  # that an abuser asks for; the server may give fewer
PAUSE = 0.05  # seconds before an abuser who was thrown out comes back
BROKEN = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError)


def masked(head: int, payload: bytes = b"") -> bytes:
    """Returns a frame with a mask of zeros, which leaves the payload as it is."""
    size = len(payload)
    if size < 126:
        sizes = bytes((0x80 | size,))
    elif size < 1 << 16:
        sizes = b"\xfe" + size.to_bytes(2, "big")
    else:
        sizes = b"\xff" + size.to_bytes(8, "big")
    return bytes((head,)) + sizes + bytes(4) + payload


class Abuser:
    """An address from which everything is tried, and a count of what was."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.done: Counter[str] = Counter()
        self.tokens: list[str] = []

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def request(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Returns the status and the answer."""
        reader, writer = await self.connect()
        try:
            writer.write(request(method, path, body, token, close=True))
            answer = await reader.read()
        finally:
            writer.close()
        head, _, content = answer.partition(b"\r\n\r\n")
        words = head.split(b" ", 2)
        if len(words) < 2:
            raise EOFError
        with suppress(ValueError):
            return int(words[1]), json.loads(content)
        return int(words[1]), None

    async def guest(self) -> str:
        """Returns the token of a guest: of a new one if the server allows that."""
        if len(self.tokens) < GUESTS:
            status, answer = await self.request("POST", "/guests", {"name": "Nobody"})
            if status == 201:
                self.tokens.append(answer["token"])
        if not self.tokens:
            raise EOFError
        return random.choice(self.tokens)

    async def table(self, token: str, **options: Any) -> str:
        status, answer = await self.request("POST", "/tables", {"options": options}, token)
        if status != 201:
            raise EOFError
        return str(answer["id"])

    async def socket(self, token: str, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect()
        writer.write(handshake(table, token))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            writer.close()
            raise EOFError
        return reader, writer

    async def own_socket(self, **options: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        token = await self.guest()
        return await self.socket(token, await self.table(token, **options))

    async def throw(self, writer: asyncio.StreamWriter, data: bytes, count: int) -> None:
        """Sends something that often, as fast as it is taken."""
        writer.write(data)
        await writer.drain()
        self.done["sent"] += count


def request(method: str, path: str, body: Any = None, token: str = "", *, close: bool = False) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
    end = "Connection: close\r\n" if close else ""
    return f"{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n{who}{kind}{end}\r\n".encode() + data


def handshake(table: str, token: str) -> bytes:
    return (
        f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


async def swallow(reader: asyncio.StreamReader) -> None:
    with suppress(*BROKEN):
        while await reader.read(1 << 16):
            pass


# Each kind is one round of one of many who do the same; it is called again and again


async def requests(by: Abuser) -> None:
    reader, writer = await by.connect()
    reading = asyncio.create_task(swallow(reader))
    try:
        while not reading.done():
            await by.throw(writer, request("GET", "/lobby") * 50, 50)
    finally:
        writer.close()


async def refused_requests(by: Abuser) -> None:
    reader, writer = await by.connect()
    reading = asyncio.create_task(swallow(reader))
    try:
        while not reading.done():
            await by.throw(writer, request("POST", "/tables", {"options": {}}, "x" * 43) * 20, 20)
    finally:
        writer.close()


async def connections(by: Abuser) -> None:
    _reader, writer = await by.connect()
    by.done["connected"] += 1
    writer.close()


async def handshakes(by: Abuser) -> None:
    if random.random() < 0.5:
        _reader, writer = await by.own_socket() if not by.tokens else await by.socket(by.tokens[0], "x" * 22)
    else:
        _reader, writer = await by.socket("y" * 43, "x" * 22)
    by.done["accepted"] += 1
    writer.close()


async def pings(by: Abuser) -> None:
    reader, writer = await by.own_socket()
    reading = asyncio.create_task(swallow(reader))
    while not reading.done():
        await by.throw(writer, masked(PING) * 5_000, 5_000)


async def unread_pongs(by: Abuser) -> None:
    _reader, writer = await by.own_socket()
    while True:
        await by.throw(writer, masked(PING, b"x" * 125) * 500, 500)


async def pongs(by: Abuser) -> None:
    _reader, writer = await by.own_socket()
    while True:
        await by.throw(writer, masked(PONG) * 5_000, 5_000)


async def empty_texts(by: Abuser) -> None:
    reader, writer = await by.own_socket()
    reading = asyncio.create_task(swallow(reader))
    while not reading.done():
        await by.throw(writer, masked(TEXT) * 5_000, 5_000)


async def broken_frames(by: Abuser) -> None:
    _reader, writer = await by.own_socket()
    await by.throw(writer, random.choice((masked(TEXT, b"\xff\xfe"), secrets.token_bytes(4_000), b"\x81\x00" * 999)), 1)
    await asyncio.sleep(PAUSE)
    writer.close()


async def giant_frames(by: Abuser) -> None:
    _reader, writer = await by.own_socket()
    while True:
        await by.throw(writer, masked(TEXT, b'"' + b"x" * random.choice((10_000, 16_000, 1 << 20)) + b'"'), 1)


async def pieces(by: Abuser) -> None:
    reader, writer = await by.own_socket()
    reading = asyncio.create_task(swallow(reader))
    while not reading.done():
        message = masked(PIECE, b"{") + masked(0x00, b" ") * 4_000 + masked(LAST_PIECE, b"}")
        await by.throw(writer, message, 4_002)


async def slow_readers(by: Abuser) -> None:
    _reader, writer = await by.own_socket()
    while True:
        await by.throw(writer, masked(TEXT, b'{"type":"sync","since":0}') * 20, 20)
        await asyncio.sleep(0.2)


async def slow_writers(by: Abuser) -> None:
    _reader, writer = await by.connect()
    by.done["connected"] += 1
    body = random.random() < 0.5
    begun = b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(begun + b"Content-Length: 9999\r\n\r\n" if body else begun)
    while True:
        await by.throw(writer, b"x" if body else b"X-Y: z\r\n", 1)
        await asyncio.sleep(1)


async def large_bodies(by: Abuser) -> None:
    _reader, writer = await by.connect()
    try:
        await by.throw(writer, request("POST", "/guests", {"name": "x" * 4_000_000}), 1)
    finally:
        writer.close()


async def guests(by: Abuser) -> None:
    status, _answer = await by.request("POST", "/guests", {"name": None})
    by.done[str(status)] += 1


async def tables(by: Abuser) -> None:
    token = await by.guest()
    status, _answer = await by.request("POST", "/tables", {"options": {"public": True, "players": 6}}, token)
    by.done[str(status)] += 1


async def chat(by: Abuser) -> None:
    reader, writer = await by.own_socket(chat=True)
    reading = asyncio.create_task(swallow(reader))
    while not reading.done():
        text = json.dumps({"type": "say", "id": secrets.token_hex(6), "text": "buy! " * 90}).encode()
        await by.throw(writer, masked(TEXT, text) * 5, 5)


async def bot_tables(by: Abuser, bot: str) -> None:
    """Watches six bots play as fast as they can."""
    token = await by.guest()
    table = await by.table(token, players=6, bots=[None, *[bot] * 5], pace=0, substitute=bot, grace=0)
    reader, writer = await by.socket(token, table)
    writer.write(masked(TEXT, b'{"type":"ready","id":"1"}'))
    writer.write(masked(TEXT, b'{"type":"leave","id":"2"}'))
    by.done["tables"] += 1
    await swallow(reader)


async def moves_and_undo(by: Abuser) -> None:
    token = await by.guest()
    table = await by.table(token, players=2, bots=[None, "eager"], pace=0)
    reader, writer = await by.socket(token, table)
    writer.write(masked(TEXT, b'{"type":"ready","id":"ready"}'))
    while True:
        head = await reader.readexactly(2)
        size = head[1] if head[1] < 126 else int.from_bytes(await reader.readexactly(2), "big")
        payload = await reader.readexactly(size)
        if head[0] != TEXT:
            continue
        message = json.loads(payload)
        own = message.get("own") or {}
        if message.get("type") == "update" and own.get("legal"):
            move = {"type": "play", "id": secrets.token_hex(6), "move": own["legal"][-1], "version": message["version"]}
            undo = {"type": "undo", "id": secrets.token_hex(6), "version": message["version"] + 1}
            for command in (move, undo):
                await by.throw(writer, masked(TEXT, json.dumps(command).encode()), 1)


async def outdated(by: Abuser) -> None:
    """Makes moves at an old version, which are answered with the whole table."""
    reader, writer = await by.own_socket()
    reading = asyncio.create_task(swallow(reader))
    while not reading.done():
        command = {"type": "play", "id": secrets.token_hex(6), "move": "d1", "version": 0}
        await by.throw(writer, masked(TEXT, json.dumps(command).encode()) * 5, 5)


Kind = Callable[[Abuser], Awaitable[None]]
KINDS: dict[str, tuple[Kind, int]] = {  # and how many do it at once
    "requests": (requests, 50),
    "refused requests": (refused_requests, 50),
    "connections": (connections, 50),
    "handshakes": (handshakes, 50),
    "pings": (pings, 10),
    "unread pongs": (unread_pongs, 10),
    "pongs": (pongs, 10),
    "empty texts": (empty_texts, 10),
    "broken frames": (broken_frames, 20),
    "giant frames": (giant_frames, 10),
    "pieces": (pieces, 10),
    "slow readers": (slow_readers, 100),
    "slow writers": (slow_writers, 1_000),
    "large bodies": (large_bodies, 20),
    "guests": (guests, 20),
    "tables": (tables, 20),
    "chat": (chat, 15),
    "planner tables": (partial(bot_tables, bot="planner"), 40),
    "searching tables": (partial(bot_tables, bot="grandmaster"), 40),
    "moves and undo": (moves_and_undo, 15),
    "outdated moves": (outdated, 15),
}


async def abuse(kind: str, port: int, address: str, seconds: float) -> Counter[str]:
    """Does one kind of abuse for so long; returns what was done."""
    by, (work, many) = Abuser(port, address), KINDS[kind]

    async def again_and_again() -> None:
        while True:
            try:
                await work(by)
            except BROKEN:
                by.done["thrown out"] += 1
                await asyncio.sleep(PAUSE)

    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)  # of connections that broke
    tasks = [asyncio.create_task(again_and_again()) for _number in range(many)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return by.done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=[*KINDS])
    parser.add_argument("--port", type=int, default=8470)
    parser.add_argument("--address", default="127.0.0.2", help="from which everything is done")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    if sys.platform != "win32":
        os.nice(19)  # on one machine, the abuser must not take the processor from the server
    allow_many_files()
    done = uvloop.run(abuse(options.kind, options.port, options.address, options.seconds))
    print(", ".join(f"{count:,} {what}" for what, count in sorted(done.items())) or "nothing")


if __name__ == "__main__":
    main()
