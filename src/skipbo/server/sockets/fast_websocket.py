"""The fast path: text messages bypass uvicorn's WebSocket layers in both directions.

Those layers (a library's generators, queues, tasks and four layers of ASGI) take more time than the table itself. They
keep the handshake, closing, and every frame that is neither a complete text message nor a ping.

Frames are read here, one by one, so that nobody can make the server read many without giving others their turn: after
some frames others come first, and whoever sends more pings, pongs and pieces of messages than anybody needs is read
more slowly. Texts need no limit here: the application takes them as fast as it wants to.

The class below depends on the inside of uvicorn, which may change in any version: see `rehearsal`.
"""

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

from skipbo.server.limits import Bucket, Rate
from skipbo.server.sockets.transport import STATE_KEY

TEXT = 0x81  # the first byte of a complete, uncompressed text message
PING, PONG = 0x89, 0x8A
LAST, OPCODE = 0x80, 0x0F  # bits of the first byte
CONTINUED, CONTROL = 0, 8  # the opcodes of further pieces of a message, and of frames that may come between pieces
OPCODES = frozenset((CONTINUED, 1, 2, CONTROL, 9, 10))
MASKED = 0x80  # a bit beside the size: clients mask, servers do not
MASK = 4  # bytes
SHORTEST = 2 + MASK  # bytes of a frame
SHORT, MEDIUM, LONG = 126, 127, 1 << 16  # a size below SHORT is one byte; SHORT and MEDIUM announce two or eight more
INVALID_TEXT = 1007
SIGN_OF_LIFE = bytes((PING, 0))  # asks for one; uvicorn's own pings, which close a dead connection, are rarer
END_OF_REQUEST = b"\r\n\r\n"

WAITING = 8  # queued messages before reading is paused
TURN = 16  # frames that are read before others get their turn
OTHER_FRAMES = Rate(60, 10)  # of a connection: all but texts
ASK_AFTER = 3.2  # seconds of silence: no more often than needed, because thousands are asked


def frame(message: bytes, head: int = TEXT) -> bytes:
    size = len(message)
    if size < SHORT:
        return bytes((head, size)) + message
    if size < LONG:
        return bytes((head, SHORT)) + size.to_bytes(2, "big") + message
    return bytes((head, MEDIUM)) + size.to_bytes(8, "big") + message


def payload_bounds(data: bytes, begin: int) -> tuple[int, int]:
    """Returns where the payload of a masked frame starts and ends, which is beyond the data if it is incomplete."""
    start = begin + 2
    if start > len(data):
        return start, start + 1
    size = data[begin + 1] & ~MASKED
    if size >= SHORT:
        width = 2 if size == SHORT else 8
        size = int.from_bytes(data[start : start + width], "big")
        start += width
        if start > len(data):
            return start, start + 1
    return start + MASK, start + MASK + size


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
        self._unread = b""  # received, but not read yet
        self._in_pieces = False  # whether a message has begun whose last piece is still to come
        self._stopped = False  # reading
        self._later: asyncio.Handle | None = None  # reads on
        self._others = Bucket(OTHER_FRAMES, self.loop.time())
        self._heard_at = self.loop.time()
        self._asked = False  # for a sign of life, since it was heard

    async def run_asgi(self) -> None:
        self.scope["state"][STATE_KEY] = self
        try:
            await super().run_asgi()
        finally:
            del self.scope["state"][STATE_KEY]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:  # refused: otherwise uvicorn reports a defect
            self.handshake_complete = True
        elif self.handshake_complete and self._unread:  # sent before the handshake was complete
            self._read_later(0)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_later(0)
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        if self._later is not None:
            self._later.cancel()
        self._unread = b""
        super().connection_lost(exc)
        self.conn.parser.close()  # it refers to itself: without this, only the rare full collections would free it

    # Reading

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        self._asked = False
        if not self.handshake_initiated:
            request, end, data = data.partition(END_OF_REQUEST)
            super().data_received(request + end)
            if not data:
                return
        if self._unread or self._stopped or not self.handshake_complete:
            self._unread += data
            if self.handshake_complete and self._later is None and not self.read_paused:
                self._read()
            else:
                self._stop()
        elif not self._take_text(data):
            self._unread = data
            self._read()

    def _take_text(self, data: bytes) -> bool:
        """Takes the data if they are one short text message, as nearly always; returns whether they are."""
        size = len(data) - SHORTEST
        if data[0] != TEXT or not 0 <= size < SHORT or data[1] != MASKED + size or self._in_pieces or self.close_sent:
            return False
        self._accept(apply_mask(data[SHORTEST:], data[2:SHORTEST]))
        return True

    def _read(self) -> None:
        """Reads the complete frames, but not more than `TURN` at once."""
        self._later = None
        data, begin, debt, more = self._unread, 0, 0.0, False
        for _turn in range(TURN):
            start, end = payload_bounds(data, begin)
            if not self._is_frame(data, begin, end - start):
                super().data_received(data[begin:])  # which closes the connection
                begin = len(data)
                break
            if end > len(data):
                break
            debt = self._take(data, begin, start, end)
            begin = end
            if debt or self.read_paused:
                break
        else:
            more = begin < len(data)
        self._unread = data[begin:]
        if debt or more:
            self._read_later(debt)
        elif self._stopped and not self.read_paused:
            self._stopped = False
            self.transport.resume_reading()

    def _is_frame(self, data: bytes, begin: int, size: int) -> bool:
        """Returns False as soon as it cannot become a frame of a client."""
        if begin + 2 > len(data):
            return True
        head, mark = data[begin], data[begin + 1]
        return head & OPCODE in OPCODES and mark >= MASKED and size <= self.config.ws_max_size

    def _take(self, data: bytes, begin: int, start: int, end: int) -> float:
        """Takes one frame; returns the seconds that its sender must wait."""
        head = data[begin]
        if head == TEXT and not self._in_pieces and not self.close_sent:
            self._accept(apply_mask(data[start:end], data[start - MASK : start]))
            return 0.0
        if head == PING:
            self._answer_ping(apply_mask(data[start:end], data[start - MASK : start]))
        elif head != PONG or start < end:  # a pong without content is the sign of life that we asked for
            if head & OPCODE < CONTROL:
                self._in_pieces = head < LAST
            super().data_received(data[begin:end])
        return self._others.spend(1 + (end - start) / 1024, self.loop.time())

    def _answer_ping(self, payload: bytes) -> None:
        if self.writable.is_set() and not self.transport.is_closing():  # whoever reads no pongs gets none
            self.transport.write(frame(payload, PONG))

    def _accept(self, message: bytes) -> None:
        """Queues a text message for the application."""
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self.conn.send_close(INVALID_TEXT)
            self.handle_parser_exception()
            return
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if len(self.queue) > WAITING and not self.read_paused:
            self.read_paused = True
            self._stop()

    def send_receive_event_to_app(self) -> None:
        """Takes a message that came in pieces, or is binary, from uvicorn's layers."""
        if self.curr_msg_data_type == "text":
            message, self.frames = b"".join(self.frames), []
            self._accept(message)
        else:
            super().send_receive_event_to_app()

    def _stop(self) -> None:
        self._stopped = True
        self.transport.pause_reading()

    def _read_later(self, seconds: float) -> None:
        self._stop()
        if self._later is None:
            self._later = self.loop.call_later(seconds, self._read)

    def silence(self) -> float:
        if self._stopped:  # we do not listen
            return 0.0
        silence = self.loop.time() - self._heard_at
        if silence >= ASK_AFTER and not self._asked and self.writable.is_set() and not self.transport.is_closing():
            self._asked = True
            self.transport.write(SIGN_OF_LIFE)
        return silence

    # Writing

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
