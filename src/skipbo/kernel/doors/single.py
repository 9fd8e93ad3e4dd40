"""Entry points for one game, an array of one.

Each call is shorter than a switch of threads, so these keep the GIL. What takes longer, for many games or for whole
ones, is in `arrays`.
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel import sight, turn
from skipbo.kernel.compiler import entry_gil
from skipbo.kernel.layout import States
from skipbo.kernel.sight import Written


@entry_gil
def legal(states: States, mask: NDArray[np.int64]) -> None:
    turn.legal(states[0], mask)


@entry_gil
def step(states: States, move: int) -> bool:
    """Makes a move; False, and nothing is changed, if it is not legal."""
    return turn.try_step(states[0], move)


@entry_gil
def write_table(states: States, written: Written) -> None:
    sight.write_table(states[0], written)
