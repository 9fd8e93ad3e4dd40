"""Nothing that was played is lost, and a run that was stopped ends as if it had not been."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from skipbo.arena import Plan, play, summarise, take_sample
from skipbo.arena.checkpoint import CHUNKS, GAMES
from skipbo.arena.export import check_format, columns, export
from skipbo.arena.folder import open_folder, write_results
from skipbo.batch.loops import RESULT
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.run_folder import MANIFEST
from skipbo.workers import LocalWorkers
from tests.arena.test_tournament import interrupt_after, without_clocks
from tests.external.conftest import UNHURRIED, Strange
from tests.processes import run_python

PLAN = Plan.of(["eager", "random", "eager"], Table.of(stock=5), games=400)
RUN = "from skipbo.cli import main; main()"


def finish(folder: Path, plan: Plan = PLAN, **options: Any) -> Any:
    """Plays to the end in this folder, and writes all files."""
    with open_folder(folder, plan) as checkpoint:
        tournament, sample = play(plan, checkpoint=checkpoint, **options), take_sample(plan)
        summary = summarise(tournament, sample)
        if tournament.is_over:
            write_results(checkpoint, tournament, sample, summary, "csv")
    return without_clocks(summary)


def rows_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "games.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_folder_holds_games_summary_and_report(tmp_path: Path) -> None:
    summary = finish(tmp_path / "deep" / "folder")
    names = sorted(path.name for path in (tmp_path / "deep" / "folder").iterdir())
    assert names == sorted([MANIFEST, GAMES, CHUNKS, "games.csv", "summary.json", "report.html"])
    assert without_clocks(json.loads((tmp_path / "deep" / "folder" / "summary.json").read_text())) == summary
    assert summary == without_clocks(summarise(play(PLAN), take_sample(PLAN)))


def test_a_finished_folder_gives_its_results_without_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = finish(tmp_path)

    def no_game(*_arguments: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr("skipbo.arena.runners.CompiledBots.__init__", no_game)
    assert finish(tmp_path) == summary


@pytest.mark.parametrize("calls", [2, 3, 5])
def test_an_interrupted_run_goes_on_and_ends_the_same(tmp_path: Path, calls: int) -> None:
    assert finish(tmp_path / "stopped", on_progress=interrupt_after(calls))["games"] < 1200
    assert not (tmp_path / "stopped" / "games.csv").exists()
    assert finish(tmp_path / "stopped", workers=LocalWorkers(2)) == finish(tmp_path / "whole")
    one, other = ((tmp_path / name / "games.csv").read_text() for name in ("stopped", "whole"))
    assert one == other


@pytest.mark.parametrize("lost", [1, 7, 24, 1000])
@pytest.mark.parametrize("file", [GAMES, CHUNKS])
def test_half_written_games_of_a_killed_run_are_played_again(tmp_path: Path, file: str, lost: int) -> None:
    whole = finish(tmp_path)
    path = tmp_path / file
    os.truncate(path, max(0, path.stat().st_size - lost))
    assert finish(tmp_path) == whole
    assert (tmp_path / GAMES).stat().st_size == 1200 * RESULT.itemsize


def test_games_whose_line_was_not_written_do_not_count(tmp_path: Path) -> None:
    whole = finish(tmp_path)
    with (tmp_path / GAMES).open("ab") as file:
        file.write(bytes(100))
    with (tmp_path / CHUNKS).open("ab") as file:
        file.write(b'{"meeting": 0, "deals": 3')
    assert finish(tmp_path) == whole


def test_a_sequential_test_goes_on_and_stops_at_the_same_game(tmp_path: Path) -> None:
    plan = Plan.of(["eager", "eager"], Table.of(stock=5), games=600, hypotheses=(0.0, 20.0))
    whole = finish(tmp_path / "whole", plan)
    stopped = finish(tmp_path / "stopped", plan, on_progress=interrupt_after(2))
    assert stopped["games"] < whole["games"]
    assert finish(tmp_path / "stopped", plan) == whole
    assert finish(tmp_path / "stopped", plan) == whole


def test_forfeits_and_clocks_are_kept(tmp_path: Path, strange: Strange) -> None:
    shaky, folder = strange("fail in even games"), tmp_path / "out"
    plan = Plan.of([shaky, "random"], Table.of(stock=4), games=12, time_limit=UNHURRIED)
    summary = finish(folder, plan)
    assert summary["bots"][shaky]["forfeits"] == 6, "a bot stays for all games from a seat, and fails in every other"
    with open_folder(folder, plan) as checkpoint:
        again = play(plan, checkpoint=checkpoint)
    assert without_clocks(summarise(again, take_sample(plan))) == summary
    assert again.clocks[shaky].moves > 8
    assert "“h99&gt;b1” was refused" in (folder / "report.html").read_text()
    rows = rows_of(folder)
    assert [row["forfeited_by"] for row in rows].count(shaky) == 6
    assert {row["how"] for row in rows if row["forfeited_by"]} == {"forfeited"}


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"seed": "other"}, "seed is arena there and other here"),
        ({"games": 500}, "games is 400 there and 500 here"),
        ({"table": Table.of(stock=6)}, "stock is 5 there and 6 here"),
    ],
)
def test_another_tournament_in_the_same_folder_is_refused(
    tmp_path: Path, changed: dict[str, Any], difference: str
) -> None:
    finish(tmp_path)
    before = (tmp_path / GAMES).read_bytes()
    options: dict[str, Any] = {"table": PLAN.table, "games": 400, **changed}
    with pytest.raises(Malformed) as error:
        open_folder(tmp_path, Plan.of(["eager", "random", "eager"], **options))
    assert difference in str(error.value)
    assert (tmp_path / GAMES).read_bytes() == before


def test_games_of_another_program_are_not_counted_with_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finish(tmp_path)
    monkeypatch.setattr("skipbo.arena.folder.source_digest", lambda: bytes(32))
    with pytest.raises(Malformed, match="code is "):
        open_folder(tmp_path, PLAN)


def test_a_folder_whose_run_was_killed_at_once_can_be_used(tmp_path: Path) -> None:
    (tmp_path / f"{MANIFEST}.part").write_text('{"bots": ["ea')
    assert finish(tmp_path)["games"] == 1200


def limited_disk() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on files")
def test_a_full_disk_is_an_error_that_loses_nothing(tmp_path: Path) -> None:
    options = ["arena", "eager", "random", "--stock", "5", "--games", "20000", "--json", "--out"]
    whole = json.loads(run_python(RUN, *options, str(tmp_path / "whole")).stdout)
    done = run_python(RUN, *options, str(tmp_path / "full"), preexec_fn=limited_disk)
    assert (done.returncode, done.stdout) == (1, "")
    kept = "The games played so far are kept: the same command continues from there."
    assert done.stderr.endswith(f"{tmp_path / 'full'}: File too large. {kept}\n")
    assert 0 < (tmp_path / "full" / GAMES).stat().st_size <= 200_000
    assert json.loads((tmp_path / "full" / CHUNKS).read_text().splitlines()[0])["deals"] > 0
    again = json.loads(run_python(RUN, *options, str(tmp_path / "full")).stdout)
    assert without_clocks(again) == without_clocks(whole)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.slow
def test_a_killed_run_continues_where_it_was(tmp_path: Path) -> None:
    options = ["arena", "eager", "random", "--stock", "5", "--games", "60000", "--jobs", "1", "--json"]
    whole = json.loads(run_python(RUN, *options, "--out", str(tmp_path / "whole")).stdout)
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", RUN, *options, "--out", str(folder)]
    for size in (1, 300_000):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + 60
            while time.monotonic() < end and not ((folder / GAMES).exists() and (folder / GAMES).stat().st_size > size):
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
    assert not (folder / "summary.json").exists()
    done = run_python(RUN, *options, "--out", str(folder))
    assert without_clocks(json.loads(done.stdout)) == without_clocks(whole)
    assert (folder / "games.csv").read_bytes() == (tmp_path / "whole" / "games.csv").read_bytes()


# Tables of games


def test_every_game_is_a_row_that_says_who_sat_where_and_who_won(tmp_path: Path) -> None:
    plan = Plan.of(["eager", "random"], Table.of(players=4, stock=3), games=40)
    summary = finish(tmp_path, plan)
    rows = rows_of(tmp_path)
    assert len(rows) == 40
    assert [int(row["deal"]) for row in rows] == [game // 4 for game in range(40)]
    assert [row["winner"] for row in rows].count("eager") == summary["bots"]["eager"]["wins"]
    assert sum(int(row["moves"]) for row in rows) / 40 == summary["moves_per_game"]
    for row in rows:
        seats = [row[f"bot_{seat}"] for seat in range(4)]
        assert seats.count("eager") == 1
        if row["how"] == "stock":
            assert row["winner"] in {seats[seat] for seat in range(4) if row[f"left_{seat}"] == "0"}


def test_parquet_holds_what_csv_holds(tmp_path: Path) -> None:
    import pyarrow.parquet

    finish(tmp_path)
    with open_folder(tmp_path, PLAN) as checkpoint:
        export(PLAN, checkpoint, "parquet")
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    rows = rows_of(tmp_path)
    assert table.column_names == list(rows[0])
    assert [[str(value) for value in row.values()] for row in table.to_pylist()] == [list(row.values()) for row in rows]


def test_parquet_without_its_package_is_refused_before_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr("skipbo.arena.export.find_spec", lambda _name: None)
    with pytest.raises(Malformed, match=r"pip install 'skipbo\[arena\]'"):
        check_format("parquet")
    with pytest.raises(Malformed, match="csv, parquet, not as “xlsx”"):
        check_format("xlsx")
    check_format("csv")


def test_matches_and_deals_are_numbered_as_the_seed_numbers_games(tmp_path: Path) -> None:
    finish(tmp_path)
    rows = rows_of(tmp_path)
    assert {(row["match"], int(row["deal"]) // 200) for row in rows} == {("1", 0), ("2", 1), ("3", 2)}
    with open_folder(tmp_path, PLAN) as checkpoint:
        assert columns(PLAN, next(iter(checkpoint.chunks())))["deal"][:4] == [0, 0, 1, 1]
