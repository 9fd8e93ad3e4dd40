"""Runs Python as somebody would who has just installed the package."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType


def run_python(
    code: str,
    *arguments: str,
    stdout: int = subprocess.PIPE,
    preexec_fn: Callable[[], None] | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "NUMBA_"))}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=kept | {"LANG": "C.UTF-8", "LANGUAGE": "en", **environment},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        preexec_fn=preexec_fn,
    )


def interrupt(process: subprocess.Popen[str], seconds: float = 60, times: int = 3) -> tuple[str, str]:
    """Presses Ctrl-C until the process ends; returns the rest of its output.

    Python ignores an interrupt that comes while a finalizer runs, which a start on a busy machine makes likely.
    """
    for _time in range(times):
        process.send_signal(signal.SIGINT)
        try:
            return process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    raise AssertionError(f"the process did not end after {times} interrupts")
