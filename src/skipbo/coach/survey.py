"""What the planner thinks of every move, and why: the same evaluation as in play, taken apart."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.ladder import Bots
from skipbo.bots.planner.evaluation import going_on_value
from skipbo.bots.planner.parameters import Brain
from skipbo.bots.planner.plan import NO_MOVE, write_plan
from skipbo.bots.planner.search import ANY, NOTHING, best_end, look_around, weigh
from skipbo.bots.planner.segment import ends_segment
from skipbo.bots.planner.workspace import Desk
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.layout import State, States
from skipbo.kernel.moves import END_TURN, MOVES, move_of

ANYTHING = 2 * NOTHING  # an aim that every position is worth more than


@compiled
def worth_of(state: State, desk: Desk, brain: Brain, dice: Dice, node: int, last: int) -> tuple[int, int]:
    """What a position is worth with this last move, or the best of ANY; and that move."""
    seat = wide(state.turn)
    key = desk.key[node]
    if ends_segment(key, desk.key[0], wide(state.ranks)):
        return going_on_value(state, seat, desk, brain, key), NO_MOVE
    return best_end(state, seat, desk, brain, key, dice, ANYTHING, last)


@compiled
def first_move(desk: Desk, node: int) -> int:
    """The move with which the way to a position begins."""
    at = node
    while desk.parent[at]:
        at = wide(desk.parent[at])
    return wide(desk.move[at])


@entry_nogil
def survey(views: States, bots: Bots, dice: States, desks: States, worths: NDArray[np.int64]) -> None:
    """For every move what the best is worth that can follow it in this segment; NOTHING if it cannot be made.

    `worths` has two more columns: the position that the move aims at, and the last move there.
    """
    state, desk, brain = views[0], desks[0], bots[0]
    look_around(state, wide(state.turn), desk)
    weigh(desk, brain)
    for move in range(MOVES):
        worths[move, 0] = NOTHING
    for move in range(move_of(END_TURN, 0, 0), MOVES):
        worth, last = worth_of(state, desk, brain, dice[0], 0, move)
        if last == move:
            worths[move, 0], worths[move, 1], worths[move, 2] = worth, 0, last
    for node in range(1, desk.count):
        worth, last = worth_of(state, desk, brain, dice[0], node, ANY)
        move = first_move(desk, node)
        if worth > worths[move, 0]:
            worths[move, 0], worths[move, 1], worths[move, 2] = worth, node, last


@entry_nogil
def appraise(
    views: States, bots: Bots, dice: States, desks: States, aim: NDArray[np.int64], worths: NDArray[np.int64]
) -> None:
    """What the aim of a move, as `survey` has left it on the desk, is worth to each of several brains."""
    state, desk = views[0], desks[0]
    for number in range(bots.size):
        weigh(desk, bots[number])
        worths[number], _last = worth_of(state, desk, bots[number], dice[0], aim[1], aim[2])


@entry_nogil
def lay_plan(desks: States, aim: NDArray[np.int64]) -> None:
    """Writes the way to the aim of a move on the desk, as a plan."""
    write_plan(desks[0], aim[1], aim[2])
