"""The writer of a PostgreSQL database: one thread, which commits all waiting requests together and reconnects."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Sequence
from functools import partial
from math import inf

import psycopg
from psycopg import errors

from skipbo.server.json_log import log_event
from skipbo.server.store.connection import Connection, Work
from skipbo.server.store.damage import Damage
from skipbo.server.store.interface import Conflict, StoreFailed
from skipbo.server.store.postgres.fence import Fence, Hold
from skipbo.server.store.postgres.session import Session, Watch
from skipbo.server.store.requests import Answers, Request, Requests, answer, commit_if_there_is_room
from skipbo.server.store.rows import LogRow
from skipbo.server.store.space import Need, Space

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between attempts to reconnect
LOCK_WAIT = 2.0  # seconds for the lost session to end
REFUSED = (psycopg.IntegrityError, psycopg.DataError)  # errors of a single request
TRIES = 5  # of a group that deadlocks; each time, the other one of the two has gone on


class Writer:
    def __init__(
        self, address: str, session: Session, hold: Hold, watch: Watch, fence: Fence, damage: Damage, space: Space
    ) -> None:
        self.commits = 0
        self.writes = 0
        self.seconds = 0.0  # that commits took
        self._address = address
        self._session: Session | None = session
        self._hold = hold
        self._watch = watch
        self._fence = fence
        self._damage = damage
        self._space = space
        self._why_lost = ""
        self._pause = 0.0
        self._next_attempt = 0.0
        self._requests = Requests()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why nothing can be written, as far as is known without trying; nothing if something can."""
        session = self._session
        if session is None:
            return f"the database was lost: {self._why_lost}"
        return "the database does not answer" if session.is_silent else ""

    def request(self, row: LogRow | None, work: Work | None, need: Need) -> "asyncio.Future[None]":
        return self._requests.add(row, work, need)

    def _run(self) -> None:
        last = False
        while not last:
            try:
                first = self._requests.get(timeout=self._until_next_attempt())
            except queue.Empty:
                self._reconnect()
                continue
            if first is None:
                break
            group, last = self._requests.group(first)
            group.sort(key=_place)
            if self._session is None and not self._until_next_attempt():
                self._reconnect()
            answer(group, self._try(group))
        if self._session is not None:
            self._session.close()

    def _try(self, group: Sequence[Request]) -> Answers:
        if self._session is None:
            return [StoreFailed(self.trouble)] * len(group)
        if self._damage.whole:
            return [StoreFailed(self._damage.whole)] * len(group)
        begun = time.monotonic()
        try:
            self._space.measure(self._session)
            return commit_if_there_is_room(self._space, group, partial(self._commit, self._session))
        except Exception as error:  # whatever it is: without its writer, everybody would wait for ever
            self._lose(self._session, error, begun)  # before anybody hears of it and reads
            return [failure(error, self._damage)] * len(group)

    def _lose(self, session: Session, error: Exception, begun: float) -> None:
        self._why_lost = sentence(error)
        self._fence.close(self._why_lost, begun)
        log_event("store lost", logging.ERROR, why=self._why_lost)
        session.close()
        self._session = None
        self._pause = self._next_attempt = 0.0
        if not self._fence.patience_left:  # an attempt may take long, too: those who wait are told before
            self._next_attempt = time.monotonic() + FIRST_PAUSE

    def _until_next_attempt(self) -> float | None:
        """Returns the seconds to wait; None while there is a session."""
        return None if self._session is not None else max(0.0, self._next_attempt - time.monotonic())

    def _reconnect(self) -> None:
        session: Session | None = None
        try:
            session = Session(self._address, self._watch)
            self._hold = Hold(session, LOCK_WAIT, self._hold)
        except Exception as error:  # whatever it is: without its writer, everybody would wait for ever
            self._why_lost = sentence(error)
            if session is not None:
                session.close()
            self._pause = min(2 * self._pause or FIRST_PAUSE, LONGEST_PAUSE)
            self._next_attempt = time.monotonic() + self._pause
        else:
            self._session = session
            self._fence.open()
            log_event("store found again")

    def _commit(self, session: Session, group: Sequence[Request]) -> Answers:
        begun = time.monotonic()
        answers = _write(session, group)
        self.commits += 1
        self.writes += len(group)
        self.seconds += time.monotonic() - begun
        return answers

    def close(self) -> None:
        """Writes the waiting requests, and ends."""
        self._requests.add_last()
        self._thread.join()


def _place(request: Request) -> tuple[bool, str]:
    """The place of a request in its group. All nodes write tables in the same order, so that two do not wait for each
    other; what is no entry of a table comes last.
    """
    return request.row is None, "" if request.row is None else request.row[0]


def _write(session: Session, group: Sequence[Request]) -> Answers:
    for _try in range(TRIES - 1):
        try:
            return _write_at_once(session, group)
        except errors.DeadlockDetected:  # with other work of another node; nothing of the group is written
            session.execute("ROLLBACK")
    return _write_at_once(session, group)


def _write_at_once(session: Session, group: Sequence[Request]) -> Answers:
    return [None] * len(group) if _write_together(session, group) else _write_each(session, group)


def _write_together(session: Session, group: Sequence[Request]) -> bool:
    """Writes all requests with as few statements as possible; writes none and returns False if one is refused."""
    rows = [request.row for request in group if request.row is not None]
    works = [request.work for request in group if request.work is not None]
    try:
        if not works:  # a statement by itself is a transaction
            session.insert(rows)
            return True
        session.execute("BEGIN")
        if rows:
            session.insert(rows)
        for work in works:
            work(session)
        session.execute("COMMIT")
    except REFUSED:
        if works:
            session.execute("ROLLBACK")
        return False
    return True


def _write_each(session: Session, group: Sequence[Request]) -> Answers:
    answers: Answers = []
    session.execute("BEGIN")
    for request in group:
        session.execute("SAVEPOINT request")
        try:
            if request.row is not None:
                session.insert([request.row])
            if request.work is not None:
                request.work(session)
            answers.append(None)
        except REFUSED as error:  # nothing of this request is written
            session.execute("ROLLBACK TO request")
            conflict = isinstance(error, psycopg.IntegrityError)
            answers.append(Conflict(sentence(error)) if conflict else StoreFailed(sentence(error)))
        session.execute("RELEASE request")
    session.execute("COMMIT")
    return answers


def failure(error: Exception, damage: Damage) -> StoreFailed:
    """Returns what a caller gets for an error of the database, and notes damage."""
    if isinstance(error, StoreFailed):
        return error
    if isinstance(error, errors.DataCorrupted | errors.IndexCorrupted):
        damage.note_whole(sentence(error))
        return StoreFailed(damage.whole)
    return StoreFailed(f"{type(error).__name__}: {sentence(error)}")


def sentence(error: Exception) -> str:
    """Returns what PostgreSQL has said, in one line."""
    return " ".join(str(error).split())


def look_at_database(connection: Connection) -> tuple[int, float]:
    """Returns the bytes that the database takes. How much is free on its disk, nobody can say from here."""
    (size,) = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    return size, inf
