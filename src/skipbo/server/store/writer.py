"""The writer of the SQLite file: one thread, which commits all waiting requests together to save disk writes."""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from skipbo.server.json_log import log_event
from skipbo.server.store.connection import Work
from skipbo.server.store.damage import Damage
from skipbo.server.store.files import FilesChanged, OpenFiles
from skipbo.server.store.interface import Conflict, StoreFailed
from skipbo.server.store.requests import Answers, Request, Requests, answer, commit_if_there_is_room
from skipbo.server.store.rows import LogRow
from skipbo.server.store.schema import BUSY, connect
from skipbo.server.store.space import Need, Space
from skipbo.server.store.witness import Witness

CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
LARGE_WAL = 64_000_000  # bytes; without long reads it is a few megabytes
WITNESS_WITHIN = 0.05  # seconds after a commit


class Writer:
    def __init__(self, path: Path, files: OpenFiles, damage: Damage, space: Space) -> None:
        self.commits = 0
        self.writes = 0
        self.seconds = 0.0  # that commits took
        self.trouble = ""  # why the last group was not written
        self._path = path
        self._files = files
        self._damage = damage
        self._space = space
        self._witness = Witness(path.parent)
        self._witnessed_at = 0.0
        self._lost = ""  # why what is written would not be found again
        self._requests = Requests()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def request(self, row: LogRow | None, work: Work | None, need: Need) -> "asyncio.Future[None]":
        return self._requests.add(row, work, need)

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        while (first := self._next()) is not None:
            group, last = self._requests.group(first)
            try:
                if connection is None:
                    connection = self._open_to_write()
                if self._space.measure(connection) and self._files.wal_size > LARGE_WAL:
                    self._shrink_wal(connection)
                answers = commit_if_there_is_room(
                    self._space, group, partial(self._commit_where_it_is_found, connection)
                )
                self.trouble = ""
            except FilesChanged as error:  # keep the connection: another would begin with other files
                answers = [error] * len(group)
                self.trouble = str(error)
                self._note_lost(connection, self.trouble)
            except Exception as error:  # whatever it is: without its writer, everybody would wait for ever
                failed = failure(error, self._damage)
                answers, self.trouble = [failed] * len(group), str(failed)
                if connection is not None:
                    self._close(connection)  # which rolls back; the next group begins anew
                    connection = None
            answer(group, answers)
            if last:
                break
        if self._witness.is_due:
            self._write_witness()
        self._witness.close()
        if connection is not None:
            self._close(connection)

    def _next(self) -> Request | None:
        """Waits for a request; meanwhile, puts the last commit into the witness."""
        if self._witness.is_due:
            try:
                return self._requests.get(timeout=WITNESS_WITHIN)
            except queue.Empty:
                self._write_witness()
        return self._requests.get()

    def _write_witness(self) -> None:
        self._witnessed_at = time.monotonic()
        try:
            self._witness.write()
        except OSError as error:  # what is committed is committed
            log_event("witness not written", logging.ERROR, why=str(error))

    def _shrink_wal(self, connection: sqlite3.Connection) -> None:
        """Cuts off a write-ahead log that grew while a long read, such as a copy, kept SQLite from beginning anew."""
        self._files.verify()
        connection.execute("PRAGMA busy_timeout = 0")  # while somebody still reads, it is left as it is
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.execute(f"PRAGMA busy_timeout = {BUSY * 1000}")
        self._files.watch_wal()

    def _commit_where_it_is_found(self, connection: sqlite3.Connection, group: Sequence[Request]) -> Answers:
        if self._damage.whole:
            raise StoreFailed(self._damage.whole)
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
        self._files.verify_database()
        connection = connect(self._path)
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

    def _commit(self, connection: sqlite3.Connection, group: Sequence[Request]) -> Answers:
        begun = time.monotonic()
        rows = [request.row for request in group if request.row is not None]
        if any(request.work is not None for request in group) or not _write_together(connection, rows):
            answers = _in_transaction(connection, group, rows)
        else:  # a statement by itself is a transaction
            answers = [None] * len(group)
        self.commits += 1
        self.writes += len(group)
        self.seconds += time.monotonic() - begun
        self._call_witness(group, answers)
        return answers

    def _call_witness(self, group: Sequence[Request], answers: Sequence[Exception | None]) -> None:
        """Names the last entry that was committed. In a stream of commits, most are not written into the file."""
        for request, error in zip(reversed(group), reversed(answers), strict=True):
            if request.row is not None and error is None:
                self._witness.name(request.row[0], request.row[1])
                break
        if self._witness.is_due and time.monotonic() - self._witnessed_at > WITNESS_WITHIN:
            self._write_witness()

    def forget(self, table: str) -> None:
        """Lets the witness forget a table. Only for work that deletes it."""
        self._witness.forget(table)

    def close(self) -> None:
        """Writes the waiting requests, and ends."""
        self._requests.add_last()
        self._thread.join()


def failure(error: Exception, damage: Damage) -> StoreFailed:
    """Returns what a caller gets for an error of the database, and notes damage."""
    if isinstance(error, StoreFailed):
        return error
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in CORRUPT:
        damage.note_whole(str(error))
        return StoreFailed(damage.whole)
    return StoreFailed(f"{type(error).__name__}: {error}")


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


def _in_transaction(connection: sqlite3.Connection, group: Sequence[Request], rows: Sequence[LogRow]) -> Answers:
    answers: Answers = []
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


def _never_close(connection: sqlite3.Connection) -> None:
    """Holds a connection until the process ends: closing the last one removes the file that has the name of its log."""
    threading.Thread(target=lambda _held: threading.Event().wait(), args=(connection,), daemon=True).start()
