"""The sockets of uvicorn, with a short way in and out for what every move sends and is sent: whole text messages.

The long way, through a library's generators, queues, tasks and four layers of ASGI, takes more time than the table
itself. It is left to the handshake, to pings and farewells, and to whatever else comes in.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

LINE = "line"  # where the state of a connection has it
TEXT = 0x81  # a whole text message, not compressed
CLOSE, PING, PONG = 0x88, 0x89, 0x8A
WHOLE = (TEXT, CLOSE, PING, PONG)  # frames that leave the library as it was: between two messages
MASKED = 0x80  # a bit beside the size: clients mask, servers do not
MASK = 4  # bytes
SHORT, MEDIUM, LONG = 126, 127, 1 << 16  # sizes below the first are one byte; they also say that two or eight follow
WAITING = 8  # messages that are kept for who is busy: then no more are read


def frame(message: bytes) -> bytes:
    size = len(message)
    if size < SHORT:
        return bytes((TEXT, size)) + message
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big") + message
    return bytes((TEXT, MEDIUM)) + size.to_bytes(8, "big") + message


def content_of(data: bytes) -> tuple[int, int]:
    """Where the content of the first frame begins and ends; it ends at 0 if it is not all there, or not masked."""
    size, start = data[1] ^ MASKED if len(data) > 1 else LONG, 2 + MASK
    if size == SHORT:
        size, start = int.from_bytes(data[2:4], "big"), start + 2
    elif size > SHORT:
        return 0, 0
    return start, start + size if start + size <= len(data) else 0


class Inbox(deque[Any]):
    """As much of `asyncio.Queue` as uvicorn needs, for the one who takes."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._taker: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.append(message)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def get(self) -> Any:
        if not self:
            self._taker = self._loop.create_future()
            await self._taker
            self._taker = None
        return self.popleft()

    def empty(self) -> bool:
        return not self


class Line(WebSocketsSansIOProtocol):
    """A socket that has been accepted, for who may write to it directly."""

    queue: Inbox  # type: ignore[assignment]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox(self.loop)
        self._passable = False  # whether the library is between two messages: only then some can be kept from it

    async def run_asgi(self) -> None:
        self.scope["state"][LINE] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Text messages are taken here while all frames come whole; once one does not, the library reads the rest."""
        if not self.handshake_complete:
            self._passable = data.endswith(b"\r\n\r\n")  # nothing was sent after the request
            super().data_received(data)
            return
        while self._passable and data:
            start, end = content_of(data)
            if data[0] not in WHOLE or not end or end - start > self.config.ws_max_size:
                self._passable = False
                break
            if data[0] != TEXT or not self._take(apply_mask(data[start:end], data[start - MASK : start])):
                super().data_received(data[:end])
            data = data[end:]
        if data:
            super().data_received(data)

    def _take(self, message: bytes) -> bool:
        """Hands a text message over; answers whether it is one."""
        try:
            text = message.decode()
        except UnicodeDecodeError:
            return False
        if self.close_sent:
            return True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if len(self.queue) > WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    @property
    def is_free(self) -> bool:
        """Whether the peer reads as fast as it is written to."""
        return self.writable.is_set()

    async def until_free(self) -> None:
        """Or until the connection is lost: then nothing is written."""
        await self.writable.wait()

    def write(self, messages: Iterable[bytes]) -> None:
        """Sends text messages, together; nothing is sent where the connection is ending."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(map(frame, messages)))
