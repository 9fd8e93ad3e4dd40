"""Ratings recover the strengths that made the games."""

from itertools import combinations

import numpy as np
import pytest

from skipbo.arena.ratings import bradley_terry, plackett_luce
from skipbo.arena.statistics import elo_of, share_for

STRENGTHS = np.array([300.0, 120.0, 0.0, -120.0, -300.0])


def played(rng: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    wins, variances = np.zeros((5, 5)), np.zeros((5, 5))
    for one, other in combinations(range(5), 2):
        chance = share_for(STRENGTHS[one] - STRENGTHS[other])
        wins[one, other] = rng.binomial(games, chance)
        wins[other, one] = games - wins[one, other]
        variances[one, other] = variances[other, one] = games * chance * (1 - chance)
    return wins, variances


def test_bradley_terry_finds_the_strengths_and_its_intervals_hold_them() -> None:
    rng = np.random.default_rng(1)
    held = []
    for _run in range(200):
        ratings = bradley_terry(*played(rng, 400))
        assert sum(rating.rating for rating in ratings) == pytest.approx(0, abs=1e-6)
        held += [rating.low <= elo <= rating.high for rating, elo in zip(ratings, STRENGTHS, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.97


def test_between_two_the_rating_is_their_elo() -> None:
    wins = np.array([[0.0, 7500.0], [2500.0, 0.0]])
    one, other = bradley_terry(wins, np.full((2, 2), 10_000 * 0.1875) * (1 - np.eye(2)))
    elo = elo_of(0.75)
    assert one.rating - other.rating == pytest.approx(elo, abs=0.1)


def test_lucky_deals_widen_the_intervals() -> None:
    wins, variances = played(np.random.default_rng(2), 400)
    narrow, wide = bradley_terry(wins, variances)[0], bradley_terry(wins, 4 * variances)[0]
    assert wide.rating == narrow.rating
    assert wide.high - wide.low == pytest.approx(2 * (narrow.high - narrow.low))


def test_whoever_won_or_lost_everything_is_rated() -> None:
    wins = np.array([[0.0, 100.0, 100.0], [0.0, 0.0, 60.0], [0.0, 40.0, 0.0]])
    best, middle, last = bradley_terry(wins, np.ones((3, 3)) - np.eye(3))
    assert np.isfinite(best.rating)
    assert best.rating > middle.high > middle.rating > last.rating


def test_matches_not_yet_played_say_nothing() -> None:
    wins = np.zeros((3, 3))
    wins[0, 1], wins[1, 0] = 60, 40
    one, other, unknown = bradley_terry(wins, np.array([[0.0, 24, 0], [24, 0, 0], [0, 0, 0]]))
    assert one.rating > unknown.rating > other.rating
    assert unknown.rating == pytest.approx(0)


def test_openskill_ranks_players_of_four_by_strength() -> None:
    rng = np.random.default_rng(3)
    strength = 10 ** (STRENGTHS / 400)
    games = []
    for _game in range(600):
        sides = rng.permutation(5)[:4]
        winner = rng.choice(4, p=strength[sides] / strength[sides].sum())
        games.append((sides.tolist(), [int(place != winner) for place in range(4)]))
    ratings = plackett_luce(5, games)
    assert [rating.rating for rating in ratings] == sorted((rating.rating for rating in ratings), reverse=True)
    assert all(rating.low < rating.rating < rating.high for rating in ratings)


def test_drawn_games_leave_equals_equal() -> None:
    ratings = plackett_luce(3, [((0, 1, 2), (1, 1, 1))] * 20)
    assert len({round(rating.rating, 6) for rating in ratings}) == 1


def test_openskill_is_surer_after_more_games() -> None:
    few, many = (plackett_luce(3, [((0, 1, 2), (0, 1, 1))] * games)[0] for games in (5, 50))
    assert many.high - many.low < few.high - few.low
