"""Decides whether the fast path works with the uvicorn that is installed.

The fast path extends a class of uvicorn that any version may change. A list of known versions would be too strict, a
list of attributes too lax. So the fast path is used only if it extends the very class that uvicorn would choose itself,
and if both hear and write the same in a conversation that they hold in memory, in some milliseconds, before the start.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.server import ServerState

from skipbo.server.sockets.transport import transport_of

AUTO = "auto"  # uvicorn chooses one of its own classes
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT, CLOSE, PING = 0x81, 0x88, 0x89
MANY = 40  # messages that come at once
STEPS = 100  # of the event loop: more than enough for an answer


@cache
def websocket_protocol() -> type[asyncio.Protocol] | str:
    """Returns what uvicorn is to use for WebSockets: the fast path if it works here, else `AUTO`."""
    try:
        from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

        from skipbo.server.sockets.fast_websocket import FastWebSocket
    except ImportError:
        return AUTO
    return FastWebSocket if FastWebSocket.__base__ is AutoWebSocketsProtocol and works(FastWebSocket) else AUTO


def works(kind: type[asyncio.Protocol]) -> bool:
    """Returns whether a class does in a conversation what the class does that it extends."""
    with ThreadPoolExecutor(1) as thread:  # where no other event loop runs
        try:
            fast, known = (thread.submit(asyncio.run, converse(each)).result() for each in kind.__mro__[:2])
        except Exception:  # whatever has changed in uvicorn
            return False
    return fast == known and len(known) > MANY


async def converse(kind: Callable[..., Any]) -> list[Any]:
    """Returns the transcript: what the application heard, what was written, and whether more would have been read."""
    transcript: list[Any] = []

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        transport = transport_of(socket)
        while (message := await transport.receive())["type"] == "websocket.receive":
            transcript.append(message)
            queue = deque([message["text"].encode()])
            if not transport.write_now(queue):
                await transport.drain(queue)

    state = ServerState()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)  # the transcript tells
    config = uvicorn.Config(echo, log_config=None, lifespan="off", ws_per_message_deflate=False)
    config.load()
    protocol, wire = kind(config=config, server_state=state, app_state={}), Wire()
    protocol.connection_made(wire)

    async def send(*pieces: bytes) -> None:
        for piece in pieces:
            protocol.data_received(piece)
        await settle()

    async def settle() -> None:
        for _step in range(STEPS):
            await asyncio.sleep(0)
        transcript.append((bytes(wire.written), wire.reading, wire.is_closing()))

    await send(HANDSHAKE)
    transcript[:] = [bytes(wire.written).split(b"\r\n")[0]]  # other lines may tell the time
    wire.written.clear()
    await send(masked(TEXT, b"one"))
    await send(masked(TEXT, b"two") + masked(PING, b"?") + masked(TEXT, "drei, три".encode()))
    await send(masked(TEXT, b"x" * 300)[:200], masked(TEXT, b"x" * 300)[200:])
    protocol.pause_writing()
    await send(masked(TEXT, b"four"))
    protocol.resume_writing()
    await settle()
    await send(*(masked(TEXT, b"%d" % number) for number in range(MANY)))
    await send(masked(CLOSE, b"\x03\xe8"))
    protocol.connection_lost(None)
    for task in state.tasks:
        task.cancel()
    return transcript


class Wire(asyncio.Transport):
    """One end of a connection: keeps what is written, and whether anything would be read."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.reading = True
        self._closing = False

    def write(self, data: Any) -> None:
        self.written += data

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        self.written += b"".join(list_of_data)

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def masked(head: int, payload: bytes, mask: bytes = b"\1\2\3\4", mark: int = 0x80) -> bytes:
    """Returns a frame as a client sends it."""
    size = len(payload)
    sizes = bytes((mark | size,)) if size < 126 else bytes((mark | 126,)) + size.to_bytes(2, "big")
    return bytes((head,)) + sizes + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
