"""Ratings of a round robin: Bradley–Terry where two sides play, OpenSkill's Plackett–Luce where more do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from skipbo.arena.statistics import Z

Matrix = NDArray[np.float64]

ELO = 400 / np.log(10)  # Elo in a unit of log odds
PRIOR = 0.5  # a won and a lost half game in every match: whoever has won everything is still rated
STEPS = 200
LONGEST_STEP = 2.0
EXACT = 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float
    low: float
    high: float


def bradley_terry(wins: Matrix, variances: Matrix) -> list[Rating]:
    """Elo with 95 % intervals, the mean of all being 0, by Newton's method on the likelihood.

    `wins[i, j]` is how many games i won against j; `variances` are those of these numbers, so that the intervals know
    about the deals.
    """
    met = (wins + wins.T) > 0
    wins = wins + PRIOR * met
    games = wins + wins.T
    strengths = np.zeros(len(wins))
    for _step in range(STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (wins - games * chances).sum(1)
        weights = games * chances * (1 - chances)
        inverse = np.linalg.pinv(np.diag(weights.sum(1)) - weights)
        step = inverse @ slope
        strengths += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        strengths -= strengths.mean()
        if np.abs(step).max() < EXACT:
            break
    spread = np.diag(variances.sum(1)) - variances  # of the slope: what one wins the other loses
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))
    return [
        Rating(float(ELO * strength), float(ELO * (strength - Z * error)), float(ELO * (strength + Z * error)))
        for strength, error in zip(strengths, errors, strict=True)
    ]


def plackett_luce(entrants: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[Rating]:
    """OpenSkill's rating with its own 95 % interval, from games taken in order.

    A game is who played its sides and the place of each: 0 for the winner, 1 for all others, all alike if it was drawn.
    Nobody learns during a tournament, so ratings are not made less certain between games.
    """
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _entrant in range(entrants)]
    for sides, places in games:
        rated = model.rate([[ratings[entrant]] for entrant in sides], ranks=list(map(float, places)))
        for entrant, (rating,) in zip(sides, rated, strict=True):
            ratings[entrant] = rating
    return [Rating(rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma) for rating in ratings]
