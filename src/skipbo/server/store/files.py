"""The files of the store as they were opened. SQLite goes on with files that nobody can find any more; we do not."""

import os
import time
from pathlib import Path

from skipbo.server.store.interface import StoreFailed

TRUSTED_FOR = 0.05  # seconds after a look


class FilesChanged(StoreFailed):
    """A file of the store was deleted, replaced or cut off while it was open."""


class OpenFiles:
    """Compares the files at the store's paths with those that were opened there.

    Looking takes a few microseconds, but then the writer must wait for the GIL, which a busy event loop holds. So a
    writer that writes all the time looks only when the last look was long ago.
    """

    def __init__(self, path: Path) -> None:
        self._database = str(path)
        self._wal = f"{path}-wal"
        self._database_opened = _identity(os.stat(self._database))
        self._wal_opened: tuple[int, int] | None = None
        self._wal_size = 0
        self._verified_at = 0.0

    def verify_database(self) -> None:
        if _identity(_stat(self._database)) != self._database_opened:
            raise FilesChanged("the database was replaced by another file while the server runs")

    @property
    def wal_size(self) -> int:
        """The size of the write-ahead log at the last look."""
        return self._wal_size

    def watch_wal(self) -> None:
        """Takes the write-ahead log as it is now: a connection has just opened it."""
        self.verify_database()
        wal = _stat(self._wal)
        self._wal_opened, self._wal_size = _identity(wal), wal.st_size

    @property
    def are_due(self) -> bool:
        """Whether the last look was so long ago that the next commit is not to be trusted without another."""
        return time.monotonic() - self._verified_at > TRUSTED_FOR

    def verify(self) -> None:
        """Raises `FilesChanged` unless a commit now, or the last one, is where the next server will look for it."""
        self.verify_database()
        wal = _stat(self._wal)
        if _identity(wal) != self._wal_opened:
            raise FilesChanged("the write-ahead log was replaced by another file while the server runs")
        if wal.st_size < self._wal_size:
            raise FilesChanged("the write-ahead log was cut off while the server runs")
        self._wal_size = wal.st_size
        self._verified_at = time.monotonic()

    def only_wal_is_missing(self) -> bool:
        try:
            self.verify_database()
        except FilesChanged:
            return False
        return not os.path.exists(self._wal)


def _stat(path: str) -> os.stat_result:
    try:
        return os.stat(path)
    except OSError as error:
        name = os.path.basename(path)
        raise FilesChanged(f"{name} is no longer there: {error.strerror}") from error


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
