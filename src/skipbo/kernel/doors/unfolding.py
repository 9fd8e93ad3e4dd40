"""Entry points for one game, an array of one, in which chance decides card by card."""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel import unfolding
from skipbo.kernel.actions import move_of_action
from skipbo.kernel.compiler import entry_gil
from skipbo.kernel.layout import States


@entry_gil
def lay_unknown(states: States) -> None:
    unfolding.lay_unknown(states[0])


@entry_gil
def unfold(states: States) -> int:
    return unfolding.unfold(states[0])


@entry_gil
def weigh(states: States, what: int, weights: NDArray[np.int64]) -> int:
    return unfolding.weigh(states[0], what, weights)


@entry_gil
def decide(states: States, what: int, outcome: int) -> None:
    unfolding.decide(states[0], what, outcome)


@entry_gil
def act(states: States, action: int) -> bool:
    """Makes the move of an action; False, and nothing is changed, if it is not legal."""
    return unfolding.try_step_unfolding(states[0], move_of_action(states[0], action))
