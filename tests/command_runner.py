"""Runs the command `skipbo` in the process of the test."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from skipbo.cli import main
from skipbo.i18n import use_language


@dataclass
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Result]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """`command("verify", path)` is what `skipbo verify PATH` does, in English."""
    monkeypatch.setenv("LANGUAGE", "en")

    def run(*arguments: object) -> Result:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        assert "Traceback" not in err
        return Result(code, out, err)

    yield run
    use_language("en")
