"""What a position is worth to the planner: the sum of its features, each times its weight in the bot's brain."""

from skipbo.bots.planner.features import CERTAIN
from skipbo.bots.planner.odds import PARTNER
from skipbo.bots.planner.parameters import Brain
from skipbo.bots.planner.segment import (
    ANY_TAKEN,
    TAKEN_AT,
    all_heights,
    completed,
    hand_left,
    height,
    stock_played,
    taken_off,
    wanted_ranks,
)
from skipbo.bots.planner.workspace import LACKING, Desk
from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import cards_left, team_of
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    FULL_HAND,
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
        return wide(brain.wilds_buried)
    if upper == WILD:
        return 0
    if upper == lower:
        return wide(brain.equals)
    if upper == lower - 1:
        return wide(brain.runs)
    if upper < lower:
        return wide(brain.steps) if upper >= lower - 3 else 0
    return wide(brain.burials) + wide(brain.burial_gap) * (upper - lower)


@compiled
def top_value(brain: Brain, top: int) -> int:
    if top == NO_RANK:
        return wide(brain.piles_empty)
    return wide(brain.wilds_shown) if top == WILD else wide(brain.height) * top


@compiled
def value_taking(desk: Desk, brain: Brain) -> None:
    """Writes for every discard pile what it is worth to have taken cards off, and what can then be played off it."""
    for pile in range(desk.piles):
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


@compiled
def value_holding(desk: Desk, brain: Brain, hand: int) -> None:
    """Writes what every part of a hand is worth to hold, and forgets what it was worth to lay cards of another."""
    for cards in range(hand + 1):
        doubled = count_bits(cards) - count_bits(desk.firsts[cards]) - max(desk.wilds[cards] - 1, 0)
        desk.holding[cards] = brain.wilds_held * desk.wilds[cards] + brain.twins_kept * doubled
    for pile in range(DISCARDS):
        desk.laid[pile] = 0


@compiled
def value_laying(desk: Desk, brain: Brain, pile: int, depth: int) -> None:
    """Writes what it is worth to lay each card of the hand on a discard pile that so many cards were taken off."""
    held = count_bits(hand_left(desk.key[0]))
    while desk.laid[pile] <= depth:
        at = desk.laid[pile]
        top = wide(desk.chain[pile, at])
        change = brain.depth - top_value(brain, top)
        for place in range(held):
            rank = wide(desk.hand[place])
            desk.laying[pile, at, place] = change + order_value(brain, rank, top) + top_value(brain, rank)
        desk.laid[pile] = at + 1


# The way to one's own stock card


@compiled
def ranks_between(at: int, stock: int, ranks: int) -> int:
    """The ranks to be played on a pile of this height before the stock card goes there."""
    if stock == WILD:
        return 0
    if at < stock:
        return (1 << stock) - (2 << at)
    return ((2 << ranks) - (2 << at)) | ((1 << stock) - 2)


@compiled
def cards_missing(key: int, stock: int, ranks: int, usable: int) -> int:
    """How many cards are missing on the best way to the stock card."""
    missing = ranks
    for pile in range(BUILDINGS):
        missing = min(missing, count_bits(ranks_between(height(key, pile), stock, ranks) & ~usable))
    return missing


@compiled
def path_value(brain: Brain, desk: Desk, missing: int, wilds: int, draws: int) -> int:
    """How near the stock card is in one's next turn, with these wilds and so many cards yet to draw."""
    if missing == 0:
        return wide(brain.path_ready + brain.path_chance * CERTAIN)
    missing -= wilds
    if missing <= 0:
        return wide(brain.path_with_wilds + brain.path_chance * CERTAIN)
    value = wide(brain.path_chance * desk.drawing[draws, min(missing, LACKING)])
    if missing == 1:
        value += brain.path_missing_one
    elif missing == 2:
        value += brain.path_missing_two
    return value


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
def is_scarce(desk: Desk, supply: int) -> bool:
    """Whether one may not draw to five in one's next turn."""
    return wide(desk.demand) + FULL_HAND > supply


@compiled
def supply_after(state: State, desk: Desk, key: int) -> int:
    """How many cards can be drawn in a position: completed piles are shuffled again."""
    if not is_scarce(desk, desk.supply):
        return wide(desk.supply)
    ranks = wide(state.ranks)
    return wide(desk.supply) + ranks * completed(key, desk.key[0], ranks)


@compiled
def common_value(state: State, desk: Desk, brain: Brain, key: int, going_on: bool) -> int:
    value = others_value(state, desk, brain, key, going_on)
    value += brain.needs_shared * needs_shared(key)
    value += brain.heights * all_heights(key)
    if is_scarce(desk, desk.supply):
        value += brain.completed_scarce * completed(key, desk.key[0], wide(state.ranks))
    if (key >> TAKEN_AT) & ANY_TAKEN:
        for pile in range(desk.piles):
            value += desk.taken[pile, taken_off(key, pile)]
    return wide(value + desk.holding[hand_left(key)])


@compiled
def going_on_value(state: State, seat: int, desk: Desk, brain: Brain, key: int) -> int:
    """A position in which the turn goes on with new information: a stock card, or a new hand."""
    value = common_value(state, desk, brain, key, True)
    cards = count_bits(hand_left(key))
    value += brain.hand_going_on * cards
    draws = min(FULL_HAND - cards, supply_after(state, desk, key))
    if cards == 0:
        value += brain.refill * draws
    played = stock_played(key)
    if played:
        value += brain.stock_played if played == 1 else brain.partner_stock_played
        if cards_left(state, team_of(state, seat)) == 1:
            value += WINNING
    if played != 1 and state.count[stock_of(seat)]:
        usable = desk.ranks[hand_left(key)]
        for pile in range(DISCARDS):
            usable |= wide(desk.run[pile, taken_off(key, pile)])
        stock = rank_of(state.top[stock_of(seat)])
        missing = cards_missing(key, stock, wide(state.ranks), usable)
        value += path_value(brain, desk, missing, desk.wilds[hand_left(key)], draws)
    return wide(value)


@compiled
def useful_ranks(key: int, ranks: int) -> int:
    """The ranks that a building pile wants within three plays."""
    useful = 0
    for pile in range(BUILDINGS):
        useful |= 14 << height(key, pile)
    return (useful | (useful >> ranks)) & ((2 << ranks) - 2)
