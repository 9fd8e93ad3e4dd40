"""Servers that are not ours: each speaks WebSocket, HTTP or neither as a test tells it to, in a thread of its own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from skipbo.protocol.codec import encode

Script = Callable[[ServerConnection], Awaitable[None]]
Handshake = Callable[[int], Response | None]  # by how many handshakes there were before: a page, or None to accept
PAGE = b"<html><body><h1>Sign in to the hotel's network</h1></body></html>"


def page(status: int) -> Response:
    """What a proxy sends instead of what was asked for."""
    headers = Headers({"Content-Type": "text/html", "Content-Length": str(len(PAGE)), "Connection": "close"})
    return Response(status, "Something", headers, PAGE)


def http_page(status: int) -> bytes:
    """The same, byte by byte."""
    head = f"HTTP/1.1 {status} Something\r\nContent-Type: text/html\r\nContent-Length: {len(PAGE)}\r\n"
    return head.encode() + b"Connection: close\r\n\r\n" + PAGE


def http_json(content: Any) -> bytes:
    body = encode(content)
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def stay(socket: ServerConnection) -> None:
    """Says nothing until the client closes the connection."""
    await socket.wait_closed()


@contextmanager
def web_socket_server(script: Script, handshake: Handshake = lambda _before: None) -> Iterator[str]:
    """Runs the script for each connection that a handshake has opened; yields the server's address."""
    handshakes = iter(range(1_000_000))

    def process_request(_connection: ServerConnection, _request: Request) -> Response | None:
        return handshake(next(handshakes))

    with _running(lambda: serve(script, "127.0.0.1", 0, process_request=process_request, compression=None)) as url:
        yield url


@contextmanager
def tcp_server(answer: bytes) -> Iterator[str]:
    """Answers whatever comes first with these bytes, and closes the connection."""

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer)
        await writer.drain()
        await reader.read(100_000)  # unread bytes would turn the end of the connection into a reset
        writer.close()

    @asynccontextmanager
    async def start() -> AsyncIterator[asyncio.Server]:
        server = await asyncio.start_server(speak, "127.0.0.1", 0)
        yield server
        server.close()

    with _running(start) as url:
        yield url


@contextmanager
def _running(make: Callable[[], AbstractAsyncContextManager[Any]]) -> Iterator[str]:
    started, addresses = threading.Event(), list[str]()
    loop = asyncio.new_event_loop()
    stopping = asyncio.Event()

    async def run() -> None:
        async with make() as server:
            addresses.append(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            started.set()
            await stopping.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()), daemon=True)
    thread.start()
    assert started.wait(10)
    try:
        yield addresses[0]
    finally:
        loop.call_soon_threadsafe(stopping.set)
        thread.join(10)
        loop.close()
