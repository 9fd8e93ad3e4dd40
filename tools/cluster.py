"""Several nodes, PostgreSQL, Redis and HAProxy in front of them, each of them real."""

import shutil
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer
from tools.server import Process, free_port

CONFIG = Path(__file__).parent.parent / "deploy" / "haproxy-nodes.cfg"
NODES = ("10.0.0.11:8470", "10.0.0.12:8470")
HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin")


class Proxy:
    """HAProxy with the configuration of `deploy`, without TLS."""

    def __init__(self, folder: Path, nodes: Sequence[str], **changes: str) -> None:
        """Gets the addresses of the nodes, and other changes of the configuration."""
        text = CONFIG.read_text()
        self.port = free_port()
        bind = ":443 ssl crt /etc/haproxy/cards.example.pem"
        hosts = [node.removeprefix("http://") for node in nodes]
        changes |= {bind: f"127.0.0.1:{self.port}", **dict(zip(NODES, hosts, strict=True))}
        for before, after in changes.items():
            assert before in text
            text = text.replace(before, after)
        self._file = folder / "haproxy.cfg"
        self._file.write_text(text)
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        assert HAPROXY is not None
        self.process = subprocess.Popen([HAPROXY, "-db", "-f", str(self._file)], stderr=subprocess.DEVNULL)
        while True:
            assert self.process.poll() is None, "HAProxy did not start"
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            time.sleep(0.01)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Cluster:
    """Two nodes, PostgreSQL, Redis and a proxy, each of them real."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = {}, /, **changes: str) -> None:
        """The nodes get an environment; changes are those of the proxy's configuration."""
        self._environment = environment
        self.postgres = PostgresServer()
        self.redis = RedisServer()
        self.database = self.postgres.new_database()
        self.nodes = [self.node(folder / name) for name in ("one", "two")]
        self.proxy = Proxy(folder, [node.url for node in self.nodes], **changes)

    def node(self, folder: Path) -> Process:
        given = self._environment
        return Process(folder / "data", data=self.database, bell=self.redis.address, environment=given)

    def end(self) -> None:
        self.proxy.kill()
        for node in self.nodes:
            node.kill()
        self.redis.stop()
        self.postgres.stop()
