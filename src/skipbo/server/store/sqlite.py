"""The store in one SQLite file. One thread writes, and commits all waiting requests together to save disk writes."""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.protocol.messages import HistoryItem, Statistics
from skipbo.server.json_log import log_event
from skipbo.server.store.damage import Damage
from skipbo.server.store.files import FilesChanged, OpenFiles
from skipbo.server.store.interface import Addition, Conflict, Damaged, Guest, StoreFailed
from skipbo.server.store.log import Entry
from skipbo.server.store.rows import LogRow, entries_of, row_of
from skipbo.server.store.schema import FILE, connect, migrate

GROUP = 64  # the most writes in one commit; a prepared statement is kept for each number of rows
READERS = 2

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Any]
CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(slots=True, eq=False)
class _Request:
    """A row for the log, other work, or both; the row is written first."""

    row: LogRow | None
    work: Work | None
    answer: "asyncio.Future[None]"


class SqliteStore:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        try:
            with closing(connect(self.path, create=True)) as connection:
                migrate(connection, self.path)
        except sqlite3.Error as error:
            raise Malformed("store", _("{path} cannot be used: {why}.").format(path=self.path, why=error)) from error
        self._files = OpenFiles(self.path)
        self.damage = Damage()
        self._lost = ""  # why what is written would not be found again
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()
        self._own = threading.local()
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self.commits = 0
        self.writes = 0

    # Writing

    async def append(self, addition: Addition) -> None:
        row = row_of(addition.table, addition.entry)
        if addition.summary is None and addition.finished is None:
            await self._request(row, None)
        else:
            await self._request(row, lambda connection: _add_derived(connection, addition))

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        row = (guest.id, guest.name, token_hash, _now(), guest.named)
        await self._change(lambda connection: connection.execute("INSERT INTO guests VALUES (?, ?, ?, ?, ?)", row))

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
            lambda connection: connection.execute("INSERT OR REPLACE INTO pulse VALUES (1, ?)", (_now(),))
        )

    async def _change(self, work: Work) -> None:
        await self._request(None, work)

    def _request(self, row: LogRow | None, work: Work | None) -> "asyncio.Future[None]":
        answer = asyncio.get_running_loop().create_future()
        self._requests.put(_Request(row, work, answer))
        return answer

    def _write(self) -> None:
        connection: sqlite3.Connection | None = None
        while (first := self._requests.get()) is not None:
            group = [first]
            last = False
            while len(group) < GROUP and not self._requests.empty():
                request = self._requests.get()
                if request is None:
                    last = True
                    break
                group.append(request)
            try:
                if connection is None:
                    connection = self._open_to_write()
                answers = self._commit_where_it_is_found(connection, group)
            except FilesChanged as error:  # keep the connection: another would begin with other files
                answers = [error] * len(group)
                self._note_lost(connection, str(error))
            except Exception as error:  # whatever it is: without its writer, everybody would wait for ever
                answers = [self._failed(error)] * len(group)
                if connection is not None:
                    self._close(connection)  # which rolls back; the next group begins anew
                    connection = None
            _answer(group, answers)
            if last:
                break
        if connection is not None:
            self._close(connection)

    def _commit_where_it_is_found(
        self, connection: sqlite3.Connection, group: Sequence[_Request]
    ) -> list[Exception | None]:
        if self.damage.whole:
            raise StoreFailed(self.damage.whole)
        if not self._files.are_due:
            return self._commit(connection, group)
        self._files.verify()  # before, because the commit would make a log that was cut off as long as it was
        answers = self._commit(connection, group)
        self._files.verify()
        self._note_found()
        return answers

    def _open_to_write(self) -> sqlite3.Connection:
        if self._lost:
            self._files.verify()
        connection = connect(self.path)
        try:
            self._files.watch_wal()
        except FilesChanged:
            _never_close(connection)
            raise
        return connection

    def _note_lost(self, connection: sqlite3.Connection | None, why: str) -> None:
        if self._lost == why:
            return
        self._lost = why
        log_event("store lost", logging.ERROR, why=why)
        if connection is not None and self._files.only_wal_is_missing():
            with suppress(sqlite3.Error):  # what it holds is still open, and goes into the database
                connection.execute("PRAGMA wal_checkpoint")

    def _note_found(self) -> None:
        if self._lost:  # somebody has moved the files back
            self._lost = ""
            log_event("store found again")

    def _close(self, connection: sqlite3.Connection) -> None:
        try:
            self._files.verify()
        except FilesChanged as error:
            self._note_lost(connection, str(error))
            _never_close(connection)
        else:
            connection.close()

    def _commit(self, connection: sqlite3.Connection, group: Sequence[_Request]) -> list[Exception | None]:
        rows = [request.row for request in group if request.row is not None]
        if any(request.work is not None for request in group) or not _write_together(connection, rows):
            answers = _in_transaction(connection, group, rows)
        else:  # a statement by itself is a transaction
            answers = [None] * len(group)
        self.commits += 1
        self.writes += len(group)
        return answers

    # Reading

    async def read_log(self, table: str) -> list[Entry]:
        try:
            return await self._read(lambda connection: _read_entries(connection, table))
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

    async def list_tables(self, since: int, limit: int) -> list[bytes]:
        query = "SELECT summary FROM summaries WHERE listed AND changed_at >= ? ORDER BY changed_at DESC LIMIT ?"
        return [row[0] for row in await self._all(query, since, limit)]

    async def tables_of(self, guest: str, limit: int) -> list[tuple[bytes, int, int]]:
        query = """SELECT summary, seat,
                (SELECT at FROM log WHERE log.table_id = seated.table_id ORDER BY version DESC LIMIT 1) AS last
            FROM seated JOIN summaries USING (table_id) WHERE guest = ? ORDER BY last DESC LIMIT ?"""
        return await self._all(query, guest, limit)

    async def find_summary(self, table: str) -> bytes | None:
        row = await self._one("SELECT summary FROM summaries WHERE table_id = ?", table)
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
        query = "SELECT count(*), coalesce(sum(won), 0), coalesce(sum(points), 0) FROM played WHERE guest = ?"
        games, won, points = (await self._all(query, guest))[0]
        return Statistics(games=games, won=won, points=points)

    def numbers(self) -> dict[str, int]:
        return {"commits_total": self.commits, "writes_total": self.writes, "damaged_tables": self.damage.tables}

    async def _one(self, query: str, *values: Any) -> Any:
        rows = await self._all(query, *values)
        return rows[0] if rows else None

    async def _all(self, query: str, *values: Any) -> list[Any]:
        return await self._read(lambda connection: connection.execute(query, values).fetchall())

    async def _read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        def run() -> Result:
            connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
            try:
                self._files.verify_database()
                if connection is None:
                    connection = self._own.connection = connect(self.path)
                return work(connection)
            except (sqlite3.Error, OSError) as error:
                if connection is not None:
                    self._own.connection = None
                    connection.close()  # the next read opens another: this one may never work again
                raise self._failed(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _failed(self, error: Exception) -> StoreFailed:
        if isinstance(error, StoreFailed):
            return error
        if isinstance(error, sqlite3.Error) and (error.sqlite_errorcode & 0xFF) in CORRUPT:
            self.damage.note_whole(str(error))
            return StoreFailed(self.damage.whole)
        return StoreFailed(f"{type(error).__name__}: {error}")

    def close(self) -> None:
        """Writes the waiting requests, and ends."""
        self._requests.put(None)
        self._writer.join()
        self._readers.shutdown()


def _read_entries(connection: sqlite3.Connection, table: str) -> list[Entry]:
    query = "SELECT version, at, guest, command, event, checksum FROM log WHERE table_id = ? ORDER BY version"
    try:
        return entries_of(table, connection.execute(query, (table,)))
    except sqlite3.OperationalError as error:
        if "UTF-8" not in str(error):
            raise
        raise Damaged("an id is not UTF-8") from error


@cache
def _into_log(rows: int) -> str:
    return "INSERT INTO log VALUES " + ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * rows)


def _write_together(connection: sqlite3.Connection, rows: Sequence[LogRow]) -> bool:
    """Writes rows of the log; writes none and returns False if one of them conflicts.

    All in one statement, because around each statement the writer waits for the GIL, which the event loop holds.
    """
    try:
        connection.execute(_into_log(len(rows)), [value for row in rows for value in row])
    except sqlite3.IntegrityError:
        return False
    return True


def _in_transaction(
    connection: sqlite3.Connection, group: Sequence[_Request], rows: Sequence[LogRow]
) -> list[Exception | None]:
    answers: list[Exception | None] = []
    connection.execute("BEGIN IMMEDIATE")
    written = bool(rows) and _write_together(connection, rows)
    for request in group:
        try:
            if request.row is not None and not written:
                connection.execute(_into_log(1), request.row)
            if request.work is not None:
                request.work(connection)
            answers.append(None)
        except sqlite3.IntegrityError as error:  # of this request alone; nothing of it is written
            answers.append(Conflict(str(error)))
    connection.execute("COMMIT")
    return answers


def _add_derived(connection: sqlite3.Connection, addition: Addition) -> None:
    """Writes what follows from the log but is searched for: the summary, the seats, the finished game."""
    table, entry = addition.table, addition.entry
    if addition.summary is not None:
        connection.execute(
            """INSERT INTO summaries (table_id, changed_at, listed, summary) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET changed_at = excluded.changed_at, listed = excluded.listed,
                summary = excluded.summary""",
            (table, entry.at, addition.listed, addition.summary),
        )
        connection.execute("DELETE FROM seated WHERE table_id = ?", (table,))
        connection.executemany(
            "INSERT OR REPLACE INTO seated VALUES (?, ?, ?)", [(guest, table, seat) for guest, seat in addition.seated]
        )
    game = addition.finished
    if game is not None:
        connection.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table, game.number, entry.at, game.record, game.proof, game.edition, msgspec.json.encode(game.names)),
        )
        connection.executemany(
            "INSERT OR REPLACE INTO played VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(p.guest, entry.at, table, game.number, p.seat, p.won, p.points) for p in game.players],
        )


def _answer(group: Sequence[_Request], answers: Sequence[Exception | None]) -> None:
    """Resolves all requests with one call into each event loop (only tests have more than one)."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Request, Exception | None]]] = {}
    for request, answer in zip(group, answers, strict=True):
        by_loop.setdefault(request.answer.get_loop(), []).append((request, answer))
    for loop, answered in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answered)


def _resolve(answered: Sequence[tuple[_Request, Exception | None]]) -> None:
    for request, answer in answered:
        if request.answer.cancelled():
            continue
        if answer is None:
            request.answer.set_result(None)
        else:
            request.answer.set_exception(answer)


def _never_close(connection: sqlite3.Connection) -> None:
    """Holds a connection until the process ends: closing the last one removes the file that has the name of its log."""
    threading.Thread(target=lambda _held: threading.Event().wait(), args=(connection,), daemon=True).start()


def _now() -> int:
    return time.time_ns() // 1_000_000
