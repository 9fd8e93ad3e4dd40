"""The steps of a search, for one thread each: what Python calls, and a page.

A search begins with its candidates. Rounds follow, each a number of worlds that any number of threads may share, until
one candidate is left. All of it depends only on the view, the seed and the number of worlds.
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.candidates import find_candidates
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import follow_plan, write_plan
from skipbo.bots.planner.workspace import Workspace
from skipbo.bots.searcher import halving
from skipbo.bots.searcher.memory import Search
from skipbo.bots.searcher.strength import Standing, Strengths
from skipbo.bots.searcher.trial import try_out
from skipbo.kernel.chance import Dice, Words, roll
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.layout import State, States
from skipbo.kernel.sight import see

SEED_SIDES = 1 << 31  # of the dice: more would overflow


@compiled
def next_move(state: State, workspace: Workspace) -> int:
    """The next move of the plan that the last search made; NO_MOVE if it is time to search again."""
    return follow_plan(state, wide(state.turn), workspace)


@compiled
def begin(
    state: State, parameters: Parameters, dice: Dice, workspace: Workspace, most: int, search: Search, seed: Words
) -> None:
    """Finds the candidates of the seat in turn, from what it sees, and the seed of the worlds."""
    see(state, wide(state.turn), search.seen)
    find_candidates(search.seen, parameters, dice, workspace, most, search)
    halving.begin(search)
    for word in range(seed.size):
        seed[word] = roll(dice, SEED_SIDES)


@compiled
def settle(search: Search, workspace: Workspace) -> None:
    """Makes the best candidate the plan."""
    best = search.order[0]
    write_plan(workspace, search.node[best], search.last[best])


# For Python


@entry_nogil
def follow(views: States, workspaces: States) -> int:
    return next_move(views[0], workspaces[0])


@entry_nogil
def begin_search(
    views: States, bots: States, dice: States, workspaces: States, most: int, searches: States, seed: Words
) -> None:
    begin(views[0], bots[0], dice[0], workspaces[0], most, searches[0], seed)


@entry_nogil
def worlds_to_try(searches: States, worlds: int) -> int:
    return halving.worlds_to_try(searches[0], worlds)


@entry_nogil
def try_worlds(
    searches: States,
    seed: Words,
    first: int,
    bots: States,
    dice: States,
    strengths: Strengths,
    standing: Standing,
    worlds: States,
    workspaces: States,
    chances: NDArray[np.int64],
) -> None:
    try_out(searches[0], seed, first, bots[0], dice[0], strengths, standing, worlds, workspaces[0], chances)


@entry_nogil
def add_round(searches: States, chances: NDArray[np.int64]) -> None:
    halving.add_round(searches[0], chances)


@entry_nogil
def settle_search(searches: States, workspaces: States) -> None:
    settle(searches[0], workspaces[0])
