"""The store in one SQLite file. One thread writes (see `writer`), a few read."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.connection import Connection, Work
from skipbo.server.store.damage import Damage
from skipbo.server.store.files import OpenFiles
from skipbo.server.store.integrity import look_quickly
from skipbo.server.store.marker import refuse_marked
from skipbo.server.store.rows import LogRow
from skipbo.server.store.schema import FILE, connect, migrate, snapshot
from skipbo.server.store.space import Need, Space, SpaceLimits, look_at_file
from skipbo.server.store.sql import NO_LIMITS, Result, SqlStore
from skipbo.server.store.witness import check_witness
from skipbo.server.store.writer import Writer, failure

READERS = 2
LOOK = 2.0  # the most seconds that a start looks for damage


class SqliteStore(SqlStore):
    def __init__(self, folder: Path, limits: SpaceLimits = NO_LIMITS) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        try:
            with closing(connect(self.path, create=True)) as connection:
                found = look_quickly(connection, LOOK)
                if found is not None:
                    message = _("{path} is damaged: {why}. Run skipbo check {folder}, and restore a backup.")
                    raise Malformed("store", message.format(path=self.path, why=found, folder=folder))
                migrate(connection, self.path)
                refuse_marked(connection, folder)
                check_witness(connection, folder)
        except sqlite3.Error as error:
            raise Malformed("store", _("{path} cannot be used: {why}.").format(path=self.path, why=error)) from error
        super().__init__(Space(limits, partial(look_at_file, self.path)), Damage())
        self._files = OpenFiles(self.path)
        self._writer: Writer = Writer(self.path, self._files, self.damage, self._space)
        self._own = threading.local()
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

    async def _write(self, row: LogRow | None, work: Work | None, need: Need) -> None:
        await self._writer.request(row, work, need)

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
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
                raise failure(error, self.damage) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _snapshot(self, connection: Connection) -> AbstractContextManager[None]:
        return snapshot(connection)

    def _forget(self, table: str) -> None:
        self._writer.forget(table)

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
