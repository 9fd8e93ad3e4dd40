"""The fast path: complete text frames bypass uvicorn's WebSocket layers in both directions.

Those layers (a library's generators, queues, tasks and four layers of ASGI) take more time than the table itself. They
keep the handshake, pings, closing, and every frame that is not a complete text message.

The class below depends on the inside of uvicorn, which may change in any version: see `rehearsal`.
"""

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

from skipbo.server.sockets.transport import STATE_KEY

TEXT = 0x81  # the first byte of a complete, uncompressed text message
CLOSE, PING, PONG = 0x88, 0x89, 0x8A
COMPLETE = (TEXT, CLOSE, PING, PONG)  # frames after which the library is between two messages, as it was before
MASKED = 0x80  # a bit beside the size: clients mask, servers do not
MASK = 4  # bytes
SHORT, MEDIUM, LONG = 126, 127, 1 << 16  # a size below SHORT is one byte; SHORT and MEDIUM announce two or eight more
WAITING = 8  # queued messages before reading is paused


def frame(message: bytes) -> bytes:
    size = len(message)
    if size < SHORT:
        return bytes((TEXT, size)) + message
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big") + message
    return bytes((TEXT, MEDIUM)) + size.to_bytes(8, "big") + message


def payload_bounds(data: bytes) -> tuple[int, int]:
    """Returns where the payload of the first frame begins and ends; the end is 0 if it is incomplete or unmasked."""
    size, start = data[1] ^ MASKED if len(data) > 1 else LONG, 2 + MASK
    if size == SHORT:
        size, start = int.from_bytes(data[2:4], "big"), start + 2
    elif size > SHORT:
        return 0, 0
    return start, start + size if start + size <= len(data) else 0


class Inbox(deque[Any]):
    """As much of `asyncio.Queue` as uvicorn needs, for a single reader."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        if not self:
            self._reader = self._loop.create_future()
            await self._reader
            self._reader = None
        return self.popleft()

    def empty(self) -> bool:
        return not self


class FastWebSocket(WebSocketsSansIOProtocol):
    """A `Transport` that applications find in the state of their connection."""

    queue: Inbox  # type: ignore[assignment]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox(self.loop)
        self._between_messages = False  # whether the library is: only then frames can be kept from it

    async def run_asgi(self) -> None:
        self.scope["state"][STATE_KEY] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """Reads text messages here while all frames come complete; once one does not, the library reads the rest."""
        if not self.handshake_complete:
            self._between_messages = data.endswith(b"\r\n\r\n")  # nothing was sent after the request
            super().data_received(data)
            return
        while self._between_messages and data:
            start, end = payload_bounds(data)
            if data[0] not in COMPLETE or not end or end - start > self.config.ws_max_size:
                self._between_messages = False
                break
            if data[0] != TEXT or not self._accept(apply_mask(data[start:end], data[start - MASK : start])):
                super().data_received(data[:end])
            data = data[end:]
        if data:
            super().data_received(data)

    def _accept(self, message: bytes) -> bool:
        """Queues a text message for the application; returns whether it is one."""
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

    def write_now(self, queue: deque[bytes]) -> bool:
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(map(frame, queue)))
        queue.clear()
        return True

    async def drain(self, queue: deque[bytes]) -> None:
        while queue:
            await self.writable.wait()
            self.write_now(queue)
