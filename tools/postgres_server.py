"""A real PostgreSQL for tests: in a temporary folder, on a Unix socket; it can be killed and started again."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from tools.server import free_port

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)  # Debian's, which are not in the path
PROGRAMS = shutil.which("initdb", path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, PLACES)]))
OTHER_USERS = ("postgres", "nobody")  # it refuses to run as root
# Hundreds of databases are made and thrown away, and many tests wait for the same disk. A killed server finds its files
# in memory as it finds them on a disk: only a loss of power would tell them apart.
IN_MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 4 << 30


def place() -> Path | None:
    """Returns a folder in memory if there is room; otherwise temporary files lie where they usually do."""
    return IN_MEMORY if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM_IN_MEMORY else None


class PostgresServer:
    def __init__(self, host: str = "") -> None:
        """With a host, it listens there too, and trusts whoever reaches it."""
        assert PROGRAMS is not None
        self._host = host
        self.port = free_port() if host else 5432
        self._programs = Path(PROGRAMS).parent
        self.folder = Path(tempfile.mkdtemp(prefix="skipbo-pg-", dir=place()))  # a short path, as sockets must have
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            import pwd

            users = {entry.pw_name: entry for entry in pwd.getpwall()}
            user = next(users[name] for name in OTHER_USERS if name in users)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.folder.chmod(0o755)
        self._data = str(self.folder / "data")
        make = [str(self._programs / "initdb"), "-D", self._data, "-A", "trust", "-U", "skipbo"]
        options = ["--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*make, *options], check=True, capture_output=True, cwd=self.folder, **self._as)
        if host:
            with (self.folder / "data" / "pg_hba.conf").open("a") as trusted:
                trusted.write("host all all 0.0.0.0/0 trust\n")
        self._databases = 0
        self.start()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://skipbo@/{database}?host={self.folder}&port={self.port}"

    def address_from_afar(self, address: str) -> str:
        """Returns an address of a database for those who come over the network."""
        return address.replace(f"host={self.folder}", f"host={self._host}")

    def start(self) -> None:
        deadline = time.monotonic() + 120  # on a busy disk, recovery takes its time
        self._launch()
        while True:
            try:
                psycopg.connect(self.address(), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.02)
                if self.process.poll() is not None:  # the memory of those that were killed is still in use
                    self._launch()

    def _launch(self) -> None:
        command = [str(self._programs / "postgres"), "-D", self._data, "-k", str(self.folder)]
        settings = ["-c", f"listen_addresses={self._host}", "-p", str(self.port), "-c", "max_connections=200"]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen([*command, *settings], stderr=log, cwd=self.folder, **self._as)

    def new_database(self, encoding: str = "UTF8") -> str:
        """Makes an empty database and returns its address."""
        self._databases += 1
        name = f"skipbo{self._databases}"
        with closing(psycopg.connect(self.address(), autocommit=True)) as connection:
            connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
        return self.address(name)

    def kill(self) -> None:
        """Kills all its processes at once, as a loss of power does."""
        self.process.send_signal(signal.SIGSTOP)  # it must not notice the death of the others and begin anew
        self._signal_children(signal.SIGKILL)
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """It takes what is sent, and never answers."""
        self.process.send_signal(signal.SIGSTOP)
        self._signal_children(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_children(signal.SIGCONT)
        self.process.send_signal(signal.SIGCONT)

    def _signal_children(self, number: signal.Signals) -> None:
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            os.kill(int(child), number)

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self.folder)
