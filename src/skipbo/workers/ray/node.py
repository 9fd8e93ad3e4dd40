"""The side of a cluster's node: opens a task once, then does one piece of it after another."""

import hashlib
import os
import pickle
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

import skipbo
from skipbo.errors import SkipboError
from skipbo.i18n import use_language

PACKAGE = Path(skipbo.__file__).parent


@cache
def installed_code() -> str:
    """The skipbo of this machine: its version and a digest of its code. Equal ones give equal results."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return f"{skipbo.__version__}, {digest.hexdigest()[:12]}"


class _OpenTask:
    """The task that this process has open: the last one that it was asked for."""

    def __init__(self) -> None:
        self._name: tuple[bytes, str] | None = None
        self._open = ExitStack()
        self._work: Callable[[range], Any] | None = None

    def work(self, name: tuple[bytes, str], task: bytes, device: str) -> Callable[[range], Any]:
        if self._work is None or self._name != name:
            self._open.close()
            self._work = self._open.enter_context(pickle.loads(task).open(device))
            self._name = name
        return self._work


_open_task = _OpenTask()


def work_on(task: bytes, numbers: range, device: str, folder: str, language: str) -> tuple[str, Any, float]:
    """Returns `done`, the pickled result and the time it took; or `refused`, a sentence, and 0."""
    use_language(language)
    with suppress(OSError):
        os.chdir(folder)  # where the command was called: names of files mean the same, if it exists
    try:
        work = _open_task.work((hashlib.sha256(task).digest(), device), task, device)
        begun = time.perf_counter()
        result = work(numbers) if numbers else None
    except SkipboError as error:
        return "refused", str(error), 0.0
    return "done", pickle.dumps(result), time.perf_counter() - begun
