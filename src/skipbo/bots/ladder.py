"""The compiled bots, weak to strong. Each looks only at what its seat may see, and rolls its own dice."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.expert import expert
from skipbo.bots.planner.parameters import Brain
from skipbo.bots.planner.search import planner
from skipbo.bots.planner.workspace import Desk, new_desks
from skipbo.bots.simple import eager, uniform
from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiler import compiled, entry_nogil
from skipbo.kernel.layout import State, States

Bots: TypeAlias = NDArray[np.void]  # the brain at each seat

RANDOM, EAGER, TIDY, EXPERT, PLANNER = range(5)
NAMES = ("random", "eager", "tidy", "expert", "planner")  # by kind
SIMPLE = (RANDOM, EAGER, TIDY)  # those that need no desk


def all_simple(bots: States) -> bool:
    """Whether all of these bots do without a desk."""
    return bool(np.isin(bots["kind"], SIMPLE).all())


def desks_of(bots: States) -> States | None:
    """The desk at which these bots play whole games; none if all of them do without, because that is faster."""
    return None if all_simple(bots) else new_desks()


@compiled
def desk_among(desks: States | None) -> Desk | None:
    return None if desks is None else desks[0]


@compiled
def choose_simply(brain: Brain, state: State, dice: Dice) -> int:
    if brain.kind == RANDOM:
        return uniform(state, dice)
    return eager(state, dice, brain.kind == TIDY)


@compiled
def choose(brain: Brain, state: State, dice: Dice, desk: Desk | None) -> int:
    """The move of a bot. Without a desk, which only simple bots can do, nothing else is compiled: that is faster."""
    if desk is None:
        return choose_simply(brain, state, dice)
    if brain.kind == PLANNER:
        return planner(state, brain, dice, desk)
    if brain.kind == EXPERT:
        return expert(state, dice, desk)
    return choose_simply(brain, state, dice)


@entry_nogil
def choose_moves(views: States, bots: Bots, dice: States, desks: States, moves: NDArray[np.int64]) -> None:
    """The move of the bot in turn, for each view of the seat in turn; each view has a desk, to keep a plan."""
    for game in range(moves.size):
        moves[game] = choose(bots[views[game].turn], views[game], dice[game], desks[game])


@entry_nogil
def roll_dice(dice: States, sides: int) -> int:
    return roll(dice[0], sides)
