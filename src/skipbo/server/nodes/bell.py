"""The bell: wakes other nodes up when a table has changed, so that they look into the store.

Whatever a bell does, or fails to do, only the store is believed: without a bell everything happens a little later.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

Heard = Callable[[str, int], None]  # gets a table and its version; 0 if not its log, but who is connected has changed

LATEST = 10**15 - 1  # a version that is behind no other: whoever hears it looks
MOST = 500  # tables in one message
LONGEST = 64  # characters of a table's id


class Bell(Protocol):
    @property
    def is_well(self) -> bool:
        """Whether what we ring is heard, as far as we know."""

    def begin(self, heard: Heard) -> None:
        """Listens, in the event loop that runs."""

    def ring(self, table: str, version: int) -> None:
        """Returns at once; rings of one step of the event loop are sent together."""

    def test(self) -> None:
        """Is called now and then, to find out whether the bell is well."""

    async def end(self) -> None: ...


class NoBell:
    is_well = False

    def begin(self, heard: Heard) -> None:
        pass

    def ring(self, table: str, version: int) -> None:
        pass

    def test(self) -> None:
        pass

    async def end(self) -> None:
        pass


class Rings:
    """What waits to be rung; of each table only the latest version. `send` is called soon after the first of them."""

    def __init__(self, send: Callable[[], None]) -> None:
        self._send = send
        self._waiting: dict[str, int] = {}

    def add(self, table: str, version: int) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting[table] = max(version, self._waiting.get(table, 0))

    def messages(self, sender: str) -> list[bytes]:
        """Returns messages with all that waits, which waits no longer."""
        rings, self._waiting = list(self._waiting.items()), {}
        return [message(sender, rings[first : first + MOST]) for first in range(0, len(rings), MOST)]


def message(sender: str, rings: Iterable[tuple[str, int]]) -> bytes:
    return "\n".join([sender, *(f"{table} {version}" for table, version in rings)]).encode()


def read(data: bytes) -> tuple[str, list[tuple[str, int]]]:
    """Returns the sender of a message, and what it rings for; what is no ring is left out."""
    sender, *lines = data.decode(errors="replace").split("\n")
    rings = []
    for line in lines[:MOST]:
        table, _space, version = line.partition(" ")
        if len(table) <= LONGEST and version.isascii() and version.isdecimal() and len(version) < 16:
            rings.append((table, int(version)))
    return sender, rings
