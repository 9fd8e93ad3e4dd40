"""Candidates: the ends of a segment that the planner likes best."""

from skipbo.bots.planner.evaluation import going_on_value
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import NO_MOVE, write_plan
from skipbo.bots.planner.search import ANY, NOTHING, best_end, look_around, weigh
from skipbo.bots.planner.segment import ends_segment, hand_left, taken_off
from skipbo.bots.planner.workspace import Ideas, Workspace
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import DISCARDS, FULL_HAND, NO_RANK, State
from skipbo.kernel.moves import END_TURN, move_of

FAVOURITE = 0  # the planner's choice comes first


@compiled
def find_candidates(
    state: State, parameters: Parameters, dice: Dice, workspace: Workspace, most: int, ideas: Ideas
) -> None:
    """Writes the best ends of the segment that begins here, the planner's choice first, and the moves to each."""
    seat = wide(state.turn)
    look_around(state, seat, workspace)
    weigh(workspace, parameters)
    ideas.count = 0
    first, ranks = workspace.key[0], wide(state.ranks)
    for node in range(workspace.count):
        if ends_segment(workspace.key[node], first, ranks):
            worth = going_on_value(state, seat, workspace, parameters, workspace.key[node])
            insert(ideas, most, worth, node, NO_MOVE)
    for node in range(workspace.count):
        if not ends_segment(workspace.key[node], first, ranks):
            find_ends(state, seat, parameters, dice, workspace, most, node, ideas)
    for number in range(ideas.count):
        write_plan(workspace, ideas.node[number], ideas.last[number])
        ideas.steps[number] = workspace.steps
        for step in range(workspace.steps):
            ideas.moves[number, step] = workspace.plan[step]


@compiled
def find_ends(
    state: State,
    seat: int,
    parameters: Parameters,
    dice: Dice,
    workspace: Workspace,
    most: int,
    node: int,
    ideas: Ideas,
) -> None:
    """Inserts the ways to end the turn in a position."""
    key = workspace.key[node]
    lowest = NOTHING if ideas.count < most else ideas.worth[ideas.count - 1]
    best, move = best_end(state, seat, workspace, parameters, key, dice, lowest, ANY)
    if best <= lowest:
        return
    cards = hand_left(key)
    if cards == 0:
        insert(ideas, most, best, node, move)
        return
    any_empty = False
    for pile in range(DISCARDS):
        if workspace.chain[pile, taken_off(key, pile)] == NO_RANK:
            if any_empty:
                continue  # all empty piles are alike
            any_empty = True
        for place in range(FULL_HAND):
            if (workspace.firsts[cards] >> place) & 1:
                only = move_of(END_TURN, wide(workspace.hand[place]), pile)
                worth, _move = best_end(state, seat, workspace, parameters, key, dice, NOTHING, only)
                insert(ideas, most, worth, node, only)


@compiled
def insert(ideas: Ideas, most: int, worth: int, node: int, last: int) -> None:
    """Keeps the list in order: the earlier of equals comes first, and what is too much is dropped."""
    at = wide(ideas.count)
    if at == most:
        if worth <= ideas.worth[most - 1]:
            return
        at -= 1
    else:
        ideas.count += 1
    while at > 0 and ideas.worth[at - 1] < worth:
        ideas.worth[at], ideas.node[at], ideas.last[at] = (
            ideas.worth[at - 1],
            ideas.node[at - 1],
            ideas.last[at - 1],
        )
        at -= 1
    ideas.worth[at], ideas.node[at], ideas.last[at] = worth, node, last
