"""Caddy in front of two nodes, as the compose file has them, and nginx: who comes is served while one of them lives."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from tools.server import free_port

from skipbo.server.config import Settings
from tests.server.server_process import InThread, served
from tests.server.test_proxies import Place, caddy, certificate, nginx

__all__ = ["certificate"]


class Nodes:
    def __init__(self, nodes: list[InThread], url: str, trust: ssl.SSLContext) -> None:
        self.nodes = nodes
        self._url = url
        self._trust = trust

    def ask(self) -> str:
        """Returns the id of the node that answers. Raises `OSError` if none does."""
        with urllib.request.urlopen(self._url + "/api/v1/server", timeout=10, context=self._trust) as answer:
            return str(json.load(answer)["id"])

    def wait_until_asked(self, ids: set[str], times: int) -> None:
        """Until these nodes, and no others, answer so many questions in a row: the proxy looks at them every second."""
        deadline = time.monotonic() + 30
        while {self.ask() for _time in range(times)} != ids:
            assert time.monotonic() < deadline, "others answer"


@pytest.fixture
def nodes(certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    if shutil.which("caddy") is None or shutil.which("openssl") is None:
        pytest.skip("caddy or openssl is not installed")
    with ExitStack() as stack:
        settings = Settings(port=0, proxies=["127.0.0.1"])
        servers = [stack.enter_context(served(tmp_path / str(number), settings=settings)) for number in (1, 2)]
        monkeypatch.setenv("SKIPBO_NODES", " ".join(f"127.0.0.1:{server.port}" for server in servers))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "caddy"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "caddy"))
        place = Place(tmp_path, free_port(), "", certificate)
        with (tmp_path / "log").open("wb") as log:
            proxy = subprocess.Popen(caddy(place), stdout=log, stderr=log, env=os.environ)
        stack.callback(proxy.wait, 30)
        stack.callback(proxy.terminate)
        trust = ssl.create_default_context(cafile=str(certificate))
        there = Nodes(servers, f"https://127.0.0.1:{place.port}", trust)
        deadline = time.monotonic() + 30
        while True:
            try:
                there.ask()
                break
            except OSError:
                assert proxy.poll() is None, (tmp_path / "log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield there


def test_both_nodes_are_asked_and_when_one_is_gone_nobody_is_refused(nodes: Nodes) -> None:
    nodes.wait_until_asked({node.hub.id for node in nodes.nodes}, times=50)
    nodes.nodes[0].stop()
    assert {nodes.ask() for _time in range(50)} == {nodes.nodes[1].hub.id}


def test_a_node_that_cannot_store_anything_gets_nobody_new(nodes: Nodes) -> None:
    first, second = nodes.nodes
    first.hub.store.damage.note_whole("the disk is gone")
    nodes.wait_until_asked({second.hub.id}, times=20)
    assert {nodes.ask() for _time in range(20)} == {second.hub.id}


@contextmanager
def powerless() -> Iterator[int]:
    """A port where nobody answers, not even with a refusal: the system drops whoever comes to a queue that is full."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        with suppress(TimeoutError):
            while True:
                stack.enter_context(socket.create_connection(listener.getsockname(), timeout=0.5))
        yield listener.getsockname()[1]


def test_behind_nginx_a_node_without_power_keeps_nobody_waiting(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{os.environ.get('PATH', '')}:/usr/sbin")
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    settings = Settings(port=0, proxies=["127.0.0.1"])
    with powerless() as dead, served(tmp_path / "data", settings=settings) as server:
        place = Place(tmp_path, free_port(), f"127.0.0.1:{dead}; server 127.0.0.1:{server.port}", certificate)
        with (tmp_path / "log").open("wb") as log, subprocess.Popen(nginx(place), stdout=log, stderr=log) as proxy:
            try:
                wait_for_port(place.port, proxy)
                trust = ssl.create_default_context(cafile=str(certificate))
                there = Nodes([server], f"https://127.0.0.1:{place.port}", trust)
                assert {there.ask() for _time in range(4)} == {server.hub.id}
            finally:
                proxy.terminate()


def wait_for_port(port: int, proxy: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 30
    while True:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            return
        assert proxy.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
