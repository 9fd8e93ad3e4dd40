"""The check of all tables: every page, every row, every table played again from its log. A server may run."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgspec

from skipbo.errors import Malformed, SkipboError
from skipbo.game.event import Ended
from skipbo.i18n import translate as _
from skipbo.protocol.messages import TableSummary
from skipbo.record import Record, record_from_line
from skipbo.server.json_log import digest
from skipbo.server.store import archive
from skipbo.server.store.address import is_postgres, require_psycopg
from skipbo.server.store.connection import Connection
from skipbo.server.store.integrity import damaged_pages
from skipbo.server.store.interface import Damaged
from skipbo.server.store.log import Entry
from skipbo.server.store.rows import entries_of
from skipbo.server.store.schema import FILE, MIGRATIONS, connect, snapshot
from skipbo.server.table.room import CANNOT_APPLY, finished_game
from skipbo.server.table.state import TableState
from skipbo.server.table.views import table_summary

ORPHANS = """SELECT table_id FROM {kind} WHERE NOT EXISTS (
    SELECT * FROM log WHERE log.table_id = {kind}.table_id) GROUP BY table_id"""


Snapshot: TypeAlias = Callable[[Connection], AbstractContextManager[None]]


@dataclass(slots=True)
class Inspected:
    """The result for one table, or for what concerns no single table."""

    tables: int = 0
    damage: tuple[str, ...] = ()


def inspect(data: str) -> Iterator[Inspected]:
    """Yields what is damaged, table by table. Raises `Malformed` if there is nothing to inspect."""
    return _inspect_database(data) if is_postgres(data) else _inspect_folder(Path(data))


def count_tables(data: str) -> int:
    """Returns roughly how many tables `inspect` will look at."""
    query = "SELECT count(*) FROM summaries"
    if is_postgres(data):
        with _open_database(data) as session:
            return int(session.execute(query).fetchone()[0])
    try:
        with closing(connect(Path(data) / FILE)) as connection:
            return int(connection.execute(query).fetchone()[0])
    except sqlite3.Error:
        return 0


def _inspect_database(address: str) -> Iterator[Inspected]:
    """Pages and indexes are for PostgreSQL's own `pg_amcheck`."""
    with _open_database(address) as session:
        from skipbo.server.store.postgres.session import snapshot

        yield from _inspect_tables(session, snapshot)


def _open_database(address: str) -> AbstractContextManager[Connection]:
    require_psycopg()
    from skipbo.server.store.postgres.store import open_to_read

    return open_to_read(address)


def _inspect_folder(folder: Path) -> Iterator[Inspected]:
    path = folder / FILE
    if not path.exists():
        raise Malformed("store", _("There are no tables in {path}.").format(path=folder))
    try:
        connection = connect(path)
    except sqlite3.DatabaseError as error:
        yield Inspected(damage=(str(error),))
        return
    with closing(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != len(MIGRATIONS):
            message = _("{path} was written by another version of skipbo: serve it once with this one, then check it.")
            raise Malformed("store", message.format(path=path))
        yield Inspected(damage=tuple(damaged_pages(connection)))
        try:
            yield from _inspect_tables(connection, snapshot)
        except sqlite3.DatabaseError as error:  # a damaged page: nothing more can be read
            yield Inspected(damage=(str(error),))


def _inspect_tables(connection: Connection, at_one_moment: Snapshot) -> Iterator[Inspected]:
    table = ""
    while (row := connection.execute("SELECT min(table_id) FROM log WHERE table_id > ?", (table,)).fetchone())[0]:
        table = row[0]
        with at_one_moment(connection):  # a server may be writing
            damage = tuple(_of_table(table, found) for found in _inspect_table(connection, table))
        yield Inspected(1, damage)
    for kind in ("summaries", "seated", "games", "archive"):
        orphans = connection.execute(ORPHANS.format(kind=kind))
        lost = _("its log is missing, its {kind} are left").format(kind=kind)
        yield Inspected(damage=tuple(_of_table(table, lost) for (table,) in orphans))


def _of_table(table: str, damage: str) -> str:
    """Names the table as the log of the server does."""
    return _("Table {table}: {damage}.").format(table=digest(table), damage=damage)


def _inspect_table(connection: Connection, table: str) -> Iterator[str]:
    try:
        rows = archive.read_rows(connection, table)
        if archive.is_archived(rows):
            rows = archive.read_archived(connection, table)
        entries = entries_of(table, rows)
    except Damaged as error:
        yield error.describe()
        return
    if not entries:  # expired meanwhile
        return
    games: dict[int, tuple[bytes, bytes]] = {}
    try:
        state = _apply(table, entries, games)
    except Damaged as error:
        yield error.describe()
        return
    yield from _inspect_summary(connection, state)
    yield from _inspect_games(connection, table, games)


def _apply(table: str, entries: list[Entry], games: dict[int, tuple[bytes, bytes]]) -> TableState:
    """Plays a table from its log; collects the records and proofs of the finished games."""
    entry = entries[0]
    try:
        state = TableState(table, entry)
        for entry in entries[1:]:
            happened = state.apply(entry)
            if state.playing is None and any(isinstance(event, Ended) for event in happened):
                game = finished_game(state)
                games[game.number] = game.record, game.proof
    except Exception as error:  # whatever it is, the table cannot be played
        raise Damaged(CANNOT_APPLY, version=entry.version, error=repr(error)) from error
    return state


def _inspect_summary(connection: Connection, state: TableState) -> Iterator[str]:
    row = connection.execute("SELECT summary FROM summaries WHERE table_id = ?", (state.id,)).fetchone()
    try:
        summary = None if row is None else msgspec.json.decode(row[0], type=TableSummary)
    except msgspec.DecodeError:
        summary = None
    if summary != table_summary(state):
        yield _("its summary is not that of its log")
    seated = set(connection.execute("SELECT guest, seat FROM seated WHERE table_id = ?", (state.id,)))
    if seated != {(seat.guest, number) for number, seat in enumerate(state.seats) if seat.guest is not None}:
        yield _("its seats are not those of its log")


def _inspect_games(connection: Connection, table: str, games: dict[int, tuple[bytes, bytes]]) -> Iterator[str]:
    query = "SELECT number, record, proof FROM games WHERE table_id = ?"
    stored = {number: (record, proof) for number, record, proof in connection.execute(query, (table,))}
    for number in sorted(stored.keys() | games.keys()):
        if number not in stored:
            yield _("game {number} is missing").format(number=number)
        elif number not in games:
            yield _("game {number} is not in its log").format(number=number)
        elif _read(stored[number]) != _read(games[number]):
            yield _("game {number} is not that of its log").format(number=number)


def _read(game: tuple[bytes, bytes]) -> tuple[Record, object] | None:
    """Returns a record and a proof; fields that older versions did not write yet have their defaults."""
    try:
        return record_from_line(game[0]), msgspec.json.decode(game[1])
    except (SkipboError, msgspec.DecodeError):
        return None
