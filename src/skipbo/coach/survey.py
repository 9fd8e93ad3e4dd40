"""The worth of every move to the planner, by the same evaluation as in play."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.ladder import Bots
from skipbo.bots.planner.evaluation import going_on_value
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import NO_MOVE
from skipbo.bots.planner.search import ANY, NOTHING, best_end, look_around, weigh
from skipbo.bots.planner.segment import ends_segment
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.layout import State, States
from skipbo.kernel.moves import END_TURN, MOVES, move_of

ANYTHING = 2 * NOTHING  # less than every position is worth


@compiled
def worth_of(
    state: State, workspace: Workspace, parameters: Parameters, dice: Dice, node: int, last: int
) -> tuple[int, int]:
    """The worth of a position with this last move, or with the best one for ANY; and that move."""
    seat = wide(state.turn)
    key = workspace.key[node]
    if ends_segment(key, workspace.key[0], wide(state.ranks)):
        return going_on_value(state, seat, workspace, parameters, key), NO_MOVE
    return best_end(state, seat, workspace, parameters, key, dice, ANYTHING, last)


@compiled
def first_move(workspace: Workspace, node: int) -> int:
    """The first move on the way to a position."""
    at = node
    while workspace.parent[at]:
        at = wide(workspace.parent[at])
    return wide(workspace.move[at])


@compiled
def survey(state: State, parameters: Parameters, dice: Dice, workspace: Workspace, worths: NDArray[np.int64]) -> None:
    """Writes for every move the worth of the best that can follow it in this segment; NOTHING if it is not legal.

    The other two columns of `worths` are the position that the move aims at, and the last move there.
    """
    look_around(state, wide(state.turn), workspace)
    weigh(workspace, parameters)
    for move in range(MOVES):
        worths[move, 0] = NOTHING
    for move in range(move_of(END_TURN, 0, 0), MOVES):
        worth, last = worth_of(state, workspace, parameters, dice, 0, move)
        if last == move:
            worths[move, 0], worths[move, 1], worths[move, 2] = worth, 0, last
    for node in range(1, workspace.count):
        worth, last = worth_of(state, workspace, parameters, dice, node, ANY)
        move = first_move(workspace, node)
        if worth > worths[move, 0]:
            worths[move, 0], worths[move, 1], worths[move, 2] = worth, node, last


@entry_nogil
def survey_view(views: States, bots: Bots, dice: States, workspaces: States, worths: NDArray[np.int64]) -> None:
    survey(views[0], bots[0], dice[0], workspaces[0], worths)
