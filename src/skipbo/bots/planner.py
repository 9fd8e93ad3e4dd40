"""The planner: looks at every position in which a segment can end, and goes for the one that is worth most.

With heat in its brain it prefers better positions only more or less: every worth gets some noise, so that it errs the
more often the less an error costs.
"""

from skipbo.bots.brains import Brain
from skipbo.bots.counting import count_chances, measure_others
from skipbo.bots.desk import Desk
from skipbo.bots.evaluation import (
    common_value,
    going_on_value,
    order_value,
    path_value,
    top_value,
    useful_ranks,
    value_taking,
)
from skipbo.bots.noise import noise
from skipbo.bots.plan import NO_MOVE, follow_plan, write_plan
from skipbo.bots.segment import (
    ends_segment,
    enumerate_segment,
    hand_left,
    taken_off,
    wanted_ranks,
)
from skipbo.kernel.bits import count_bits
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiling import compiled, wide
from skipbo.kernel.layout import (
    DISCARDS,
    HAND,
    NO_RANK,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import END_TURN, PASS, move_of

NOTHING = -(1 << 60)


@compiled
def best_end(state: State, seat: int, desk: Desk, brain: Brain, key: int, dice: Dice) -> tuple[int, int]:
    """The best way to end the turn in a position: what it is worth, and the discard."""
    ranks = wide(state.ranks)
    wanted = wanted_ranks(key)
    useful = useful_ranks(key, ranks)
    value = common_value(state, seat, desk, brain, key, False)
    after = wide(seat) + 1
    following = 0 if after == state.players else after
    for number in range(DISCARDS):
        value += brain.next_playable * ((wanted >> rank_of(state.top[discard_of(following, number)])) & 1)
    cards = hand_left(key)
    hand = 0
    wilds = 0
    for place in range(HAND):
        if (cards >> place) & 1:
            rank = wide(desk.hand[place])
            hand |= 1 << rank
            wilds += rank == WILD
            value += brain.playable_kept * ((wanted >> rank) & 1)
    kept = count_bits(cards) - 1
    if kept < 0:
        return value, PASS
    value += brain.hand_kept * kept
    usable = hand
    tops_useful = 0
    for pile in range(DISCARDS):
        depth = taken_off(key, pile)
        usable |= wide(desk.run[pile, depth])
        tops_useful += (useful >> wide(desk.chain[pile, depth])) & 1
    value += brain.tops_useful * tops_useful
    stock = rank_of(state.top[stock_of(seat)])
    racing = stock != NO_RANK
    open_path = 0
    if racing:
        open_path = path_value(brain, desk, key, stock, ranks, usable, wilds, HAND - kept)
    best, choice = NOTHING, PASS
    empty_seen = False
    for pile in range(DISCARDS):
        depth = taken_off(key, pile)
        top = wide(desk.chain[pile, depth])
        if top == NO_RANK:
            if empty_seen:
                continue
            empty_seen = True
        covered_path = open_path
        if racing and top != NO_RANK:
            rest = hand
            for other in range(DISCARDS):
                if other != pile:
                    rest |= wide(desk.run[other, taken_off(key, other)])
            if usable & ~rest:
                covered_path = path_value(brain, desk, key, stock, ranks, rest, wilds, HAND - kept)
        on_pile = value + brain.depth - top_value(brain, top) - brain.tops_useful * ((useful >> top) & 1)
        before = NO_RANK
        for place in range(HAND):
            if not (cards >> place) & 1:
                continue
            rank = wide(desk.hand[place])
            if rank == before:
                continue
            before = rank
            worth = on_pile + order_value(brain, rank, top) + top_value(brain, rank)
            worth += brain.tops_useful * ((useful >> rank) & 1)
            worth -= brain.playable_kept * ((wanted >> rank) & 1)
            worth += open_path if rank == top - 1 else covered_path
            if rank == WILD:
                worth -= brain.wilds_held
            elif place + 1 < HAND and (cards >> (place + 1)) & 1 and desk.hand[place + 1] == rank:
                worth -= brain.twins_kept
            if brain.heat:
                worth += noise(dice, brain.heat)
            if worth > best:
                best, choice = worth, move_of(END_TURN, rank, pile)
    return best, choice


@compiled
def plan_segment(state: State, seat: int, brain: Brain, dice: Dice, desk: Desk) -> None:
    enumerate_segment(state, seat, desk)
    count_chances(state, seat, desk)
    measure_others(state, seat, desk)
    value_taking(desk, brain)
    best, goal, last = NOTHING, 0, PASS
    for node in range(desk.count):
        key = desk.key[node]
        if ends_segment(key, desk.key[0]):
            worth = going_on_value(state, seat, desk, brain, key)
            move = NO_MOVE
            if brain.heat:
                worth += noise(dice, brain.heat)
        else:
            worth, move = best_end(state, seat, desk, brain, key, dice)
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
