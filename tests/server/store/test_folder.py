"""The folder of a server: one server uses it, and what happens to its files behind the server's back is noticed."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tools.server import Process

from skipbo.client import Account, AsyncTableClient, Refused
from skipbo.client.async_client import new_id
from skipbo.errors import Malformed
from skipbo.protocol import commands as asked
from skipbo.server.local import RUNNING_FILE
from skipbo.server.store.files import TRUSTED_FOR
from skipbo.server.store.lock import FolderLock
from skipbo.server.store.schema import FILE
from tests.server.server_process import InThread, served


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path / "data")
    yield server
    server.kill()


def skipbo(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command `skipbo`, in English, until it ends."""
    return subprocess.run(
        [sys.executable, "-m", "skipbo", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,  # the rules may have to be compiled first
        env=os.environ | {"LANGUAGE": "en"} | environment,
    )


# One server


def test_a_folder_is_locked_once(tmp_path: Path) -> None:
    with FolderLock(tmp_path / "data"):
        with pytest.raises(Malformed, match=r"Another server uses the folder .*data: stop that one"):
            FolderLock(tmp_path / "data")
        FolderLock(tmp_path / "another").release()
    FolderLock(tmp_path / "data").release()


def test_a_second_server_on_a_folder_does_not_start_and_readers_do(process: Process, tmp_path: Path) -> None:
    second = skipbo("serve", "--port", 0, "--data", process.folder)
    assert second.returncode == 1
    assert second.stderr.startswith(f"skipbo: Another server uses the folder {process.folder}")
    assert skipbo("backup", "--data", process.folder, tmp_path / "copy").returncode == 0
    Account.create(process.url, "Ann")  # the first is not disturbed


@pytest.mark.slow
def test_a_killed_server_leaves_no_lock(process: Process) -> None:
    process.kill()
    process.start()
    Account.create(process.url, "Ann")


@pytest.mark.slow
def test_play_leaves_the_file_of_a_server_that_does_not_answer(tmp_path: Path) -> None:
    folder = tmp_path / "skipbo" / "tables"
    with FolderLock(folder):
        (folder / RUNNING_FILE).write_text('{"address": "http://127.0.0.1:9", "id": "busy"}')
        ended = skipbo("play", "--no-browser", XDG_DATA_HOME=str(tmp_path))
    assert ended.returncode == 1
    assert "Another server uses the folder" in ended.stderr
    assert (folder / RUNNING_FILE).exists()


# Files that are deleted, replaced or cut off


def health(server: InThread) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/healthz")
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response.status, body


def delete_folder(folder: Path) -> None:
    shutil.rmtree(folder)


def delete_database(folder: Path) -> None:
    (folder / FILE).unlink()


def replace_database(folder: Path) -> None:
    shutil.copy(folder / FILE, folder / "copy")
    os.replace(folder / "copy", folder / FILE)


def delete_wal(folder: Path) -> None:
    (folder / f"{FILE}-wal").unlink()


def replace_wal(folder: Path) -> None:
    (folder / "empty").touch()
    os.replace(folder / "empty", folder / f"{FILE}-wal")


def cut_wal(folder: Path) -> None:
    os.truncate(folder / f"{FILE}-wal", 0)


DAMAGE = [delete_folder, delete_database, replace_database, delete_wal, replace_wal, cut_wal]


@pytest.mark.parametrize("damage", DAMAGE)
def test_nothing_is_acknowledged_that_the_next_server_would_not_find(
    damage: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def talk(server: InThread, table: AsyncTableClient) -> None:
        await table.do(asked.Say(id=new_id(), text="here"))
        assert health(server) == (200, "ok\n")
        damage(tmp_path / "data")
        await asyncio.sleep(TRUSTED_FOR)
        there = sorted(tmp_path.rglob("*"))
        table.resend = 0.1
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(table.do(asked.Say(id=new_id(), text="lost")), 1)
        status, body = health(server)
        assert status == 503
        assert body.startswith("unavailable: ")
        assert "server runs" in body or "no longer there" in body
        with pytest.raises(Refused, match="cannot save"):
            await asyncio.to_thread(table.account.open_table)
        assert sorted(tmp_path.rglob("*")) == there  # no empty database in the place of the lost one

    async def play(server: InThread) -> None:
        account = Account.create(server.url, "Ann")
        async with AsyncTableClient(account, account.open_table()) as table:
            await talk(server, table)

    with served(tmp_path / "data") as server:
        asyncio.run(play(server))
    assert [record.getMessage() for record in caplog.records].count("store lost") == 1


def test_a_folder_that_is_moved_back_is_used_again(tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        account = Account.create(server.url, "Ann")
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        time.sleep(TRUSTED_FOR)
        with pytest.raises(Refused, match="cannot save"):
            account.open_table()
        (tmp_path / "elsewhere").rename(tmp_path / "data")
        assert account.open_table()
        assert health(server) == (200, "ok\n")


@pytest.mark.slow
def test_what_a_deleted_write_ahead_log_held_is_saved(process: Process) -> None:
    account = Account.create(process.url, "Ann")
    table = account.open_table()
    delete_wal(process.folder)
    time.sleep(TRUSTED_FOR)
    with pytest.raises(Refused, match="cannot save"):
        account.open_table()
    process.kill()
    process.start()
    assert [own.table.id for own in account.tables()] == [table]
