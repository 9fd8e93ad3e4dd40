"""A real server: in a process of its own, or in a thread of this one where a test must reach behind it."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Coroutine, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from skipbo.server.app import create_app
from skipbo.server.config import Settings
from skipbo.server.http.assets import Page
from skipbo.server.hub import Hub
from skipbo.server.launcher import configure, listen
from skipbo.server.limits import Limits, Rate
from skipbo.server.store.interface import Store
from skipbo.server.store.sqlite import SqliteStore

Result = TypeVar("Result")

PATIENT = Rate(1e9, 1e9)
UNLIMITED = Limits(
    commands=PATIENT,
    guest_commands=PATIENT,
    chat=PATIENT,
    faults=PATIENT,
    requests=PATIENT,
    guests=PATIENT,
    tables=PATIENT,
    handshakes=PATIENT,
    hints=PATIENT,
    replays=PATIENT,
)


def _to_toml(name: str, limit: dict[str, float] | int) -> str:
    if isinstance(limit, int):
        return f"limits.{name} = {limit}\n"
    return "".join(f"limits.{name}.{key} = {value:.1f}\n" for key, value in limit.items())


class InThread:
    """A server in a thread of this process; `hub` is what a test may look into."""

    def __init__(
        self, store: Store, limits: Limits = UNLIMITED, settings: Settings | None = None, page: Page | None = None
    ) -> None:
        self.settings = settings or Settings(port=0)
        self._listener = listen(self.settings)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.hub = Hub(store, limits)
        app = create_app(self.hub, self.settings, page or Page({}))
        self._server = uvicorn.Server(configure(app, self.settings))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)

    def _serve(self) -> None:
        asyncio.run(self._keep_serving())

    async def _keep_serving(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve([self._listener])

    def run(self, doing: Coroutine[Any, Any, Result]) -> Result:
        """Runs something where the server runs."""
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(30)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()


@contextlib.contextmanager
def served(
    folder: Path, limits: Limits = UNLIMITED, settings: Settings | None = None, page: Page | None = None
) -> Iterator[InThread]:
    server = InThread(SqliteStore(folder), limits, settings, page)
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """`skipbo serve` as somebody starts it, to be stopped, killed and started again."""

    def __init__(self, folder: Path, limits: Limits = UNLIMITED) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = folder / "settings.toml"
        self._settings.write_text("".join(_to_toml(name, rate) for name, rate in asdict(limits).items()))
        self.start()

    def start(self) -> None:
        with (self.folder.parent / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from skipbo.cli import main; main()", "serve", *self._options()],
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=os.environ | {"LANGUAGE": "en"},
            )
        deadline = time.monotonic() + 120
        while not self._ready():
            assert self._process.poll() is None, "the server did not start"
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def _ready(self) -> bool:
        """Whether it answers, and has compiled what tables need."""
        try:
            with urllib.request.urlopen(self.url + "/api/v1/server", timeout=5) as response:
                return bool(json.load(response)["ready"])
        except OSError:
            return False

    def _options(self) -> list[str]:
        return ["--port", str(self.port), "--data", str(self.folder), "--config", str(self._settings)]

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(30)

    def log(self) -> str:
        return (self.folder.parent / "log").read_text()
