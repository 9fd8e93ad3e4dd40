"""Whoever waits for a compiler is told why, once."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from skipbo.game.table import Table
from skipbo.i18n import use_language
from skipbo.kernel import compiler
from skipbo.kernel.compiler import NotCached, _Announcer, _Cache, _ChosenByUser, announcer, bound, only_cached
from skipbo.kernel.doors import single


def compilation_of(function: Callable[..., Any]) -> Any:
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})


def ours() -> None: ...


ours.__module__ = "skipbo.kernel.turn"


def test_the_first_compilation_of_ours_is_announced_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    use_language("en")
    announcer = _Announcer()
    announcer.on_start(compilation_of(compilation_of))
    assert capsys.readouterr().err == "", "what others compile is their business"
    announcer.on_start(compilation_of(ours))
    announcer.on_end(compilation_of(ours))
    assert "compiling the rules" in capsys.readouterr().err
    announcer.on_start(compilation_of(ours))
    assert capsys.readouterr().err == ""


def test_a_thread_can_refuse_to_compile_what_another_process_could(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer, "silent", True)
    cacheable = compilation_of(ours)
    cacheable.data["dispatcher"]._cache = _Cache.__new__(_Cache)
    with only_cached(), pytest.raises(NotCached, match="ours"):
        announcer.on_start(cacheable)
    announcer.on_start(cacheable)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no folder that nobody can write to")
def test_a_folder_that_can_only_be_read_may_hold_the_compiled_rules_and_a_missing_one_may_not() -> None:
    locator = _ChosenByUser(ours, __file__)
    locator._cache_path = "/proc/self"
    locator.ensure_cache_path()
    locator._cache_path = "/proc/self/missing"
    with pytest.raises(OSError, match="missing"):
        locator.ensure_cache_path()


@pytest.mark.parametrize("changed", ["turn.py", "network.toml"])
def test_functions_are_compiled_anew_after_a_change_of_code_or_of_the_numbers_that_are_compiled_into_it(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "PACKAGE", tmp_path)
    files = [tmp_path / "bots" / "data" / name for name in ("turn.py", "network.toml", "notes.txt")]
    files[0].parent.mkdir(parents=True)
    for file in files:
        file.write_text("1")
    digest = compiler.source_digest.__wrapped__
    before = digest()
    files[2].write_text("2")
    assert digest() == before
    (files[0].parent / changed).write_text("2")
    assert digest() != before


def test_a_bound_function_does_what_the_function_does() -> None:
    states, mask, again = Table.of().states(), np.zeros(3, np.int64), np.zeros(3, np.int64)
    single.legal(states, mask)
    bound(single.legal, states, mask)(states, again)
    assert mask.tolist() == again.tolist()


def test_what_cannot_be_written_into_the_cache_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object) -> None:
        raise OSError("No space left on device")

    cache = _Cache.__new__(_Cache)
    monkeypatch.setattr(cache, "_save_overload", full)
    cache.save_overload(None, None)
