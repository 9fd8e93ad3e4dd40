"""`skipbo play`: which options go with the browser, and which with the terminal."""

from io import StringIO
from pathlib import Path

import pytest

from skipbo.terminal.save_file import VIGILANCE
from tests.command_runner import Command


@pytest.mark.parametrize("options", [["--words"], ["--new", "--seed", "x"], ["--vigilance", "0"], ["--save", "file"]])
def test_options_of_the_terminal_need_the_terminal(command: Command, options: list[str]) -> None:
    answer = command("play", *options)
    assert answer.code == 2
    assert (
        f"Only for the terminal: {options[0] if len(options) < 3 else '--seed, --new'}. Add --terminal." in answer.err
    )


def test_options_of_the_browser_are_refused_in_the_terminal(command: Command) -> None:
    answer = command("play", "--terminal", "--no-browser", "--port", "9000")
    assert answer.code == 2
    assert "Only for the browser: --port, --no-browser. Remove --terminal." in answer.err


def test_play_in_the_terminal_saves_the_game(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    answer = command("play", "--terminal", "--save", str(tmp_path / "saved.json"), "--seed", "x", "--words")
    assert answer.code == 0
    assert "The game is saved. Resume it with: skipbo play --terminal --save" in answer.out


def test_an_impossible_table_is_refused_before_the_page_opens(command: Command) -> None:
    answer = command("play", "--players", "9")
    assert answer.code == 1
    assert "2 to 6 players, not 9" in answer.err


@pytest.mark.parametrize("where", [[], ["--terminal"]])
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--dealer", "1"], "By mattel-2003 the players draw for the dealer: do not choose one."),
        (["--youngest", "1"], "By mattel-2003 the youngest does not begin."),
        (["--edition", "2016", "--dealer", "1"], "mattel-2016 has no dealer: say who is youngest."),
        (["--edition", "1967", "--dealer", "2"], "There is no seat 2: the seats are 0 to 1."),
        (["--stock", "81"], "2 stock piles of 81 cards leave none for the draw pile: deal 1 to 80 cards each."),
    ],
)
def test_a_choice_that_the_edition_does_not_have_is_refused(
    command: Command, where: list[str], options: list[str], sentence: str
) -> None:  # rule: ruling.dealer-chosen, ruling.youngest, draw.pile
    answer = command("play", *where, *options)
    assert answer.code == 1
    assert sentence in " ".join(answer.err.split())


def test_help_names_the_vigilance_of_bots(command: Command) -> None:
    shown = " ".join(command("play", "--help").out.split())
    assert f"probability that a bot notices a mistake (default: {VIGILANCE})" in shown


def test_vigilance_without_a_kitchen_table_is_refused(command: Command) -> None:
    answer = command("play", "--terminal", "--vigilance", "0.5")
    assert answer.code == 2
    assert "--vigilance needs --kitchen." in answer.err


POSITION = "mattel-2003 hands=1,2,3|5? stocks=29?,7|20?,4 draw=?"


def test_a_game_begins_at_a_position_and_is_resumed(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = ["--terminal", "--words", "--save", str(tmp_path / "saved.json")]
    monkeypatch.setattr("sys.stdin", StringIO("h1>b1\n"))
    answer = command("play", *at, "--position", POSITION, "--bots", "eager", "--seed", "x")
    assert answer.code == 0
    assert "You, hand: 1, 2, 3\n" in answer.out
    assert "You: 1 from hand to building pile 1." in answer.out
    monkeypatch.setattr("sys.stdin", StringIO("undo\n"))
    answer = command("play", *at)
    assert "You, hand: 2, 3\n" in answer.out
    assert "Taken back: h1>b1" in answer.out
    assert "You, hand: 1, 2, 3\n" in answer.out


def test_a_position_replaces_the_options_of_the_table(command: Command) -> None:
    answer = command("play", "--terminal", "--position", POSITION, "--players", "3", "--kitchen")
    assert answer.code == 2
    assert "A position has its own table. Remove --players, --kitchen." in answer.err


def test_a_position_needs_the_terminal(command: Command) -> None:
    answer = command("play", "--position", POSITION)
    assert answer.code == 2
    assert "Only for the terminal: --position. Add --terminal." in answer.err


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("2003 stocks=7|3 hands=1,2,3,4,5,6|- draw=?", "Seat 0 holds 6 cards"),
        ("2003 stocks=-|3 hands=1|- draw=?", "The game is over."),
        ("2003 stocks=7|3 hand=1", "“hand=1” is not a section"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused(command: Command, position: str, sentence: str) -> None:
    answer = command("play", "--terminal", "--position", position)
    assert answer.code == 1
    assert answer.err.startswith(f"skipbo: {sentence}")
