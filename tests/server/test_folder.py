"""The folder of a server: one server uses it, and what happens to its files behind the server's back is noticed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.server import Process

from skipbo.client import Account
from skipbo.errors import Malformed
from skipbo.server.local import RUNNING_FILE
from skipbo.server.store.lock import FolderLock


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
        timeout=60,
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


def test_a_killed_server_leaves_no_lock(process: Process) -> None:
    process.kill()
    process.start()
    Account.create(process.url, "Ann")


def test_play_leaves_the_file_of_a_server_that_does_not_answer(tmp_path: Path) -> None:
    folder = tmp_path / "skipbo" / "tables"
    with FolderLock(folder):
        (folder / RUNNING_FILE).write_text('{"address": "http://127.0.0.1:9", "id": "busy"}')
        ended = skipbo("play", "--no-browser", XDG_DATA_HOME=str(tmp_path))
    assert ended.returncode == 1
    assert "Another server uses the folder" in ended.stderr
    assert (folder / RUNNING_FILE).exists()
