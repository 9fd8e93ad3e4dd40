"""The compiled bots, weak to strong. Each looks only at what its seat may see, and rolls its own dice."""

import numpy as np

from skipbo.bots.brains import Brain
from skipbo.bots.desk import Desk
from skipbo.bots.expert import expert
from skipbo.bots.planner import planner
from skipbo.bots.simple import eager, tidy, uniform
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiling import compiled
from skipbo.kernel.layout import State, States

RANDOM, EAGER, TIDY, EXPERT, PLANNER = range(5)
NAMES = ("random", "eager", "tidy", "expert", "planner")  # by kind
SIMPLE = (RANDOM, EAGER, TIDY)  # those that need no desk


def all_simple(bots: States) -> bool:
    """Whether all of these bots do without a desk."""
    return bool(np.isin(bots["kind"], SIMPLE).all())


@compiled
def choose_simply(brain: Brain, state: State, dice: Dice) -> int:
    if brain.kind == EAGER:
        return eager(state, dice)
    if brain.kind == TIDY:
        return tidy(state, dice)
    return uniform(state, dice)


@compiled
def choose(brain: Brain, state: State, dice: Dice, desk: Desk | None) -> int:
    """The move of a bot. Without a desk, which only simple bots can do, nothing else is compiled: a GPU likes that."""
    if desk is None:
        return choose_simply(brain, state, dice)
    if brain.kind == PLANNER:
        return planner(state, brain, dice, desk)
    if brain.kind == EXPERT:
        return expert(state, dice, desk)
    return choose_simply(brain, state, dice)
