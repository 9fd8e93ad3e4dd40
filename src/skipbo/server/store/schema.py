"""The tables of the SQLite file, how older files get them, and how a connection to it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.connection import Connection

FILE = "tables.sqlite3"
BUSY = 10  # seconds to wait for another connection

MIGRATIONS = (
    """
    CREATE TABLE guests (id TEXT PRIMARY KEY, name TEXT NOT NULL, token_hash BLOB UNIQUE, made_at INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
    CREATE TABLE log (
        table_id TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, guest TEXT NOT NULL,
        command TEXT NOT NULL, event BLOB NOT NULL, PRIMARY KEY (table_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX log_commands ON log (table_id, guest, command);
    CREATE TABLE summaries (
        table_id TEXT PRIMARY KEY, changed_at INTEGER NOT NULL, listed INTEGER NOT NULL, summary BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX summaries_listed ON summaries (changed_at) WHERE listed;
    CREATE TABLE games (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, ended_at INTEGER NOT NULL, record BLOB NOT NULL,
        proof BLOB NOT NULL, edition TEXT NOT NULL, names BLOB NOT NULL, PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE played (
        guest TEXT NOT NULL, ended_at INTEGER NOT NULL, table_id TEXT NOT NULL, number INTEGER NOT NULL,
        seat INTEGER NOT NULL, won INTEGER NOT NULL, points INTEGER NOT NULL,
        PRIMARY KEY (guest, ended_at, table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pulse (id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
    """,
    """
    ALTER TABLE guests ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE seated (
        guest TEXT NOT NULL, table_id TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (guest, table_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seated_table ON seated (table_id);
    CREATE TEMP VIEW moved AS
        SELECT table_id, version, guest, json_extract(CAST(event AS TEXT), '$.type') AS type,
            json_extract(CAST(event AS TEXT), '$.seat') AS seat FROM log;
    INSERT INTO seated SELECT guest, table_id, seat FROM moved AS sat WHERE type = 'sat' AND NOT EXISTS (
        SELECT * FROM moved WHERE type = 'left' AND table_id = sat.table_id AND seat = sat.seat
            AND version > sat.version
    );
    DROP VIEW moved
    """,
    """
    ALTER TABLE log ADD COLUMN checksum INTEGER;
    ALTER TABLE summaries ADD COLUMN opener BLOB;
    CREATE INDEX summaries_changed ON summaries (changed_at);
    CREATE TABLE archive (
        table_id TEXT PRIMARY KEY, versions INTEGER NOT NULL, at INTEGER NOT NULL, reopened INTEGER NOT NULL,
        log BLOB NOT NULL
    ) STRICT;
    CREATE INDEX archive_at ON archive (at)
    """,
)


def connect(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """Opens a database. One that is not there is an error, unless it is to be created."""
    mode = "rwc" if create else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=BUSY, check_same_thread=False
    )
    (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if journal != "wal":
        connection.close()
        raise sqlite3.OperationalError("this file system does not allow a write-ahead log")
    connection.execute("PRAGMA synchronous = FULL")  # a commit survives the loss of power
    return connection


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Malformed(
            "store", _("{path} was written by a newer skipbo: install that, or use another folder.").format(path=path)
        )
    for number in range(version, len(MIGRATIONS)):
        for statement in MIGRATIONS[number].split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number + 1}")
    connection.execute("COMMIT")


@contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """Reads within it see the database as it was at one moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
