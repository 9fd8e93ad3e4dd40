"""The interface of a store, which keeps logs, guests and finished games; and the values that it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from skipbo.i18n import translate
from skipbo.protocol.messages import HistoryItem, Statistics
from skipbo.server.store.damage import Damage
from skipbo.server.store.log import Entry

Mark: TypeAlias = tuple[int, str]  # where a list goes on: a moment, and a table of that moment

START: Mark = (0, "")


class StoreFailed(Exception):
    """The store does not answer. Whether it wrote anything is unknown: read from it again later."""


class NoRoom(StoreFailed):
    """There is no room for new tables and guests; tables that are open can be played on."""


class Damaged(StoreFailed):
    """The log of a table is not what was written. Trying again does not help; other tables are not concerned."""

    def __init__(self, why: str, **details: object) -> None:
        super().__init__(why.format(**details))
        self._why, self._details = why, details

    def describe(self) -> str:
        """Returns the reason in the language in use. (Logs have it in English.)"""
        return translate(self._why).format(**self._details)


class Conflict(Exception):
    """The log already has this version of the table, or this command."""


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    name: str
    named: bool = True  # False for a name that the server made up


@dataclass(frozen=True, slots=True)
class FinishedGame:
    number: int
    record: bytes  # a line of docs/records.md
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
    """One command's addition to the store, written as a whole or not at all."""

    table: str
    entry: Entry
    summary: bytes | None = None  # of the table for the lobby, if it has changed
    listed: bool = False  # whether the lobby shows it
    seated: tuple[tuple[str, int], ...] = ()  # guests and their seats, given together with the summary
    finished: FinishedGame | None = None
    opener: bytes | None = None  # of a table that is opened: a digest of the address, which cannot be traced back


class Store(Protocol):
    damage: Damage

    async def append(self, addition: Addition) -> None:
        """Returns when the addition would survive a loss of power. Raises `Conflict` or `StoreFailed`.

        An addition that opens a table may raise `NoRoom`.
        """

    async def read_log(self, table: str, after: int = 0) -> list[Entry]:
        """Returns the log of a table after a version, oldest first; an empty one if there is no such table.

        Raises `Damaged`.
        """

    async def find_command(self, table: str, by: str, command: str) -> int | None:
        """Returns the version that a command made; None if it was never accepted."""

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Raises `NoRoom` or `StoreFailed`."""

    async def rename_guest(self, guest: Guest) -> None: ...

    async def find_guest(self, token_hash: bytes) -> Guest | None: ...

    async def replace_token(self, guest: str, token_hash: bytes | None) -> None:
        """Makes this the only token of a guest; with None, the guest has none."""

    async def list_tables(self, since: int, limit: int, of_opener: int) -> Sequence[bytes]:
        """Returns the summaries of the listed tables that changed since then, the latest first.

        At most `of_opener` of them were opened from one address.
        """

    async def tables_of(self, guest: str, limit: int) -> Sequence[tuple[str, bytes, int, int]]:
        """Returns the tables where a guest has a seat: the id, the summary, the seat, and when it last changed."""

    async def find_summary(self, table: str) -> bytes | None: ...

    async def find_host(self, table: str) -> int | None:
        """Returns the seat of the guest who opened a table; None if they do not sit there, or it is archived."""

    async def find_game(self, table: str, number: int) -> tuple[bytes, bytes] | None:
        """Returns the record and the proof of a finished game."""

    async def history(self, guest: str, limit: int) -> list[HistoryItem]: ...

    async def statistics(self, guest: str) -> Statistics: ...

    # Retention: moments are milliseconds since 1970, lists are in the order of time and go on after a mark

    async def idle_tables(self, before: int, after: Mark, limit: int) -> Sequence[Mark]:
        """Returns tables that nobody has touched since a moment, and that are not archived."""

    async def archive(self, table: str, before: int) -> bool:
        """Moves the log of a table into the archive, if nobody has touched it since then. `read_log` brings it back."""

    async def archived_tables(self, before: int, after: Mark, limit: int) -> Sequence[Mark]:
        """Returns archived tables that nobody has touched since a moment."""

    async def expire(self, table: str, before: int) -> bool:
        """Deletes an archived table and its games, if nobody has touched it since then. Statistics stay."""

    async def idle_guests(self, before: int, after: str, limit: int) -> Sequence[str]:
        """Returns guests made before a moment who have no seat and no finished game, in the order of their ids."""

    async def expire_guests(self, guests: Sequence[str]) -> int:
        """Deletes those of the guests who still have no seat and no finished game."""

    async def check(self) -> None:
        """Raises `StoreFailed` if nothing could be written now."""

    def complaints(self) -> list[str]:
        """Returns what a host should hear although moves can be stored."""

    def numbers(self) -> dict[str, float]:
        """Returns counters for the metrics, by name."""

    def close(self) -> None: ...
