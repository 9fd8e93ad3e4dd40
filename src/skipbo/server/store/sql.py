"""A store in a database that speaks SQL: all queries, in words that SQLite and PostgreSQL both understand."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from skipbo.protocol.messages import HistoryItem, Statistics
from skipbo.server.json_log import digest, log_event
from skipbo.server.portions import with_rests
from skipbo.server.store import archive
from skipbo.server.store.archive import ReadRows
from skipbo.server.store.connection import Connection, Work
from skipbo.server.store.damage import Damage
from skipbo.server.store.interface import START, Addition, Damaged, Guest, Mark, StoreFailed
from skipbo.server.store.log import Entry
from skipbo.server.store.rows import MISSING, LogRow, StoredRow, entries_of, row_of
from skipbo.server.store.space import Need, Space, SpaceLimits

TRIES = 3  # to bring an archived log back

NO_LIMITS = SpaceLimits()
NEVER_PLAYED = """NOT EXISTS (SELECT * FROM played WHERE guest = guests.id)
    AND NOT EXISTS (SELECT * FROM seated WHERE guest = guests.id)"""

Result = TypeVar("Result")


class CountingWriter(Protocol):
    commits: int
    writes: int
    seconds: float  # that the commits took

    @property
    def trouble(self) -> str:
        """Why nothing can be written, as far as is known without trying; nothing if something can."""


class SqlStore(ABC):
    """What the stores have in common. Each of them has one thread that writes, and a few that read."""

    _writer: CountingWriter
    _pulse = 1  # the row that `check` writes

    def __init__(self, space: Space, damage: Damage) -> None:
        self.damage = damage
        self._space = space

    @abstractmethod
    async def _write(self, row: LogRow | None, work: Work | None, need: Need) -> None:
        """Writes a row of the log and does other work, in one transaction. Raises `Conflict` or `StoreFailed`.

        Work may be done twice, if it was rolled back the first time because of another request.
        """

    @abstractmethod
    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        """Reads in another thread. Raises `StoreFailed`."""

    @abstractmethod
    def _snapshot(self, connection: Connection) -> AbstractContextManager[None]:
        """Reads within it see the database as it was at one moment."""

    @abstractmethod
    def _forget(self, table: str) -> None:
        """Is called before a table is deleted, in the thread that writes."""

    @abstractmethod
    def close(self) -> None:
        """Writes the waiting requests, and ends."""

    # Writing

    async def append(self, addition: Addition) -> None:
        row = row_of(addition.table, addition.entry)
        need = Need.PLAY if addition.entry.version > 1 else Need.NEW
        if addition.summary is None and addition.finished is None:
            await self._write(row, None, need)
        else:
            await self._write(row, lambda connection: _add_derived(connection, addition), need)

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        row = (guest.id, guest.name, token_hash, _now(), guest.named)
        await self._change(
            lambda connection: connection.execute("INSERT INTO guests VALUES (?, ?, ?, ?, ?)", row), Need.NEW
        )

    async def rename_guest(self, guest: Guest) -> None:
        row = (guest.name, guest.named, guest.id)
        await self._change(
            lambda connection: connection.execute("UPDATE guests SET name = ?, named = ? WHERE id = ?", row)
        )

    async def replace_token(self, guest: str, token_hash: bytes | None) -> None:
        row = (token_hash, guest)
        await self._change(lambda connection: connection.execute("UPDATE guests SET token_hash = ? WHERE id = ?", row))

    async def check(self) -> None:
        await self._change(
            lambda connection: connection.execute(
                "INSERT INTO pulse VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (self._pulse, _now())
            )
        )

    async def _change(self, work: Work, need: Need = Need.PLAY) -> None:
        await self._write(None, work, need)

    # Retention

    async def idle_tables(self, before: int, after: Mark, limit: int) -> list[Mark]:
        if after == START:
            for table, versions in await self._all(archive.HALF_DONE):  # by a server that was killed meanwhile
                await self._delete_archived(table, versions)
        query = """SELECT changed_at, table_id FROM summaries
            WHERE (changed_at, table_id) > (?, ?) AND changed_at < ?
                AND NOT EXISTS (SELECT * FROM archive WHERE archive.table_id = summaries.table_id)
                AND (SELECT at FROM log WHERE log.table_id = summaries.table_id ORDER BY version DESC LIMIT 1) < ?
            ORDER BY changed_at, table_id LIMIT ?"""
        return await self._all(query, *after, before, before, limit)

    async def archive(self, table: str, before: int) -> bool:
        def pack(connection: Connection) -> tuple[StoredRow, bytes] | None:
            rows, archived = self._read_rows(connection, table)
            if archived or not rows or rows[-1][1] >= before:
                return None
            entries_of(table, rows)  # a damaged log stays as it is
            return rows[-1], archive.pack(rows)

        with self._noting_damage(table):
            packed = await self._read(pack)
        put: list[bool] = []
        if packed is not None:
            last, log = packed
            await self._change(lambda connection: put.append(archive.put(connection, table, last, log)), Need.CLEANING)
        if packed is None or not put[-1]:
            return False
        await self._delete_archived(table, packed[0][0])
        return True

    async def _delete_archived(self, table: str, versions: int) -> None:
        for first in archive.portions(versions):
            await self._change(partial(archive.delete_portion, table=table, first=first), Need.CLEANING)

    async def _bring_back(self, table: str, rows: ReadRows) -> None:
        await self._change(partial(archive.reopen, table=table))
        for first in range(0, len(rows), archive.PORTION):
            portion = rows[first : first + archive.PORTION]
            await self._change(partial(archive.insert_portion, table=table, rows=portion))
        await self._change(partial(archive.finish, table=table))
        log_event("table brought back", table=digest(table), entries=len(rows))

    async def archived_tables(self, before: int, after: Mark, limit: int) -> list[Mark]:
        query = """SELECT at, table_id FROM archive WHERE (at, table_id) > (?, ?) AND at < ?
            ORDER BY at, table_id LIMIT ?"""
        return await self._all(query, *after, before, limit)

    async def expire(self, table: str, before: int) -> bool:
        deleted: list[bool] = []

        def delete(connection: Connection) -> None:
            deleted.append(archive.delete_table(connection, table, before, self._forget))

        await self._change(delete, Need.CLEANING)
        return deleted[-1]

    async def idle_guests(self, before: int, after: str, limit: int) -> list[str]:
        query = f"SELECT id FROM guests WHERE id > ? AND made_at < ? AND {NEVER_PLAYED} ORDER BY id LIMIT ?"
        return [row[0] for row in await self._all(query, after, before, limit)]

    async def expire_guests(self, guests: Sequence[str]) -> int:
        if not guests:
            return 0
        deleted: list[int] = []
        query = f"DELETE FROM guests WHERE id IN ({', '.join('?' * len(guests))}) AND {NEVER_PLAYED}"
        await self._change(lambda connection: deleted.append(connection.execute(query, guests).rowcount), Need.CLEANING)
        return deleted[-1]

    # Reading

    async def read_log(self, table: str, after: int = 0) -> list[Entry]:
        def read(connection: Connection) -> tuple[list[Entry], ReadRows | None]:
            rows, archived = self._read_rows(connection, table, after)
            return ([], rows) if archived else (entries_of(table, with_rests(rows), after), None)

        with self._noting_damage(table):
            for _attempt in range(TRIES):
                entries, archived = await self._read(read)
                if archived is None:
                    return entries
                await self._bring_back(table, archived)
        raise StoreFailed("an archived log does not come back")

    @contextmanager
    def _noting_damage(self, table: str) -> Iterator[None]:
        try:
            yield
        except Damaged as error:
            self.damage.note_table(table, str(error))
            raise

    async def find_command(self, table: str, by: str, command: str) -> int | None:
        row = await self._one(
            "SELECT version FROM log WHERE table_id = ? AND guest = ? AND command = ?", table, by, command
        )
        return None if row is None else row[0]

    async def find_guest(self, token_hash: bytes) -> Guest | None:
        row = await self._one("SELECT id, name, named FROM guests WHERE token_hash = ?", token_hash)
        return None if row is None else Guest(row[0], row[1], bool(row[2]))

    async def list_tables(self, since: int, limit: int, of_opener: int) -> list[bytes]:
        query = """SELECT summary FROM (
                SELECT summary, changed_at, opener,
                    row_number() OVER (PARTITION BY opener ORDER BY changed_at DESC) AS place
                FROM summaries WHERE listed AND changed_at >= ?
            ) AS numbered WHERE opener IS NULL OR place <= ? ORDER BY changed_at DESC LIMIT ?"""
        return [row[0] for row in await self._all(query, since, of_opener, limit)]

    async def tables_of(self, guest: str, limit: int) -> list[tuple[str, bytes, int, int]]:
        query = """SELECT table_id, summary, seat,
                (SELECT at FROM log WHERE log.table_id = seated.table_id ORDER BY version DESC LIMIT 1) AS last
            FROM seated JOIN summaries USING (table_id) WHERE guest = ? ORDER BY last DESC LIMIT ?"""
        return await self._all(query, guest, limit)

    async def find_summary(self, table: str) -> bytes | None:
        row = await self._one("SELECT summary FROM summaries WHERE table_id = ?", table)
        return None if row is None else row[0]

    async def find_host(self, table: str) -> int | None:
        query = "SELECT seat FROM seated JOIN log USING (table_id, guest) WHERE table_id = ? AND version = 1"
        row = await self._one(query, table)
        return None if row is None else row[0]

    async def find_game(self, table: str, number: int) -> tuple[bytes, bytes] | None:
        row = await self._one("SELECT record, proof FROM games WHERE table_id = ? AND number = ?", table, number)
        return None if row is None else (row[0], row[1])

    async def history(self, guest: str, limit: int) -> list[HistoryItem]:
        query = """SELECT table_id, number, played.ended_at, seat, won, points, edition, names
            FROM played JOIN games USING (table_id, number) WHERE guest = ? ORDER BY played.ended_at DESC LIMIT ?"""
        return [
            HistoryItem(
                table=table,
                game=number,
                ended_at=ended_at,
                seat=seat,
                won=bool(won),
                points=points,
                edition=edition,
                names=msgspec.json.decode(names),
            )
            for table, number, ended_at, seat, won, points, edition, names in await self._all(query, guest, limit)
        ]

    async def statistics(self, guest: str) -> Statistics:
        query = """SELECT count(*), count(*) FILTER (WHERE won), CAST(coalesce(sum(points), 0) AS BIGINT)
            FROM played WHERE guest = ?"""
        games, won, points = (await self._all(query, guest))[0]
        return Statistics(games=games, won=won, points=points)

    def complaints(self) -> list[str]:
        damaged, full = self.damage.tables, self._space.full
        return [
            *([f"damaged tables: {damaged}; the log names them"] if damaged else []),
            *([f"no room for new tables: {full}"] if full else []),
        ]

    def numbers(self) -> dict[str, float]:
        return {
            "damaged_tables": self.damage.tables,
            "store_available": not (self.damage.whole or self._space.stopped or self._writer.trouble),
            "store_bytes": self._space.used,
            "commits_total": self._writer.commits,
            "writes_total": self._writer.writes,
            "commit_seconds_total": self._writer.seconds,
        }

    async def _one(self, query: str, *values: Any) -> Any:
        rows = await self._all(query, *values)
        return rows[0] if rows else None

    async def _all(self, query: str, *values: Any) -> list[Any]:
        return await self._read(lambda connection: connection.execute(query, values).fetchall())

    def _read_rows(self, connection: Connection, table: str, after: int = 0) -> tuple[ReadRows, bool]:
        """Returns the rows of a table after a version, or all rows if they are in the archive, and whether they are.

        Both are as they were at one moment.
        """
        rows = archive.read_rows(connection, table, after)
        if (rows or after) and not archive.is_archived(rows):
            return rows, False
        with self._snapshot(connection):
            rows = archive.read_rows(connection, table)
            if archive.is_archived(rows):
                return archive.read_archived(connection, table), True
            if not rows and connection.execute("SELECT 1 FROM summaries WHERE table_id = ?", (table,)).fetchone():
                raise Damaged(MISSING, version=1)
            return rows, False


def _add_derived(connection: Connection, addition: Addition) -> None:
    """Writes what follows from the log but is searched for: the summary, the seats, the finished game."""
    table, entry = addition.table, addition.entry
    if addition.summary is not None:
        connection.execute(
            """INSERT INTO summaries VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (table_id) DO UPDATE SET changed_at = excluded.changed_at, listed = excluded.listed,
                summary = excluded.summary""",
            (table, entry.at, addition.listed, addition.summary, addition.opener),
        )
        connection.execute("DELETE FROM seated WHERE table_id = ?", (table,))
        connection.executemany(
            "INSERT INTO seated VALUES (?, ?, ?) ON CONFLICT (guest, table_id) DO UPDATE SET seat = excluded.seat",
            [(guest, table, seat) for guest, seat in addition.seated],
        )
    game = addition.finished
    if game is not None:
        connection.execute(
            """INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (table_id, number) DO UPDATE SET ended_at = excluded.ended_at, record = excluded.record,
                proof = excluded.proof, edition = excluded.edition, names = excluded.names""",
            (table, game.number, entry.at, game.record, game.proof, game.edition, msgspec.json.encode(game.names)),
        )
        connection.executemany(
            """INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (guest, ended_at, table_id, number) DO UPDATE SET seat = excluded.seat, won = excluded.won,
                points = excluded.points""",
            [(p.guest, entry.at, table, game.number, p.seat, p.won, p.points) for p in game.players],
        )


def _now() -> int:
    return time.time_ns() // 1_000_000
