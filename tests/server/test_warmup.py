"""The rules are compiled in a process of its own, whose memory the server does not keep."""

import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tools.server import Process

from skipbo.kernel.compiler import NotCached
from skipbo.server import warmup
from tests.processes import run_python
from tests.test_start_up import unwritable_copy

REFUSE = """
import numpy as np, threading
from skipbo.game.table import Table
from skipbo.kernel.compiler import NotCached, only_cached
from skipbo.kernel.doors import arrays
states, numbers = Table.of().states(), np.zeros(9, np.int64)
with only_cached():
    for _time in range(2):
        try:
            arrays.ending(states, numbers)
        except NotCached as error:
            print("not cached:", error)
    other = threading.Thread(target=arrays.ending, args=(states, numbers))
    other.start()
    other.join()
    arrays.ending(states, numbers)
print("compiled")
"""
NO_CHILD = """
import subprocess
from skipbo.server.warmup import warm_up
def start(*arguments, **options):
    raise AssertionError("another process was started")
subprocess.Popen = start
warm_up()
print("warm")
"""
LINUX = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")


def test_a_function_that_is_not_cached_is_refused_in_this_thread_only(tmp_path: Path) -> None:
    done = run_python(REFUSE, environment={"NUMBA_CACHE_DIR": str(tmp_path)})
    assert done.stdout == "not cached: ending\n" * 2 + "compiled\n", done.stderr


def test_where_nothing_can_be_written_no_other_process_could_help(tmp_path: Path) -> None:
    package, nowhere = unwritable_copy(tmp_path / "package"), tmp_path / "nowhere"
    nowhere.touch()
    homes = {"HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere), "PYTHONPATH": str(package)}
    done = run_python(REFUSE, environment=homes)
    assert done.stdout == "compiled\n", done.stderr


def test_a_second_start_needs_no_other_process() -> None:
    run_python("from skipbo.server.warmup import warm_up; warm_up()")
    done = run_python(NO_CHILD)
    assert done.stdout == "warm\n", done.stderr


def cold(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Makes the first rehearsal find nothing in the cache; returns the later ones."""
    rehearsed: list[str] = []

    def rehearse() -> None:
        rehearsed.append("played")
        if len(rehearsed) == 1:
            raise NotCached

    monkeypatch.setattr(warmup, "rehearse", rehearse)
    monkeypatch.setattr(warmup, "collect_garbage_rarely", lambda: None)
    return rehearsed


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        ("CHILD", "raise SystemExit('no compiler here')", "no compiler here"),
        ("CHILD", "import os; os.kill(os.getpid(), 9)", ""),
        ("PATIENCE", 0.01, "timed out"),
        ("sys.executable", "/nowhere/python", "/nowhere/python"),
    ],
)
def test_rules_that_cannot_be_compiled_apart_are_compiled_here(
    setting: str, value: object, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rehearsed = cold(monkeypatch)
    monkeypatch.setattr(f"skipbo.server.warmup.{setting}", value)
    with caplog.at_level(logging.INFO, "skipbo.server"):
        warmup.warm_up()
    assert len(rehearsed) == 2
    (record,) = caplog.records
    assert record.getMessage() == "rules not compiled apart"
    assert why in vars(record)["fields"]["why"]


@pytest.mark.parametrize(("name", "value"), [("frozen", True), ("executable", "")])
def test_without_an_interpreter_to_start_the_rules_are_compiled_here(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    rehearsed = cold(monkeypatch)
    monkeypatch.setattr(sys, name, value, raising=False)
    monkeypatch.setattr(warmup, "_run_child", None)
    warmup.warm_up()
    assert len(rehearsed) == 2


def test_what_only_searches_need_is_compiled_apart_when_it_is_first_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsed, apart = cold(monkeypatch), list[str]()
    monkeypatch.setattr(warmup, "rehearse_search", warmup.rehearse)
    monkeypatch.setattr(warmup, "_run_child", apart.append)
    warmup.warm_up_searches()
    assert len(rehearsed) == 2
    assert apart == ["rehearse_search"]


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_other_process_ends_with_its_server(how: signal.Signals, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    child = f"import os; open({str(note)!r}, 'w').write(str(os.getpid())); from skipbo.server.warmup import *; "
    child += "import skipbo.server.warmup as own; own.rehearse = lambda: time.sleep(60); main()"
    code = f"import skipbo.server.warmup as own; own.CHILD = {child!r}; own.compile_apart()"
    with subprocess.Popen([sys.executable, "-c", code]) as server:
        deadline = time.monotonic() + 60
        while not note.exists() or not note.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        pid = int(note.read_text())
        server.send_signal(how)
    while is_running(pid):
        assert time.monotonic() < deadline, "the other process goes on alone"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status")
    return not status.exists() or "State:\tZ" not in status.read_text()


def memory_of(pid: int) -> int:
    """Kilobytes that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@LINUX
@pytest.mark.slow
def test_a_server_that_starts_with_an_empty_cache_holds_no_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    held = []
    for name in ("cold", "warm"):
        server = Process(tmp_path / name / "data")
        held.append(memory_of(server.pid))
        server.stop()
    assert "rules compiled" in (tmp_path / "cold" / "log").read_text()
    assert "rules compiled" not in (tmp_path / "warm" / "log").read_text()
    assert held[0] < 1.15 * held[1], held


@pytest.mark.slow
def test_an_interpreter_without_site_packages_compiles_apart_too(tmp_path: Path) -> None:
    code = f"import sys; sys.path[:] = {sys.path!r}; import skipbo.server.warmup as own; print(own._run_child())"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout == "None\n", done.stderr
    assert list(tmp_path.rglob("*.nbi"))
