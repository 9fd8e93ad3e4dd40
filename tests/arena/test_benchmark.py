"""A benchmark has fixed deals, its results follow from its records, and whoever changes one of them is found out."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skipbo.arena import benchmark as benchmarks
from skipbo.arena.benchmark import V1, Benchmark, Condition, find_benchmark, summarise_benchmark
from skipbo.arena.benchmark_check import BenchmarkCheck
from skipbo.arena.benchmark_run import GAMES, RECORDS, RESULTS, digest_of, run_benchmark
from skipbo.arena.referee import Referee
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.record import record_from_line, to_line, verify_file
from skipbo.workers import LocalWorkers
from tests.command_runner import Command
from tests.command_runner import command as command
from tests.external.conftest import UNHURRIED, Strange

SMALL = Benchmark(
    "v0",
    {"two": Table.of(stock=3), "pairs": Table.of(players=4, partners=True, stock=2)},
    {"eager": 2, "tidy": 3},
)
EDITS = Callable[[list[bytes]], list[bytes]]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(benchmarks.BENCHMARKS, "v0", SMALL)


def checked(folder: Path) -> tuple[list[str], list[str]]:
    """The faults of the records, and the fields of the results that do not follow from them."""
    check = BenchmarkCheck(folder)
    faults = [str(fault) for fault in check.faults() if fault is not None]
    return faults, check.differences()


def interrupt_after(games: int) -> Callable[[int], None]:
    left = [games]

    def count(more: int) -> None:
        left[0] -= more
        if left[0] <= 0:
            raise KeyboardInterrupt

    return count


def test_the_first_version_is_frozen() -> None:
    assert find_benchmark("v1") is V1
    assert V1.games == 2000
    assert [(condition.name, condition.opponent, condition.deals) for condition in V1.conditions] == [
        (table, opponent, deals)
        for table in ("duel", "short", "four", "partners")
        for opponent, deals in (("eager", 25), ("tidy", 25), ("expert", 50), ("planner", 100))
    ]
    assert [(table.players, table.teams, table.stock, table.edition.id) for table in V1.tables.values()] == [
        (2, 2, 30, "mattel-2003"),
        (2, 2, 10, "mattel-2003"),
        (4, 4, 10, "mattel-2003"),
        (4, 2, 10, "mattel-2003"),
    ]
    assert V1.seed(V1.conditions[0]) == "skipbo benchmark v1 duel"


# Of the games that each opponent plays against itself with the deals of its condition: SHA-256 of all moves
FROZEN = {
    ("duel", "eager"): "45d2ee7cbea94abc",
    ("duel", "tidy"): "601f422bdad8fe82",
    ("duel", "expert"): "36bad5a5ab7c2a3c",
    ("duel", "planner"): "0401a3dc26d092bf",
    ("short", "eager"): "67e93651700d7ecd",
    ("short", "tidy"): "23839facd15eda15",
    ("short", "expert"): "7437949c1b99df9e",
    ("short", "planner"): "d4640437c9cbe252",
    ("four", "eager"): "d49837b5ffe22c34",
    ("four", "tidy"): "764a5a66c03d4195",
    ("four", "expert"): "7caab23a6236ff68",
    ("four", "planner"): "161f1c4115dd5eec",
    ("partners", "eager"): "c2eb201c8f9144ca",
    ("partners", "tidy"): "d1214b15c0db32f7",
    ("partners", "expert"): "54f538b9f8913ada",
    ("partners", "planner"): "9bf545e58a9253b9",
}
THAWED = """
{table}: {opponent} does not play as it did when benchmark v1 was made. Published results can no longer be verified, and
new ones cannot be compared with them. If the change is meant, v1 has come to its end: put a V2 in its place in
arena/benchmark.py, say in docs/research.md which version of the program was the last that plays v1, and play the
results of our own ladder again."""


@pytest.mark.parametrize("condition", V1.conditions, ids=lambda condition: f"{condition.name}-{condition.opponent}")
def test_the_opponents_of_the_first_version_play_as_they_did(condition: Condition) -> None:
    digest = hashlib.sha256()
    with Referee(condition.table, [condition.opponent] * condition.table.players) as referee:
        for deal in range(condition.deals):
            digest.update(referee.play(V1.seed(condition), deal).codes.tobytes())
    frozen = FROZEN[condition.name, condition.opponent]
    assert digest.hexdigest()[:16] == frozen, THAWED.format(table=condition.name, opponent=condition.opponent)


def test_every_game_has_a_number_of_its_own() -> None:
    games = [SMALL.game(number) for number in range(SMALL.games)]
    assert len({(game.condition.name, game.condition.opponent, game.deal, game.rotation) for game in games}) == 20
    with pytest.raises(IndexError):
        SMALL.game(20)


def test_the_score_is_the_mean_of_the_shares() -> None:
    won = [number % 4 == 0 for number in range(20)]
    results = summarise_benchmark(SMALL, "me", won)
    shares = [condition["share"] for condition in results["conditions"]]
    assert results["score"] == round(25 * sum(shares), 2)
    assert sum(condition["won"] for condition in results["conditions"]) == 5


def test_the_records_hold_and_the_results_follow_from_them(tmp_path: Path) -> None:
    results = run_benchmark(SMALL, "planner", tmp_path)
    assert json.loads((tmp_path / RESULTS).read_text()) == results
    assert list(verify_file(tmp_path / RECORDS)) == [None] * 20
    assert results["records"] == digest_of(tmp_path / RECORDS)
    assert results["forfeits"] == 0
    assert checked(tmp_path) == ([], [])


def test_the_results_are_the_same_on_several_cores_and_after_an_interrupt(tmp_path: Path) -> None:
    results = run_benchmark(SMALL, "eager", tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        run_benchmark(SMALL, "eager", tmp_path / "stopped", on_progress=interrupt_after(7))
    assert not (tmp_path / "stopped" / RESULTS).exists()
    assert run_benchmark(SMALL, "eager", tmp_path / "stopped", workers=LocalWorkers(2)) == results
    assert (tmp_path / "stopped" / RECORDS).read_bytes() == (tmp_path / "whole" / RECORDS).read_bytes()


@pytest.mark.parametrize("name", [RECORDS, GAMES])
def test_a_game_that_was_half_written_is_played_again(tmp_path: Path, name: str) -> None:
    results = run_benchmark(SMALL, "eager", tmp_path)
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[:-30])
    assert run_benchmark(SMALL, "eager", tmp_path) == results
    assert checked(tmp_path) == ([], [])


def test_a_bot_that_plays_against_itself_is_told_apart(tmp_path: Path) -> None:
    results = run_benchmark(SMALL, "eager", tmp_path)
    assert results["conditions"][0]["share"] == 0.5, "the same game from both seats"
    assert checked(tmp_path) == ([], [])


def test_a_game_that_is_forfeited_is_lost_and_has_no_record(tmp_path: Path, strange: Strange) -> None:
    results = run_benchmark(SMALL, strange("fail in even games"), tmp_path, time_limit=UNHURRIED)
    assert 0 < results["forfeits"] < 20
    games = [json.loads(line) for line in (tmp_path / GAMES).read_text().splitlines()]
    assert [game["won"] for game in games if not game["recorded"]] == [False] * results["forfeits"]
    assert all(game["forfeit"] for game in games if not game["recorded"])
    assert checked(tmp_path) == ([], [])


def drop_the_last(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def repeat_the_first(lines: list[bytes]) -> list[bytes]:
    return [*lines, lines[0]]


def change_a_name(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"eager"', b'"random"'), *lines[1:]]


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (drop_the_last, None),
        (repeat_the_first, "only once"),
        (change_a_name, "does not have this game"),
    ],
)
def test_records_that_were_changed_are_found_out(tmp_path: Path, edit: EDITS, fault: str | None) -> None:
    run_benchmark(SMALL, "planner", tmp_path)
    path = tmp_path / RECORDS
    path.write_bytes(b"".join(edit(path.read_bytes().splitlines(keepends=True))))
    faults, wrong = checked(tmp_path)
    assert "records" in wrong
    assert len(faults) == (fault is not None)
    if fault:
        assert fault in faults[0]


def test_an_opponent_that_plays_worse_than_its_name_is_found_out(tmp_path: Path) -> None:
    weaker = Benchmark("v0", SMALL.tables, {"random": 2, "tidy": 3})
    run_benchmark(weaker, "planner", tmp_path)
    path = tmp_path / RECORDS
    lines = [
        to_line(record_from_line(line.replace(b'"random"', b'"eager"')))
        for line in path.read_bytes().splitlines(keepends=True)
    ]
    path.write_bytes(b"".join(lines))
    faults, _wrong = checked(tmp_path)
    assert any("Here eager plays" in fault for fault in faults)


def test_results_that_were_changed_are_found_out(tmp_path: Path) -> None:
    results = run_benchmark(SMALL, "planner", tmp_path)
    (tmp_path / RESULTS).write_text(json.dumps({**results, "score": 99.9}))
    assert checked(tmp_path) == ([], ["score"])


def test_results_of_another_version_say_so_when_they_do_not_hold(command: Command, tmp_path: Path) -> None:
    results = run_benchmark(SMALL, "eager", tmp_path)
    assert BenchmarkCheck(tmp_path).made_elsewhere() is None
    (tmp_path / RESULTS).write_text(json.dumps({**results, "code": "0123456789abcdef"}))
    assert "made by skipbo" not in command("verify", "--benchmark", tmp_path).out, "there is nothing to explain"
    (tmp_path / RESULTS).write_text(json.dumps({**results, "code": "0123456789abcdef", "score": 99.9}))
    assert "made by skipbo 0.1.0 0123456789abcdef; this is" in command("verify", "--benchmark", tmp_path).out


@pytest.mark.parametrize("text", [None, "", "[]", '{"bot": "me"}'])
def test_a_folder_without_results_is_refused(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / RESULTS).write_text(text)
    with pytest.raises(Malformed, match="has no results of a benchmark"):
        BenchmarkCheck(tmp_path)


# The commands


def test_the_command_plays_and_verify_checks(command: Command, tmp_path: Path) -> None:
    answer = command("arena", "planner", "--benchmark", "v0", "--out", tmp_path)
    assert answer.code == 0
    assert "planner, benchmark v0: score " in answer.out
    verdict = command("verify", "--benchmark", tmp_path)
    assert verdict.code == 0
    assert verdict.out == "Valid games: 20; invalid: 0.\nThe results of planner follow from the records.\n"
    assert command("arena", "planner", "--benchmark", "v0", "--out", tmp_path, "--json").json["bot"] == "planner"
    (tmp_path / RESULTS).write_text((tmp_path / RESULTS).read_text().replace('"forfeits": 0', '"forfeits": 1'))
    verdict = command("verify", "--benchmark", tmp_path)
    assert verdict.code == 1
    assert "The results do not follow from the records: forfeits." in verdict.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["planner", "--benchmark", "v0"], "--benchmark needs --out"),
        (["planner", "--benchmark", "v9", "--out", "x"], "There is no benchmark “v9”"),
        (["planner", "tidy", "--benchmark", "v0", "--out", "x"], "Name one bot for a benchmark"),
        (["nobody", "--benchmark", "v0", "--out", "x"], "There is no bot “nobody”"),
        (["planner", "--benchmark", "v0", "--out", "x", "--games", "5", "--seed", "s"], "leave out --games, --seed"),
    ],
)
def test_what_a_benchmark_cannot_be_played_with_is_refused(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer: Any = command("arena", *options)
    assert answer.code in (1, 2)
    assert said in " ".join(answer.err.split())
    assert not list(tmp_path.iterdir())
