"""Machines with and without Node, bare copies of the source, fresh environments: where the package is installed."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.page.build import STAMP
from tools.page.files import GENERATED, PACKAGES, PAGE, ROOT
from tools.page.node import find_node
from tools.server import free_port

BUILT = {PAGE, GENERATED, STAMP}
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "dist", "skipbo-data", ".coverage*", "*.mo"
)
PATIENCE = 1800  # seconds for an installation that compiles the page, on a machine that does much else
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}  # nothing to wait for


def copy_source(target: Path, *, with_page: bool) -> Path:
    """A copy of the source as a clone has it, or with the page as `make page` has left it."""
    left_out = {PACKAGES, ROOT / "build", *(() if with_page else BUILT)}

    def ignore(folder: str, names: list[str]) -> set[str]:
        return {*LEFT_BEHIND(folder, names), *(name for name in names if Path(folder, name) in left_out)}

    return Path(shutil.copytree(ROOT, target, ignore=ignore))


@dataclass(frozen=True)
class Machine:
    """What commands find on a machine: a shell, and perhaps Node, but no compiler."""

    path: Path

    @classmethod
    def make(cls, path: Path, *, node: bool) -> "Machine":
        path.mkdir()
        for name in ("sh", "env"):
            (path / name).symlink_to(shutil.which(name) or name)
        if node:
            found = find_node()
            assert found is not None, "run: make page"
            (path / "node").symlink_to(Path(found.folder) / "node")
            (path / "npm").write_text(f'#!/bin/sh\nexec {shlex.join(found.npm)} "$@"\n')
            (path / "npm").chmod(0o755)
        return cls(path)

    def environment(self) -> dict[str, str]:
        ours = ("PYTHON", "VIRTUAL_ENV", "NUMBA_", "LANG", "LC_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return kept | {"PATH": str(self.path), "LANGUAGE": "en"}

    def run(self, *command: str | Path, cwd: Path) -> str:
        """Returns what a command prints; it must not fail."""
        environment = self.environment()
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def fresh_environment(self, folder: Path) -> Path:
        """Its Python."""
        self.run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
        return folder / "bin" / "python"


@contextmanager
def served(machine: Machine, command: Path, folder: Path) -> Iterator[str]:
    """The address of a server that an installed `skipbo` runs, in another folder than that of the source."""
    port = free_port()
    server = subprocess.Popen(
        [command, "serve", "--port", str(port), "--data", folder / "data"],
        cwd=folder,
        env=machine.environment() | INTERPRETED,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def read_page(url: str) -> str:
    """The page that a server shows, whose scripts it has."""
    page = get(url + "/").decode()
    scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
    assert scripts
    assert all(get(url + script) for script in scripts)
    return page


def get(address: str) -> bytes:
    """What is there, as soon as the server answers."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as response:
                return bytes(response.read())
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
