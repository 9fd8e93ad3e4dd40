"""Bots in real processes, of which nothing may remain."""

import fcntl
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from skipbo.i18n import use_language

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
STRANGE = Path(__file__).parent / "strange_bot.py"
UNHURRIED = 30  # seconds, where time is not what a test is about: the machine may be busy

HAS_PERL = (
    shutil.which("perl") is not None
    and subprocess.run(["perl", "-MJSON::PP", "-e1"], capture_output=True).returncode == 0
)

Strange = Callable[..., str]


def is_free(lock: Path) -> bool:
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def nobody_lives(lock: Path, seconds: float = 5) -> bool:
    """Whether all who hold the lock end within this time."""
    return comes_true(lambda: is_free(lock), seconds)


def comes_true(condition: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here and in every process."""
    use_language("en")
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "lock"


@pytest.fixture
def strange(lock: Path) -> Iterator[Strange]:
    """The name of a bot that behaves in some way; afterwards no process and no thread is left."""
    before = threading.active_count()
    yield (
        lambda behaviour, *arguments: (
            "process:"
            + shlex.join([sys.executable, "-I", "-S", str(STRANGE), str(lock), behaviour, *map(str, arguments)])
        )
    )
    assert nobody_lives(lock)
    assert comes_true(lambda: threading.active_count() == before, UNHURRIED)  # who read from them ends after them


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example package is installed, as its user would."""
    folder = tmp_path_factory.mktemp("packages")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run(
        [*command, "--no-build-isolation", "--no-index", "--target", str(folder), str(EXAMPLES / "thrifty")], check=True
    )
    return folder


@contextmanager
def installed_in(folder: Path) -> Iterator[None]:
    """Packages in a folder where this process and its children find them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        yield


@pytest.fixture
def installed(packages: Path) -> Iterator[None]:
    with installed_in(packages):
        yield
