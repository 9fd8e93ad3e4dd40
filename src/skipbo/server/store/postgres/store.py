"""The store in a PostgreSQL database. One thread writes (see `writer`), a few read."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager

import psycopg
from psycopg import errors

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.address import without_password
from skipbo.server.store.connection import Connection, Work
from skipbo.server.store.damage import Damage
from skipbo.server.store.marker import refuse_marked
from skipbo.server.store.postgres.fence import Fence, Hold
from skipbo.server.store.postgres.schema import MIGRATIONS, is_too_new, migrate, version_of
from skipbo.server.store.postgres.session import Reader, Session, Watch, snapshot
from skipbo.server.store.postgres.writer import Writer, failure, look_at_database, sentence
from skipbo.server.store.rows import LogRow
from skipbo.server.store.space import Need, Space, SpaceLimits
from skipbo.server.store.sql import NO_LIMITS, Result, SqlStore

READERS = 4
LOCK_WAIT = 4.0  # seconds for a server that has just ended, or was killed


class PostgresStore(SqlStore):
    def __init__(self, address: str, limits: SpaceLimits = NO_LIMITS) -> None:
        self._address = address
        super().__init__(Space(limits, look_at_database), Damage())
        self._watch = Watch()
        self._fence = Fence()
        try:
            session, hold = _open(address, self._watch)
            try:
                refuse_marked(session, without_password(address))
            except Malformed:
                session.close()
                raise
        except BaseException:
            self._watch.end()
            raise
        self._pulse = secrets.randbits(63)  # a row of its own, so that a node that hangs holds up no other
        self._is_safe = session.execute("SHOW fsync").fetchone() == ("on",)
        self._writer: Writer = Writer(address, session, hold, self._watch, self._fence, self.damage, self._space)
        self._own = threading.local()
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._open_readers: list[Reader] = []

    async def _write(self, row: LogRow | None, work: Work | None, need: Need) -> None:
        await self._writer.request(row, work, need)

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        def run() -> Result:
            known: Reader | None = getattr(self._own, "reader", None)
            try:
                if known is not None:
                    try:
                        return self._read_with(known, work)
                    except (psycopg.OperationalError, psycopg.InterfaceError):
                        pass  # it was cut off while nobody used it; nothing is lost by reading again
                self._fence.wait()
                reader = self._own.reader = Reader(self._address, self._watch)
                self._open_readers.append(reader)
                return self._read_with(reader, work)
            except psycopg.Error as error:
                raise failure(error, self.damage) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _read_with(self, reader: Reader, work: Callable[[Connection], Result]) -> Result:
        self._fence.wait()
        try:
            return work(reader)
        except psycopg.Error:
            self._own.reader = None
            self._open_readers.remove(reader)
            reader.close()  # the next read opens another: this one may never work again
            raise

    def _snapshot(self, connection: Connection) -> AbstractContextManager[None]:
        return snapshot(connection)

    def _forget(self, table: str) -> None:
        """There is nothing beside the database that could remember a table."""

    def complaints(self) -> list[str]:
        unsafe = "PostgreSQL runs with fsync = off: a loss of power may lose moves and damage everything"
        return [*super().complaints(), *([] if self._is_safe else [unsafe])]

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        for reader in self._open_readers:
            reader.close()
        self._watch.end()


def _open(address: str, watch: Watch | None, *, alone: bool = False) -> tuple[Session, Hold]:
    """Opens a session on a database that is up to date; no server runs if it wants to be alone. Raises `Malformed`."""
    shown = without_password(address)
    with _as_malformed(address):
        session = Session(address, watch)
        try:
            (encoding,) = session.execute("SHOW server_encoding").fetchone()
            if encoding != "UTF8":
                message = _("{address} has the encoding {encoding}: make a database with the encoding UTF8.")
                raise Malformed("store", message.format(address=shown, encoding=encoding))
            hold = Hold(session, LOCK_WAIT, alone=alone)
            migrate(session, address)
        except errors.LockNotAvailable as error:
            session.close()
            message = (
                _("A server uses the database {address}: stop it, or choose another database.")
                if alone
                else _("skipbo move-data uses the database {address}: wait until it has ended.")
            )
            raise Malformed("store", message.format(address=shown)) from error
        except BaseException:
            session.close()
            raise
    return session, hold


@contextmanager
def _as_malformed(address: str) -> Iterator[None]:
    """Says which database cannot be used, and why."""
    try:
        yield
    except psycopg.Error as error:
        message = _("{path} cannot be used: {why}.")
        why = sentence(error).rstrip(".")
        raise Malformed("store", message.format(path=without_password(address), why=why)) from error


@contextmanager
def open_to_move(address: str) -> Iterator[Session]:
    """Opens a session for `skipbo move-data`; no server may be running. Raises `Malformed`."""
    session, _hold = _open(address, None, alone=True)
    with closing(session), _as_malformed(address):
        yield session


@contextmanager
def open_to_read(address: str) -> Iterator[Session]:
    """Opens a session for a look at everything; a server may be running. Raises `Malformed`."""
    with _as_malformed(address), closing(Session(address, None)) as session:
        version = version_of(session)
        if version < len(MIGRATIONS) or is_too_new(session, version):
            message = _("{path} was written by another version of skipbo: serve it once with this one, then check it.")
            raise Malformed("store", message.format(path=without_password(address)))
        yield session
