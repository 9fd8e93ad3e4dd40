"""Tables that nobody touches are archived and come back as they were; later they expire, and nothing else does."""

import asyncio
import socket
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from skipbo.client import Account, Refused, TableClient
from skipbo.protocol import commands as asked
from skipbo.protocol.messages import Done, Refusal
from skipbo.protocol.options import TableOptions
from skipbo.server import local
from skipbo.server.config import Settings
from skipbo.server.portions import Portions
from skipbo.server.store import archive, retention
from skipbo.server.store.interface import Addition, Conflict, FinishedGame, FinishedSeat, Guest, StoreFailed
from skipbo.server.store.log import ChatSent, Entry, Opened
from skipbo.server.store.retention import Retention, Sweep
from skipbo.server.store.sql import SqlStore
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.store.witness import read_witness
from skipbo.server.table.room import Room
from tests.server.server_process import served
from tests.server.store_places import Folder, StorePlace

ENTRIES = 1200  # of the long table
ANN = Guest("ann", "Ann")


def entry(version: int, at: int = 5) -> Entry:
    event = Opened(options=TableOptions(), secret=bytes(32)) if version == 1 else ChatSent(0, f"line {version}")
    return Entry(version, at, "ann", f"c{version}", event)


async def fill(store: SqlStore, table: str, entries: int, at: int = 5) -> list[Entry]:
    log = [entry(version, at) for version in range(1, entries + 1)]
    await store.append(Addition(table, log[0], b"{}", seated=(("ann", 0),)))
    await asyncio.gather(*(store.append(Addition(table, each)) for each in log[1:]))
    return log


def count(place: StorePlace, kind: str, table: str) -> int:
    ((rows,),) = place.query(f"SELECT count(*) FROM {kind} WHERE table_id = ?", table)
    return int(rows)


async def sweep(store: SqlStore, archive_after: int = 30, expire_after: int = 0, **more: Any) -> Sweep:
    here: dict[str, Any] = {"in_use": lambda _table: False, "is_here": lambda _guest: False} | more
    return await Retention(store, archive_after, expire_after, **here).sweep()


# The archive


def test_an_idle_table_is_archived_and_comes_back_as_it_was(store: SqlStore, place: StorePlace) -> None:
    async def do() -> None:
        log = await fill(store, "idle", ENTRIES)
        await fill(store, "young", 3, at=time.time_ns() // 1_000_000)
        before = await store.tables_of("ann", 10)
        assert await sweep(store) == Sweep(archived=1)
        assert (count(place, "log", "idle"), count(place, "archive", "idle")) == (1, 1)
        assert count(place, "log", "young") == 3
        assert await store.tables_of("ann", 10) == before
        assert await sweep(store) == Sweep()
        assert await store.read_log("idle") == log
        assert (count(place, "log", "idle"), count(place, "archive", "idle")) == (ENTRIES, 0)
        assert await store.find_command("idle", "ann", "c7") == 7

    asyncio.run(do())


def test_an_archived_log_is_much_smaller(store: SqlStore, place: StorePlace) -> None:
    async def do() -> None:
        await fill(store, "idle", ENTRIES)
        await sweep(store)
        ((size,),) = place.query("SELECT length(log) FROM archive")
        assert size < 20 * ENTRIES  # bytes: in the log and its index an entry takes over 100

    asyncio.run(do())


def test_nobody_appends_to_an_archived_table_before_its_log_is_back(store: SqlStore) -> None:
    async def do() -> None:
        await fill(store, "idle", 100)
        room = await Room.load("idle", store, Portions())
        assert room is not None
        await sweep(store)
        with pytest.raises(Conflict):
            await store.append(Addition("idle", entry(101)))
        answers: list[Done | Refusal] = []
        for command in ("c7", "new", "c7"):  # the first is older than what the room remembers
            await room.handle(ANN, asked.Lock(id=command, on=True), answers.append)
        assert answers == [Done("c7", 7), Done("new", 101), Done("c7", 7)]
        assert [each.version for each in await store.read_log("idle")] == list(range(1, 102))

    asyncio.run(do())


@pytest.mark.parametrize("interrupted", ["delete_portion", "insert_portion", "finish"])
def test_a_server_that_is_killed_halfway_leaves_a_whole_log(
    interrupted: str, store: SqlStore, place: StorePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    really, calls = getattr(archive, interrupted), 0

    def stop(*what: Any, **more: Any) -> None:
        nonlocal calls
        calls += 1
        if calls > 1 or interrupted == "finish":
            raise StoreFailed("killed")
        really(*what, **more)

    async def archive_and_read() -> None:
        await sweep(store)
        await store.read_log("idle")

    async def do() -> None:
        log = await fill(store, "idle", ENTRIES)
        with monkeypatch.context() as patch:
            patch.setattr(archive, interrupted, stop)
            with pytest.raises(StoreFailed):
                await archive_and_read()
        if interrupted == "delete_portion":
            assert 1 < count(place, "log", "idle") < ENTRIES
            await sweep(store)
            assert count(place, "log", "idle") == 1
        assert await store.read_log("idle") == log
        assert count(place, "archive", "idle") == 0

    asyncio.run(do())


def test_a_table_in_use_is_not_archived(store: SqlStore) -> None:
    async def do() -> None:
        await fill(store, "idle", 3)
        assert await sweep(store, in_use=lambda table: table == "idle") == Sweep()

    asyncio.run(do())


def test_a_table_that_is_opened_while_it_is_archived_is_whole(store: SqlStore) -> None:
    async def do() -> None:
        log = await fill(store, "idle", ENTRIES)
        sweeping = asyncio.create_task(sweep(store))
        read = await asyncio.gather(*(store.read_log("idle") for _ in range(8)))
        await sweeping
        assert all(each == log for each in read)
        assert await store.read_log("idle") == log

    asyncio.run(do())


# Expiry


async def finish_game(store: SqlStore, table: str, at: int) -> None:
    game = FinishedGame(1, b"record", b"proof", "mattel-2003", ("Ann",), (FinishedSeat("ann", 0, True, 80),))
    version = len(await store.read_log(table)) + 1
    await store.append(Addition(table, entry(version, at), finished=game))


def test_an_expired_table_is_gone_and_statistics_stay(store: SqlStore, place: StorePlace) -> None:
    now = time.time_ns() // 1_000_000

    async def do() -> None:
        await fill(store, "old", 3)
        await finish_game(store, "old", 6)
        await fill(store, "older than a month", 3, at=now - 40 * retention.DAY)
        await asyncio.sleep(0.2)
        assert await sweep(store, 30, 365) == Sweep(archived=2, expired=1)
        assert [count(place, kind, "old") for kind in ("log", "archive", "summaries", "seated", "games")] == [0] * 5
        assert await store.read_log("old") == []
        assert await store.history("ann", 10) == []
        assert (await store.statistics("ann")).won == 1
        assert len(await store.read_log("older than a month")) == 3

    asyncio.run(do())
    store.close()
    with closing(place.open()) as again:  # the witness does not miss what was deleted on purpose
        assert asyncio.run(again.read_log("old")) == []


def test_the_witness_forgets_a_table_before_it_is_deleted(tmp_path: Path) -> None:
    async def do(store: SqlStore) -> None:
        await fill(store, "old", 3)
        await asyncio.sleep(0.2)
        assert read_witness(tmp_path) == ("old", 3)
        await sweep(store, 0, 365)
        assert read_witness(tmp_path) is None

    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(do(store))


def test_the_witness_keeps_a_table_when_another_expires(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(fill(store, "old", 3))
        asyncio.run(fill(store, "new", 3, at=2**50))
    with closing(SqliteStore(tmp_path)) as store:
        assert asyncio.run(sweep(store, 0, 365)).expired == 1
    assert read_witness(tmp_path) == ("new", 3)


def test_a_table_expires_only_while_nobody_wants_it(store: SqlStore) -> None:
    async def do() -> None:
        log = await fill(store, "old", 3)
        await store.archive("old", 10)
        assert await sweep(store, 30, 365, in_use=lambda _table: True) == Sweep()
        assert not await store.expire("old", before=5)
        assert await store.read_log("old") == log
        assert not await store.expire("old", before=10)  # it is back: it must be archived again first
        assert await store.read_log("old") == log

    asyncio.run(do())


def test_guests_expire_who_never_played(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "DAY", 0)

    async def do() -> None:
        for number, name in enumerate(("ann", "bob", "cleo", "dan")):
            await store.add_guest(Guest(name, name), bytes([number]))
        await fill(store, "t", 3, at=2**50)  # where Ann sits, in the future
        await fill(store, "u", 3, at=2**50)
        game = FinishedGame(1, b"", b"", "mattel-2003", ("Bob",), (FinishedSeat("bob", 0, True, 80),))
        await store.append(Addition("u", entry(4, 2**50), finished=game))
        await asyncio.sleep(0.01)
        assert await sweep(store, 0, 1, is_here=lambda guest: guest == "cleo") == Sweep(guests=1)
        found = [await store.find_guest(bytes([number])) for number in range(4)]
        assert [guest and guest.id for guest in found] == ["ann", "bob", "cleo", None]

    asyncio.run(do())


# A server


def test_a_table_is_played_on_after_it_was_archived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "DAY", 1)
    monkeypatch.setattr(retention, "FIRST", 0.2)
    with served(tmp_path) as server:
        account = Account.create(server.url, "Ann")
        table = account.open_table(seat=0, ready=False)
        with TableClient(account, table) as place:
            place.say("before")
            version = place.now.version
    with served(tmp_path, settings=Settings(port=0, archive_after=100, expire_after=0)) as server:
        wait_until_archived(Folder(tmp_path), table)
        again = Account(server.url, account.token)
        assert [own.table.id for own in again.tables()] == [table]
        with TableClient(again, table) as place:
            assert place.now.version == version
            assert place.say("after").version == version + 1


def wait_until_archived(place: StorePlace, table: str) -> None:
    deadline = time.monotonic() + 10
    while not count(place, "archive", table):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_an_expired_table_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "DAY", 1)
    with served(tmp_path) as server:
        account = Account.create(server.url, "Ann")
        table = account.open_table(seat=0, ready=False)
    with served(tmp_path) as server:
        time.sleep(0.01)
        assert isinstance(server.hub.store, SqliteStore)
        assert server.run(sweep(server.hub.store, 1, 1)).expired == 1
        with pytest.raises(Refused) as refused, TableClient(Account.create(server.url, "Bob"), table):
            pass
        assert refused.value.code == "not-found"


def test_nothing_expires_on_ones_own_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Settings] = []

    def run(listener: socket.socket, settings: Settings, _page: object, _announce: object) -> None:
        listener.close()
        used.append(settings)

    monkeypatch.setattr(local, "run", run)
    monkeypatch.setattr(local, "data_folder", lambda: tmp_path)
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("the page")
    local.play("", port=None, browse=False, say=print, page_folder=tmp_path / "page")
    assert used[0].expire_after == 0
