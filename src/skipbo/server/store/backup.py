"""Copies of a whole store in one file, made while people play."""

import sqlite3
from contextlib import closing
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.schema import FILE, connect


def backup(folder: Path, target: Path) -> None:
    """Copies everything as it is at one moment, while play goes on. Never overwrites an older backup."""
    if not (folder / FILE).exists():
        raise Malformed("store", _("There are no tables in {path}.").format(path=folder))
    if target.exists():
        raise Malformed("file", _("{path} exists already: choose another name, or move it away.").format(path=target))
    try:
        with closing(connect(folder / FILE)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)  # half a copy is useless
        raise Malformed("file", _("{path} cannot be written: {why}.").format(path=target, why=error)) from error
