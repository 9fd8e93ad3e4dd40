"""`skipbo verify` and `explain` on files of records."""

import json
import re
import socket
from pathlib import Path

import pytest

from tests.command_runner import Command
from tests.processes import run_python
from tests.record.games import fields_of, finished, won, write_lines


def test_verify_exits_with_0_if_every_record_is_valid(command: Command, tmp_path: Path) -> None:
    one = write_lines(tmp_path / "one.jsonl", *[fields_of(finished(seed=seed)) for seed in (1, 2, 3)])
    other = write_lines(tmp_path / "other.jsonl", fields_of(finished("1967")))
    answer = command("verify", one, other)
    assert (answer.code, answer.out, answer.err) == (0, "Valid games: 4; invalid: 0.\n", "")


def test_verify_names_file_line_move_and_rule_of_each_fault(command: Command, tmp_path: Path) -> None:
    good, bad = fields_of(won()), fields_of(won())
    bad["moves"][3] = "pass"
    one = write_lines(tmp_path / "one.jsonl", good, bad, good | {"edition": "hasbro"})
    other = write_lines(tmp_path / "other.jsonl", bad, good)
    answer = command("verify", one, other)
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert [re.sub(r"(: [a-z.-]+): [A-Z].*", r"\1", line) for line in lines[:-1]] == [
        f"{one}:2: move 4: ruling.no-discard",
        f"{one}:3: edition",
        f"{other}:1: move 4: ruling.no-discard",
    ]
    assert lines[-1] == "Valid games: 2; invalid: 3."


def test_verify_keeps_the_whole_games_of_a_truncated_file(command: Command, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "games.jsonl", fields_of(finished(seed=1)), fields_of(finished(seed=2)))
    path.write_bytes(path.read_bytes()[:-100])
    answer = command("verify", path)
    assert answer.code == 1
    assert answer.out.startswith(f"{path}:2: file: The file is cut off in this line; the games before it are whole.\n")
    assert answer.out.endswith("Valid games: 1; invalid: 1.\n")


def test_verify_prints_a_fault_with_any_characters(tmp_path: Path) -> None:
    record = fields_of(finished())
    record["moves"][0] = "\ud800"
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(record))
    done = run_python("from skipbo.cli import main; main()", "verify", str(path))
    assert done.returncode == 1
    assert done.stderr == ""
    assert f"{path}:1: move 1: move: " in done.stdout


def test_verify_needs_a_file_that_is_there(command: Command, tmp_path: Path) -> None:
    answer = command("verify", tmp_path / "none.jsonl")
    assert answer.code == 1
    assert answer.err == f"skipbo: {tmp_path / 'none.jsonl'}: No such file or directory\n"
    assert command("verify").code == 2
    assert command("verify", tmp_path).err == f"skipbo: {tmp_path}: Is a directory\n"


def test_a_commitment_without_a_table_is_refused(command: Command, tmp_path: Path) -> None:
    answer = command("verify", tmp_path / "games.jsonl", "--commitment", "3b0c")
    assert answer.code == 2
    assert "--commitment needs --table." in answer.err


def test_verify_says_what_the_link_of_a_table_looks_like(command: Command) -> None:
    for link in ("my table", ""):
        answer = command("verify", "--table", link)
        assert (answer.code, answer.out) == (1, "")
        assert answer.err == f"skipbo: “{link}” is not the link of a table, as https://HOST/t/ID is.\n"


def test_verify_says_where_no_server_answers(command: Command) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        answer = command("verify", "--table", f"{url}/t/1")
    assert answer.code == 1
    assert answer.err.startswith(f"skipbo: No server answers at {url} (")


def test_explain_shows_what_the_planner_thinks_of_a_move(command: Command, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "games.jsonl", fields_of(finished(seed=1)), fields_of(finished(seed=2)))
    answer = command("explain", path, "--game", 2, "--move", 3)
    assert (answer.code, answer.err) == (0, "")
    assert f"Played: {finished(seed=2).moves[2]}" in answer.out
    assert "What the planner thinks of the moves" in answer.out
    assert answer.out == command("explain", path, "-g", 2, "-m", 3, "--lang", "en").out


def test_explain_refuses_a_move_that_is_not_there(command: Command, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "games.jsonl", fields_of(finished()))
    answer = command("explain", path, "--move", 100_000)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("skipbo: The game has ")
    assert command("explain", path, "--move", 0).code == 2


def test_explain_shows_what_the_planner_would_play_at_a_position(command: Command) -> None:
    position = "mattel-2003 turn=1 building=1,2,W hands=5?|W,3,8 stocks=29?,7|20?,4 discards=9|- draw=?"
    answer = command("explain", "--position", position)
    assert answer.code == 0
    assert "The planner would play: s>b1" in answer.out
    assert answer.out == command("explain", "--position", position).out, "whatever lies hidden"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("2003 stocks=7|3 hands=5?|- draw=?", "The hand of the seat in turn is hidden: write its cards."),
        ("2003 stocks=-|3 hands=5|- draw=?", "The game is over."),
        ("2003 stocks=7|3 hands=5|- draw=? referee=kitchen", "only games with the strict referee"),
        ("2003 stocks=7|3 hands=5|-", "The deck has 162 cards, the position 3."),
    ],
)
def test_explain_refuses_a_position_without_a_choice(command: Command, position: str, sentence: str) -> None:
    answer = command("explain", "--position", position)
    assert answer.code == 1
    assert sentence in answer.err


@pytest.mark.parametrize("arguments", [[], ["games.jsonl", "--position", "x"], ["--position", "x", "--move", "3"]])
def test_explain_needs_a_file_or_a_position(command: Command, arguments: list[str]) -> None:
    answer = command("explain", *arguments)
    assert answer.code == 2
    assert "Name a record file and a move in it, or a position" in answer.err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--all", "--game", 2], "--all is about every game: leave out --game and --html."),
        (["--all", "--html", "page.html"], "--all is about every game: leave out --game and --html."),
        (["--out", "lines.jsonl"], "--out needs --all."),
        (["--cluster", "ray"], "--cluster needs --all."),
    ],
)
def test_one_game_is_analysed_or_all_of_them(command: Command, options: list[object], sentence: str) -> None:
    refused = command("analyse", "games.jsonl", *options)
    assert refused.code == 2
    assert sentence in " ".join(refused.err.replace("│", "").split())


def test_a_file_without_games_is_not_analysed(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.touch()
    refused = command("analyse", file, "--all")
    assert refused.code == 1
    assert f"{file} has no games." in refused.err
