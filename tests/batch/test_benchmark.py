"""The bench measures every layer; how fast they are is published, not asserted."""

import json
import math
from collections.abc import Callable

import pytest

from skipbo.batch import benchmark
from skipbo.cli import main
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.i18n import use_language
from skipbo.kernel.layout import STATE
from skipbo.record import check_line, to_line, to_record

pytestmark = pytest.mark.slow  # compiling every layer takes a minute and a half


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every layer is built as it is measured, but its work is done once."""
    done: list[int] = []

    def once(work: Callable[[], int]) -> float:
        done.append(work())
        return float(done[-1])

    monkeypatch.setattr(benchmark, "measure", once)
    return done


def test_a_speed_is_the_median_of_several_runs_after_one_that_warms_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 10.0, 12.0, 20.0, 24.0])
    monkeypatch.setattr("skipbo.batch.benchmark.time.perf_counter", lambda: next(clock))
    runs: list[int] = []

    def work() -> int:
        runs.append(1)
        return 8

    assert benchmark.measure(work, repeats=3) == 4.0
    assert len(runs) == 4


@pytest.mark.parametrize("bot", ["random", "eager"])
def test_whole_games_count_the_moves_that_were_made(bot: str) -> None:
    work = benchmark.whole_games(Table.of(stock=3), bot, 5)
    assert work() == work() > 5
    assert benchmark.whole_games(Table.of(stock=3), bot, 5, jobs=2)() == work()


def test_batched_steps_count_a_move_for_each_game_and_step() -> None:
    assert benchmark.batched_steps(Table.of(), 16, 3)() == 48


def test_game_objects_count_the_moves_of_whole_games() -> None:
    work = benchmark.game_objects(2)
    assert work() == work() > 100


def test_records_and_deals_are_counted() -> None:
    assert benchmark.records_verified(2, check_line)() == 2
    assert benchmark.deals(10)() == 10


def test_every_layer_has_a_speed(quick: list[int]) -> None:
    use_language("en")
    speeds = list(benchmark.speeds(jobs=2))
    assert {one.layer for one in speeds} == {"kernel", "batch", "bots", "game", "record"}
    assert {one.unit for one in speeds} == {"moves", "deals", "games", "records"}
    assert len({one.what for one in speeds}) == len(speeds)
    assert [one.per_second for one in speeds] == quick
    assert all(count > 0 for count in quick)
    assert any("2 cores" in one.what for one in speeds)
    assert not any("cores" in one.what for one in benchmark.speeds(jobs=1))


def test_the_sizes_are_those_of_a_state_and_of_a_line() -> None:
    sizes = benchmark.sizes()
    assert sizes["state"] == STATE.itemsize == len(Game().states.tobytes())
    assert len(to_line(to_record(Game()))) < sizes["line"] < 10_000


@pytest.mark.usefixtures("quick")
def test_bench_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--json", "--jobs", "2"])
    assert ended.value.code == 0
    measured = json.loads(capsys.readouterr().out)
    assert measured.keys() >= {"speeds", "bytes"}
    assert {one["layer"] for one in measured["speeds"]} == {"kernel", "batch", "bots", "game", "record"}
    assert all(math.isfinite(one["per_second"]) and one["per_second"] > 0 for one in measured["speeds"])
    assert measured["bytes"] == benchmark.sizes()


@pytest.mark.usefixtures("quick")
def test_bench_prints_a_line_for_each_layer(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--jobs", "1"])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["kernel"] * 4 + ["batch"] + ["bots"] * 4 + ["game"] + ["record"] * 2
    assert all(line.endswith("/s") for line in lines)
