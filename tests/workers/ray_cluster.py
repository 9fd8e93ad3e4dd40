"""A real Ray cluster for tests: several nodes on this machine, each killed when a test wants that."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

RAY = Path(sys.executable).with_name("ray")
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}  # no token in the home of whoever tests
STARTED = "Ray runtime started."
NOTHING: Mapping[str, str] = MappingProxyType({})


class RayCluster:
    """A head, with one core if it is not told otherwise, and more nodes of one core each."""

    def __init__(self, more_nodes: int = 0, *, head_cores: int = 1) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # a short path, as sockets must have
        self._log = (self.folder / "log").open("w")
        self.port, self.client_port = free_port(), free_port()
        client = [f"--ray-client-server-port={self.client_port}"]
        head = f"--head --port={self.port} --num-cpus={head_cores} --include-dashboard=false"
        self.head = self._start(head.split() + client)
        self.nodes: list[subprocess.Popen[bytes]] = []
        try:
            self._wait_until_started(1)
            for node in range(more_nodes):  # one after another: they would take the same ports
                self.add_node()
                self._wait_until_started(2 + node)
        except BaseException:
            self.close()
            raise

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def client_address(self) -> str:
        wait_for(self.client_port)  # it starts after the rest
        return f"ray://127.0.0.1:{self.client_port}"

    def add_node(self, environment: Mapping[str, str] = NOTHING, gpus: int = 0) -> subprocess.Popen[bytes]:
        options = [f"--address={self.address}", "--num-cpus=1", f"--num-gpus={gpus}"]
        self.nodes.append(self._start(options, environment))
        return self.nodes[-1]

    def _wait_until_started(self, processes: int, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while (log := (self.folder / "log").read_text()).count(STARTED) < processes:
            assert time.monotonic() < until, log
            time.sleep(0.05)

    def _start(self, options: list[str], environment: Mapping[str, str] = NOTHING) -> subprocess.Popen[bytes]:
        here = ["--block", "--disable-usage-stats"]
        if "--head" in options:
            here.append(f"--temp-dir={self.folder}")
        return subprocess.Popen(
            [str(RAY), "start", *options, *here],
            env={**os.environ, **QUIET, **environment},
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def kill(self, node: subprocess.Popen[bytes]) -> None:
        """Kills all processes of a node at once, as a loss of power does."""
        if node.poll() is not None:
            return
        node.send_signal(signal.SIGSTOP)  # it must not notice the death of the others and clean up
        for process in reversed(descendants(node.pid)):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        node.kill()
        node.wait()

    def close(self) -> None:
        for node in [*self.nodes, self.head]:
            self.kill(node)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have started."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:  # it has just ended
        return []
    return [number for child in map(int, children) for number in (child, *descendants(child))]


def processes_with(text: str) -> list[int]:
    """The processes that have this in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:  # it has just ended
            continue
        if text in line:
            found.append(int(path.parent.name))
    return found


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_for(port: int, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < until, f"nobody listens on port {port}"
            time.sleep(0.05)
