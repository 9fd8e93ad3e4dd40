"""Whoever waits for a compiler is told why, once."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from skipbo.i18n import use_language
from skipbo.kernel.compiler import NotCached, _Announcer, _Cache, announcer, only_cached


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
