"""Ratings recover the strengths that made the games."""

from itertools import combinations

import numpy as np
import pytest

from skipbo.arena.ratings import MatchResult, Rating, rate
from skipbo.arena.statistics import elo_of

STRENGTHS = np.array([300.0, 120.0, 0.0, -120.0, -300.0])
SIDES = (2, 3, 4)


def match(*wins: float, entrants: tuple[int, ...] | None = None, luck: float = 1.0) -> MatchResult:
    """A match whose games were independent; more luck makes the deals differ more."""
    games = sum(wins)
    chances = np.array(wins) / max(games, 1)
    covariance = luck * games * (np.diag(chances) - np.outer(chances, chances))
    return MatchResult(entrants or tuple(range(len(wins))), np.array(wins), covariance)


def round_robin(rng: np.random.Generator, sides: int, games: int) -> list[MatchResult]:
    matches = []
    for entrants in combinations(range(5), sides):
        odds = 10 ** (STRENGTHS[list(entrants)] / 400)
        matches.append(match(*rng.multinomial(games, odds / odds.sum()).tolist(), entrants=entrants))
    return matches


def numbers(ratings: list[Rating]) -> list[float]:
    return [number for rating in ratings for number in (rating.rating, rating.low, rating.high)]


@pytest.mark.parametrize("sides", SIDES)
def test_ratings_find_the_strengths_and_their_intervals_hold_them(sides: int) -> None:
    rng = np.random.default_rng(sides)
    held = []
    for _run in range(200):
        ratings = rate(5, round_robin(rng, sides, 400))
        assert sum(rating.rating for rating in ratings) == pytest.approx(0, abs=1e-6)
        held += [rating.low <= elo <= rating.high for rating, elo in zip(ratings, STRENGTHS, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.97


def test_between_two_the_rating_is_their_elo() -> None:
    one, other = rate(2, [match(7500, 2500)])
    assert one.rating - other.rating == pytest.approx(elo_of(0.75), abs=0.1)


def test_against_three_equals_the_rating_is_the_elo_of_the_share() -> None:
    one, *others = rate(4, [match(4000, 2000, 2000, 2000)])
    for other in others:
        assert one.rating - other.rating == pytest.approx(elo_of(0.4, sides=4), abs=0.1)


@pytest.mark.parametrize("sides", SIDES)
def test_the_order_of_the_matches_and_of_their_entrants_does_not_matter(sides: int) -> None:
    rng = np.random.default_rng(7)
    matches = round_robin(rng, sides, 50)
    turned = [
        MatchResult(each.entrants[::-1], each.wins[::-1], each.covariance[::-1, ::-1])
        for each in (matches[number] for number in rng.permutation(len(matches)))
    ]
    assert numbers(rate(5, turned)) == pytest.approx(numbers(rate(5, matches)))


def test_lucky_deals_widen_the_intervals() -> None:
    narrow, wide = rate(3, [match(4000, 2000, 1000)])[0], rate(3, [match(4000, 2000, 1000, luck=4)])[0]
    assert wide.rating == narrow.rating
    assert wide.high - wide.low == pytest.approx(2 * (narrow.high - narrow.low), rel=0.01)


@pytest.mark.parametrize("sides", SIDES)
def test_more_games_narrow_the_intervals(sides: int) -> None:
    few, many = (rate(sides, [match(3 * games, *[games] * (sides - 1))])[0] for games in (10, 1000))
    assert many.high - many.low == pytest.approx((few.high - few.low) / 10, rel=0.2)


def test_deals_that_all_ended_alike_leave_an_interval() -> None:
    ratings = rate(3, [match(2, 2, 2, luck=0)])
    assert all(rating.high - rating.low > 100 for rating in ratings)


def test_an_entrant_that_has_won_or_lost_everything_is_rated() -> None:
    matches = [match(100, 0, entrants=(0, 1)), match(100, 0, entrants=(0, 2)), match(60, 40, entrants=(1, 2))]
    best, middle, last = rate(3, matches)
    assert np.isfinite(numbers([best, middle, last])).all()
    assert best.rating > middle.high > middle.rating > last.rating
    winner, *losers = rate(4, [match(100, 0, 0, 0)])
    assert winner.low > max(loser.high for loser in losers)


def test_matches_without_games_say_nothing() -> None:
    nothing = [match(0, 0, entrants=(0, 2)), match(0, 0, entrants=(1, 2))]
    one, other, unknown = rate(3, [match(60, 40, entrants=(0, 1)), *nothing])
    assert one.rating > unknown.rating > other.rating
    assert unknown.rating == pytest.approx(0)


@pytest.mark.parametrize("wins", range(0, 200, 7))
def test_an_entrant_without_games_is_rated_0_without_an_interval(wins: int) -> None:
    ratings = rate(4, [match(wins, 200 - wins, 50, entrants=(0, 1, 3))])
    assert numbers([ratings[2]]) == pytest.approx([0, 0, 0], abs=1e-5)


def test_shared_games_leave_equals_equal() -> None:
    ratings = rate(3, [match(20 / 3, 20 / 3, 20 / 3)])
    assert [rating.rating for rating in ratings] == pytest.approx([0, 0, 0])
