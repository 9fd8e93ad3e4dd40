"""The planner: looks at every position in which a segment can end, and chooses the one that is worth most.

At a temperature above 0 every worth gets some noise, so that the planner errs the more often the less an error costs.
"""

from skipbo.bots.planner.evaluation import (
    cards_missing,
    common_value,
    going_on_value,
    is_scarce,
    path_value,
    supply_after,
    useful_ranks,
    value_holding,
    value_laying,
    value_taking,
)
from skipbo.bots.planner.noise import noise
from skipbo.bots.planner.odds import count_chances, count_supply, following, measure_others
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import NO_MOVE, follow_plan, write_plan
from skipbo.bots.planner.segment import (
    ends_segment,
    enumerate_segment,
    hand_left,
    taken_off,
    wanted_ranks,
)
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.bits import count_bits
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    DISCARDS,
    FULL_HAND,
    NO_RANK,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import END_TURN, PASS, move_of

NOTHING = -(1 << 60)  # less than any position is worth
ANY = -1  # any move


@compiled
def end_value(
    state: State,
    seat: int,
    workspace: Workspace,
    parameters: Parameters,
    key: int,
    wanted: int,
    useful: int,
    supply: int,
) -> int:
    """The worth of a position if the turn ends in it, without the discard and the way to the own stock card."""
    value = common_value(state, workspace, parameters, key, False)
    playable = 0
    for number in range(DISCARDS):
        playable += (wanted >> rank_of(state.top[discard_of(following(state, seat), number)])) & 1
    tops = 0
    for pile in range(DISCARDS):
        tops += (useful >> wide(workspace.chain[pile, taken_off(key, pile)])) & 1
    cards = hand_left(key)
    value += parameters.next_playable * playable + parameters.tops_useful * tops
    value += parameters.playable_kept * count_bits(workspace.ranks[cards] & wanted)
    value += parameters.useful_kept * count_bits(workspace.ranks[cards] & useful)
    keeping = parameters.hand_kept_scarce if is_scarce(workspace, supply) else parameters.hand_kept
    return wide(value + keeping * (count_bits(cards) - 1))


@compiled
def value_parting(workspace: Workspace, parameters: Parameters, cards: int, wanted: int, useful: int) -> None:
    """Writes what it is worth to discard each card, on whatever pile."""
    for place in range(FULL_HAND):
        if (workspace.firsts[cards] >> place) & 1:
            rank = wide(workspace.hand[place])
            value = parameters.tops_useful * ((useful >> rank) & 1)
            if (workspace.twins[cards] >> place) & 1:
                value -= 0 if rank == WILD else parameters.twins_kept
            else:
                value -= parameters.playable_kept * ((wanted >> rank) & 1) + parameters.useful_kept * (
                    (useful >> rank) & 1
                )
            workspace.parting[place] = value - (parameters.wilds_held if rank == WILD else 0)


@compiled
def best_end(
    state: State, seat: int, workspace: Workspace, parameters: Parameters, key: int, dice: Dice, aim: int, only: int
) -> tuple[int, int]:
    """The worth of ending the turn in a position, and the last move: the best, or `only` that one.

    The worth is NOTHING if it cannot exceed the `aim`.
    """
    ranks = wide(state.ranks)
    wanted = wanted_ranks(key)
    useful = useful_ranks(key, ranks)
    supply = supply_after(state, workspace, key)
    value = end_value(state, seat, workspace, parameters, key, wanted, useful, supply)
    cards = hand_left(key)
    if cards == 0:
        return value, PASS
    if value + parameters.discard_bound <= aim and parameters.temperature == 0:
        return NOTHING, PASS
    value_parting(workspace, parameters, cards, wanted, useful)
    usable = workspace.ranks[cards]
    for pile in range(DISCARDS):
        usable |= wide(workspace.run[pile, taken_off(key, pile)])
    draws = min(FULL_HAND + 1 - count_bits(cards), max(supply - workspace.demand, 0))
    stock = rank_of(state.top[stock_of(seat)])
    missing = 0
    path = 0
    if stock != NO_RANK:
        missing = cards_missing(key, stock, ranks, usable)
        path = path_value(parameters, workspace, missing, workspace.wilds[cards], draws)
    best, choice = NOTHING, PASS
    any_empty = False
    for pile in range(DISCARDS):
        depth = taken_off(key, pile)
        top = wide(workspace.chain[pile, depth])
        if top == NO_RANK:
            if any_empty and only == ANY:
                continue  # all empty piles are alike
            any_empty = True
        covered = path
        if stock != NO_RANK and top != NO_RANK:
            rest = workspace.ranks[cards]
            for other in range(DISCARDS):
                if other != pile:
                    rest |= wide(workspace.run[other, taken_off(key, other)])
            if usable & ~rest:
                more = cards_missing(key, stock, ranks, rest)
                if more != missing:
                    covered = path_value(parameters, workspace, more, workspace.wilds[cards], draws)
        if workspace.laid[pile] <= depth:
            value_laying(workspace, parameters, pile, depth)
        on_pile = value - parameters.tops_useful * ((useful >> top) & 1)
        for place in range(FULL_HAND):
            if (workspace.firsts[cards] >> place) & 1:
                rank = wide(workspace.hand[place])
                move = move_of(END_TURN, rank, pile)
                if only not in (ANY, move):
                    continue
                worth = on_pile + workspace.laying[pile, depth, place] + workspace.parting[place]
                worth += path if rank == top - 1 else covered
                if parameters.temperature:
                    worth += noise(dice, parameters.temperature)
                if worth > best:
                    best, choice = worth, move
    return best, choice


@compiled
def look_around(state: State, seat: int, workspace: Workspace) -> None:
    """Writes everything that does not depend on the weights."""
    enumerate_segment(state, seat, workspace)
    count_supply(state, seat, workspace)
    count_chances(state, seat, workspace)
    measure_others(state, seat, workspace)


@compiled
def weigh(workspace: Workspace, parameters: Parameters) -> None:
    """Writes the values that are the same in all positions of the segment."""
    value_taking(workspace, parameters)
    value_holding(workspace, parameters, hand_left(workspace.key[0]))


@compiled
def plan_segment(state: State, seat: int, parameters: Parameters, dice: Dice, workspace: Workspace) -> None:
    look_around(state, seat, workspace)
    weigh(workspace, parameters)
    best, goal, last = NOTHING, 0, PASS
    first, ranks = workspace.key[0], wide(state.ranks)
    for node in range(workspace.count):
        if ends_segment(workspace.key[node], first, ranks):
            worth = going_on_value(state, seat, workspace, parameters, workspace.key[node])
            if parameters.temperature:
                worth += noise(dice, parameters.temperature)
            if worth > best:
                best, goal, last = worth, node, NO_MOVE
    for node in range(workspace.count):
        if not ends_segment(workspace.key[node], first, ranks):
            worth, move = best_end(state, seat, workspace, parameters, workspace.key[node], dice, best, ANY)
            if worth > best:
                best, goal, last = worth, node, move
    write_plan(workspace, goal, last)


@compiled
def planner(state: State, parameters: Parameters, dice: Dice, workspace: Workspace) -> int:
    seat = wide(state.turn)
    move = follow_plan(state, seat, workspace)
    if move == NO_MOVE:
        plan_segment(state, seat, parameters, dice, workspace)
        move = follow_plan(state, seat, workspace)
    return move
