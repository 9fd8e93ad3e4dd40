"""The compiled bots, weak to strong. Each looks only at what its seat may see, and rolls its own dice."""

import numpy as np

from skipbo.bots.brains import Brain
from skipbo.bots.desk import Desk, new_desks
from skipbo.bots.expert import expert
from skipbo.bots.planner import planner
from skipbo.bots.simple import eager, uniform
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiling import compiled
from skipbo.kernel.layout import State, States

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
