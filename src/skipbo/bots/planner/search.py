"""The planner: looks at every position in which a segment can end, and goes for the one that is worth most.

With heat in its brain it prefers better positions only more or less: every worth gets some noise, so that it errs the
more often the less an error costs.
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
from skipbo.bots.planner.parameters import Brain
from skipbo.bots.planner.plan import NO_MOVE, follow_plan, write_plan
from skipbo.bots.planner.segment import (
    ends_segment,
    enumerate_segment,
    hand_left,
    taken_off,
    wanted_ranks,
)
from skipbo.bots.planner.workspace import Desk
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

NOTHING = -(1 << 60)
ANY = -1  # any move


@compiled
def end_value(
    state: State, seat: int, desk: Desk, brain: Brain, key: int, wanted: int, useful: int, supply: int
) -> int:
    """What a position is worth if the turn ends in it, but for the discard and the way to one's own stock card."""
    value = common_value(state, desk, brain, key, False)
    playable = 0
    for number in range(DISCARDS):
        playable += (wanted >> rank_of(state.top[discard_of(following(state, seat), number)])) & 1
    tops = 0
    for pile in range(DISCARDS):
        tops += (useful >> wide(desk.chain[pile, taken_off(key, pile)])) & 1
    cards = hand_left(key)
    value += brain.next_playable * playable + brain.tops_useful * tops
    value += brain.playable_kept * count_bits(desk.ranks[cards] & wanted)
    value += brain.useful_kept * count_bits(desk.ranks[cards] & useful)
    keeping = brain.hand_kept_scarce if is_scarce(desk, supply) else brain.hand_kept
    return wide(value + keeping * (count_bits(cards) - 1))


@compiled
def value_parting(desk: Desk, brain: Brain, cards: int, wanted: int, useful: int) -> None:
    """Writes what it is worth to part with each card, wherever it is laid."""
    for place in range(FULL_HAND):
        if (desk.firsts[cards] >> place) & 1:
            rank = wide(desk.hand[place])
            value = brain.tops_useful * ((useful >> rank) & 1)
            if (desk.twins[cards] >> place) & 1:
                value -= 0 if rank == WILD else brain.twins_kept
            else:
                value -= brain.playable_kept * ((wanted >> rank) & 1) + brain.useful_kept * ((useful >> rank) & 1)
            desk.parting[place] = value - (brain.wilds_held if rank == WILD else 0)


@compiled
def best_end(
    state: State, seat: int, desk: Desk, brain: Brain, key: int, dice: Dice, aim: int, only: int
) -> tuple[int, int]:
    """The best way to end the turn in a position, or the only one asked for: what it is worth, and the move.

    NOTHING if it cannot be worth more than the `aim`.
    """
    ranks = wide(state.ranks)
    wanted = wanted_ranks(key)
    useful = useful_ranks(key, ranks)
    supply = supply_after(state, desk, key)
    value = end_value(state, seat, desk, brain, key, wanted, useful, supply)
    cards = hand_left(key)
    if cards == 0:
        return value, PASS
    if value + brain.most <= aim and brain.heat == 0:
        return NOTHING, PASS
    value_parting(desk, brain, cards, wanted, useful)
    usable = desk.ranks[cards]
    for pile in range(DISCARDS):
        usable |= wide(desk.run[pile, taken_off(key, pile)])
    draws = min(FULL_HAND + 1 - count_bits(cards), max(supply - desk.demand, 0))
    stock = rank_of(state.top[stock_of(seat)])
    missing = 0
    path = 0
    if stock != NO_RANK:
        missing = cards_missing(key, stock, ranks, usable)
        path = path_value(brain, desk, missing, desk.wilds[cards], draws)
    best, choice = NOTHING, PASS
    any_empty = False
    for pile in range(DISCARDS):
        depth = taken_off(key, pile)
        top = wide(desk.chain[pile, depth])
        if top == NO_RANK:
            if any_empty and only == ANY:
                continue  # one empty pile is like another
            any_empty = True
        covered = path
        if stock != NO_RANK and top != NO_RANK:
            rest = desk.ranks[cards]
            for other in range(DISCARDS):
                if other != pile:
                    rest |= wide(desk.run[other, taken_off(key, other)])
            if usable & ~rest:
                more = cards_missing(key, stock, ranks, rest)
                if more != missing:
                    covered = path_value(brain, desk, more, desk.wilds[cards], draws)
        if desk.laid[pile] <= depth:
            value_laying(desk, brain, pile, depth)
        on_pile = value - brain.tops_useful * ((useful >> top) & 1)
        for place in range(FULL_HAND):
            if (desk.firsts[cards] >> place) & 1:
                rank = wide(desk.hand[place])
                move = move_of(END_TURN, rank, pile)
                if only not in (ANY, move):
                    continue
                worth = on_pile + desk.laying[pile, depth, place] + desk.parting[place]
                worth += path if rank == top - 1 else covered
                if brain.heat:
                    worth += noise(dice, brain.heat)
                if worth > best:
                    best, choice = worth, move
    return best, choice


@compiled
def look_around(state: State, seat: int, desk: Desk) -> None:
    """Writes all that does not depend on how a brain weighs it."""
    enumerate_segment(state, seat, desk)
    count_supply(state, seat, desk)
    count_chances(state, seat, desk)
    measure_others(state, seat, desk)


@compiled
def weigh(desk: Desk, brain: Brain) -> None:
    """Writes what is worth the same in all positions of the segment."""
    value_taking(desk, brain)
    value_holding(desk, brain, hand_left(desk.key[0]))


@compiled
def plan_segment(state: State, seat: int, brain: Brain, dice: Dice, desk: Desk) -> None:
    look_around(state, seat, desk)
    weigh(desk, brain)
    best, goal, last = NOTHING, 0, PASS
    first, ranks = desk.key[0], wide(state.ranks)
    for node in range(desk.count):
        if ends_segment(desk.key[node], first, ranks):
            worth = going_on_value(state, seat, desk, brain, desk.key[node])
            if brain.heat:
                worth += noise(dice, brain.heat)
            if worth > best:
                best, goal, last = worth, node, NO_MOVE
    for node in range(desk.count):
        if not ends_segment(desk.key[node], first, ranks):
            worth, move = best_end(state, seat, desk, brain, desk.key[node], dice, best, ANY)
            if worth > best:
                best, goal, last = worth, node, move
    write_plan(desk, goal, last)


@compiled
def planner(state: State, brain: Brain, dice: Dice, desk: Desk) -> int:
    seat = wide(state.turn)
    move = follow_plan(state, seat, desk)
    if move == NO_MOVE:
        plan_segment(state, seat, brain, dice, desk)
        move = follow_plan(state, seat, desk)
    return move
