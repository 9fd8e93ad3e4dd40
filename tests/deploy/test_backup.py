"""Tables in PostgreSQL are backed up and restored with its own programs, as `docs/hosting.md` says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.postgres_server import PLACES, PostgresServer
from tools.server import Process

from skipbo.client import Account
from tests.server.needs import needs_postgres
from tests.server.test_play import play_to_the_end


def run(program: str, *arguments: str | Path) -> None:
    path = shutil.which(program, path=os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", "")]))
    assert path is not None
    done = subprocess.run([path, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@needs_postgres
@pytest.mark.slow
def test_a_dump_that_was_made_while_a_server_ran_is_restored_checked_and_served(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    original, restored, dump = postgres.new_database(), postgres.new_database(), tmp_path / "dump"
    server = Process(tmp_path / "server", data=original)
    try:
        guest = Account.create(server.url, "Ann")
        table = play_to_the_end(guest, stock=1, bots=[None, "eager"], pace=0)
        run("pg_dump", "--format=custom", f"--file={dump}", original)
    finally:
        server.stop()
    run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={restored}", dump)
    checked = subprocess.run([sys.executable, "-m", "skipbo", "check", restored], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    again = Process(tmp_path / "again", data=restored)
    try:
        same = Account(again.url, guest.token)
        assert same.replay(table, 1).frames
    finally:
        again.stop()
