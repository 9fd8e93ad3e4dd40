"""A witness of the last commit: a small file beside the database, which names an entry that must be in the log.

SQLite forgets commits without a word if its write-ahead log is cut off or removed while the server is down. The witness
is written after a commit and not synced, so it can only be older than the log: an entry that it names was committed.
"""

import logging
import os
import sqlite3
from pathlib import Path
from zlib import crc32

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.json_log import log_event
from skipbo.server.store.archive import ARCHIVED
from skipbo.server.store.connection import Connection

WITNESS_FILE = "tables.witness"
NOTHING = ("", 0)
LENGTH = 128  # bytes of the file, always: a shorter line is padded with spaces


class Witness:
    def __init__(self, folder: Path) -> None:
        self.path = folder / WITNESS_FILE
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        self._entry = self._written = read_witness(folder) or NOTHING

    def name(self, table: str, version: int) -> None:
        """Names the last entry of a commit; `write` puts it into the file."""
        self._entry = table, version

    @property
    def is_due(self) -> bool:
        return self._entry != self._written

    def write(self) -> None:
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, _line(*self._entry))
        self._written = self._entry

    def forget(self, table: str) -> None:
        """Makes sure, even after a loss of power, that the file does not name a table that is about to be removed."""
        if self._entry[0] == table:
            self._entry = NOTHING
        self.write()
        os.fsync(self._file)

    def close(self) -> None:
        os.close(self._file)


def read_witness(folder: Path) -> tuple[str, int] | None:
    """Returns the table and the version that must be in the log; None if there is no witness, or half of one."""
    try:
        line = (folder / WITNESS_FILE).read_bytes()
    except FileNotFoundError:
        return None
    words = line.decode("ascii", "replace").split()
    entry = (words[0], int(words[1])) if len(words) == 3 and words[1].isdecimal() else NOTHING
    if line != _line(*entry):
        if words:  # written halfway when the power was lost
            log_event("witness unreadable", logging.WARNING)
        return None
    return entry if entry != NOTHING else None


def check_witness(connection: sqlite3.Connection, folder: Path) -> None:
    """Raises `Malformed` if the log does not have the entry that the witness names."""
    entry = read_witness(folder)
    if entry is None:
        return
    query = """SELECT 1 FROM log WHERE table_id = :table AND version = :version
        UNION ALL SELECT 1 FROM archive WHERE table_id = :table AND versions >= :version"""
    if connection.execute(query, {"table": entry[0], "version": entry[1]}).fetchone() is None:
        message = _(
            "{folder} has lost moves that were confirmed: its write-ahead log was cut off or removed, or an older copy"
            " was put in its place. Restore a backup, or accept the loss: delete {witness}."
        )
        raise Malformed("store", message.format(folder=folder, witness=folder / WITNESS_FILE))


def name_last_entry(connection: Connection, folder: Path) -> None:
    """Makes the witness of a folder that was just filled."""
    query = "SELECT table_id, version FROM log WHERE event != ? ORDER BY at DESC LIMIT 1"
    last = connection.execute(query, (ARCHIVED,)).fetchone()
    if last is not None:
        (folder / WITNESS_FILE).write_bytes(_line(*last))


def _line(table: str, version: int) -> bytes:
    if not version:
        return b" " * LENGTH
    told = f"{table} {version}"
    return f"{told} {crc32(told.encode()):08x}".ljust(LENGTH - 1).encode("ascii") + b"\n"
