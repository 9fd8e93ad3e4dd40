"""A match: the scores of several games, a number for each side, and the limits at which it ends. 0 is no limit."""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled
from skipbo.kernel.layout import NO_SEAT

Scores = NDArray[np.int32] | list[int]


@compiled
def score_game(scores: Scores, winner: int, points: int) -> None:  # rule: score.match
    """Adds what the winning side scores; NO_SEAT stands for nobody."""
    if winner != NO_SEAT:
        scores[winner] += points


@compiled
def is_match_over(scores: Scores, played: int, points: int, games: int) -> bool:  # rule: score.match
    for score in scores:
        if 0 < points <= score:
            return True
    return 0 < games <= played


@compiled
def is_leading(scores: Scores, side: int) -> bool:  # rule: score.match
    """Whether no side has scored more: such a side has won when the match is over."""
    best = scores[side]
    for score in scores:
        best = max(best, score)
    return bool(scores[side] == best)
