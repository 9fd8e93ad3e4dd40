"""Sessions with PostgreSQL: how they are opened, and what ends those that no longer answer."""

import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from skipbo.server.store.connection import Connection, Rows
from skipbo.server.store.postgres import arrays
from skipbo.server.store.rows import LogRow

ANSWER_WITHIN = 5.0  # seconds for any statement of a server
# Seconds: then not even PostgreSQL has ended the statement, or its word does not reach us. A page that hears nothing
# for eight gives up its connection, and should hear why before.
GIVEN_UP_AFTER = 6.0
SILENT_AFTER = 2.0  # seconds for a statement, after which the host hears of it
LOOK_EVERY = 0.5  # seconds

# What an address does not say. With these, a network that is cut ends a session on both sides within seconds.
DEFAULTS: dict[str, Any] = {
    "application_name": "skipbo",
    "client_encoding": "utf8",
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
SESSION = {
    "synchronous_commit": "on",  # a commit survives the loss of power
    "default_transaction_isolation": "read committed",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "8000",
}


class Session:
    """A connection that is given up when PostgreSQL does not answer in time."""

    def __init__(self, address: str, watch: "Watch | None") -> None:
        """Opens a session; without a watch, it waits for as long as a statement takes. Raises `psycopg.Error`."""
        self._busy_since: float | None = None
        self._closing = threading.Lock()
        self._watch = watch
        self.connection: psycopg.Connection[tuple[Any, ...]] = psycopg.connect(
            autocommit=True, **(DEFAULTS | conninfo_to_dict(address))
        )
        try:
            if watch is not None:
                watch.add(self)
            arrays.register(self.connection)
            settings = SESSION | {"statement_timeout": "0" if watch is None else str(int(ANSWER_WITHIN * 1000))}
            calls = ", ".join(["set_config(?, ?, false)"] * len(settings))
            self.execute(f"SELECT {calls}", [part for setting in settings.items() for part in setting])
        except BaseException:
            self.close()
            raise

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows:
        self._busy_since = time.monotonic()
        try:
            return self.connection.execute(_translated(query), values)
        finally:
            self._busy_since = None

    def executemany(self, query: str, rows: Sequence[Sequence[Any]], /) -> None:
        self._busy_since = time.monotonic()
        try:
            with self.connection.cursor() as cursor:
                cursor.executemany(_translated(query), rows)
        finally:
            self._busy_since = None

    def insert(self, rows: Sequence[LogRow]) -> None:
        """Writes rows of the log with one statement."""
        self._busy_since = time.monotonic()
        try:
            self.connection.execute(arrays.INTO_LOG, arrays.columns_of(rows))
        finally:
            self._busy_since = None

    @property
    def is_silent(self) -> bool:
        return self._waits_longer_than(SILENT_AFTER)

    def _waits_longer_than(self, seconds: float) -> bool:
        begun = self._busy_since
        return begun is not None and time.monotonic() - begun >= seconds

    def give_up_if_stuck(self) -> None:
        """Cuts the connection, if a statement takes too long: whoever waits for it gets an error."""
        if not self._waits_longer_than(GIVEN_UP_AFTER):
            return
        with self._closing, suppress(OSError, psycopg.Error):  # it may end at the same moment
            line = socket.socket(fileno=os.dup(self.connection.fileno()))
            line.shutdown(socket.SHUT_RDWR)
            line.close()

    def close(self) -> None:
        if self._watch is not None:
            self._watch.remove(self)
        with self._closing:
            self.connection.close()


class Reader(Session):
    """A session that only reads. What is searched for comes from strangers: no id has a null character."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows:
        return super().execute(query, [_possible(value) if isinstance(value, str) else value for value in values])


class Watch:
    """A thread that gives up the sessions that no longer answer."""

    def __init__(self) -> None:
        self._sessions: set[Session] = set()
        self._changing = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="store-watch", daemon=True).start()

    def add(self, session: Session) -> None:
        with self._changing:
            self._sessions.add(session)

    def remove(self, session: Session) -> None:
        with self._changing:
            self._sessions.discard(session)

    def _run(self) -> None:
        while not self._ended.wait(LOOK_EVERY):
            with self._changing:
                sessions = list(self._sessions)
            for session in sessions:
                session.give_up_if_stuck()

    def end(self) -> None:
        self._ended.set()


@contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """Reads within it see the database as it was at one moment."""
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _possible(value: str) -> str:
    """Returns a text that PostgreSQL can compare. With a null character it would be an error, and is found nowhere."""
    return value.replace("\0", "\ufffd")


@cache
def _translated(query: str) -> str:
    return query.replace("?", "%s")
