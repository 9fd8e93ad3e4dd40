"""The transfer of all tables between a SQLite folder and a PostgreSQL database, in either direction.

Nobody may serve either of them meanwhile. The target must be empty, and is marked until it holds everything: a
transfer that was interrupted is begun anew by running it again.
"""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.server.store.address import is_postgres, require_psycopg, without_password
from skipbo.server.store.connection import Connection
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.marker import is_marked, mark, refuse_marked, unmark
from skipbo.server.store.schema import FILE, connect, migrate
from skipbo.server.store.witness import WITNESS_FILE, check_witness, name_last_entry


@dataclass(frozen=True, slots=True)
class Kind:
    """A table of the database; its rows are moved and compared in the order of their keys."""

    name: str
    keys: tuple[str, ...]
    columns: int
    truth: int | None = None  # the column that is true or false, which SQLite keeps as a number
    portion: int = 2000  # rows that are moved at once


KINDS = (
    Kind("guests", ("id",), 5, truth=4),
    Kind("log", ("table_id", "version"), 7),
    Kind("summaries", ("table_id",), 5, truth=2),
    Kind("seated", ("guest", "table_id"), 3),
    Kind("games", ("table_id", "number"), 7, portion=200),
    Kind("played", ("guest", "ended_at", "table_id", "number"), 7, truth=5),
    Kind("archive", ("table_id",), 5, truth=3, portion=20),
)


@dataclass(frozen=True, slots=True)
class Step:
    """What a transfer has done: so many rows of all that it moves, and then of all that it compares."""

    rows: int
    total: int
    compared: bool = False


def move(source: str, target: str) -> Generator[Step, None, None]:
    """Moves everything and compares it row by row. Raises `Malformed`. The source stays as it is."""
    with _open_source(source) as old, _open_target(target) as new:
        refuse_marked(old, without_password(source))
        total = sum(_count(old, kind) for kind in KINDS)
        if not total:
            raise Malformed("store", _("There are no tables in {path}.").format(path=without_password(source)))
        _prepare(new, target)
        for compared, work in ((False, _copy), (True, _compare)):
            rows = 0
            for kind in KINDS:
                for portion in work(old, new, kind):
                    rows += portion
                    yield Step(rows, total, compared)
        if not is_postgres(target):
            name_last_entry(new, Path(target))
        unmark(new)


def _open_source(data: str) -> AbstractContextManager[Connection]:
    if not is_postgres(data) and not (Path(data) / FILE).exists():
        raise Malformed("store", _("There are no tables in {path}.").format(path=data))
    return _open_database(data) if is_postgres(data) else _open_folder(Path(data), is_source=True)


def _open_target(data: str) -> AbstractContextManager[Connection]:
    return _open_database(data) if is_postgres(data) else _open_folder(Path(data), is_source=False)


def _open_database(address: str) -> AbstractContextManager[Connection]:
    require_psycopg()
    from skipbo.server.store.postgres.store import open_to_move

    return open_to_move(address)


@contextmanager
def _open_folder(folder: Path, *, is_source: bool) -> Iterator[Connection]:
    path = folder / FILE
    try:
        with FolderLock(folder), closing(connect(path, create=not is_source)) as connection:
            migrate(connection, path)
            if is_source:
                check_witness(connection, folder)
            yield connection
    except sqlite3.Error as error:
        raise Malformed("store", _("{path} cannot be used: {why}.").format(path=path, why=error)) from error


def _count(connection: Connection, kind: Kind) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {kind.name}").fetchone()[0])


def _prepare(new: Connection, target: str) -> None:
    """Makes sure that the target is empty, and marks it."""
    if not is_marked(new):
        if any(_has_rows(new, kind) for kind in KINDS):
            message = _("{path} has tables already: move them into an empty folder or database.")
            raise Malformed("store", message.format(path=without_password(target)))
        mark(new)
    if not is_postgres(target):
        (Path(target) / WITNESS_FILE).unlink(missing_ok=True)  # of the tables that were here before
    for kind in KINDS:  # what a transfer has left that was interrupted
        new.execute(f"DELETE FROM {kind.name}")


def _has_rows(connection: Connection, kind: Kind) -> bool:
    return connection.execute(f"SELECT 1 FROM {kind.name} LIMIT 1").fetchone() is not None


def _copy(old: Connection, new: Connection, kind: Kind) -> Iterator[int]:
    insert = f"INSERT INTO {kind.name} VALUES ({', '.join('?' * kind.columns)})"
    for rows in _portions(old, kind):
        new.execute("BEGIN")
        new.executemany(insert, rows)
        new.execute("COMMIT")
        yield len(rows)


def _compare(old: Connection, new: Connection, kind: Kind) -> Iterator[int]:
    copies = _portions(new, kind)
    for rows in _portions(old, kind):
        if next(copies, None) != rows:
            _raise_difference(kind)
        yield len(rows)
    if next(copies, None) is not None:
        _raise_difference(kind)


def _raise_difference(kind: Kind) -> None:
    message = _("The copy differs in {kind}: something has changed it meanwhile. Run the same command again.")
    raise Malformed("store", message.format(kind=kind.name))


def _portions(connection: Connection, kind: Kind) -> Iterator[list[tuple[Any, ...]]]:
    """Yields all rows in the order of their keys, alike whatever database they come from."""
    keys = ", ".join(kind.keys)
    after: Sequence[Any] = ()
    while True:
        where = f"WHERE ({keys}) > ({', '.join('?' * len(after))})" if after else ""
        query = f"SELECT {keys}, {kind.name}.* FROM {kind.name} {where} ORDER BY {keys} LIMIT {kind.portion}"
        found = connection.execute(query, after).fetchall()
        if not found:
            return
        yield [_alike(row[len(kind.keys) :], kind.truth) for row in found]
        after = found[-1][: len(kind.keys)]


def _alike(row: tuple[Any, ...], truth: int | None) -> tuple[Any, ...]:
    return row if truth is None else (*row[:truth], bool(row[truth]), *row[truth + 1 :])
