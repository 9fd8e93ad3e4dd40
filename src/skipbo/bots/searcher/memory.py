"""What a search writes down: the view that worlds are dealt from, and its candidates. The caller provides it."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.workspace import STEPS
from skipbo.kernel.layout import SEATS, STATE, States

Search: TypeAlias = np.record
Chances: TypeAlias = NDArray[np.int64]  # by world, candidate and side

CANDIDATES = 16  # at most
WORLDS_A_TRIAL = 2  # as it was dealt, and as a candidate goes on in it

SEARCH = np.dtype(
    [
        ("seen", np.dtype((np.record, STATE))),
        ("count", "<i8"),  # candidates, from the planner's favourite on
        ("worth", "<i8", CANDIDATES),  # to the planner
        ("node", "<i8", CANDIDATES),  # the position of the segment in which they end
        ("last", "<i8", CANDIDATES),  # the move that ends the turn there
        ("steps", "<i8", CANDIDATES),
        ("moves", "u1", (CANDIDATES, STEPS)),
        ("tried", "<i8"),  # worlds so far
        ("alive", "<i8"),  # of the order, so many are still tried
        ("order", "<i8", CANDIDATES),  # the candidates, best first
        ("total", "<i8", CANDIDATES),  # of their chances in these worlds
    ],
    align=True,
)


def new_chances(worlds: int) -> Chances:
    return np.zeros((worlds, CANDIDATES, SEATS), np.int64)


def new_searches(count: int = 1) -> States:
    return np.zeros(count, np.dtype((np.record, SEARCH)))
