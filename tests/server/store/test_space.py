"""A store that is full refuses new tables first, then play, and comes back by itself when there is room again."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace

import pytest
from tools.server import Process

from skipbo.client import Account, Refused, TableClient
from skipbo.server.config import read_settings
from skipbo.server.store import space, writer
from skipbo.server.store.interface import Addition, Guest, NoRoom, StoreFailed
from skipbo.server.store.log import ChatSent, Entry
from skipbo.server.store.schema import FILE
from skipbo.server.store.space import SpaceLimits
from skipbo.server.store.sql import SqlStore
from skipbo.server.store.sqlite import SqliteStore
from tests.server.server_process import InThread
from tests.server.store.test_damage import get
from tests.server.store_places import StorePlace

QUOTA = 10_000_000


@pytest.fixture(autouse=True)
def measured_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(space, "MEASURED_EVERY", 0.0)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path, SpaceLimits(quota=QUOTA))


@pytest.fixture
def server(store: SqliteStore) -> Iterator[InThread]:
    server = InThread(store)
    yield server
    server.stop()


async def fill(store: SqlStore, first: int, last: int) -> None:
    """Adds entries of 100 kB to an old table, until the store refuses them."""
    for version in range(first, last):
        text = random.Random(version).randbytes(50_000).hex()  # which no database compresses much
        entry = Entry(version, 5, "ann", f"c{version}", ChatSent(0, text))
        await store.append(Addition("old", entry, b"{}" if version == 1 else None))


def status_of_opening(server: InThread, account: Account) -> int:
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        headers = account.headers | {"Content-Type": "application/json"}
        connection.request("POST", "/api/v1/tables", b'{"options":{}}', headers)
        return connection.getresponse().status


def test_new_tables_are_refused_first_and_cleaning_makes_room_again(server: InThread, store: SqliteStore) -> None:
    account = Account.create(server.url, "Ann")
    with TableClient(account, account.open_table()) as table:
        server.run(fill(store, 1, 60))
        assert status_of_opening(server, account) == 507
        with pytest.raises(Refused) as refused:
            account.open_table()
        assert refused.value.code == "full"
        with pytest.raises(Refused, match="no room for new tables at the moment"):
            Account.create(server.url, "Bob")
        table.say("play goes on")
        assert get(server, "/healthz") == (200, "degraded: no room for new tables: its quota is used up\n")
        used = float(get(server, "/metrics")[1].partition("\nskipbo_store_bytes ")[2].partition("\n")[0])
        assert QUOTA <= used < 1.25 * QUOTA

        with pytest.raises(StoreFailed, match="no room for play: its quota is used up"):
            server.run(fill(store, 60, 200))
        assert get(server, "/healthz") == (503, "unavailable: no room for play: its quota is used up\n")

        server.run(store.archive("old", 10))
        assert server.run(store.expire("old", 10))
        table.say("and on")
        assert account.open_table()
        assert get(server, "/healthz") == (200, "ok\n")


def test_every_store_refuses_new_tables_at_its_quota_and_play_beyond_it(place: StorePlace) -> None:
    async def do(store: SqlStore) -> None:
        await fill(store, 1, 2)
        used = store.numbers()["store_bytes"]
        assert used > 0
        with pytest.raises(StoreFailed, match="no room for play: its quota is used up"):
            await fill(store, 2, 400)
        with pytest.raises(NoRoom, match="its quota is used up"):
            await store.add_guest(Guest("g", "Ann"), b"hash")
        assert store.complaints() == ["no room for new tables: its quota is used up"]
        assert await store.archive("old", 10)  # cleaning goes on

    with closing(place.open(SpaceLimits(quota=QUOTA))) as store:
        asyncio.run(do(store))


def test_a_disk_that_others_fill_is_left_its_reserve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = 1_000_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free))
    entry = Entry(1, 5, "ann", "c", ChatSent(0, ""))

    async def write(store: SqliteStore) -> None:
        nonlocal free
        await store.append(Addition("t", entry))
        free = 99_999
        with pytest.raises(NoRoom, match="its disk is almost full"):
            await store.append(Addition("u", entry))
        with pytest.raises(NoRoom):
            await store.add_guest(Guest("g", "Ann"), b"hash")
        await store.append(Addition("t", Entry(2, 5, "ann", "d", ChatSent(0, ""))))
        free = 24_999
        with pytest.raises(StoreFailed, match="no room for play"):
            await store.append(Addition("t", Entry(3, 5, "ann", "e", ChatSent(0, ""))))
        free = 1_000_000
        await store.append(Addition("u", entry))

    with closing(SqliteStore(tmp_path, SpaceLimits(reserve=100_000))) as store:
        asyncio.run(write(store))


def test_a_write_ahead_log_that_grew_during_a_long_read_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LARGE_WAL", 8_000_000)
    wal = tmp_path / f"{FILE}-wal"
    with closing(SqliteStore(tmp_path)) as store, closing(sqlite3.connect(tmp_path / FILE)) as reader:
        asyncio.run(fill(store, 1, 2))
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchone()
        asyncio.run(fill(store, 2, 150))
        assert wal.stat().st_size > 12_000_000
        reader.execute("ROLLBACK")
        asyncio.run(asyncio.sleep(0.1))
        asyncio.run(fill(store, 150, 153))
        assert wal.stat().st_size < 8_000_000
        asyncio.run(store.check())
        assert len(asyncio.run(store.read_log("old"))) == 152


def test_space_is_set_in_megabytes() -> None:
    settings = read_settings({}, {"SKIPBO_QUOTA": "500", "SKIPBO_RESERVE": "20", "SKIPBO_EXPIRE_AFTER": "0"})
    assert (settings.quota, settings.reserve, settings.expire_after) == (500, 20, 0)


def test_the_command_keeps_the_reserve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIPBO_RESERVE", str(10**12))
    server = Process(tmp_path / "data")
    try:
        with pytest.raises(Refused) as refused:
            Account.create(server.url, "Ann")
    finally:
        server.kill()
    assert refused.value.code == "full"
