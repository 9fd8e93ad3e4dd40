"""The sockets of uvicorn, with a short way out: what every move sends to every seat need not pass through ASGI.

There each message costs a task, an event and two more layers, which together is more than the table itself takes.
"""

from collections.abc import Iterable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINE = "line"  # where the state of a connection has it
TEXT = 0x81  # a whole text message, not masked and not compressed
SHORT, MEDIUM, LONG = 126, 127, 1 << 16  # sizes below the first are one byte; they also say that two or eight follow


def frame(message: bytes) -> bytes:
    size = len(message)
    if size < SHORT:
        return bytes((TEXT, size)) + message
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big") + message
    return bytes((TEXT, MEDIUM)) + size.to_bytes(8, "big") + message


class Line(WebSocketsSansIOProtocol):
    """A socket that has been accepted, for who may write to it directly."""

    async def run_asgi(self) -> None:
        self.scope["state"][LINE] = self
        await super().run_asgi()

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
