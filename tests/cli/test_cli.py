"""The command `skipbo`: what it prints, how it ends, and what it says when something is wrong."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from skipbo.cli import cores, main, split
from skipbo.editions import EDITIONS
from skipbo.i18n import LANGUAGES, translate, use_language
from skipbo.record import read_records, verify_file
from skipbo.rules import RULES, rules_of
from tests.processes import run_python
from tests.record.games import fields_of, finished, won, write_lines

KEYS = {"games", "seconds", "moves", "moves_per_s", "games_per_s", "wins", "blocked"}


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Answer]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    """Runs the command in this process."""

    def run(*arguments: object) -> Answer:
        use_language("en")
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        assert "Traceback" not in err
        return Answer(code, out, err)

    yield run
    use_language("en")


def counts(answer: Answer) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    return {name: value for name, value in answer.json.items() if name != "seconds" and not name.endswith("_per_s")}


# simulate


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


def test_simulate_deals_the_stock_it_is_told(command: Command) -> None:
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
    assert (verified.code, verified.out) == (0, "12 games hold, 0 do not.\n")


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
def test_a_mistake_in_the_command_leaves_no_file_behind(
    command: Command, tmp_path: Path, arguments: tuple[str, object]
) -> None:
    path = tmp_path / "games.jsonl"
    assert command("simulate", "--games", 1, "--records", path, *arguments).code == 1
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--edition", "hasbro"), "There is no edition “hasbro”. The editions are: mattel-2003, holiday-2010, "),
        (("--players", 7), "Skip-Bo is for 2 to 6 players, not 7."),
        (("--players", 3, "--partners"), "Partners need 4 or 6 players, not 3."),
        (("--stock", 82), "With 2 players a stock pile has 1 to 81 cards, not 82."),
        (("--stock", 0), "With 2 players a stock pile has 1 to 81 cards, not 0."),
        (("--edition", "1967", "--stock", 61), "With 2 players a stock pile has 1 to 60 cards, not 61."),
        (("--bots", "deep blue"), "There is no bot “deep blue”. The bots are: random, eager"),
        (("--bots", "eager,eager,eager"), "Name one bot for all seats or one for each of the 2, not 3."),
        (("--device", "abacus"), "There is no device “abacus”: say cpu or cuda."),
    ],
)
def test_simulate_says_in_a_sentence_what_is_wrong(
    command: Command, arguments: tuple[object, ...], sentence: str
) -> None:
    answer = command("simulate", "--games", 1, *arguments)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"skipbo: {sentence}")
    assert answer.err.count("\n") == 1


def test_without_a_gpu_simulate_says_so(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    answer = command("simulate", "--games", 1, "--device", "cuda")
    assert answer.code == 1
    assert answer.err.startswith("skipbo: No CUDA device can be used.")


@pytest.mark.parametrize("arguments", [("--games", 0), ("--games", "x"), ("--jobs", -1), ("--colour",)])
def test_what_no_option_means_is_a_mistake_in_the_command(command: Command, arguments: tuple[object, ...]) -> None:
    answer = command("simulate", *arguments)
    assert answer.code == 2
    assert "simulate --help" in answer.err


def limited_disk() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on files")
@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_disk_that_takes_no_more_is_told_in_a_sentence(tmp_path: Path, name: str) -> None:
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


# verify


def test_verify_ends_well_when_every_record_holds(command: Command, tmp_path: Path) -> None:
    one = write_lines(tmp_path / "one.jsonl", *[fields_of(finished(seed=seed)) for seed in (1, 2, 3)])
    other = write_lines(tmp_path / "other.jsonl", fields_of(finished("1967")))
    answer = command("verify", one, other)
    assert (answer.code, answer.out, answer.err) == (0, "4 games hold, 0 do not.\n", "")


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
    assert lines[-1] == "2 games hold, 3 do not."


def test_verify_keeps_the_whole_games_of_a_truncated_file(command: Command, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "games.jsonl", fields_of(finished(seed=1)), fields_of(finished(seed=2)))
    path.write_bytes(path.read_bytes()[:-100])
    answer = command("verify", path)
    assert answer.code == 1
    assert answer.out.startswith(f"{path}:2: file: The file is cut off in this line; the games before it are whole.\n")
    assert answer.out.endswith("1 games hold, 1 do not.\n")


def test_verify_prints_a_fault_whatever_the_line_says(tmp_path: Path) -> None:
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


# explain


def test_explain_tells_what_the_planner_thinks_of_a_move(command: Command, tmp_path: Path) -> None:
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


# tune


def test_tune_writes_weights_that_the_arena_can_play_with(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    options = ("--population", 4, "--games", 6, "--seed", "s", "--jobs", 1, "--out", path)
    answer = command("tune", "planner", "--format", "2", "--generations", 1, *options)
    assert answer.code == 0
    assert re.fullmatch(r"generation 1: wins \d+\.\d% on average, \d+\.\d% the best\n", answer.err)
    assert answer.out == f"Written: {path}. Try it: skipbo arena planner:{path} planner\n"
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
        (("expert",), "Only the planner can be tuned."),
        (("planner", "--format", "7"), "There is no format “7”: say 2, 3-4, 5-6, partners, 13-ranks."),
    ],
)
def test_tune_says_what_is_wrong(command: Command, tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    answer = command("tune", *arguments, "--out", tmp_path / "mine.toml")
    assert (answer.code, answer.err) == (1, f"skipbo: {sentence}\n")
    assert not list(tmp_path.iterdir())


# rules


def marked(out: str) -> dict[str, list[str]]:
    """The ids of the rules that were told, in order, with what stands in brackets behind each."""
    lines = re.findall(r"\(([a-z.0-9-]+)\)((?: \[[^\]]+\])*)$", out, re.MULTILINE)
    return {rule: re.findall(r"\[([^\]]+)\]", marks) for rule, marks in lines}


def test_rules_alone_lists_the_editions(command: Command) -> None:
    answer = command("rules")
    assert answer.code == 0
    for edition in EDITIONS.values():
        assert re.search(rf"^{edition.id} +{re.escape(edition.title)}$", answer.out, re.MULTILINE)
        assert all(alias in answer.out for alias in edition.aliases)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_tells_every_rule_of_a_sheet_in_every_language(command: Command, edition: str, language: str) -> None:
    answer = command("rules", edition, "--lang", language)
    assert answer.code == 0
    assert list(marked(answer.out)) == [rule.id for rule in rules_of(EDITIONS[edition])]
    assert "{" not in answer.out
    names = EDITIONS[edition].names_in(language)
    assert all(name.lower() in answer.out.lower() for name in (names.stock, names.draw, names.building, names.discard))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_marked_as_ours_and_rules_are_not(command: Command, edition: str, language: str) -> None:
    marks = marked(command("rules", edition, "--lang", language).out)
    use_language(language)
    ours = translate("our ruling")
    for rule, found in marks.items():
        assert (ours in found) == RULES[rule].ruling == rule.startswith("ruling.")


def test_each_language_tells_the_rules_in_its_own_words(command: Command) -> None:
    assert len({command("rules", "2003", "--lang", language).out for language in LANGUAGES}) == 4
    assert len({command("rules", "--lang", language).out for language in LANGUAGES}) == 4


def test_rules_of_an_unknown_edition_lists_those_we_know(command: Command) -> None:
    answer = command("rules", "hasbro")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"skipbo: There is no edition “hasbro”. The editions are: {', '.join(EDITIONS)}.\n"


def test_a_language_that_we_do_not_speak_is_a_mistake_in_the_command(command: Command) -> None:
    answer = command("rules", "--lang", "de")
    assert answer.code == 2
    assert "We speak en, fr, es, pt." in answer.err


def test_the_environment_chooses_the_language() -> None:
    done = run_python("from skipbo.cli import main; main()", "rules", "hasbro", environment={"LANGUAGE": "fr"})
    assert done.returncode == 1
    assert done.stderr.startswith("skipbo: ")
    assert "There is no edition" not in done.stderr
    assert "mattel-2003, holiday-2010, francais-2003, mattel-2016, brownfield-1967" in done.stderr


# help


def test_help_names_every_command(command: Command) -> None:
    answer = command("--help")
    assert answer.code == 0
    for name in ("play", "simulate", "arena", "replay", "explain", "tune", "verify", "rules", "bench"):
        assert re.search(rf"^ +{name} +[A-Z]", answer.out, re.MULTILINE)


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
        ("explain", ["--game", "--move", "--lang"]),
        ("tune", ["--format", "--generations", "--population", "--games", "--seed", "--out", "--jobs"]),
        ("rules", ["--lang"]),
        ("bench", ["--json"]),
    ],
)
def test_help_of_a_command_names_its_options(command: Command, name: str, options: list[str]) -> None:
    answer = command(name, "--help")
    assert answer.code == 0
    assert all(option in answer.out for option in options)


@pytest.mark.parametrize("options", [["--words"], ["--new", "--seed", "x"], ["--vigilance", "0"], ["--save", "file"]])
def test_what_only_the_terminal_can_do_needs_the_terminal(command: Command, options: list[str]) -> None:
    answer = command("play", *options)
    assert answer.code == 2
    assert f"Only with --terminal: {options[0] if len(options) < 3 else '--seed, --new'}" in answer.err


def test_what_only_the_page_can_do_is_refused_in_the_terminal(command: Command) -> None:
    answer = command("play", "--terminal", "--no-browser", "--port", "9000")
    assert answer.code == 2
    assert "Only without --terminal: --port, --no-browser" in answer.err


def test_play_in_the_terminal_is_play_in_the_terminal(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    answer = command("play", "--terminal", "--save", str(tmp_path / "saved.json"), "--seed", "x", "--words")
    assert answer.code == 0
    assert "The game is saved. Go on with: skipbo play --terminal --save" in answer.out


def test_a_table_that_cannot_be_is_refused_before_the_page_is_shown(command: Command) -> None:
    answer = command("play", "--players", "9")
    assert answer.code == 1
    assert "2 to 6 players, not 9" in answer.err


def test_without_a_command_help_is_shown(command: Command) -> None:
    answer = command()
    assert answer.code == 2
    assert "simulate" in answer.out + answer.err


def test_nobody_who_reads_on_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = run_python("from skipbo.cli import main; main()", "rules", "2003", stdout=write)
    os.close(write)
    assert done.stderr == ""


def test_names_are_split_at_commas() -> None:
    assert split(" eager, random ,,") == ["eager", "random"]
    assert split("") == []


def test_no_jobs_means_all_cores() -> None:
    assert cores(0) >= 1
    assert cores(3) == 3
