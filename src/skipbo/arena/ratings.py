"""Ratings of a round robin: the Plackett–Luce model of who wins, which between two sides is Bradley–Terry.

Every entrant has a strength, and wins a game with the chance that its strength has among those at the table. The
strengths are fitted to all games at once by maximum likelihood, so the order in which games were played cannot matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.statistics import Z

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

ELO = 400 / np.log(10)  # Elo in a unit of log odds
PRIOR = 0.5  # games won in every match, added for each entrant: an entrant that has won everything is rated, too
STEPS = 200
LONGEST_STEP = 2.0
EXACT = 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of one match: its entrants by number, what each won, and the covariance of these sums.

    A drawn game is shared by its sides. The covariance comes from the deals, because the games of a deal depend on each
    other.
    """

    entrants: tuple[int, ...]
    wins: Vector
    covariance: Matrix


def rate(entrants: int, matches: Sequence[MatchResult]) -> list[Rating]:
    """Elo with 95 % intervals, the mean of all being 0, by Newton's method on the likelihood."""
    played = [match for match in matches if match.wins.any()]
    strengths = np.zeros(entrants)
    for _step in range(STEPS):
        slope, curvature = slope_and_curvature(strengths, played)
        inverse = np.linalg.pinv(curvature)
        step = inverse @ slope
        strengths += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        strengths -= strengths.mean()
        if np.abs(step).max() < EXACT:
            break
    variances = np.diag(inverse @ spread_of_slope(entrants, played) @ inverse)
    errors = np.sqrt(np.maximum(variances, 0))  # of an entrant without games, rounding may leave less than 0
    return [
        Rating(float(ELO * strength), float(ELO * (strength - Z * error)), float(ELO * (strength + Z * error)))
        for strength, error in zip(strengths, errors, strict=True)
    ]


def slope_and_curvature(strengths: Vector, matches: Sequence[MatchResult]) -> tuple[Vector, Matrix]:
    """The first derivatives of the log likelihood, and the second ones with their sign changed."""
    slope, curvature = np.zeros(strengths.size), np.zeros((strengths.size, strengths.size))
    for match in matches:
        at = np.array(match.entrants)
        wins = match.wins + PRIOR
        games = wins.sum()
        odds = np.exp(strengths[at] - strengths[at].max())
        chances = odds / odds.sum()
        slope[at] += wins - games * chances
        curvature[np.ix_(at, at)] += games * (np.diag(chances) - np.outer(chances, chances))
    return slope, curvature


def spread_of_slope(entrants: int, matches: Sequence[MatchResult]) -> Matrix:
    """The covariance of the slope: that of the wins, as if every match had one more deal between equals.

    That one deal, whose games are independent, keeps the interval of a few deals that ended alike from closing.
    """
    spread = np.zeros((entrants, entrants))
    for match in matches:
        at, sides = np.array(match.entrants), len(match.entrants)
        spread[np.ix_(at, at)] += match.covariance + np.eye(sides) - 1 / sides
    return spread
