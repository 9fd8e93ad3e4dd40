"""The command `skipbo arena`."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from skipbo.arena.checkpoint import CHUNKS
from skipbo.arena.tournament import GAMES, GAMES_OF_A_TEST
from tests.arena.test_tournament import without_clocks
from tests.command_runner import Command, command
from tests.processes import interrupt
from tests.repetition import later

__all__ = ["command"]
KEYS = {"share", "low", "high", "elo", "elo_low", "elo_high", "wins", "seats", "forfeits", "seconds_per_move"}
SHORT = ("--stock", 5, "--games", 200)


def test_arena_prints_one_object(command: Command) -> None:
    answer = command("arena", "eager", "random", *SHORT, "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("\n") == 1
    result = answer.json
    assert result["games"] == 200
    assert result["blocked"] == 0
    assert list(result["bots"]) == ["eager", "random"]
    for bot in result["bots"].values():
        assert bot.keys() >= KEYS | {"slowest_seconds"}
        assert bot["low"] <= bot["share"] <= bot["high"]
    assert result["bots"]["eager"]["low"] > 0.9
    options = {name: result[name] for name in ("edition", "players", "partners", "stock", "seed")}
    assert options == {"edition": "mattel-2003", "players": 2, "partners": False, "stock": 5, "seed": "arena"}
    assert {"moves_per_game", "turns_per_game", "games_per_s"} <= result.keys()
    assert "matches" not in result


def test_a_round_robin_prints_matches_and_ratings(command: Command) -> None:
    result = command("arena", "eager", "random", "eager", *SHORT, "--json").json
    assert len(result["matches"]) == 3
    assert {"games", "blocked", "bots", "moves_per_game"} <= result["matches"][0].keys()
    assert set(result["ratings"]["bots"]) == {"eager", "random", "eager 2"}


@pytest.mark.parametrize("options", [("--players", 4), ("--players", 4, "--partners"), ("--edition", "1967")])
def test_every_kind_of_table_can_be_an_arena(command: Command, options: tuple[object, ...]) -> None:
    result = command("arena", "eager", "random", *SHORT, *options, "--json").json
    assert result["bots"]["eager"]["elo_low"] > 0
    assert result["games"] == 200


def test_without_json_a_table_and_a_verdict_are_printed(command: Command) -> None:
    answer = command("arena", "eager", "random", *SHORT)
    assert answer.code == 0
    assert "eager beats random" in answer.out
    assert "200 games" in answer.out


def test_rounding_up_the_games_is_announced(command: Command) -> None:
    answer = command("arena", "eager", "random", "--stock", 5, "--games", 9, "--json")
    assert answer.err == "Every deal is played 2 times, so each match has 10 games.\n"
    assert answer.json["games"] == 10


def test_a_sequential_test_prints_its_decision(command: Command) -> None:
    result = command("arena", "eager", "random", "--stock", 5, "--sprt", "0,10", "--json").json
    assert result["sprt"]["accepted"] == "H1"
    assert result["sprt"]["llr"] > 2.9
    answer = command("arena", "eager", "random", "--stock", 5, "--sprt", "0,10")
    assert "H1 is accepted" in answer.out


@pytest.mark.parametrize("table", ["csv", "parquet"])
def test_the_folder_is_named_at_the_end(command: Command, tmp_path: Path, table: str) -> None:
    arguments = ("arena", "eager", "random", *SHORT, "--out", tmp_path / "out", "--format", table)
    answer = command(*arguments)
    assert answer.out.endswith(f"The games and a report are in {tmp_path / 'out'}.\n")
    assert (tmp_path / "out" / f"games.{table}").exists()
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert without_clocks(command(*arguments, "--json").json) == without_clocks(summary)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("eager",), "Name at least two bots"),
        (("eager", "deep blue"), "There is no bot “deep blue”"),
        (("eager", "random", "--seed", "tune:x"), "Seeds that begin with “tune:” are for tuning"),
        (("eager", "random", "--sprt", "10"), "Give two numbers of Elo"),
        (("eager", "random", "--players", 4, "--sprt", "0,10"), "A sequential test compares two bots"),
        (("eager", "random", "--format", "xls"), "Results are written as csv, parquet"),
        (("eager", "random", "--device", "abacus"), "There is no device “abacus”"),
        (("eager", "random", "--players", 3, "--partners"), "Partners need 4 or 6 players"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence_and_leave_nothing(
    command: Command, tmp_path: Path, arguments: tuple[object, ...], sentence: str
) -> None:
    answer = command("arena", *arguments, "--out", tmp_path / "out")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"skipbo: {sentence}")
    assert not (tmp_path / "out").exists()


def has_played(folder: Path) -> bool:
    """Whether games of a run count already."""
    return (folder / CHUNKS).exists() and (folder / CHUNKS).stat().st_size > 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("keeps", [later(False), True])
def test_control_c_prints_what_was_played(tmp_path: Path, keeps: bool) -> None:
    code = "from skipbo.cli import main; main()"
    arguments = ["arena", "eager", "random", "--stock", "5", "--games", "1000000000", "--json"]
    options = ["--out", str(tmp_path / "out")] if keeps else []
    for attempt in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", code, *arguments, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"LANGUAGE": "en"},
        ) as process:
            end = time.monotonic() + 2 * 2**attempt
            while time.monotonic() < end and not (keeps and has_played(tmp_path / "out")):
                time.sleep(0.05)
            out, err = interrupt(process)
        if out:
            break
    result = json.loads(out)
    assert 0 < result["games"] < 1_000_000_000
    assert f"Interrupted after {result['games']} of 1000000000 games." in err
    assert ("Run the same command again to resume." in err) == keeps
    assert process.returncode == 0


def test_help_names_the_number_of_games(command: Command) -> None:
    shown = " ".join(command("arena", "--help").out.split())
    assert f"Games per match, with --sprt at most (default: {GAMES}, with --sprt {GAMES_OF_A_TEST})." in shown
