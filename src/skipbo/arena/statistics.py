"""Statistics of won games: shares with intervals, and Elo.

The rotations of a deal are not independent, because a lucky seat is lucky for every bot. So the unit is the deal: the
spread of the deals' results gives the number of independent games that they are worth, and Wilson's interval, which is
never empty, is computed for that number.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959964  # 95 %


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over an entrant's deals in a match; whole numbers, so that the order of addition changes nothing.

    A won game is `unit` points, so that the sides can share a game that one of them forfeits.
    """

    deals: int
    rotations: int
    unit: int
    points: int
    squares: int  # of the points of each deal

    @property
    def games(self) -> int:
        return self.deals * self.rotations

    @property
    def wins(self) -> float:
        return self.points / self.unit

    @property
    def design_effect(self) -> float:
        """The number of games worth one independent game, as if there were one more deal whose games are independent.

        That one deal keeps the interval of a few deals that ended alike from closing.
        """
        most = self.unit * self.rotations
        share = self.points / (self.deals * most)
        if share in (0, 1):
            return 1.0
        deviations = self.squares / most**2 - self.deals * share**2
        return (deviations * self.rotations / (share * (1 - share)) + 1) / self.deals

    @property
    def variance(self) -> float:
        """The variance of the number of games won; a little above zero even if all were."""
        likely = (self.wins + 0.5) / (self.games + 1)
        return self.games * likely * (1 - likely) * self.design_effect


@dataclass(frozen=True, slots=True)
class Share:
    share: float
    low: float
    high: float


def share_of(matches: Sequence[Sums]) -> Share:
    """The share of the games won, over one match or several, with its 95 % interval."""
    games = sum(sums.games for sums in matches)
    if games == 0:
        return Share(0.0, 0.0, 1.0)
    wins = sum(sums.wins for sums in matches)
    likely = (wins + 0.5) / (games + 1)
    independent = games**2 * likely * (1 - likely) / sum(sums.variance for sums in matches if sums.games)
    return Share(wins / games, *wilson(wins / games, independent))


def fair_share_of(matches: Sequence[Sums]) -> Share:
    """The share of results that are adjusted for luck, or luck itself, with its 95 % interval; not bound to 0…1."""
    games = sum(sums.games for sums in matches)
    share = sum(sums.wins for sums in matches) / games
    half = Z * math.sqrt(sum(spread_of(sums) for sums in matches)) / games
    return Share(share, share - half, share + half)


def spread_of(sums: Sums) -> float:
    """The variance of the number of games won, from the spread of the deals alone."""
    deviations = (sums.squares - sums.points**2 / sums.deals) / sums.unit**2
    return deviations * sums.deals / max(sums.deals - 1, 1)


def wilson(share: float, games: float) -> tuple[float, float]:
    """
    >>> low, high = wilson(1.0, 100)
    >>> round(low, 3), high
    (0.963, 1.0)
    """
    scale = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / scale
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return (0.0 if share == 0 else low), (1.0 if share == 1 else high)


def elo_of(share: float, sides: int = 2, held: int = 1) -> float | None:
    """Elo of the odds against those of equals, for a bot that holds `held` of the sides; None for 0 and 1.

    >>> elo_of(0.5), elo_of(0.25, sides=4), elo_of(1.0)
    (0.0, 0.0, None)
    """
    if not 0 < share < 1:
        return None
    return 400 * math.log10(share * (sides - held) / ((1 - share) * held))


def share_for(elo: float) -> float:
    """The share of the games between two sides that a difference in Elo means.

    >>> share_for(0.0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))
