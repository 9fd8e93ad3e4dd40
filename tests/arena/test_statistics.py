"""Intervals that hold what they promise, measured on outcomes that are known."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from skipbo.arena.statistics import Sums, elo_of, share_for, share_of, wilson


def sums_of(points: NDArray[np.int64], rotations: int = 2, unit: int = 1) -> Sums:
    """Of deals whose points these are."""
    return Sums(points.size, rotations, unit, int(points.sum()), int((points**2).sum()))


def lucky_deals(rng: np.random.Generator, share: float, luck: float, deals: int) -> NDArray[np.int64]:
    """Two games a deal, each won with the given share; with chance `luck` the deal decides both at once."""
    games = rng.random((deals, 2)) < share
    same = rng.random(deals) < luck
    games[same, 1] = games[same, 0]
    return np.asarray(games.sum(1))


def swapped_deals(rng: np.random.Generator, luck: float, deals: int) -> NDArray[np.int64]:
    """Equal players, one lucky seat: with chance `luck` each wins once."""
    games = rng.random((deals, 2)) < 0.5
    same = rng.random(deals) < luck
    games[same, 1] = ~games[same, 0]
    return np.asarray(games.sum(1))


@pytest.mark.parametrize("share", [0.5, 0.7, 0.97])
@pytest.mark.parametrize("luck", [0.0, 0.5])
def test_nineteen_of_twenty_intervals_hold_the_truth(share: float, luck: float) -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _run in range(2000):
        found = share_of([sums_of(lucky_deals(rng, share, luck, 400))])
        held += found.low <= share <= found.high
    assert 0.93 <= held / 2000 <= 0.97


def test_an_interval_that_counts_games_would_be_too_narrow() -> None:
    rng = np.random.default_rng(2)
    held = 0
    for _run in range(2000):
        low, high = wilson(lucky_deals(rng, 0.7, 0.9, 400).sum() / 800, 800)
        held += low <= 0.7 <= high
    assert held / 2000 < 0.9, "the rotations of a deal are not independent"


def test_swapping_seats_makes_the_interval_narrower() -> None:
    rng = np.random.default_rng(3)
    found = share_of([sums_of(swapped_deals(rng, 0.6, 4000))])
    low, high = wilson(0.5, 8000)
    assert found.high - found.low < 0.75 * (high - low)
    held = [share_of([sums_of(swapped_deals(rng, 0.6, 300))]) for _run in range(1000)]
    assert 0.93 <= np.mean([one.low <= 0.5 <= one.high for one in held]) <= 0.97


@pytest.mark.parametrize("deals", [1, 2, 10, 1000])
@pytest.mark.parametrize("points", [0, 1, 2])
def test_no_interval_is_empty(deals: int, points: int) -> None:
    found = share_of([sums_of(np.full(deals, points))])
    assert found.share == points / 2
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert found.low < found.high


def test_a_bot_that_won_everything_gets_the_interval_of_independent_games() -> None:
    found = share_of([sums_of(np.full(50, 2))])
    assert (found.low, found.high) == wilson(1.0, 100)
    assert found.low == pytest.approx(0.963, abs=0.001)


def test_without_games_the_interval_is_0_to_1() -> None:
    found = share_of([Sums(0, 2, 1, 0, 0)])
    assert (found.low, found.high) == (0, 1)


def test_matches_of_different_strength_do_not_widen_the_interval_of_all() -> None:
    rng = np.random.default_rng(4)
    strong, weak = sums_of(lucky_deals(rng, 0.95, 0, 500)), sums_of(lucky_deals(rng, 0.05, 0, 500))
    found = share_of([strong, weak])
    assert found.share == pytest.approx(0.5, abs=0.02)
    assert found.high - found.low < 0.6 * (wilson(0.5, 2000)[1] - wilson(0.5, 2000)[0])


def test_a_bot_that_won_one_match_and_lost_another_still_has_an_interval() -> None:
    found = share_of([sums_of(np.full(20, 2)), sums_of(np.full(20, 0))])
    assert found.low < 0.5 < found.high


def test_shared_games_count_in_parts() -> None:
    assert Sums(deals=2, rotations=3, unit=2, points=6, squares=18).wins == 3


@pytest.mark.parametrize("elo", [-300.0, -1.0, 0.0, 10.0, 400.0])
def test_elo_and_share_are_each_others_inverse(elo: float) -> None:
    found = elo_of(share_for(elo))
    assert found == pytest.approx(elo)


@pytest.mark.parametrize(("sides", "held"), [(2, 1), (4, 1), (4, 3), (6, 5)])
def test_fair_share_is_zero_elo(sides: int, held: int) -> None:
    assert elo_of(held / sides, sides, held) == pytest.approx(0)


def test_elo_at_a_table_of_four_is_relative_to_a_quarter() -> None:
    assert elo_of(0.75, sides=4) == pytest.approx(400 * math.log10(9))
    assert elo_of(0.0) is None
    assert elo_of(1.0) is None
