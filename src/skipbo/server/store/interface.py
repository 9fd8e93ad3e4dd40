"""What the tables ask of a store. A second kind of store needs only this."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from skipbo.protocol.messages import HistoryItem, Statistics
from skipbo.server.store.log import Entry


class StoreFailed(Exception):
    """Nothing can be said about what was to be written: ask the store again when it answers."""


class Conflict(Exception):
    """Somebody else has appended this version of the table, or this command is in the log already."""


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    name: str
    named: bool = True  # by themselves


@dataclass(frozen=True, slots=True)
class FinishedGame:
    number: int
    record: bytes  # a line of RECORD.md
    proof: bytes
    edition: str
    names: tuple[str, ...]
    players: tuple["FinishedSeat", ...]


@dataclass(frozen=True, slots=True)
class FinishedSeat:
    guest: str
    seat: int
    won: bool
    points: int


@dataclass(frozen=True, slots=True)
class Addition:
    """What one command adds, all of it or nothing."""

    table: str
    entry: Entry
    summary: bytes | None = None  # what the lobby shows of the table, if it has changed
    listed: bool = False  # whether the lobby shows it
    seated: tuple[tuple[str, int], ...] = ()  # guests and their seats, told together with the summary
    finished: FinishedGame | None = None


class Store(Protocol):
    async def append(self, addition: Addition) -> None:
        """Answers when it will survive the loss of power. Raises `Conflict` or `StoreFailed`."""

    async def read_log(self, table: str) -> list[Entry]:
        """Everything about a table, oldest first; nothing if there is no such table."""

    async def find_command(self, table: str, by: str, command: str) -> int | None:
        """The version at which a command was accepted."""

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None: ...

    async def rename_guest(self, guest: Guest) -> None: ...

    async def find_guest(self, token_hash: bytes) -> Guest | None: ...

    async def replace_token(self, guest: str, token_hash: bytes | None) -> None:
        """From now on only this token is the guest's; with None, no token is."""

    async def list_tables(self, since: int, limit: int) -> Sequence[bytes]:
        """The summaries of the tables that the lobby shows and that changed since then, the latest first."""

    async def tables_of(self, guest: str, limit: int) -> Sequence[tuple[bytes, int, int]]:
        """The summaries of the tables where a guest has a seat, the seat, and when something last happened there."""

    async def find_summary(self, table: str) -> bytes | None: ...

    async def find_game(self, table: str, number: int) -> tuple[bytes, bytes] | None:
        """The record and the proof of a finished game."""

    async def history(self, guest: str, limit: int) -> list[HistoryItem]: ...

    async def statistics(self, guest: str) -> Statistics: ...

    async def check(self) -> None:
        """Raises `StoreFailed` if nothing could be written now."""

    def numbers(self) -> dict[str, int]:
        """What the host may want to know, by name."""

    def close(self) -> None: ...
