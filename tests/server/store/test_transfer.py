"""`skipbo move-data` takes everything from a folder to PostgreSQL and back, or says what to do."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tools.postgres_server import PostgresServer

from skipbo.errors import Malformed
from skipbo.protocol.options import TableOptions
from skipbo.server.store import transfer
from skipbo.server.store.interface import Addition, FinishedGame, FinishedSeat, Guest
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.log import ChatSent, Entry, Opened
from skipbo.server.store.postgres import store as postgres_store
from skipbo.server.store.sql import SqlStore
from skipbo.server.store.transfer import KINDS, Step, move
from skipbo.server.store.witness import read_witness
from tests.command_runner import Command, command
from tests.server.needs import needs_postgres
from tests.server.store_places import Database, Folder, StorePlace

__all__ = ["command"]  # a fixture
pytestmark = needs_postgres


async def fill(store: SqlStore) -> None:
    await store.add_guest(Guest("ann", "Ännchen 🂡"), b"\x00hash")
    await store.add_guest(Guest("bob", "Guest 7", named=False), b"other")
    await store.replace_token("bob", None)
    for table in ("t", "u", "T_-2"):
        opened = Entry(1, 5, "ann", "open", Opened(options=TableOptions(), secret=bytes(32)))
        await store.append(
            Addition(
                table,
                opened,
                b"{}",
                listed=table == "t",
                seated=(("ann", 0),),
                opener=b"\xff" if table == "u" else None,
            )
        )
        for version in range(2, 30):
            await store.append(Addition(table, Entry(version, 5 + version, "ann", f"c{version}", ChatSent(0, "é"))))
    players = (FinishedSeat("ann", 0, True, 80), FinishedSeat("bob", 1, False, 0))
    game = FinishedGame(1, b"record", b"proof", "mattel-2003", ("Ann", "Bob"), players)
    await store.append(Addition("t", Entry(30, 100, "ann", "end", ChatSent(0, "")), finished=game))
    assert await store.archive("u", 1000)


@pytest.fixture
def source(tmp_path: Path) -> Folder:
    place = Folder(tmp_path / "source")
    with closing(place.open()) as store:
        asyncio.run(fill(store))
    assert place.change("UPDATE log SET checksum = NULL WHERE table_id = 't' AND version = 2") == 1  # as in old logs
    return place


@pytest.fixture
def target(postgres: PostgresServer) -> Database:
    return Database(postgres.new_database())


def rows_of(place: StorePlace) -> dict[str, list[Any]]:
    return {kind.name: sorted(place.query(f"SELECT * FROM {kind.name}"), key=repr) for kind in KINDS}


def test_everything_goes_to_postgresql_and_back(
    source: Folder, target: Database, tmp_path: Path, command: Command
) -> None:
    back = Folder(tmp_path / "back")
    before = rows_of(source)
    assert all(before.values())
    total = sum(map(len, before.values()))
    moved = command("move-data", source.data, target.data)
    assert moved.code == 0
    assert moved.out.startswith(f"Rows moved and compared: {total}. Serve postgresql:///skipbo")
    assert command("move-data", target.data, back.data).code == 0
    assert rows_of(source) == before
    assert rows_of(back) == before
    assert read_witness(back.folder) == ("t", 30)
    for place in (target, back):
        with closing(place.open()) as store:
            assert len(asyncio.run(store.read_log("u"))) == 29
            assert asyncio.run(store.find_guest(b"\x00hash")) == Guest("ann", "Ännchen 🂡")


def test_rows_are_moved_and_compared_in_portions(
    source: Folder, target: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = tuple(transfer.Kind(kind.name, kind.keys, kind.columns, kind.truth, portion=3) for kind in KINDS)
    monkeypatch.setattr(transfer, "KINDS", small)
    total = sum(map(len, rows_of(source).values()))
    steps = list(move(source.data, target.data))
    assert len(steps) > 2 * total / 3
    assert steps[-1] == Step(total, total, compared=True)


def test_what_has_tables_already_is_left_alone(source: Folder, target: Database) -> None:
    with closing(target.open()) as store:
        asyncio.run(fill(store))
    before = rows_of(target)
    with pytest.raises(Malformed, match="has tables already: move them into an empty folder or database"):
        list(move(source.data, target.data))
    with pytest.raises(Malformed, match="has tables already"):
        list(move(target.data, source.data))
    assert rows_of(target) == before


def test_nothing_is_moved_while_a_server_runs(
    source: Folder, target: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "LOCK_WAIT", 0.1)
    with FolderLock(source.folder), pytest.raises(Malformed, match="Another server uses the folder"):
        list(move(source.data, target.data))
    with closing(target.open()), pytest.raises(Malformed, match="A server uses the database"):
        list(move(source.data, target.data))


@pytest.mark.parametrize("to", ["postgres", "sqlite"])
def test_an_interrupted_move_is_served_by_nobody_and_begun_anew(
    to: str, source: Folder, target: Database, tmp_path: Path
) -> None:
    end: StorePlace = target if to == "postgres" else Folder(tmp_path / "end")
    moving = move(source.data, end.data)
    while next(moving) and not end.query("SELECT count(*) FROM log")[0][0]:
        pass
    moving.close()
    for refused in (end.open, lambda: list(move(end.data, str(tmp_path / "elsewhere")))):
        with pytest.raises(Malformed, match="has only a part of the tables: run the same skipbo move-data again"):
            refused()
    list(move(source.data, end.data))
    end.open().close()
    assert rows_of(end) == rows_of(source)


def test_a_copy_that_differs_is_found(source: Folder, target: Database) -> None:
    moving = move(source.data, target.data)
    while next(moving).rows < sum(map(len, rows_of(source).values())):
        pass
    assert target.change("UPDATE log SET at = at + 1 WHERE table_id = 't' AND version = 7") == 1
    with pytest.raises(Malformed, match="The copy differs in log"):
        list(moving)
    with pytest.raises(Malformed, match="only a part"):
        target.open()


def test_what_cannot_be_moved_is_an_error(source: Folder, target: Database, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="There are no tables in"):
        list(move(str(tmp_path / "nowhere"), target.data))
    with pytest.raises(Malformed, match="There are no tables in postgresql:///"):
        list(move(target.data, str(tmp_path / "nowhere")))
    assert source.change("UPDATE log SET command = 'a' || char(0) WHERE table_id = 't' AND version = 2") == 1
    with pytest.raises(Malformed, match=r"cannot be used: .*NUL"):
        list(move(source.data, target.data))


def test_an_interrupt_says_what_to_do(
    source: Folder, target: Database, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_what: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(transfer, "_compare", interrupt)
    stopped = command("move-data", source.data, target.data)
    assert stopped.code == 1
    assert "has only a part. Run the same command again." in stopped.err
