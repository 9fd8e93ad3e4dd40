"""What is in a bot's head: which kind it is and, for the planner, how it weighs what it sees."""

from typing import TypeAlias

import numpy as np

from skipbo.bots.planner.features import CERTAIN, CHANCES, FEATURES
from skipbo.kernel.layout import States

Brain: TypeAlias = np.record

POINT = 1000 * CERTAIN  # a weight of 1.0

BRAIN = np.dtype([("kind", "<i8"), ("heat", "<i8"), ("most", "<i8"), *((name, "<i8") for name in FEATURES)])


def new_brains(count: int) -> States:
    return np.zeros(count, np.dtype((np.record, BRAIN)))


def unit(feature: str) -> int:
    """One of this feature, as the evaluation counts it."""
    return CERTAIN if feature in CHANCES else 1
