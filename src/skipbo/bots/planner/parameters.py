"""The parameters of a bot: its kind and, for the planner, the temperature and the weights of its features."""

from typing import TypeAlias

import numpy as np

from skipbo.bots.planner.features import CERTAIN, CHANCES, FEATURES
from skipbo.kernel.layout import States

Parameters: TypeAlias = np.record

POINT = 1000 * CERTAIN  # a weight of 1.0

PARAMETERS = np.dtype(
    [("kind", "<i8"), ("temperature", "<i8"), ("discard_bound", "<i8"), *((name, "<i8") for name in FEATURES)],
    align=True,
)


def new_parameters(count: int) -> States:
    return np.zeros(count, np.dtype((np.record, PARAMETERS)))


def unit(feature: str) -> int:
    """The number that the evaluation uses for one of this feature."""
    return CERTAIN if feature in CHANCES else 1
