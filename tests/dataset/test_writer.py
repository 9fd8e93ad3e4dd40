"""A dataset has every decision of its games, and is the same however it came to be written."""

import hashlib
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import yaml
from numpy.typing import NDArray

from skipbo import Game, batch
from skipbo.bots import find_bots
from skipbo.dataset import players
from skipbo.dataset.card import DECISION_COLUMNS, GAME_COLUMNS
from skipbo.dataset.plan import DatasetPlan
from skipbo.dataset.shards import games_in
from skipbo.dataset.writer import write_dataset
from skipbo.env.interface import Interface
from skipbo.errors import Malformed, SkipboError
from skipbo.game.table import Table
from tests.command_runner import Command
from tests.external.conftest import EXAMPLES, UNHURRIED, Strange
from tests.processes import run_python

RUN = "from skipbo.cli import main; main()"
PLAN = DatasetPlan.of(["eager", "random"], Table.of(stock=3), games=50, seed="data", shard=20)
PROGRAM = "process:" + shlex.join([sys.executable, "-S", str(EXAMPLES / "no_library.py")])
REFEREED = DatasetPlan.of([PROGRAM, "eager"], Table.of(stock=3), games=7, seed="data", shard=4, time_limit=UNHURRIED)
PARTNERS = DatasetPlan.of(["eager"], Table.of("1967", players=6, partners=True, stock=2), games=4)


def digests(folder: Path) -> dict[str, str]:
    """Every file of a dataset with what is in it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def matrix(table: Any, name: str) -> NDArray[np.uint8]:
    """The rows of a column of lists, as the card says."""
    rows: NDArray[np.uint8] = table[name].combine_chunks().flatten().to_numpy().reshape(len(table), -1)
    return rows


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("datasets") / "whole"
    counts = write_dataset(PLAN, folder)
    assert (counts.games, counts.new_games) == (50, 50)
    assert counts.bytes == sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    return folder


@pytest.fixture(scope="module")
def refereed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("datasets") / "refereed"
    assert write_dataset(REFEREED, folder).games == 7
    return folder


def test_a_shard_is_two_files_and_the_folder_says_how_it_was_made(written: Path) -> None:
    assert sorted(digests(written)) == [
        "README.md",
        *(f"decisions/0000{shard}.parquet" for shard in range(3)),
        *(f"games/0000{shard}.parquet" for shard in range(3)),
        "manifest.json",
    ]
    manifest = json.loads((written / "manifest.json").read_text())
    assert manifest["bots"] == ["eager", "random"]
    assert json.loads(pq.read_schema(written / "games" / "00000.parquet").metadata[b"skipbo"]) == manifest


def test_the_games_are_those_that_simulate_plays(written: Path) -> None:
    results = batch.new_results(50)
    batch.play_games(PLAN.table, find_bots(PLAN.bots, PLAN.table), "data", results)
    games = pq.read_table(written / "games")
    assert games["game"].to_pylist() == [*range(50)]
    for name in ("moves", "turns", "first", "winner"):
        assert games[name].to_pylist() == results[name].tolist()
    assert matrix(games, "left").tolist() == results["left"][:, :2].tolist()
    decisions = pq.read_table(written / "decisions")
    assert len(decisions) == results["moves"].sum()
    assert decisions["step"].to_pylist() == [step for moves in results["moves"] for step in range(moves)]


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(PLAN, id="two"),
        pytest.param(REFEREED, id="refereed"),
        pytest.param(PARTNERS, id="partners", marks=pytest.mark.slow),
    ],  # compiles for long
)
def test_every_game_can_be_played_again_and_shows_what_its_rows_say(tmp_path: Path, plan: DatasetPlan) -> None:
    write_dataset(plan, tmp_path)
    table = plan.table
    options: dict[str, Any] = {"players": table.players, "partners": table.partners, "stock": table.stock}
    interface = Interface.of(table.edition, depth=plan.interface.depth, **options)
    rows, records = interface.new_rows(1)
    mask = np.zeros(interface.actions, np.int8)
    decisions = pq.read_table(tmp_path / "decisions")
    observations, legal = matrix(decisions, "observation"), matrix(decisions, "legal")
    bits = np.unpackbits(legal, axis=1, count=interface.actions, bitorder="little")
    numbers, actions = decisions["game"].to_numpy(), decisions["action"].to_pylist()
    for row in pq.read_table(tmp_path / "games").to_pylist()[:4]:
        game = Game(table.edition, **options, key=bytes.fromhex(row["key"]))
        assert (game.first, len(row["deck"])) == (row["first"], table.edition.cards)
        for place in np.flatnonzero(numbers == row["game"]).tolist():
            interface.doors.look(game.states, game.turn, records, mask)
            assert decisions["seat"][place].as_py() == game.turn
            assert observations[place].tolist() == rows[0].tolist()
            assert bits[place].tolist() == mask.tolist()
            game.play(interface.move(actions[place], game.turn))
        assert game.outcome is not None
        assert row["how"] == game.outcome.how.value
        assert tuple(row["left"]) == game.outcome.left
        assert table.sides[row["winner"]] == game.outcome.winners
        for place in np.flatnonzero(numbers == row["game"]).tolist():
            won = decisions["seat"][place].as_py() in game.outcome.winners
            assert decisions["payoff"][place].as_py() == (1.0 if won else -1 / (table.teams - 1))


def test_the_files_are_the_same_on_any_number_of_cores(written: Path, tmp_path: Path) -> None:
    write_dataset(PLAN, tmp_path, jobs=3)
    assert digests(tmp_path) == digests(written)


def test_row_groups_do_not_change_what_is_written(
    written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "MOST_GAMES", 7)
    write_dataset(PLAN, tmp_path)
    assert pq.read_metadata(tmp_path / "decisions" / "00000.parquet").num_row_groups == 3
    assert pq.read_table(tmp_path / "decisions").equals(pq.read_table(written / "decisions"))


def interrupt_after(calls: int) -> Callable[[int], None]:
    left = [calls]

    def count(_games: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return count


@pytest.mark.parametrize("calls", [2, 3])
def test_an_interrupted_run_goes_on_and_ends_the_same(written: Path, tmp_path: Path, calls: int) -> None:
    stopped = write_dataset(PLAN, tmp_path, on_progress=interrupt_after(calls))
    assert stopped.stopped is not None
    assert stopped.games == 20 * (calls - 2)
    assert not (tmp_path / "README.md").exists()
    assert not list(tmp_path.rglob("*.part"))
    assert write_dataset(PLAN, tmp_path, jobs=2).new_games == 50 - stopped.games
    assert digests(tmp_path) == digests(written)


def test_several_cores_stop_together(tmp_path: Path) -> None:
    stopped = write_dataset(PLAN, tmp_path, jobs=2, on_progress=interrupt_after(2))
    assert stopped.stopped is not None
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("table", ["decisions", "games"])
@pytest.mark.parametrize("damage", ["missing", "cut short", "half written"])
def test_a_shard_that_is_not_whole_is_written_again(written: Path, tmp_path: Path, table: str, damage: str) -> None:
    write_dataset(PLAN, tmp_path)
    path = tmp_path / table / "00001.parquet"
    data = path.read_bytes()
    path.unlink()
    if damage == "cut short":
        path.write_bytes(data[:-100])
    elif damage == "half written":
        path.with_name(path.name + ".part").write_bytes(data[:100])
    assert write_dataset(PLAN, tmp_path).new_games == 20
    assert digests(tmp_path) == digests(written)


def test_a_dataset_grows_to_what_it_would_have_been(written: Path, tmp_path: Path) -> None:
    few = DatasetPlan.of(PLAN.bots, PLAN.table, games=30, seed="data", shard=20)
    write_dataset(few, tmp_path)
    assert write_dataset(PLAN, tmp_path).new_games == 30, "the last shard was not full"
    assert digests(tmp_path) == digests(written)
    with pytest.raises(Malformed, match="holds 50 games: ask for as many, or for more"):
        write_dataset(few, tmp_path)
    assert digests(tmp_path) == digests(written)


def test_a_whole_dataset_is_not_written_again(written: Path) -> None:
    before = digests(written)
    counts = write_dataset(PLAN, written)
    assert (counts.games, counts.new_games, counts.seconds) == (50, 0, 0)
    assert digests(written) == before


def test_another_dataset_in_the_same_folder_is_refused(written: Path) -> None:
    other = DatasetPlan.of(PLAN.bots, PLAN.table, games=50, seed="other", shard=20)
    with pytest.raises(Malformed, match="seed is data there and other here"):
        write_dataset(other, written)


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(Malformed, match="holds other files"):
        write_dataset(PLAN, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_dataset_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo.dataset.plan.find_spec", lambda _name: None)
    with pytest.raises(Malformed, match=r"pip install 'skipbo\[data\]'"):
        DatasetPlan.of(["eager"], Table.of(), games=1)


def test_an_error_of_the_disk_keeps_the_shards_that_are_whole(
    written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:

        def full(_number: int) -> None:
            if len(list(tmp_path.rglob("games/*.parquet"))) == 2:
                raise OSError(28, "No space left on device")

        patched.setattr("os.fsync", full)
        with pytest.raises(SkipboError, match=r"No space left on device\. The games played so far are kept"):
            write_dataset(PLAN, tmp_path)
    assert not list(tmp_path.rglob("*.part"))
    assert write_dataset(PLAN, tmp_path).new_games == 10
    assert digests(tmp_path) == digests(written)


@pytest.mark.parametrize("byte", [100, -3000])
def test_a_shard_with_a_byte_that_has_changed_is_written_again(written: Path, tmp_path: Path, byte: int) -> None:
    write_dataset(PLAN, tmp_path)
    path = tmp_path / "decisions" / "00001.parquet"
    data = bytearray(path.read_bytes())
    data[byte] ^= 1
    path.write_bytes(data)
    assert pq.read_metadata(path).num_rows, "its footer is whole"
    assert write_dataset(PLAN, tmp_path).new_games == 20
    assert digests(tmp_path) == digests(written)


def test_the_last_shard_is_the_one_with_the_highest_number(tmp_path: Path) -> None:
    write_dataset(PLAN, tmp_path)
    games = tmp_path / "games"
    (games / "00001.parquet").rename(games / "99999.parquet")
    (games / "00002.parquet").rename(games / "100000.parquet")
    assert games_in(PLAN, tmp_path) == 100_000 * 20 + 10


# Under a referee


def test_a_referee_deals_the_games_that_are_played_by_the_thousand(refereed: Path, written: Path) -> None:
    deals = [
        pq.read_table(folder / "games", columns=["game", "key", "deck", "first"]) for folder in (refereed, written)
    ]
    assert deals[0].equals(deals[1].slice(0, 7))


@pytest.mark.slow  # compiles for long
def test_a_referee_writes_the_games_of_bots_that_roll_no_dice_as_they_are_played_by_the_thousand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = DatasetPlan.of(["planner"], Table.of(stock=3), games=9, seed="both", shard=5)
    write_dataset(plan, tmp_path / "compiled")
    monkeypatch.setattr(DatasetPlan, "needs_referee", True)
    write_dataset(plan, tmp_path / "refereed")
    assert digests(tmp_path / "refereed") == digests(tmp_path / "compiled")


def test_games_of_a_program_are_the_same_on_any_number_of_cores_and_after_an_interrupt(
    refereed: Path, tmp_path: Path
) -> None:
    write_dataset(REFEREED, tmp_path / "cores", jobs=3)
    assert digests(tmp_path / "cores") == digests(refereed)
    stopped = write_dataset(REFEREED, tmp_path / "stopped", on_progress=interrupt_after(7))
    assert (stopped.games, stopped.stopped is None) == (4, False)
    assert not list(tmp_path.rglob("*.part"))
    assert write_dataset(REFEREED, tmp_path / "stopped", jobs=2).new_games == 3
    assert digests(tmp_path / "stopped") == digests(refereed)


def test_row_groups_do_not_change_what_a_referee_writes(
    refereed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "ROOM", 5_000)
    write_dataset(REFEREED, tmp_path)
    assert pq.read_metadata(tmp_path / "decisions" / "00000.parquet").num_row_groups > 1
    assert pq.read_table(tmp_path / "decisions").equals(pq.read_table(refereed / "decisions"))


def test_the_card_says_that_the_program_must_decide_the_same(refereed: Path, written: Path) -> None:
    said = "if programs, and searches that go by the clock, decide the same again"
    assert said in (refereed / "README.md").read_text("utf-8")
    assert said not in (written / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("bot", "may"), [("planner", False), ("grandmaster", False), ("searcher:9", False), ("searcher:2s", True)]
)
def test_only_a_search_with_a_number_of_worlds_decides_the_same_again(bot: str, may: bool) -> None:
    assert DatasetPlan.of(["eager", bot], Table.of(), games=1).may_differ == may


def test_a_game_that_a_program_forfeits_is_not_written(tmp_path: Path, strange: Strange) -> None:
    bots = [strange("fail in even games"), "eager"]
    plan = DatasetPlan.of(bots, Table.of(stock=2), games=6, shard=1, time_limit=UNHURRIED)
    with pytest.raises(SkipboError, match=r"failed in game \d: ."):
        write_dataset(plan, tmp_path)
    assert not list(tmp_path.rglob("*.part"))
    assert not (tmp_path / "README.md").exists()


@pytest.mark.slow  # compiles the search
def test_games_of_a_bot_that_searches_are_the_same_again(tmp_path: Path) -> None:
    plan = DatasetPlan.of(["searcher:4", "planner"], Table.of(stock=2), games=2)
    for folder, jobs in (("one", 1), ("two", 2)):
        write_dataset(plan, tmp_path / folder, jobs=jobs)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


# The card


def test_the_card_has_the_header_that_hugging_face_reads(written: Path) -> None:
    _nothing, header, text = (written / "README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(header)
    assert card["license"] == "mit"
    assert [config["config_name"] for config in card["configs"]] == ["decisions", "games"]
    for config in card["configs"]:
        assert len(list(written.glob(config["data_files"]))) == 3
    assert card["size_categories"] == ["1K<n<10K"]
    assert "`unseen` | 23 | uint8 | 14" in text
    assert "| end the turn with an empty hand | 124 |" in text


def test_the_card_names_the_command_that_writes_the_same_files(written: Path, tmp_path: Path, command: Command) -> None:
    found = re.search(r"^skipbo dataset OUT (.*)$", (written / "README.md").read_text(), re.MULTILINE)
    assert found is not None
    answer = command("dataset", tmp_path, *found[1].split())
    assert answer.code == 0, answer.err
    assert digests(tmp_path) == digests(written)


def test_the_card_explains_every_column(written: Path) -> None:
    for table, columns in (("decisions", DECISION_COLUMNS), ("games", GAME_COLUMNS)):
        assert pq.read_schema(written / table / "00000.parquet").names == list(columns)


# The command


def test_the_command_says_what_it_has_written(command: Command, tmp_path: Path) -> None:
    answer = command("dataset", tmp_path, "eager", "--stock", 3, "--games", 5)
    assert (answer.code, answer.err) == (0, "")
    assert re.fullmatch(r"5 games with \d+ decisions \(0\.0 MB\) are in .*\n", answer.out)
    again = command("dataset", tmp_path, "eager", "--stock", 3, "--games", 5, "--json").json
    assert again["games"] == 5
    assert again["games_per_s"] is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["nobody"], "There is no bot “nobody”"),
        (["process:"], "is not a command line"),
        (["eager", "eager", "eager"], "Name one bot for all seats or one for each of the 2"),
        (["eager", "--depth", "1000"], "A depth is a number of cards"),
        (["eager", "--players", "7"], "2 to 6 players"),
    ],
)
def test_options_that_cannot_be_used_are_refused_before_anything_is_written(
    command: Command, tmp_path: Path, options: list[str], said: str
) -> None:
    answer = command("dataset", tmp_path / "new", *options)
    assert answer.code == 1
    assert said in " ".join(answer.err.split())
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.slow
def test_a_killed_run_continues_where_it_was(tmp_path: Path) -> None:
    options = ["eager", "--stock", "5", "--games", "6000", "--shard", "500", "--jobs", "2"]
    assert run_python(RUN, "dataset", str(tmp_path / "whole"), *options).returncode == 0
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", RUN, "dataset", str(folder), *options]
    for whole in (1, 5):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 60
            while time.monotonic() < end and len(list(folder.glob("games/*.parquet"))) < whole:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
    assert not (folder / "README.md").exists()
    assert run_python(RUN, "dataset", str(folder), *options).returncode == 0
    assert digests(folder) == digests(tmp_path / "whole")


def limited_disk() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on files")
@pytest.mark.slow
def test_a_full_disk_is_an_error_that_says_so(tmp_path: Path) -> None:
    options = ["dataset", str(tmp_path / "full"), "eager", "--games", "500", "--jobs", "2"]
    done = run_python(RUN, *options, preexec_fn=limited_disk)
    assert done.returncode == 1
    kept = "The games played so far are kept: the same command continues from there."
    assert done.stderr.endswith(f"{tmp_path / 'full'}: File too large. {kept}\n")
    assert not list((tmp_path / "full").rglob("*.part"))
