"""Bots by name: compiled, installed, or any program."""

import os
import sys
from pathlib import Path

import pytest

from skipbo.arena.referee import Referee
from skipbo.bots.bot import KNOWN, is_ours
from skipbo.errors import Malformed
from skipbo.external import BotFailed
from skipbo.external.child import Child
from skipbo.external.registry import check_name, command_of, factory_of, known_names
from skipbo.game.table import Table
from tests.processes import run_python
from tests.repetition import later

FAULTY = {
    "gone": "no_such_module:Bot",
    "empty": "faulty_bots:Missing",
    "constant": "faulty_bots:SEVEN",
    "raising": "faulty_bots_that_raise:Bot",
    "eager": "faulty_bots:Eager",
}

PATIENCE = 120  # seconds for a process to begin, or to end, on a machine that does many things at once
HELLO = b'{"type": "hello", "edition": "mattel-2003", "seat": 0}\n'


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package whose entry points cannot be used; one has the name of a compiled bot."""
    information = tmp_path / "faulty-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1.0\n")
    points = "".join(f"{name} = {where}\n" for name, where in FAULTY.items())
    (information / "entry_points.txt").write_text(f"[skipbo.bots]\n{points}")
    (tmp_path / "faulty_bots.py").write_text("SEVEN = 7\n")
    (tmp_path / "faulty_bots_that_raise.py").write_text("import json\njson.loads('')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)


@pytest.mark.usefixtures("installed")
def test_installed_bots_are_known_after_the_compiled_ones() -> None:
    assert known_names() == [*KNOWN, "thrifty"]
    assert [is_ours(name) for name in ("eager", "thrifty", "process:eager")] == [True, False, False]


@pytest.mark.parametrize("name", ["clever", "", "Eager"])
def test_an_unknown_name_is_refused_with_a_list_of_the_known_ones(name: str) -> None:
    for ask in (check_name, factory_of):
        with pytest.raises(Malformed, match=f"There is no bot “{name}”. The bots are: {', '.join(KNOWN)}") as error:
            ask(name)
        assert error.value.code == "bots"
    with pytest.raises(Malformed):
        Referee(Table.of(players=2), ["eager", name])


@pytest.mark.parametrize("name", ["process:", "process:  ", "process:sh -c 'open"])
def test_a_process_needs_a_command_line(name: str) -> None:
    with pytest.raises(Malformed, match="is not a command line"):
        check_name(name)


def test_a_command_line_is_split_as_a_shell_does_and_goes_through_none() -> None:
    assert command_of("process:./bot --name 'two words' $HOME;ls") == ["./bot", "--name", "two words", "$HOME;ls"]


def test_a_bot_in_python_gets_a_process_too() -> None:
    assert command_of("thrifty")[0] == sys.executable
    assert command_of("thrifty")[-2:] == ["bot", "thrifty"]


def test_a_process_is_not_served_as_a_process() -> None:
    with pytest.raises(Malformed, match="is already a process"):
        factory_of("process:ls")


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gone", "cannot be loaded from no_such_module:Bot: ModuleNotFoundError: No module named 'no_such_module'"),
        later("empty", "cannot be loaded from faulty_bots:Missing: AttributeError"),
        later("raising", "cannot be loaded from faulty_bots_that_raise:Bot: JSONDecodeError"),
        ("constant", "faulty_bots:SEVEN must be a class"),
    ],
)
def test_a_faulty_bot_is_reported_in_one_sentence(name: str, why: str) -> None:
    check_name(name)
    with pytest.raises(Malformed, match=f"The bot “{name}”") as error:
        factory_of(name)
    assert why in str(error.value)
    with Referee(Table.of(players=2), [name, "eager"]) as referee:
        forfeit = referee.play("faulty", 0).forfeit
    assert forfeit is not None
    assert why in forfeit.why
    assert "Traceback" not in forfeit.why


@pytest.mark.usefixtures("faulty")
def test_a_compiled_bot_keeps_its_name() -> None:
    assert known_names().count("eager") == 1
    factory_of("eager")()


def test_an_unknown_bot_is_not_served() -> None:
    done = run_python("from skipbo.cli import main; main()", "bot", "clever")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("skipbo: There is no bot “clever”.")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello\n", "A line must hold one JSON object."),
        later(b'{"type": "choose"}\n', "A game begins with hello, then come choose and over."),
        later(b'{"type": "hello"}\n', "The message hello needs “seat”."),
        later(HELLO + b'{"type": "choose"}\n', "The message choose needs “seed”."),
        (HELLO + b'{"type": "choose", "seed": 1, "record": "AAAA"}\n', "The record of the view cannot be read"),
        later(b'{"type": "hello", "edition": "chess", "seat": 0}\n', "There is no edition “chess”"),
    ],
)
def test_a_served_bot_says_what_is_wrong_with_a_question(line: bytes, why: str) -> None:
    child = Child(command_of("eager"))
    *good, bad = line.splitlines(keepends=True)
    for part in good:
        assert child.ask(part, PATIENCE) == b'{"name":"eager"}\n'
    with pytest.raises(BotFailed) as error:
        child.ask(bad, PATIENCE)
    assert "exit status 1" in str(error.value)
    assert why in str(error.value)
