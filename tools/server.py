"""A real `skipbo serve` in a process of its own, without limits: for tests, measurements and pictures."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from skipbo.server.limits import Limits, Rate

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
    logs=PATIENT,
    guest_work=PATIENT,
    address_work=PATIENT,
    searching=PATIENT,
    address_tables=PATIENT,
    connections_of_address=20_000,
    listed_of_address=1000,
)


PORTS = range(20_000, 30_000)  # below those that a system gives to whoever wants any
MARK = 10_000  # how far above a port its mark is


def free_port() -> int:
    """Returns a port that is free, and stays so: until this process ends, no other that asks here gets it.

    A UDP port elsewhere, which stays bound, is the mark that others see.
    """
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, socket.socket(type=socket.SOCK_DGRAM) as mark:
            try:
                probe.bind(("127.0.0.1", port))
                mark.bind(("127.0.0.1", port + MARK))
            except OSError:
                continue
            mark.detach()
            return port


class Process:
    """`skipbo serve` as somebody starts it, to be stopped, killed and started again."""

    def __init__(
        self,
        folder: Path,
        limits: Limits = UNLIMITED,
        data: str = "",
        bell: str = "",
        host: str = "127.0.0.1",
        prefix: Sequence[str] = (),
        environment: Mapping[str, str] = {},
    ) -> None:
        """`data` is the address of a database; without it, the tables are in the folder. `prefix` runs the command."""
        folder.mkdir(parents=True)
        self.folder = folder
        self._data = data or str(folder)
        self._bell = ["--bell", bell] if bell else []
        self.port = free_port()
        self.url = f"http://{host}:{self.port}"
        self._host = host
        self._prefix = prefix
        self._environment = environment
        self._settings = folder / "settings.toml"
        self._settings.write_text("".join(_to_toml(name, rate) for name, rate in asdict(limits).items()))
        self.start()

    def start(self, environment: Mapping[str, str] | None = None) -> None:
        """Starts it, from now on with other variables if they are given."""
        if environment is not None:
            self._environment = environment
        with (self.folder.parent / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._prefix, sys.executable, "-m", "skipbo", "serve", *self._options()],
                stdout=subprocess.DEVNULL,
                stderr=log,
                env={**os.environ, "LANGUAGE": "en", **self._environment},
            )
        deadline = time.monotonic() + 300  # with an empty cache it compiles first, on a machine that may be busy
        while not self._ready():
            assert self._process.poll() is None, "the server did not start"
            assert time.monotonic() < deadline
            time.sleep(0.06)  # not so often that the server would limit it

    def _ready(self) -> bool:
        """Whether it answers, and has compiled what tables need."""
        try:
            with urllib.request.urlopen(self.url + "/api/v1/server", timeout=5) as response:
                return bool(json.load(response)["ready"])
        except OSError:
            return False

    def _options(self) -> list[str]:
        return [
            "--host",
            self._host,
            "--port",
            str(self.port),
            "--data",
            self._data,
            *self._bell,
            "--config",
            str(self._settings),
        ]

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


def _to_toml(name: str, limit: dict[str, float] | int) -> str:
    if isinstance(limit, int):
        return f"limits.{name} = {limit}\n"
    return "".join(f"limits.{name}.{key} = {value:.1f}\n" for key, value in limit.items())
