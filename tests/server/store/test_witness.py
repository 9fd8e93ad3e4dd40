"""A start notices that confirmed entries are gone; it does not complain of anything else."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tools.server import Process

from skipbo.client import Account
from skipbo.errors import Malformed
from skipbo.server.store.backup import backup
from skipbo.server.store.interface import Addition, Guest
from skipbo.server.store.log import ChatSent, Entry
from skipbo.server.store.schema import FILE
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.store.witness import WITNESS_FILE, read_witness
from skipbo.server.store.writer import WITNESS_WITHIN
from tests.server.store.test_folder import skipbo

WAL = f"{FILE}-wal"


async def say(store: SqliteStore, *versions: int, table: str = "t") -> None:
    for version in versions:
        await store.append(Addition(table, Entry(version, 5, "ann", f"c{version}", ChatSent(0, "x" * 100))))
    await asyncio.sleep(3 * WITNESS_WITHIN)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder as a killed server leaves it: the latest entries are in the write-ahead log only."""
    with closing(SqliteStore(tmp_path / "running")) as store:
        asyncio.run(say(store, *range(1, 40)))
        asyncio.run(store.add_guest(Guest("g", "Ann"), b"hash"))
        shutil.copytree(tmp_path / "running", tmp_path / "killed")
        yield tmp_path / "killed"


def entries(folder: Path) -> int:
    with closing(SqliteStore(folder)) as store:
        return len(asyncio.run(store.read_log("t")))


def test_after_a_kill_everything_is_there(folder: Path) -> None:
    assert read_witness(folder) == ("t", 39)
    assert (folder / WAL).stat().st_size > 0
    assert entries(folder) == 39
    assert read_witness(folder) == ("t", 39)  # nor does a server that wrote nothing change it
    assert entries(folder) == 39


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.9])
def test_a_write_ahead_log_that_was_cut_off_is_noticed(folder: Path, kept: float) -> None:
    os.truncate(folder / WAL, int(kept * (folder / WAL).stat().st_size))
    with pytest.raises(Malformed, match=r"has lost moves that were confirmed.*delete .*tables\.witness"):
        SqliteStore(folder)
    with pytest.raises(Malformed, match="has lost moves"):  # the first try has not hidden it
        SqliteStore(folder)
    (folder / WITNESS_FILE).unlink()
    assert entries(folder) < 39


def test_a_database_that_was_removed_or_replaced_by_an_older_one_is_noticed(folder: Path, tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "old")) as store:
        asyncio.run(say(store, 1, 2))
        backup(str(tmp_path / "old"), tmp_path / "copy")
    (folder / WAL).unlink()
    shutil.copy(tmp_path / "copy", folder / FILE)
    with pytest.raises(Malformed, match="older copy"):
        SqliteStore(folder)
    (folder / FILE).unlink()
    with pytest.raises(Malformed, match="has lost moves"):
        SqliteStore(folder)


def test_a_backup_is_served_from_an_empty_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    backup(str(folder), tmp_path / "empty" / FILE)
    assert entries(tmp_path / "empty") == 39


@pytest.mark.parametrize("torn", [b"", b"t 40", b"t 40 00000000" + b" " * 114 + b"\n", b"\xff" * 128, b" " * 128])
def test_half_a_witness_accuses_nobody(folder: Path, torn: bytes) -> None:
    (folder / WITNESS_FILE).write_bytes(torn)
    assert entries(folder) == 39


def test_entries_that_conflict_and_guests_are_not_named(tmp_path: Path) -> None:
    async def collide(store: SqliteStore) -> None:
        await say(store, 1)
        first, second = Entry(1, 5, "bob", "x", ChatSent(0, "")), Entry(1, 5, "bob", "y", ChatSent(0, ""))
        await asyncio.gather(
            store.append(Addition("u", first)), store.append(Addition("t", second)), return_exceptions=True
        )
        await store.add_guest(Guest("g", "Ann"), b"hash")

    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(collide(store))
    assert read_witness(tmp_path) == ("u", 1)
    assert entries(tmp_path) == 1


def test_a_stream_of_commits_is_witnessed_while_it_goes_on(tmp_path: Path) -> None:
    async def stream(store: SqliteStore) -> None:
        end, version = time.monotonic() + 6 * WITNESS_WITHIN, 0
        while time.monotonic() < end:
            version += 1
            await store.append(Addition("t", Entry(version, 5, "ann", f"c{version}", ChatSent(0, ""))))
        named = read_witness(tmp_path)
        assert named is not None
        assert 1 < named[1] <= version

    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(stream(store))


@pytest.mark.slow
def test_a_server_whose_log_was_cut_off_while_it_was_down_does_not_start(tmp_path: Path) -> None:
    server = Process(tmp_path / "data")
    try:
        account = Account.create(server.url, "Ann")
        account.open_table()
        time.sleep(3 * WITNESS_WITHIN)
    finally:
        server.kill()
    os.truncate(server.folder / WAL, 0)
    ended = skipbo("serve", "--port", 0, "--data", server.folder)
    assert ended.returncode == 1
    assert f"skipbo: {server.folder} has lost moves that were confirmed" in ended.stderr
    with closing(sqlite3.connect(server.folder / FILE)) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (0,)
