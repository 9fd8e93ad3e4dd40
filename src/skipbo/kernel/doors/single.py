"""The rules for one game, an array of one, in the middle of a turn.

Each of these is done sooner than another thread would give the interpreter back, so none of them lets go of it. What
takes longer, for many games or for whole ones, is in `arrays`.
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel import sight, turn
from skipbo.kernel.compiler import brief
from skipbo.kernel.layout import States
from skipbo.kernel.sight import Written


@brief
def legal(states: States, mask: NDArray[np.int64]) -> None:
    turn.legal(states[0], mask)


@brief
def step(states: States, move: int) -> bool:
    """Makes a move; False, and nothing is changed, if it is not legal."""
    return turn.try_step(states[0], move)


@brief
def write_table(states: States, written: Written) -> None:
    sight.write_table(states[0], written)
