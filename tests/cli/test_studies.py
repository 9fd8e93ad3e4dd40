"""`skipbo simulate` and `tune`: what they print and write; `arena` and `bench` are tested beside their rooms."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from skipbo.editions import EDITIONS
from skipbo.record import read_records, verify_file
from skipbo.workers import LocalWorkers, Task, WorkersLost
from skipbo.workers.interface import Crew, Finished, Result
from tests.command_runner import Command
from tests.command_runner import Result as Answer
from tests.processes import run_python
from tests.repetition import later

KEYS = {"games", "seconds", "moves", "moves_per_s", "games_per_s", "wins", "blocked"}


def counts(answer: Answer) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    return {name: value for name, value in answer.json.items() if name != "seconds" and not name.endswith("_per_s")}


def test_simulate_prints_one_object_with_what_was_counted(command: Command) -> None:
    answer = command("simulate", "--games", 50, "--seed", "s", "--json")
    assert answer.err == ""
    assert answer.out.count("\n") == 1
    assert answer.json.keys() >= KEYS
    assert answer.json["games"] == 50
    assert len(answer.json["wins"]) == 2
    assert sum(answer.json["wins"]) + answer.json["blocked"] >= 50
    assert answer.json["moves_per_s"] == pytest.approx(answer.json["moves"] / answer.json["seconds"])
    assert answer.json["games_per_s"] == pytest.approx(50 / answer.json["seconds"])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("partners", [False, True])
def test_simulate_plays_every_edition(command: Command, edition: str, partners: bool) -> None:
    options = ["--partners"] if partners else []
    answer = command("simulate", "--edition", edition, "--players", 4, *options, "--games", 20, "--json")
    wins = answer.json["wins"]
    assert len(wins) == 4
    assert (wins[:2] == wins[2:]) == partners, "partners win together"


def test_simulate_finds_an_edition_by_an_alias(command: Command) -> None:
    one = command("simulate", "--edition", "1967", "--games", 20, "--json")
    assert counts(one) == counts(command("simulate", "-e", "brownfield-1967", "-g", 20, "--json"))
    assert counts(one) != counts(command("simulate", "--edition", "2003", "--games", 20, "--json"))


def test_simulate_deals_the_stock_that_is_given(command: Command) -> None:
    short, standard, same = (
        counts(command("simulate", *stock, "--games", 30, "--json")) for stock in (("--stock", 3), (), ("--stock", 30))
    )
    assert short["moves"] < standard["moves"] / 3
    assert same == standard


def test_one_bot_serves_all_seats_and_several_sit_where_they_are_named(command: Command) -> None:
    def wins(bots: str) -> list[int]:
        return list(command("simulate", "--stock", 4, "--bots", bots, "--games", 200, "--json").json["wins"])

    assert wins("eager") == wins("eager,eager") == wins(" eager , eager ")
    assert wins("eager,random")[0] > 150
    assert wins("random,eager")[1] > 150


def test_the_same_seed_gives_the_same_games_whatever_the_jobs(command: Command) -> None:
    answers = [
        counts(command("simulate", "--stock", 5, "--games", 4500, "--seed", "x", "--jobs", jobs, "--json"))
        for jobs in (0, 1, 2, 3)
    ]
    assert all(answer == answers[0] for answer in answers)
    other = counts(command("simulate", "--stock", 5, "--games", 4500, "--seed", "y", "--json"))
    assert other != answers[0]


def test_simulate_goes_on_where_an_earlier_command_was_stopped(command: Command, tmp_path: Path) -> None:
    options = ("simulate", "--stock", 5, "--seed", "x", "--json")
    path = tmp_path / "counts.json"
    first = counts(command(*options, "--games", 1500, "--out", path))
    assert first == counts(command(*options, "--games", 1500))
    assert counts(command(*options, "--games", 4500, "--out", path)) == counts(command(*options, "--games", 4500))
    assert counts(command(*options, "--games", 4500, "--out", path)) == counts(command(*options, "--games", 4500))


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("", [], "does not hold the counts of a simulation"),
        ("{}", [], "does not hold the counts of a simulation"),
        ('{"played": {}, "counts": {"games": "9"}}', [], "does not hold the counts of a simulation"),
        (None, ["--seed", "another"], "holds the counts of other games"),
        (None, ["--stock", "6"], "holds the counts of other games"),
        (None, ["--records", "games.jsonl"], "leave out --out or --records"),
    ],
)
def test_counts_that_simulate_cannot_go_on_with_are_refused(
    command: Command, tmp_path: Path, text: str | None, options: list[str], said: str
) -> None:
    path = tmp_path / "counts.json"
    if text is None:
        command("simulate", "--games", 20, "--out", path)
    else:
        path.write_text(text)
    kept = path.read_bytes()
    answer = command("simulate", "--games", 20, "--out", path, *options)
    assert answer.code == 1
    assert said in " ".join(answer.err.split())
    assert path.read_bytes() == kept


def test_simulate_without_json_is_a_table_for_people(command: Command) -> None:
    answer = command("simulate", "--games", 100, "--players", 6)
    assert answer.code == 0
    for name in ("games", "wins by seat", "blocked", "moves a game", "turns a game", "speed"):
        assert re.search(rf"^ *{name} ", answer.out, re.MULTILINE), name
    assert len(re.findall(r"\d: \d+\.\d\d%", answer.out)) == 6


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_simulate_writes_the_games_that_it_counts(command: Command, tmp_path: Path, name: str) -> None:
    path, options = tmp_path / name, ("--players", 4, "--partners", "--games", 12, "--seed", "r", "--json")
    answer = command("simulate", *options, "--records", path)
    assert counts(answer) == counts(command("simulate", *options))
    records = [line.record for line in read_records(path)]
    assert len(records) == 12
    assert sum(len(record.moves) for record in records) == answer.json["moves"]
    results = [record.result for record in records if record.result]
    wins = [sum(seat in result.winners for result in results) for seat in range(4)]
    assert wins == answer.json["wins"]
    verified = command("verify", path)
    assert (verified.code, verified.out) == (0, "Valid games: 12; invalid: 0.\n")


def test_simulate_does_not_overwrite_records(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("mine")
    answer = command("simulate", "--games", 1, "--records", path)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"skipbo: {path} exists already: choose another name, or move it away.\n"
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--bots", "deep blue"),
        ("--bots", "eager,eager,eager"),
        ("--players", 9),
        ("--stock", 500),
        ("--device", "abacus"),
    ],
)
def test_an_error_leaves_no_file_behind(command: Command, tmp_path: Path, arguments: tuple[str, object]) -> None:
    path = tmp_path / "games.jsonl"
    assert command("simulate", "--games", 1, "--records", path, *arguments).code == 1
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--edition", "hasbro"), "There is no edition “hasbro”. The editions are: mattel-2003, holiday-2010, "),
        (("--players", 7), "Skip-Bo is for 2 to 6 players, not 7."),
        (("--players", 3, "--partners"), "Partners need 4 or 6 players, not 3."),
        (("--stock", 82), "With 2 players a stock pile has 1 to 80 cards, not 82."),
        (("--stock", 0), "With 2 players a stock pile has 1 to 80 cards, not 0."),
        (("--edition", "1967", "--stock", 61), "With 2 players a Debit Pile has 1 to 60 cards, not 61."),
        (("--bots", "deep blue"), "There is no bot “deep blue”. The bots are: random, eager"),
        (("--bots", "eager,eager,eager"), "Name one bot for all seats or one for each of the 2, not 3."),
        (("--device", "abacus"), "There is no device “abacus”: choose cpu or cuda."),
    ],
)
def test_simulate_reports_an_error_in_one_line(command: Command, arguments: tuple[object, ...], sentence: str) -> None:
    answer = command("simulate", "--games", 1, *arguments)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"skipbo: {sentence}")
    assert answer.err.count("\n") == 1


def test_without_a_gpu_simulate_says_so(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    answer = command("simulate", "--games", 1, "--device", "cuda")
    assert answer.code == 1
    assert answer.err.startswith("skipbo: No CUDA device can be used.")


def test_jobs_on_a_gpu_are_refused(command: Command) -> None:
    for bots in (("simulate",), ("arena", "eager", "random")):
        answer = command(*bots, "--games", 2, "--device", "cuda", "--jobs", 2)
        assert answer.code == 2
        assert "--jobs needs --device cpu." in answer.err


def test_a_format_of_files_without_a_folder_is_refused(command: Command) -> None:
    answer = command("arena", "eager", "random", "--games", 2, "--format", "parquet")
    assert answer.code == 2
    assert "--format needs --out." in answer.err


@pytest.mark.parametrize("arguments", [("--games", 0), ("--games", "x"), ("--jobs", -1), ("--colour",)])
def test_an_invalid_value_of_an_option_is_a_usage_error(command: Command, arguments: tuple[object, ...]) -> None:
    answer = command("simulate", *arguments)
    assert answer.code == 2
    assert "simulate --help" in answer.err


def limited_disk() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on files")
@pytest.mark.parametrize("name", ["games.jsonl", later("games.jsonl.gz")])
def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, name: str) -> None:
    path, code = tmp_path / name, "from skipbo.cli import main; main()"
    run_python(code, "simulate", "--games", "1", "--records", str(tmp_path / f"first-{name}"))  # compiled, if need be
    done = run_python(code, "simulate", "--games", "2000", "--records", str(path), preexec_fn=limited_disk)
    assert done.returncode == 1
    assert done.stderr.startswith("skipbo: ")
    assert "File too large" in done.stderr
    assert str(path) in done.stderr, "which file"
    assert done.stderr.count("\n") == 1
    games = list(verify_file(path))
    assert games.count(None) > 5, "the games before are kept"
    assert all(fault is None for fault in games[:-1])


def test_tune_writes_weights_that_the_arena_can_play_with(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    options = ("--population", 4, "--games", 6, "--seed", "s", "--jobs", 1, "--out", path)
    answer = command("tune", "planner", "--format", "2", "--generations", 1, *options)
    assert answer.code == 0
    assert re.fullmatch(r"generation 1: \d+\.\d% of games won on average, \d+\.\d% by the best\n", answer.err)
    assert answer.out == f"Weights written to {path}. Try them: skipbo arena planner:{path} planner\n"
    again = command("tune", "planner", "--format", "2", "--generations", 2, *options)
    assert again.err.startswith("generation 2: ")
    played = command("arena", f"planner:{path}", "planner", "--games", 20, "--stock", 5, "--json")
    assert played.code == 0
    assert set(played.json["bots"]) == {f"planner:{path}", "planner"}


def test_tune_writes_to_a_file_named_after_the_format(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command("tune", "planner", "--format", "13-ranks", "--generations", 1, "--population", 4, "--games", 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["planner-13-ranks.run.json", "planner-13-ranks.toml"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("expert",), "Only the planner can be tuned: skipbo tune planner"),
        (("planner", "--format", "7"), "There is no format “7”: choose 2, 3-4, 5-6, partners, 13-ranks."),
    ],
)
def test_tune_says_what_is_wrong(command: Command, tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    answer = command("tune", *arguments, "--out", tmp_path / "mine.toml")
    assert (answer.code, answer.err) == (1, f"skipbo: {sentence}\n")
    assert not list(tmp_path.iterdir())


# Workers that are lost


class _ShortLived(LocalWorkers):
    """Workers of this machine that are gone after three pieces, as those of a cluster are with its head."""

    @contextmanager
    def crew(self, task: Task[Result]) -> Iterator[Crew[Result]]:
        with super().crew(task) as crew:
            wait, left = crew.wait, iter(range(3))

            def wait_or_fail() -> Finished[Result] | None:
                if next(left, None) is None:
                    raise WorkersLost("cluster", "All have left.")
                return wait()

            crew.wait = wait_or_fail  # type: ignore[method-assign]
            yield crew


@pytest.fixture
def short_lived(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr("skipbo.workers.choice.LocalWorkers", _ShortLived)
    return monkeypatch


@pytest.mark.usefixtures("short_lived")
def test_simulate_prints_what_lost_workers_have_played(command: Command) -> None:
    answer = command("simulate", "--games", 10**9, "--jobs", 1, "--json")
    assert answer.code == 1
    assert 0 < answer.json["games"] < 10**9
    assert answer.err == f"skipbo: All have left.\nInterrupted after {answer.json['games']} of {10**9} games.\n"


def test_the_arena_goes_on_where_lost_workers_have_left(
    command: Command, tmp_path: Path, short_lived: pytest.MonkeyPatch
) -> None:
    arguments = ("arena", "eager", "random", "--games", 40_000, "--stock", 3, "--jobs", 1, "--json", "--out")
    lost = command(*arguments, tmp_path / "lost")
    assert lost.code == 1
    assert 0 < lost.json["games"] < 40_000
    assert lost.err == (
        f"skipbo: All have left.\nInterrupted after {lost.json['games']} of 40000 games. "
        "Run the same command again to resume.\n"
    )
    short_lived.undo()
    whole = command(*arguments, tmp_path / "lost")
    assert whole.code == 0
    assert whole.json["games"] == 40_000
    assert whole.json["bots"]["eager"]["wins"] == command(*arguments, tmp_path / "other").json["bots"]["eager"]["wins"]


@pytest.mark.usefixtures("short_lived")
def test_tune_says_that_lost_workers_can_be_replaced(command: Command, tmp_path: Path) -> None:
    options = ("--population", 4, "--games", 6, "--jobs", 1, "--out", tmp_path / "mine.toml")
    answer = command("tune", "planner", *options)
    assert answer.code == 1
    assert answer.err == ("skipbo: All have left. Run the same command again to resume after the last generation.\n")
