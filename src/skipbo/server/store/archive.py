"""Archived logs: the log of a table that nobody has touched for long is one compressed blob.

In the log itself one row stands for them. It takes the version after the last, so that nobody can append to a table
before its log is back; and it says where a log must be looked for, whatever a crash left half done:

- archiving writes the blob and that row, then deletes the entries, a portion at a time;
- bringing back inserts the entries, a portion at a time, then deletes the blob and that row.
"""

import sqlite3
import zlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from skipbo.i18n import mark
from skipbo.server.store.connection import Connection
from skipbo.server.store.interface import Damaged
from skipbo.server.store.rows import StoredRow, checksum_of

ARCHIVED = b"archived"  # the event of the row that stands for an archived log
COMMAND = "archived"  # and its command
PORTION = 500  # entries that one transaction moves: a few milliseconds
LEVEL = 6  # of the compression
HALF_DONE = """SELECT table_id, versions FROM archive WHERE NOT reopened
    AND EXISTS (SELECT * FROM log WHERE log.table_id = archive.table_id AND version = 1)"""  # entries to delete

ReadRows: TypeAlias = list[StoredRow]
_decoder: msgspec.msgpack.Decoder[ReadRows] = msgspec.msgpack.Decoder(ReadRows)


def read_rows(connection: Connection, table: str, after: int = 0) -> ReadRows:
    """Returns the rows of a table after a version as they are in the log, oldest first. Raises `Damaged`."""
    query = """SELECT version, at, guest, command, event, checksum FROM log
        WHERE table_id = ? AND version > ? ORDER BY version"""
    try:
        return connection.execute(query, (table, after)).fetchall()
    except sqlite3.OperationalError as error:
        if "UTF-8" not in str(error):
            raise
        raise Damaged(mark("an id cannot be read")) from error


def is_archived(rows: Sequence[StoredRow]) -> bool:
    return bool(rows) and rows[-1][4] == ARCHIVED


def read_archived(connection: Connection, table: str) -> ReadRows:
    """Returns the rows of an archived log. Raises `Damaged`."""
    row = connection.execute("SELECT log FROM archive WHERE table_id = ?", (table,)).fetchone()
    if row is None:
        raise Damaged(mark("its archived log is missing"))
    try:
        return _decoder.decode(zlib.decompress(row[0]))
    except (zlib.error, msgspec.DecodeError) as error:
        raise Damaged(mark("its archived log cannot be read")) from error


# Archiving


def pack(rows: ReadRows) -> bytes:
    """Compresses a log. It takes a few milliseconds: run it in a thread."""
    return zlib.compress(msgspec.msgpack.encode(rows), LEVEL)


def put(connection: Connection, table: str, last: StoredRow, packed: bytes) -> bool:
    """Writes the blob and the row that stands for it; returns False if the table has changed since it was packed."""
    versions, at = last[0], last[1]
    newest = """SELECT version, at, guest, command, event, checksum FROM log
        WHERE table_id = ? ORDER BY version DESC LIMIT 1"""
    if connection.execute(newest, (table,)).fetchone() != last:
        return False
    connection.execute("INSERT INTO archive VALUES (?, ?, ?, FALSE, ?)", (table, versions, at, packed))
    row = (table, versions + 1, at, "", COMMAND, ARCHIVED)
    connection.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, checksum_of(*row)))
    return True


def delete_portion(connection: Connection, table: str, first: int) -> None:
    """Deletes a portion of the entries, unless somebody wants them back. The first entry must be the last to go."""
    connection.execute(
        """DELETE FROM log WHERE table_id = ? AND version BETWEEN ? AND ? AND EXISTS (
            SELECT * FROM archive
            WHERE archive.table_id = log.table_id AND NOT reopened AND versions >= log.version)""",
        (table, first, first + PORTION - 1),
    )


def portions(versions: int) -> list[int]:
    """Returns the first version of each portion, the latest first."""
    return list(range(1, versions + 1, PORTION))[::-1]


# Bringing back


def reopen(connection: Connection, table: str) -> None:
    """Stops the deletion of entries that are about to come back."""
    connection.execute("UPDATE archive SET reopened = TRUE WHERE table_id = ?", (table,))


def insert_portion(connection: Connection, table: str, rows: Sequence[StoredRow]) -> None:
    """Inserts a portion of the entries, unless the table has expired meanwhile, or is back already."""
    if connection.execute("SELECT 1 FROM archive WHERE table_id = ? AND reopened", (table,)).fetchone() is None:
        return
    connection.executemany(
        "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", [(table, *row) for row in rows]
    )


def finish(connection: Connection, table: str) -> None:
    """Lets the table go on, if all its entries are back."""
    row = connection.execute("SELECT versions FROM archive WHERE table_id = ? AND reopened", (table,)).fetchone()
    if row is None:
        return
    query = "SELECT count(*) FROM log WHERE table_id = ? AND version <= ?"
    if connection.execute(query, (table, row[0])).fetchone() == (row[0],):
        connection.execute("DELETE FROM log WHERE table_id = ? AND event = ?", (table, ARCHIVED))
        connection.execute("DELETE FROM archive WHERE table_id = ?", (table,))


# Expiry


def delete_table(connection: Connection, table: str, before: int, forget: Callable[[str], None]) -> bool:
    """Deletes an archived table that nobody has touched or wanted back; `forget` is called before anything is gone."""
    query = "SELECT 1 FROM archive WHERE table_id = ? AND at < ? AND NOT reopened"
    if connection.execute(query, (table, before)).fetchone() is None:
        return False
    forget(table)
    for kind in ("archive", "log", "summaries", "seated", "games"):
        connection.execute(f"DELETE FROM {kind} WHERE table_id = ?", (table,))
    return True
