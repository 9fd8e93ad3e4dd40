"""What a position is worth to the planner: the sum of its features, each times its weight in the bot's brain."""

from skipbo.bots.brains import Brain
from skipbo.bots.counting import PARTNER
from skipbo.bots.desk import Desk
from skipbo.bots.features import CERTAIN
from skipbo.bots.segment import hand_left, height, stock_played, taken_off, wanted_ranks
from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiling import compiled, wide
from skipbo.kernel.ending import cards_left, team_of
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    HAND,
    NO_RANK,
    WILD,
    State,
    rank_of,
    stock_of,
)

URGENT = 8  # a stock pile with fewer cards than this is a threat
WINNING = 1 << 45  # more than any position can be worth


# The order of discard piles


@compiled
def order_value(brain: Brain, upper: int, lower: int) -> int:
    """A card on another in a discard pile."""
    if lower == NO_RANK:
        return 0
    if lower == WILD:
        return brain.wilds_buried
    if upper == WILD:
        return 0
    if upper == lower:
        return brain.equals
    if upper == lower - 1:
        return brain.runs
    if upper < lower:
        return brain.steps if upper >= lower - 3 else 0
    return brain.burials + brain.burial_gap * (upper - lower)


@compiled
def top_value(brain: Brain, top: int) -> int:
    if top == NO_RANK:
        return brain.piles_empty
    return brain.wilds_shown if top == WILD else brain.height * top


@compiled
def value_taking(desk: Desk, brain: Brain) -> None:
    """Writes for every discard pile what it is worth to have taken cards off, and what can then be played off it."""
    for pile in range(2 * DISCARDS):
        top = wide(desk.chain[pile, 0])
        whole = top_value(brain, top)
        value = 0
        desk.taken[pile, 0] = 0
        depth = 0
        while top != NO_RANK:
            below = wide(desk.chain[pile, depth + 1])
            value -= order_value(brain, top, below) + brain.depth
            depth += 1
            desk.taken[pile, depth] = value + top_value(brain, below) - whole
            top = below
        desk.run[pile, depth] = 0
        while depth > 0:
            below = top
            depth -= 1
            top = wide(desk.chain[pile, depth])
            desk.run[pile, depth] = (1 << top) | (wide(desk.run[pile, depth + 1]) if below == top + 1 else 0)


# The way to one's own stock card


@compiled
def ranks_between(at: int, stock: int, ranks: int) -> int:
    """The ranks to be played on a pile of this height before the stock card goes there."""
    if at < stock:
        return (1 << stock) - (2 << at)
    return ((2 << ranks) - (2 << at)) | ((1 << stock) - 2)


@compiled
def path_value(brain: Brain, desk: Desk, key: int, stock: int, ranks: int, usable: int, wilds: int, draws: int) -> int:
    """How near the stock card is in one's next turn with these ranks and wilds, and so many cards yet to draw."""
    if stock == WILD:
        return brain.path_ready + brain.path_chance * CERTAIN
    missing = length = 99
    for pile in range(BUILDINGS):
        between = ranks_between(height(key, pile), stock, ranks)
        lacking = count_bits(between & ~usable)
        cards = count_bits(between)
        if lacking < missing or (lacking == missing and cards < length):
            missing, length = lacking, cards
    value = brain.path_length * length
    if missing == 0:
        return value + brain.path_ready + brain.path_chance * CERTAIN
    missing -= wilds
    if missing <= 0:
        return value + brain.path_with_wilds + brain.path_chance * CERTAIN
    if missing == 1:
        value += brain.path_missing_one
    elif missing == 2:
        value += brain.path_missing_two
    chance = CERTAIN
    for _ in range(missing):
        chance = chance * desk.drawing[draws] >> 10
    return value + brain.path_chance * chance


# What is common to a position however the turn ends


@compiled
def others_value(state: State, desk: Desk, brain: Brain, key: int, going_on: bool) -> int:
    """How near the others are to their stock cards."""
    a, b, c, d = height(key, 0), height(key, 1), height(key, 2), height(key, 3)
    value = 0
    for owner in range(state.players):
        near = desk.near[owner]
        if near == 0:
            continue
        reach = max(max(desk.reach[owner, a], desk.reach[owner, b]), max(desk.reach[owner, c], desk.reach[owner, d]))
        if going_on:
            if near == 1:
                value += brain.going_on_chance * reach
            continue
        ready = reach == CERTAIN
        if near == PARTNER:
            value += brain.partner_chance * reach + brain.partner_ready * ready
        elif near == 1:
            missing = min(
                min(desk.missing[owner, a], desk.missing[owner, b]), min(desk.missing[owner, c], desk.missing[owner, d])
            )
            value += brain.next_chance * reach
            late = URGENT - wide(state.count[stock_of(owner)])
            if late > 0:
                value += brain.next_chance_late * (reach * late // URGENT)
            if missing == 0:
                value += brain.next_ready
            elif missing == 1:
                value += brain.next_missing_one
            elif missing == 2:
                value += brain.next_missing_two
        else:
            value += brain.later_chance * (reach >> (near - 1)) + brain.later_ready * (CERTAIN * ready >> (near - 1))
    return value


@compiled
def needs_shared(key: int) -> int:
    """How many building piles want the same as another."""
    wanted = wanted_ranks(key)
    return BUILDINGS + 1 - count_bits(wanted)


@compiled
def common_value(state: State, seat: int, desk: Desk, brain: Brain, key: int, going_on: bool) -> int:
    value = others_value(state, desk, brain, key, going_on)
    value += brain.needs_shared * needs_shared(key)
    value += brain.heights * (height(key, 0) + height(key, 1) + height(key, 2) + height(key, 3))
    for pile in range(2 * DISCARDS):
        value += desk.taken[pile, taken_off(key, pile)]
    cards = hand_left(key)
    before = NO_RANK
    for place in range(HAND):
        if (cards >> place) & 1:
            rank = wide(desk.hand[place])
            if rank == WILD:
                value += brain.wilds_held
            elif rank == before:
                value += brain.twins_kept
            before = rank
    return value


@compiled
def going_on_value(state: State, seat: int, desk: Desk, brain: Brain, key: int) -> int:
    """A position in which the turn goes on with new information: a stock card, or a new hand."""
    value = common_value(state, seat, desk, brain, key, True)
    cards = count_bits(hand_left(key))
    value += brain.hand_going_on * cards
    if cards == 0:
        value += brain.refill
    played = stock_played(key)
    if played:
        value += brain.stock_played if played == 1 else brain.partner_stock_played
        if cards_left(state, team_of(state, seat)) == 1:
            value += WINNING
    if played != 1 and state.count[stock_of(seat)]:
        usable = 0
        wilds = 0
        for pile in range(DISCARDS):
            usable |= wide(desk.run[pile, taken_off(key, pile)])
        for place in range(HAND):
            if (hand_left(key) >> place) & 1:
                usable |= 1 << wide(desk.hand[place])
                wilds += desk.hand[place] == WILD
        stock = rank_of(state.top[stock_of(seat)])
        draws = HAND - cards
        value += path_value(brain, desk, key, stock, wide(state.ranks), usable, wilds, draws)
    return value


@compiled
def useful_ranks(key: int, ranks: int) -> int:
    """The ranks that a building pile wants within three plays."""
    useful = 0
    for pile in range(BUILDINGS):
        useful |= 14 << height(key, pile)
    return (useful | (useful >> ranks)) & ((2 << ranks) - 2)
