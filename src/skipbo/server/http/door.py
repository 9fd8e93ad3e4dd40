"""The door: what an address may do to us before a request is complete.

It opens only so many connections at once, lets nobody take for ever to say what they want, and reads much data in
parts, so that others get their turn between them. Once a request is complete, the application limits and charges it.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.flow_control import FlowControl

from skipbo.server.hub import Hub
from skipbo.server.limits import CONNECTION, KIBIBYTE, LONGEST_DEBT, Places, household

STATE_KEY = "skipbo.door"  # under which the server's state holds the door
PART = 2048  # bytes that are read before others get their turn; they may hold many requests
MOMENT = 0.02  # seconds until the next look at a connection with many requests at once
PATIENCE = 15.0  # seconds in which the head of a request must be complete


class Door:
    """Counts and charges connections by address. Behind a proxy it is open, because all connections come from there."""

    def __init__(self, hub: Hub, *, open_to_all: bool) -> None:
        self._hub = hub
        self._open_to_all = open_to_all
        self._places = Places(hub.limits.connections, hub.limits.connections_of_address)

    def enter(self, address: str) -> bool:
        """Returns whether a connection may stay; then it must leave again."""
        if self._open_to_all:
            return True
        return self._hub.spend(CONNECTION, address) < LONGEST_DEBT and self._places.take(address)

    def leave(self, address: str) -> None:
        if not self._open_to_all:
            self._places.leave(address)

    def read(self, address: str, size: int) -> float:
        """Charges for data; returns the seconds to wait before more is read."""
        return 0.0 if self._open_to_all else self._hub.spend(KIBIBYTE * size / 1024, address)


class HeldFlow(FlowControl):
    """The flow of a connection whose reading may be held, whatever uvicorn wants."""

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__(transport)
        self.held = False

    def hold(self) -> None:
        if not self.held:
            self.held = True
            self._transport.pause_reading()

    def release(self) -> None:
        if self.held:
            self.held = False
            if not self.read_paused:
                self._transport.resume_reading()

    def resume_reading(self) -> None:
        if self.held:
            self.read_paused = False
        else:
            super().resume_reading()


class GuardedHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection that passes through the door, until it is closed or becomes a WebSocket."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = HeldFlow(transport)
        peer = transport.get_extra_info("peername")
        self._address = household(peer[0]) if peer else ""
        self._door: Door = self.app_state[STATE_KEY]
        self._unread = b""
        self._later: asyncio.Handle | None = None  # reads on
        self._deadline: asyncio.Handle | None = self.loop.call_later(PATIENCE, transport.abort)
        self._inside = self._door.enter(self._address)
        if not self._inside:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._unread = b""
        for timer in (self._later, self._deadline):
            if timer is not None:
                timer.cancel()
        if self._inside:
            self._inside = False
            self._door.leave(self._address)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if self._later is None:
            self._read()

    def _read(self) -> None:
        """Reads a part of the data, if there is any and uvicorn can take it."""
        self._later, wait = None, 0.0
        if self.flow.read_paused:
            wait = MOMENT
        elif self._unread:
            part, self._unread = self._unread[:PART], self._unread[PART:]
            super().data_received(part)
            if self.transport.get_protocol() is not self:
                self._leave()
                self.flow.release()
                return
            self._watch_head()
            wait = self._door.read(self._address, len(part))
        if self._unread or wait:
            self.flow.hold()
            self._later = self.loop.call_later(wait, self._read)
        else:
            self.flow.release()

    def _watch_head(self) -> None:
        """Gives the sender some time to complete the head of a request."""
        if self.cycle is None or self.cycle.response_complete:
            self._deadline = self._deadline or self.loop.call_later(PATIENCE, self.transport.abort)
        elif self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
