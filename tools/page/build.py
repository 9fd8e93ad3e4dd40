"""Builds the page: `python -m tools.page.build`. Does nothing while its sources are unchanged, and then needs no Node.

Makefile, package and tests all come here. Names of npm's scripts may follow, to be run in the same way: `check test`.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.page.files import GENERATED, KERNEL, PACKAGE, PAGE, ROOT, WEB, digest_of, files_in
from tools.page.node import CannotBuild, install_packages, need_node
from tools.wasm.linker import stamp_of

STAMP = WEB / "built.json"
LICENCES = ROOT / "LICENSE-THIRD-PARTY.txt"  # of every package that has something in the page
SOURCES = {".py", ".po", ".toml"}  # code, translations, and what the bots and the coach have learned


def page_sources() -> list[Path]:
    """Every file that Vite builds the page from, but those that are generated; the gallery is not shipped."""
    settings = [path for path in WEB.glob("[!.]*") if path.is_file() and path != STAMP]
    sources = [path for path in files_in(WEB / "src") if GENERATED not in path.parents]
    return [*settings, *sources, *files_in(WEB / "public"), *files_in(WEB / "licences")]


def all_sources() -> list[Path]:
    """More than what the page takes from Python: what that is, only `tools.page.data` knows."""
    tools = ROOT / "tools"
    scripts = [*(tools / "page").glob("*.py"), *(tools / "wasm").glob("*.py"), tools / "translations.py"]
    return [*page_sources(), *sources_in(PACKAGE), *scripts]


def sources_in(folder: Path) -> list[Path]:
    return [path for path in files_in(folder) if path.suffix in SOURCES]


def stamp() -> dict[str, str]:
    """The digests of the sources that the page was built from; none where it has not been built."""
    try:
        read: dict[str, str] = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return read if (PAGE / "index.html").exists() else {}


def is_current() -> bool:
    return stamp().get("sources") == digest_of(all_sources())


def kernel_sources() -> list[Path]:
    """Every file whose code, or whose numbers, may be compiled for the page."""
    rooms = [PACKAGE / room for room in ("kernel", "bots", "batch", "coach")]
    return [path for folder in (*rooms, ROOT / "tools" / "wasm") for path in sources_in(folder)]


def generate() -> None:
    """Writes what the page takes from Python."""
    run_python("tools.page.data", NUMBA_DISABLE_JIT="1")
    sources = digest_of(kernel_sources())
    if not KERNEL.exists() or stamp_of(KERNEL.read_bytes()) != sources:
        print("Compiling the rules for the page …", flush=True)
        run_python("tools.wasm.build", str(KERNEL), sources, NUMBA_OPT="0")


def run_python(module: str, *arguments: str, **environment: str) -> None:
    """Runs a module in a process of its own, where our package need not be installed."""
    path = [str(PACKAGE.parent), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    settings = os.environ | {"PYTHONPATH": os.pathsep.join(path)} | environment
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, env=settings)
    if done.returncode:
        raise CannotBuild("What the page takes from Python could not be written: see above.")


def build(*, install_node: bool = False) -> bool:
    """Returns whether there was anything to do."""
    sources = digest_of(all_sources())
    if stamp().get("sources") == sources:
        return False
    generate()
    page = digest_of([*page_sources(), *files_in(GENERATED)])
    if stamp().get("page") != page:
        print("Building the page …", flush=True)
        node = need_node(install=install_node)
        install_packages(node)
        STAMP.unlink(missing_ok=True)
        node.run("run", "--silent", "build", "--", "--logLevel", "warn")
        shutil.copyfile(PAGE / "licences.txt", LICENCES)
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
            node = need_node(install=options.install_node)
            install_packages(node)
            for script in options.scripts:
                node.run("run", script)
    except CannotBuild as error:
        sys.exit(f"skipbo: {error}")


if __name__ == "__main__":
    main()
