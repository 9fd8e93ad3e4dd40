"""What the compose file starts, started for real without containers: the same commands, variables and configuration.

PostgreSQL, Redis, Caddy and the nodes are those of this machine; only addresses and the certificate are others.
"""

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from tools.postgres_server import PostgresServer
from tools.redis_server import PROGRAM
from tools.server import free_port

from skipbo.client import Account, Refused
from skipbo.protocol.messages import Kind
from tests.deploy.files import read_compose
from tests.server.needs import needs_postgres, needs_redis
from tests.server.test_play import finish
from tests.server.test_proxies import Place, caddy, certificate

__all__ = ["certificate"]

pytestmark = [
    pytest.mark.slow,
    needs_postgres,
    needs_redis,
    pytest.mark.skipif(not shutil.which("caddy") or not shutil.which("openssl"), reason="Caddy or OpenSSL is missing"),
]

SECRETS = {"SKIPBO_NAME": "cards.example", "POSTGRES_PASSWORD": "secret"}  # what a host puts into .env
SUBNET = "10.89.47.0/24"
DATABASE = "postgresql://skipbo@database/skipbo?"
BELL = "redis://bell:6379"


def environment_of(service: str) -> dict[str, str]:
    """The variables of a service, with those of `.env` put in."""
    given: dict[str, str] = read_compose()["services"][service]["environment"]
    return {name: re.sub(r"\$\{(\w+):\?[^}]+\}", lambda found: SECRETS[found[1]], text) for name, text in given.items()}


def changed(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after)


class Node:
    def __init__(self, service: str, database: str, bell: str, log: Path) -> None:
        given = environment_of(service)
        given["SKIPBO_DATA"] = changed(given["SKIPBO_DATA"], DATABASE, database + "&")
        given["SKIPBO_BELL"] = changed(given["SKIPBO_BELL"], BELL, bell)
        given["SKIPBO_PROXIES"] = changed(given["SKIPBO_PROXIES"], SUBNET, "127.0.0.0/8")
        self.port = free_port()
        self._environment = given | {"SKIPBO_PORT": str(self.port)}
        self._grace = int(read_compose()["services"][service]["stop_grace_period"].removesuffix("s"))
        self._log = log
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "skipbo", "serve"],
                env=os.environ | self._environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        deadline = time.monotonic() + 120
        while not self._is_ready():
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.2)

    def _is_ready(self) -> bool:
        address = f"http://127.0.0.1:{self.port}/api/v1/server"
        with suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            return bool(json.load(answer)["ready"])
        return False

    def stop(self) -> None:
        """Ends it as an engine does: it is killed if it takes longer than it may."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(self._grace)


@pytest.fixture
def bell(tmp_path: Path) -> Iterator[str]:
    """The address of Redis, started as compose starts Valkey."""
    assert PROGRAM is not None
    _valkey, *options = read_compose()["services"]["bell"]["command"]
    port = free_port()
    command = [PROGRAM, *options, "--bind", "127.0.0.1", "--port", str(port), "--dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as redis:
        yield f"redis://127.0.0.1:{port}"
        redis.terminate()


@pytest.fixture
def nodes(postgres: PostgresServer, bell: str, tmp_path: Path) -> Iterator[list[Node]]:
    database = postgres.new_database()
    with ExitStack() as stack:
        made = [Node(service, database, bell, tmp_path / service) for service in ("node1", "node2")]
        for node in made:
            stack.callback(node.stop)
        yield made


@pytest.fixture
def url(
    nodes: list[Node],
    certificate: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """The address of Caddy in front of the nodes."""
    listed = environment_of("proxy")["SKIPBO_NODES"]
    for number, node in enumerate(nodes, start=1):
        listed = changed(listed, f"node{number}:8470", f"127.0.0.1:{node.port}")
    monkeypatch.setenv("SKIPBO_NODES", listed)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "caddy"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "caddy"))
    place = Place(tmp_path, free_port(), "", certificate)
    address, trust = f"https://127.0.0.1:{place.port}", ssl.create_default_context(cafile=str(certificate))
    with (tmp_path / "proxy").open("wb") as log, subprocess.Popen(caddy(place), stdout=log, stderr=log) as proxy:
        deadline = time.monotonic() + 30
        while True:
            with suppress(OSError):
                urllib.request.urlopen(address + "/api/v1/server", timeout=10, context=trust).close()
                break
            assert proxy.poll() is None, (tmp_path / "proxy").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.2)
        yield address
        proxy.terminate()


def open_table(guest: Account) -> str:
    """Opens a table, later if there were too many lately. A bot takes its time: so there seldom are."""
    while True:
        try:
            return guest.open_table(stock=2, bots=[None, "eager"], pace=200)
        except Refused as refused:
            if refused.kind is not Kind.LIMITED:
                raise
            time.sleep(1)


def test_people_play_through_the_proxy_while_one_node_after_the_other_is_restarted(url: str, nodes: list[Node]) -> None:
    guest, opened, games, over = Account.create(url, "Ann"), list[str](), list[str](), threading.Event()

    def play() -> None:
        while not over.is_set():
            opened.append(open_table(guest))
            finish(guest, opened[-1])
            games.append(opened[-1])

    with ThreadPoolExecutor() as pool:
        player = pool.submit(play)
        try:
            for node in nodes:
                while len(opened) == len(games) and not player.done():  # a game goes on while the node stops
                    time.sleep(0.05)
                played = len(games)
                node.stop()
                node.start()
                while len(games) < played + 2 and not player.done():  # one of them began after the restart
                    time.sleep(0.1)
        finally:
            over.set()
        player.result(60)
    assert all(guest.replay(table, 1).frames for table in games[-2:])
