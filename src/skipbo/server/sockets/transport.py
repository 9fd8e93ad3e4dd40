"""The way of a table's messages through a WebSocket: the fast path where it works (`rehearsal`), else through ASGI."""

from collections import deque
from typing import Any, Protocol, cast

from starlette.websockets import WebSocket

STATE_KEY = "skipbo.transport"  # under which the state of a connection holds its fast path


class Transport(Protocol):
    async def receive(self) -> Any:
        """Returns the next ASGI message; text messages are among them."""

    def write_now(self, queue: deque[bytes]) -> bool:
        """Writes and removes all queued text messages, unless that must wait; returns whether it did."""

    async def drain(self, queue: deque[bytes]) -> None:
        """Writes and removes text messages, no faster than the peer reads them, until the queue is empty."""

    def silence(self) -> float:
        """Returns the seconds since the peer was heard. After some of them it is asked for a sign of life, once."""


class AsgiTransport:
    """The way that every ASGI server offers."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.receive = socket.receive

    def write_now(self, queue: deque[bytes]) -> bool:  # noqa: ARG002
        return False  # ASGI only sends in a coroutine

    async def drain(self, queue: deque[bytes]) -> None:
        while queue:
            await self._socket.send_text(queue.popleft().decode())

    def silence(self) -> float:
        return 0.0  # ASGI does not say; the server closes a connection that is silent (`launcher.configure`)


def transport_of(socket: WebSocket) -> Transport:
    """Returns the transport of a socket that has been accepted."""
    fast = socket.scope.get("state", {}).get(STATE_KEY)
    return AsgiTransport(socket) if fast is None else cast(Transport, fast)
