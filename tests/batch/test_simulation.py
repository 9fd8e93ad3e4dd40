"""Games between bots by the thousand: the same games however they are played, counted and written down."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skipbo import batch
from skipbo.batch.simulation import GameLogger, GameTally, LoggedGame, simulate
from skipbo.bots import find_bots
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.kernel.layout import BLOCKED
from skipbo.record import Record, RecordWriter, check, game_from_record, read_records, verify_file
from skipbo.workers import LocalWorkers
from tests.processes import interrupt
from tests.record.games import every_table

TWO = Table.of("mattel-2003", players=2, stock=5)


def counted(tally: GameTally) -> dict[str, Any]:
    """What does not depend on the clock."""
    return {name: value for name, value in tally.as_dict().items() if name != "seconds" and not name.endswith("_per_s")}


def results_of(table: Table, bots: list[str], games: int, seed: str) -> Any:
    results = batch.new_results(games)
    batch.play_games(table, find_bots(bots, table), seed, results)
    return results


@every_table
def test_the_counts_are_those_of_the_games_played(edition: str, players: int, partners: bool) -> None:
    table = Table.of(edition, players=players, partners=partners)
    results = results_of(table, ["eager"], 30, "count")
    tally = simulate(table, ["eager"], 30, "count")
    assert (tally.games, tally.unfinished) == (30, 0)
    assert tally.moves == results["moves"].sum()
    assert tally.turns == results["turns"].sum()
    assert tally.blocked == (results["how"] == BLOCKED).sum()
    for seat in range(players):
        assert tally.wins[seat] == (results["winner"] == seat % table.teams).sum()
    if not partners:
        assert sum(tally.wins) + (results["winner"] == 255).sum() == 30
    assert tally.seconds > 0


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_jobs_do_not_change_the_count(jobs: int) -> None:
    games = 4_500  # more than a chunk for one job
    assert counted(simulate(TWO, ["eager"], games, "jobs", workers=LocalWorkers(jobs))) == counted(
        simulate(TWO, ["eager"], games, "jobs")
    )


def test_more_games_of_a_seed_begin_with_the_same_games() -> None:
    few, many = (results_of(TWO, ["eager"], games, "more") for games in (10, 20))
    assert few.tobytes() == many[:10].tobytes()


def test_another_seed_gives_another_count() -> None:
    assert counted(simulate(TWO, ["eager"], 200, "one")) != counted(simulate(TWO, ["eager"], 200, "two"))


def test_one_bot_serves_all_seats() -> None:
    table = Table.of("mattel-2003", players=3, stock=4)
    assert counted(simulate(table, ["random"], 50, 1)) == counted(simulate(table, ["random"] * 3, 50, 1))
    assert counted(simulate(table, ["random"], 50, 1)) != counted(simulate(table, ["eager"], 50, 1))


def test_bots_sit_where_they_are_named() -> None:
    one, other = (simulate(TWO, bots, 300, "seats").wins for bots in (["eager", "random"], ["random", "eager"]))
    assert one[0] > 250
    assert other[1] > 250


def test_blocked_games_are_counted() -> None:
    tally = simulate(Table.of("mattel-2003", players=2), ["random"], 200, "blocked")
    assert tally.blocked > 150, "with players who move at random nearly all games end blocked"
    assert tally.as_dict()["blocked_share"] == tally.blocked / 200


def test_progress_adds_up_to_all_games() -> None:
    steps: list[int] = []
    simulate(TWO, ["eager"], 4_500, "progress", on_progress=steps.append)
    assert sum(steps) == 4_500
    assert len(steps) > 1


def interrupt_after(calls: int) -> Callable[[int], None]:
    left = [calls]

    def on_progress(_games: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return on_progress


def test_an_interrupt_keeps_what_was_played() -> None:
    tally = simulate(TWO, ["eager"], 1_000_000, "stop", on_progress=interrupt_after(2))
    assert 2_000 < tally.games < 1_000_000, "two pieces"
    assert counted(tally) == counted(simulate(TWO, ["eager"], tally.games, "stop"))


def test_an_interrupt_before_the_first_game_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_arguments: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "play_games", stopped)
    with pytest.raises(KeyboardInterrupt):
        simulate(TWO, ["eager"], 10, "stop")


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_an_interrupt_leaves_only_whole_records(tmp_path: Path, name: str) -> None:
    with RecordWriter(tmp_path / name) as writer:
        tally = simulate(TWO, ["eager"], 1_000, "stop", records=writer, on_progress=interrupt_after(5))
    assert tally.games == 5
    assert list(verify_file(tmp_path / name)) == [None] * 5


def test_a_game_that_was_not_written_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt may come while a record is made: as many games are counted as the file has."""
    made = [0]
    record = GameLogger.record

    def interrupted(logger: GameLogger) -> Record:
        made[0] += 1
        if made[0] == 20:
            raise KeyboardInterrupt
        return record(logger)

    monkeypatch.setattr(GameLogger, "record", interrupted)
    with RecordWriter(tmp_path / "games.jsonl") as writer:
        tally = simulate(TWO, ["eager"], 40, "stop", records=writer)
    assert tally.games == len(list(read_records(tmp_path / "games.jsonl"))) == 16, "the first piece"


@pytest.mark.parametrize("jobs", [2, 3])
def test_jobs_change_no_record(tmp_path: Path, jobs: int) -> None:
    """Games of several threads, more than they play at a time, are written in the order of their numbers."""
    for name, threads in (("one", 1), ("several", jobs)):
        with RecordWriter(tmp_path / name) as writer:
            tally = simulate(TWO, ["eager", "random"], 75, "jobs", workers=LocalWorkers(threads), records=writer)
        assert tally.games == 75
    assert (tmp_path / "one").read_bytes() == (tmp_path / "several").read_bytes()


@pytest.mark.parametrize("jobs", [1, 3])
def test_with_records_as_many_threads_play_as_there_are_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    threads: set[int] = set()
    log_all, log = GameLogger.log_all, GameLogger.log
    together = threading.Barrier(jobs, timeout=60)

    def one_of_several(logger: GameLogger, numbers: Sequence[int]) -> list[LoggedGame]:
        together.wait()
        return log_all(logger, numbers)

    def noted(logger: GameLogger, number: int) -> LoggedGame:
        threads.add(threading.get_ident())
        return log(logger, number)

    monkeypatch.setattr(GameLogger, "log_all", one_of_several)
    monkeypatch.setattr(GameLogger, "log", noted)
    with RecordWriter(tmp_path / "games.jsonl") as writer:
        simulate(TWO, ["eager"], 48, "jobs", workers=LocalWorkers(jobs), records=writer)
    assert len(threads) == jobs


@every_table
def test_the_records_hold_the_games_that_were_counted(
    tmp_path: Path, edition: str, players: int, partners: bool
) -> None:
    table = Table.of(edition, players=players, partners=partners, stock=6)
    path = tmp_path / "games.jsonl.gz"
    with RecordWriter(path) as writer:
        tally = simulate(table, ["eager"], 6, "written", records=writer)
    assert counted(tally) == counted(simulate(table, ["eager"], 6, "written"))
    assert list(verify_file(path)) == [None] * 6
    keys, _dice = batch.seed_games(6, "written")
    results = results_of(table, ["eager"], 6, "written")
    for line, key, result in zip(read_records(path), keys, results, strict=True):
        record = line.record
        assert record.result is not None
        assert record.seed == key.tobytes().hex()
        assert len(record.moves) == result["moves"]
        assert record.first == result["first"]
        assert list(record.result.left) == result["left"][:players].tolist()
        assert [seat.player for seat in record.seats] == ["eager"] * players


def test_a_record_of_the_simulation_replays_with_its_shuffles() -> None:
    logger = GameLogger(Table.of(players=4, partners=True), ["eager", "random", "eager", "random"], "replay")
    for number in range(5):
        logger.play(number)
        record = logger.record()
        check(record)
        game = game_from_record(record)
        for move in record.moves:
            game.play(move)
        assert tuple(game.shuffles) == record.shuffles
        assert [seat.player for seat in record.seats] == ["eager", "random"] * 2


@pytest.mark.parametrize("bots", [[], ["eager"] * 3, ["eager", "deep blue"], [""]])
def test_unknown_bots_and_too_many_bots_are_refused(bots: list[str]) -> None:
    with pytest.raises(Malformed) as error:
        simulate(TWO, bots, 1, 0)
    assert error.value.code == "bots"


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(Malformed) as error:
        simulate(TWO, ["eager"], 1, 0, workers=LocalWorkers(device="abacus"))
    assert error.value.code == "device"


def test_the_counts_add_up() -> None:
    tally = GameTally(TWO)
    results = batch.new_results(4)
    results["moves"], results["turns"] = [10, 20, 30, 40], [1, 2, 3, 4]
    results["how"], results["winner"] = [1, 1, 2, 0], [0, 1, 255, 255]
    tally.add(results[:3])
    other = GameTally(TWO)
    other.add(results[3:])
    other.add(results[:1])
    tally.merge(other)
    tally.seconds = 1.0
    assert tally.as_dict() == {
        "games": 5,
        "seconds": 1.0,
        "moves": 110,
        "turns": 11,
        "moves_per_game": 22.0,
        "turns_per_game": 2.2,
        "moves_per_s": 110.0,
        "games_per_s": 5.0,
        "wins": [2, 1],
        "blocked": 1,
        "blocked_share": 0.2,
        "unfinished": 1,
    }


def test_many_moves_do_not_overflow_the_count() -> None:
    tally, results = GameTally(TWO), batch.new_results(3)
    results["moves"] = np.iinfo(np.uint32).max
    tally.add(results)
    assert tally.moves == 3 * (2**32 - 1)


RUN = "from skipbo.cli import main; main()"


def interrupted_command(delay: Callable[[int], None], attempt: int, *arguments: str) -> tuple[int, str, str]:
    """A real simulation that is far too long, with an interrupt from outside."""
    command = [sys.executable, "-c", RUN, "simulate", "--games", "1000000000", "--json", *arguments]
    environment = os.environ | {"LANGUAGE": "en"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        delay(attempt)
        out, err = interrupt(process)
    return process.returncode, out, err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_control_c_prints_what_was_played() -> None:
    for attempt in range(4):
        code, out, err = interrupted_command(lambda number: time.sleep(2 * 2**number), attempt, "--jobs", "2")
        if out:
            break
    counts = json.loads(out)
    assert 0 < counts["games"] < 1_000_000_000
    assert err == f"Interrupted after {counts['games']} of 1000000000 games.\n"
    assert code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
@pytest.mark.slow
def test_control_c_leaves_whole_records(tmp_path: Path, name: str) -> None:
    path = tmp_path / name

    def until_something_is_written(_attempt: int) -> None:
        end = time.monotonic() + 100
        while time.monotonic() < end and not (path.exists() and path.stat().st_size > 20_000):
            time.sleep(0.05)

    code, out, err = interrupted_command(until_something_is_written, 0, "--records", str(path))
    counts = json.loads(out)
    assert "Interrupted after" in err
    assert "Traceback" not in err
    assert code == 0
    assert list(verify_file(path)) == [None] * counts["games"]
