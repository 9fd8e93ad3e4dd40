"""Tournaments that are adjusted for luck: the same games, and results that are surer."""

import re
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from skipbo.arena import Plan, play, summarise, take_sample
from skipbo.arena.console import show
from skipbo.arena.folder import open_folder
from skipbo.arena.report import command
from skipbo.arena.runners import LoggedBots, RefereedBots
from skipbo.arena.statistics import Sums, fair_share_of, spread_of
from skipbo.arena.tournament import check
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.workers import LocalWorkers
from tests.arena.test_tournament import interrupt_after, result, without_clocks
from tests.external.conftest import UNHURRIED

TABLE = Table.of(stock=5)
PLAN = Plan.of(["tidy", "eager"], TABLE, games=400, luck_adjusted=True)


def test_the_games_are_the_same_and_the_adjusted_share_agrees() -> None:
    adjusted = result(PLAN)
    luck = adjusted.pop("luck_adjusted")
    assert adjusted == result(Plan.of(["tidy", "eager"], TABLE, games=400))
    for label, bot in adjusted["bots"].items():
        assert luck[label]["low"] < bot["high"]
        assert luck[label]["high"] > bot["low"]
        assert luck[label]["worth_games"] > 400
        assert luck[label]["share"] + luck[label]["luck"] == pytest.approx(bot["share"]), "what was taken off"
        assert luck[label]["luck_low"] < 0 < luck[label]["luck_high"]
    assert luck["tidy"]["share"] + luck["eager"]["share"] == pytest.approx(1, abs=1e-3)


def test_under_a_referee_a_game_has_the_same_luck() -> None:
    (meeting,) = Plan.of(["planner", "planner"], Table.of(stock=2), games=4).meetings
    played = []
    for runner in (LoggedBots(meeting, "s"), RefereedBots(meeting, "s", UNHURRIED, counts_luck=True)):
        with runner.open("cpu") as play_deals:
            played.append(play_deals(range(2)).results)
    assert played[0]["luck"].any()
    assert np.array_equal(played[0]["luck"], played[1]["luck"])
    assert np.array_equal(played[0]["winner"], played[1]["winner"])


def test_a_forfeited_game_has_no_luck() -> None:
    plan = Plan.of(["eager", "process:false"], TABLE, games=2, luck_adjusted=True)
    summary = result(plan)
    certain, none = {"share": 1.0, "low": 1.0, "high": 1.0}, {"luck": 0.0, "luck_low": 0.0, "luck_high": 0.0}
    assert summary["luck_adjusted"]["eager"] == certain | none | {"worth_games": None}


def test_a_run_that_was_stopped_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    with open_folder(tmp_path, PLAN) as checkpoint:
        stopped = play(PLAN, checkpoint=checkpoint, on_progress=interrupt_after(3))
    assert 0 < stopped.games < PLAN.games
    with open_folder(tmp_path, PLAN) as checkpoint:
        summary = summarise(play(PLAN, checkpoint=checkpoint), take_sample(PLAN))
    assert without_clocks(summary) == result(PLAN)
    with pytest.raises(Malformed, match="luck_adjusted is True there and False here"):
        open_folder(tmp_path, Plan.of(["tidy", "eager"], TABLE, games=400))


def test_the_terminal_and_the_command_of_the_report_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    show(summarise(play(PLAN), take_sample(PLAN)), Console(width=250))
    shown = capsys.readouterr().out
    assert "Adjusted for luck, tidy wins" in shown
    assert "as sure as after" in shown
    assert re.search(r"The luck that was taken off is [+−]\d\.\d\d points of a hundred in the mean", shown)
    assert "--luck-adjusted" in command(PLAN)


def test_a_gpu_counts_no_luck() -> None:
    with pytest.raises(Malformed, match="Luck is not counted on a GPU"):
        check(PLAN, LocalWorkers(device="cuda"))


def test_the_interval_of_adjusted_results_comes_from_the_spread_of_deals() -> None:
    sums = Sums(deals=100, rotations=2, unit=1, points=100, squares=150)
    assert spread_of(sums) == pytest.approx(50 * 100 / 99)
    share = fair_share_of([sums])
    assert share.share == 0.5
    assert share.high - share.share == pytest.approx(1.96 * (50 * 100 / 99) ** 0.5 / 200, rel=1e-3)
    same = Sums(deals=2, rotations=2, unit=1, points=2, squares=2)
    assert fair_share_of([same]).low == 0.5
