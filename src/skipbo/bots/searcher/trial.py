"""A trial: one world, dealt from what a seat sees, in which every candidate is played for a few turns and then valued.

The planner plays all seats. A world is cut short because what comes later differs more by chance than by choice.
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import forget_plan
from skipbo.bots.planner.search import planner
from skipbo.bots.planner.workspace import Workspace
from skipbo.bots.searcher.memory import Search
from skipbo.bots.searcher.strength import Standing, Strengths, write_chances
from skipbo.kernel.chance import Dice, Words, chacha8
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import GOING_ON, State, States
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.sight import sample
from skipbo.kernel.turn import step

FEWEST_TURNS = 5  # after which a world is cut short
WORLDS = 2  # the stream of a seed that gives worlds their keys


@compiled
def turns_ahead(players: int) -> int:
    """The turns for which a world is played on: at least back to one's own."""
    return max(FEWEST_TURNS, players + 1)


@compiled
def deal_world(search: Search, seed: Words, number: int, world: State) -> None:
    chacha8(seed, number, WORLDS, world.words)
    for word in range(world.key.size):
        world.key[word] = world.words[word]
    sample(search.seen, wide(search.seen.turn), world)


@compiled
def play_candidate(
    search: Search,
    candidate: int,
    turns: int,
    parameters: Parameters,
    dice: Dice,
    world: State,
    workspace: Workspace,
) -> None:
    """Plays a candidate in a world until so many turns have ended."""
    ended = 0
    forget_plan(workspace)  # of another world, which may look alike
    for number in range(search.steps[candidate]):
        move = wide(search.moves[candidate, number])
        step(world, move)
        ended += kind_of(move) == END_TURN
    while world.how == GOING_ON and ended < turns:
        move = planner(world, parameters, dice, workspace)
        step(world, move)
        ended += kind_of(move) == END_TURN


@compiled
def try_out(
    search: Search,
    seed: Words,
    first: int,
    parameters: Parameters,
    dice: Dice,
    strengths: Strengths,
    standing: Standing,
    worlds: States,
    workspace: Workspace,
    chances: NDArray[np.int64],
) -> None:
    """Writes the chances of all sides, by world from number `first` on, and by candidate that is alive."""
    turns = turns_ahead(wide(search.seen.players))
    for number in range(chances.shape[0]):
        deal_world(search, seed, first + number, worlds[0])
        for place in range(search.alive):
            worlds[1] = worlds[0]
            candidate = wide(search.order[place])
            play_candidate(search, candidate, turns, parameters, dice, worlds[1], workspace)
            write_chances(worlds[1], parameters, strengths, standing, chances[number, candidate])
