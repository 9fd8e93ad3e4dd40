"""Copies of a whole store in one file, made while people play, and a folder made from such a copy."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.address import is_postgres, without_password
from skipbo.server.store.integrity import damaged_pages
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.schema import FILE, connect, migrate
from skipbo.server.store.witness import WITNESS_FILE, name_last_entry

SUFFIX = ".restoring"  # of a copy that is not complete or not checked yet


def backup(data: str, target: Path) -> None:
    """Copies everything as it is at one moment, while play goes on. Never overwrites an older backup."""
    if is_postgres(data):
        message = _("{address} is a PostgreSQL database: copy it with pg_dump, which may run beside the server.")
        raise Malformed("store", message.format(address=without_password(data)))
    folder = Path(data)
    if not (folder / FILE).exists():
        raise Malformed("store", _("There are no tables in {path}.").format(path=folder))
    if target.exists():
        raise Malformed("file", _("{path} exists already: choose another name, or move it away.").format(path=target))
    try:
        with closing(connect(folder / FILE)) as source:
            _copy(source, target)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)  # half a copy is useless
        raise Malformed("file", _("{path} cannot be written: {why}.").format(path=target, why=error)) from error


def restore(copy: Path, folder: Path) -> None:
    """Makes a folder that can be served from a backup. Changes neither the backup nor a folder that has tables."""
    if not copy.is_file():
        raise Malformed("file", _("There is no backup {path}.").format(path=copy))
    with FolderLock(folder):
        if (folder / FILE).exists():
            message = _("{path} has tables already: restore into an empty folder, and serve that one.")
            raise Malformed("store", message.format(path=folder))
        new = folder / (FILE + SUFFIX)
        try:
            with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as source:
                _copy(source, new)
            _check(copy, new)
            (folder / WITNESS_FILE).unlink(missing_ok=True)  # of the tables that were here before
            with closing(connect(new)) as connection:
                name_last_entry(connection, folder)
            os.replace(new, folder / FILE)
        except sqlite3.Error as error:
            message = _("{path} cannot be restored: {why}.")
            raise Malformed("file", message.format(path=copy, why=error)) from error
        finally:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{new}{suffix}").unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def _check(copy: Path, new: Path) -> None:
    """Raises `Malformed` if a backup is damaged, or is not one. Brings the new file up to date."""
    with closing(connect(new)) as connection:
        damage = next(damaged_pages(connection), None)
        if damage is None and not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone():
            damage = _("it has no tables")
        if damage is not None:
            raise Malformed("file", _("{path} cannot be restored: {why}.").format(path=copy, why=damage))
        migrate(connection, copy)
