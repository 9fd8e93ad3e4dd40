"""A backup made while people play, restored into another folder and served there."""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest
from tools.server import Process

from skipbo.client import Account, AsyncTableClient, TableClient
from skipbo.errors import Malformed
from skipbo.server.store.backup import backup, restore
from skipbo.server.store.interface import Addition
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.log import ChatSent, Entry
from skipbo.server.store.schema import FILE, MIGRATIONS
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.store.witness import read_witness
from tests.server.chaos import Play, Witness, rows_of_file
from tests.server.server_process import InThread, served
from tests.server.store.test_damage import break_pages
from tests.server.store.test_folder import skipbo

TABLES = 4


async def acknowledged(play: Play, commands: int) -> None:
    """Waits until so many commands are acknowledged."""
    async with asyncio.timeout(60):
        while len(play.acknowledged) < commands:
            await asyncio.sleep(0.01)


async def play_while(server: InThread, copy: Callable[[], None]) -> dict[str, tuple[str, int]]:
    """Lets people play on while a copy is made; returns the commands that were acknowledged before that began."""
    play, folder = Play(), server.hub.store.path.parent  # type: ignore[attr-defined]
    async with AsyncExitStack() as stack:
        for _number in range(TABLES):
            people = [await asyncio.to_thread(Account.create, server.url, name) for name in ("Ann", "Bob")]
            table = await asyncio.to_thread(people[0].open_table, stock=4, grace=86_400)
            for account in people:
                place = await stack.enter_async_context(AsyncTableClient(account, table))
                play.places.append(place)
            await place.sit()
        async with asyncio.TaskGroup() as group:
            dice = map(random.Random, range(len(play.places)))
            players = [group.create_task(play.person(number, own)) for number, own in enumerate(dice)]
            play.going.set()
            await acknowledged(play, 100)
            before = dict(play.acknowledged)
            await asyncio.to_thread(copy)
            await acknowledged(play, len(play.acknowledged) + 20)
            await play.rest()
            await Witness(play, rows_of_file(folder / FILE)).check()
            for player in players:
                player.cancel()
    return before


@pytest.mark.slow
def test_everything_that_was_acknowledged_before_a_backup_began_is_in_it(tmp_path: Path) -> None:
    def copy() -> None:
        done = skipbo("backup", "--data", tmp_path / "data", tmp_path / "copy")
        assert done.returncode == 0, done.stderr

    with served(tmp_path / "data") as server:
        before = asyncio.run(play_while(server, copy))
    done = skipbo("restore", tmp_path / "copy", tmp_path / "restored")
    assert (done.returncode, done.stdout) == (0, f"Tables checked: {TABLES}; damage found: 0.\n"), done.stderr
    with closing(sqlite3.connect(tmp_path / "restored" / FILE)) as connection:
        rows = connection.execute("SELECT command, table_id, version FROM log").fetchall()
    restored = {command: (table, version) for command, table, version in rows}
    assert {command: restored.get(command) for command in before} == before
    with served(tmp_path / "restored") as server:
        ann = Account.create(server.url, "Ann")
        with TableClient(ann, next(iter(before.values()))[0]) as table:
            assert table.now.version >= max(version for name, version in before.values() if name == table.id)
    assert skipbo("check", tmp_path / "restored").returncode == 0


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    async def say(store: SqliteStore) -> None:
        for version in range(1, 200):
            await store.append(Addition("t", Entry(version, version, "ann", str(version), ChatSent(0, "x" * 100))))

    with closing(SqliteStore(tmp_path / "data")) as store:
        asyncio.run(say(store))
        backup(str(tmp_path / "data"), tmp_path / "copy")
    return tmp_path / "copy"


def test_a_restored_folder_has_a_witness_and_nothing_is_left_over(copy: Path, tmp_path: Path) -> None:
    restore(copy, tmp_path / "new")
    assert read_witness(tmp_path / "new") == ("t", 199)
    assert {file.name for file in (tmp_path / "new").iterdir()} == {FILE, "tables.witness", "serving.lock"}
    with closing(SqliteStore(tmp_path / "new")) as store:
        assert len(asyncio.run(store.read_log("t"))) == 199


def test_a_folder_with_tables_is_left_alone(copy: Path, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="has tables already: restore into an empty folder"):
        restore(copy, tmp_path / "data")
    with FolderLock(tmp_path / "served"), pytest.raises(Malformed, match="Another server uses the folder"):
        restore(copy, tmp_path / "served")


def test_what_is_not_a_whole_backup_is_not_restored(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "note").write_text("milk, bread\n" * 1000)
    sqlite3.connect(tmp_path / "another").executescript("CREATE TABLE shopping (item TEXT)").connection.close()
    (tmp_path / "half").write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / FILE).write_bytes(copy.read_bytes())
    break_pages(tmp_path / "broken")
    for wrong in ("note", "another", "half", f"broken/{FILE}"):
        with pytest.raises(Malformed, match="cannot be restored"):
            restore(tmp_path / wrong, tmp_path / "new")
        assert {file.name for file in (tmp_path / "new").iterdir()} == {"serving.lock"}
    with pytest.raises(Malformed, match="There is no backup"):
        restore(tmp_path / "nothing", tmp_path / "new")
    restore(copy, tmp_path / "new")


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "copy")) as connection:
        for migration in MIGRATIONS[:2]:
            connection.executescript(migration)
        connection.execute("PRAGMA user_version = 2")
    restore(tmp_path / "copy", tmp_path / "new")
    assert skipbo("check", tmp_path / "new").returncode == 0


@pytest.mark.slow
def test_a_killed_server_goes_on_from_a_backup_of_its_last_moment(tmp_path: Path) -> None:
    """As after a disk that was lost: backups are made all the time, and the last whole one is restored."""
    server = Process(tmp_path / "data")
    try:
        account = Account.create(server.url, "Ann")
        table = account.open_table(bots=[None, "eager"], pace=10_000)
        with TableClient(account, table) as place:
            for number in range(3):
                place.say("hello")
                backup(str(server.folder), tmp_path / f"copy {number}")
            version = place.now.version
    finally:
        server.kill()
    restore(tmp_path / "copy 2", tmp_path / "new")
    with served(tmp_path / "new") as again, TableClient(Account(again.url, account.token), table) as place:
        assert place.now.version == version
