"""A real Redis for tests: in a temporary folder, on a Unix socket; it can be killed, frozen and started again."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tools.server import free_port

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")


class RedisServer:
    def __init__(self, host: str = "") -> None:
        """With a host, it listens there too."""
        self.port = free_port() if host else 0
        self.address_from_afar = f"redis://{host}:{self.port}"
        self._listen = ["--bind", host, "--protected-mode", "no"] if host else []
        self.folder = Path(tempfile.mkdtemp(prefix="skipbo-redis-"))
        self._socket = self.folder / "socket"
        self.address = f"unix://{self._socket}"
        self.start()

    def start(self) -> None:
        assert PROGRAM is not None
        options = ["--port", str(self.port), "--unixsocket", str(self._socket), "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen([PROGRAM, *options, *self._listen], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not self._answers():
            assert time.monotonic() < deadline, "Redis did not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(str(self._socket))
            except OSError:
                return False
            return True

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """It takes what is sent, and never answers."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)
