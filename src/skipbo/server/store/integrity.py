"""The integrity of a database: a look at every start that takes no longer than it may, and the whole of it."""

import sqlite3
import threading
import time
from collections.abc import Iterator

from skipbo.server.json_log import log_event


def look_quickly(connection: sqlite3.Connection, seconds: float) -> str | None:
    """Returns what is wrong with the pages of a database, or None. Stops after so many seconds; the log says so."""
    begun = time.monotonic()
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        found = None
    finally:
        timer.cancel()
        timer.join()  # it must not interrupt what comes next
    took = time.monotonic() - begun
    complete = found is not None and took < seconds  # what is found after an interruption means nothing
    log_event("integrity checked", complete=complete, seconds=round(took, 3))
    return None if not complete or found == "ok" else _sentence(found)


def damaged_pages(connection: sqlite3.Connection) -> Iterator[str]:
    """Yields what SQLite finds wrong with pages, indexes and types."""
    try:
        for (found,) in connection.execute("PRAGMA integrity_check"):
            if found != "ok":
                yield _sentence(found)
    except sqlite3.DatabaseError as error:
        yield str(error)


def _sentence(found: str) -> str:
    """Returns what SQLite has found, in one line."""
    return " ".join(found.removeprefix("*** in database main ***").split())
