"""The worth of every move to the planner, by the same evaluation as in play."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.ladder import Bots
from skipbo.bots.planner.evaluation import going_on_value
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import NO_MOVE, write_plan
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


@entry_nogil
def survey(views: States, bots: Bots, dice: States, workspaces: States, worths: NDArray[np.int64]) -> None:
    """Writes for every move the worth of the best that can follow it in this segment; NOTHING if it is not legal.

    The other two columns of `worths` are the position that the move aims at, and the last move there.
    """
    state, workspace, parameters = views[0], workspaces[0], bots[0]
    look_around(state, wide(state.turn), workspace)
    weigh(workspace, parameters)
    for move in range(MOVES):
        worths[move, 0] = NOTHING
    for move in range(move_of(END_TURN, 0, 0), MOVES):
        worth, last = worth_of(state, workspace, parameters, dice[0], 0, move)
        if last == move:
            worths[move, 0], worths[move, 1], worths[move, 2] = worth, 0, last
    for node in range(1, workspace.count):
        worth, last = worth_of(state, workspace, parameters, dice[0], node, ANY)
        move = first_move(workspace, node)
        if worth > worths[move, 0]:
            worths[move, 0], worths[move, 1], worths[move, 2] = worth, node, last


@entry_nogil
def appraise(
    views: States, bots: Bots, dice: States, workspaces: States, aim: NDArray[np.int64], worths: NDArray[np.int64]
) -> None:
    """Writes the worth of the aim of a move, as `survey` left it in the workspace, with each of several parameters."""
    state, workspace = views[0], workspaces[0]
    for number in range(bots.size):
        weigh(workspace, bots[number])
        worths[number], _last = worth_of(state, workspace, bots[number], dice[0], aim[1], aim[2])


@entry_nogil
def lay_plan(workspaces: States, aim: NDArray[np.int64]) -> None:
    """Writes the way to the aim of a move into the workspace, as a plan."""
    write_plan(workspaces[0], aim[1], aim[2])
