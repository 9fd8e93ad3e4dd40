"""`skipbo serve --workers N`: processes on one address, started again when they end, replaced one after another."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tools.postgres_server import PostgresServer

from skipbo.client import Account, TableClient
from tests.server.needs import needs_postgres


class Supervised:
    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "skipbo", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, self.process.stderr and self.process.stderr.read()
        self.url = found[0]

    @property
    def workers(self) -> set[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return {pid for pid in map(int, children) if b"spawn_main" in command_line(pid)}

    def health(self) -> tuple[int, str] | None:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            return None


def command_line(pid: int) -> bytes:
    """Returns nothing for a process that has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.05)


@contextmanager
def supervised(*options: str, workers: int = 2) -> Iterator[Supervised]:
    running = Supervised(*options)
    try:
        wait_until(lambda: len(running.workers) >= workers and running.health() is not None)
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


@needs_postgres
@pytest.mark.slow
def test_workers_are_started_again_and_replaced_while_a_game_goes_on(postgres: PostgresServer) -> None:
    with supervised("--workers", "2", "--data", postgres.new_database()) as running:
        ann = Account.create(running.url, "Ann")
        with TableClient(ann, ann.open_table(players=2, bots=[None, "eager"], pace=0)) as table:
            first = running.workers
            os.kill(min(first), signal.SIGKILL)
            wait_until(lambda: len(running.workers) == 2 and running.workers != first)
            table.say("still here")
            before = running.workers
            running.process.send_signal(signal.SIGHUP)
            wait_until(lambda: len(running.workers) == 2 and not running.workers & before)
            table.say("and here")
        last = running.workers
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(30) == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in last)


@needs_postgres
@pytest.mark.parametrize("workers", [0, 2])  # none: one process without a supervisor
def test_before_a_server_among_several_stops_it_says_so_and_still_serves(
    postgres: PostgresServer, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKIPBO_NOTICE", "60")
    options = "--proxy", "127.0.0.1", "--workers", str(max(1, workers)), "--data", postgres.new_database()
    with supervised(*options, workers=workers) as running:
        ann = Account.create(running.url, "Ann")
        with TableClient(ann, ann.open_table(players=2, bots=[None, "eager"], pace=0)) as table:
            running.process.send_signal(signal.SIGTERM)
            wait_until(lambda: running.health() == (404, "leaving\n"))
            table.say("still here")
            assert ann.open_table()
            os.killpg(running.process.pid, signal.SIGINT)  # what Ctrl-C in a terminal does
            running.process.wait(30)


@pytest.mark.slow
@needs_postgres
def test_workers_end_with_their_supervisor(postgres: PostgresServer) -> None:
    with supervised("--workers", "2", "--data", postgres.new_database()) as running:
        workers = running.workers
        running.process.kill()
        running.process.wait()
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "2"], "Several workers need a PostgreSQL database"),
        (["--bell", "redis://localhost"], "A bell is for several servers of one PostgreSQL database"),
        (["--bell", "localhost", "--data", "postgresql:///none"], "localhost is no address of a Redis"),
    ],
)
def test_what_needs_postgresql_says_so(options: list[str], said: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "skipbo", "serve", "--port", "0", "--data", str(tmp_path), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert said in " ".join(done.stderr.split())
