"""`skipbo` itself: its help, and how it ends."""

import os
import re

import pytest

import skipbo
from skipbo.i18n import LANGUAGES
from tests.command_runner import Command
from tests.processes import run_python


def test_help_names_every_command(command: Command) -> None:
    answer = command("--help")
    assert answer.code == 0
    for name in ("play", "simulate", "arena", "replay", "explain", "analyse", "tune", "verify", "rules", "bench"):
        assert re.search(rf"^ +{name} +[A-Z]", answer.out, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_room_for_the_first_sentence_of_every_command(language: str) -> None:
    environment = {"LANGUAGE": language, "COLUMNS": "80"}
    done = run_python("from skipbo.cli import main; main()", "--help", environment=environment)
    commands = done.stdout.rpartition("\n\n")[2].splitlines()[1:]
    assert len(commands) == 18
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("play", ["--edition", "--players", "--partners", "--stock", "--bots", "--lang", "--kitchen", "--points"]),
        ("play", ["--port", "--no-browser", "--terminal", "--seed", "--save", "--new", "--words", "--vigilance"]),
        (
            "simulate",
            [
                "--edition",
                "--players",
                "--partners",
                "--stock",
                "--bots",
                "--games",
                "--seed",
                "--records",
                "--jobs",
                "--device",
                "--json",
            ],
        ),
        (
            "arena",
            ["--players", "--partners", "--edition", "--stock", "--games", "--sprt", "--seed", "--out", "--json"],
        ),
        ("verify", []),
        ("replay", ["--game", "--seat"]),
        ("explain", ["--game", "--move", "--position", "--lang"]),
        ("analyse", ["--game", "--worlds", "--json", "--lang"]),
        ("tune", ["--format", "--generations", "--population", "--games", "--seed", "--out", "--jobs"]),
        ("rules", ["--lang"]),
        ("bench", ["--json"]),
    ],
)
def test_help_of_a_command_names_its_options(command: Command, name: str, options: list[str]) -> None:
    answer = command(name, "--help")
    assert answer.code == 0
    assert all(option in answer.out for option in options)


def test_version_names_the_program_and_its_version(command: Command) -> None:
    answer = command("--version")
    assert (answer.code, answer.out, answer.err) == (0, f"skipbo {skipbo.__version__}\n", "")


def test_without_a_command_help_is_shown(command: Command) -> None:
    answer = command()
    assert answer.code == 2
    assert "simulate" in answer.out + answer.err


def test_a_closed_pipe_is_not_an_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = run_python("from skipbo.cli import main; main()", "rules", "2003", stdout=write)
    os.close(write)
    assert done.stderr == ""
