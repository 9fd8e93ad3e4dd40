"""Invariants of a state, and the names of those that are broken: for tests, fuzzers and servers alike."""

from enum import IntFlag

from skipbo.kernel.bits import count_bits
from skipbo.kernel.chance import WORDS
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import cards_left
from skipbo.kernel.layout import (
    BLOCKED,
    BUILDINGS,
    BY_STOCK,
    CARDS,
    COPIES,
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    NO_CARD,
    PILES,
    PILES_PER_SEAT,
    SEAT_PILES,
    SEATS,
    SPENT_PILE,
    WILD,
    WILDS,
    State,
    copies_of,
    deck_size,
    rank_of,
    stock_of,
)


class Status(IntFlag):
    """The broken invariants; empty for a sound state."""

    TABLE = 1  # numbers of the table that no game has
    CARD_UNKNOWN = 2  # a number that is not a card of this deck
    CARD_DOUBLED = 4
    CARDS_MISSING = 8
    PILE_SIZE = 16  # a pile with another number of cards than it says
    BUILDING_ORDER = 32  # a card on a building pile that does not go there
    BUILDING_COMPLETE = 64  # a completed pile that was not set aside
    HAND_SIZE = 128
    HAND_NOT_DRAWN = 256  # the player in turn has no card although there are cards to draw
    EMPTY_SEAT = 512  # cards where nobody sits
    PASSES = 1024
    OUTCOME = 2048  # a winner where nobody has won, or none where somebody has
    CHANCE = 4096
    KITCHEN = 8192  # the kitchen table's own fields contradict each other


# Constants, because a compiled function cannot read an enum on every target
TABLE, CARD_UNKNOWN, CARD_DOUBLED, CARDS_MISSING = 1, 2, 4, 8
PILE_SIZE, BUILDING_ORDER, BUILDING_COMPLETE = 16, 32, 64
HAND_SIZE, HAND_NOT_DRAWN, EMPTY_SEAT, PASSES, OUTCOME, CHANCE = 128, 256, 512, 1024, 2048, 4096
KITCHEN = 8192

Seen = tuple[int, int, int]  # the cards met so far, 60 bits each
THIRD = 60


@compiled
def in_deck(state: State, card: int) -> bool:
    in_numbers = WILDS <= card < WILDS + COPIES * wide(state.ranks)
    return in_numbers or card < copies_of(state, WILD)


@compiled
def tick(card: int, seen: Seen) -> Seen:
    """Without a branch: this is done for every card after every move of a soak."""
    low, middle, high = seen
    third = card // THIRD
    bit = 1 << (card - third * THIRD)
    return low | (bit * (third == 0)), middle | (bit * (third == 1)), high | (bit * (third == 2))


@compiled
def check_pile(state: State, pile: int, seen: Seen) -> tuple[int, Seen]:
    """Walks down a pile; stops at the first card that cannot be there."""
    card = wide(state.top[pile])
    for _ in range(state.count[pile]):
        if not in_deck(state, card):
            return (PILE_SIZE if card == NO_CARD else CARD_UNKNOWN), seen
        seen = tick(card, seen)
        card = wide(state.under[card])
    return (0 if card == NO_CARD else PILE_SIZE), seen


@compiled
def check_building(state: State, pile: int) -> int:
    """Checks that a pile goes up by one from 1, and that its first card is known."""
    card = wide(state.top[pile])
    below = card
    for place in range(wide(state.count[pile]), 0, -1):
        if card >= NO_CARD or (rank_of(card) != WILD and rank_of(card) != place):
            return BUILDING_ORDER
        below = card
        card = wide(state.under[card])
    return 0 if state.count[pile] == 0 or below == state.bottom[pile] else BUILDING_ORDER


@compiled
def check_cards(state: State) -> int:
    faults = 0
    seen = (0, 0, 0)
    count = 0
    for pile in range(SEAT_PILES + PILES_PER_SEAT * wide(state.players)):
        count += wide(state.count[pile])
        if pile != DRAW_PILE:
            fault, seen = check_pile(state, pile, seen)
            faults |= fault
    for place in range(min(wide(state.count[DRAW_PILE]), CARDS)):
        card = wide(state.order[place])
        if not in_deck(state, card):
            return faults | CARD_UNKNOWN
        seen = tick(card, seen)
    for seat in range(state.players):
        held = wide(state.held[seat])
        if held > FULL_HAND:
            return faults | HAND_SIZE
        count += held
        for place in range(held):
            card = wide(state.hand[seat, place])
            if not in_deck(state, card):
                return faults | CARD_UNKNOWN
            seen = tick(card, seen)
    low, middle, high = seen
    different = count_bits(low) + count_bits(middle) + count_bits(high)
    if different < count:
        faults |= CARD_DOUBLED
    if count != deck_size(state):
        faults |= CARDS_MISSING
    for pile in range(BUILDINGS):
        faults |= check_building(state, pile)
    return faults


@compiled
def check_table(state: State) -> int:
    players = wide(state.players)
    if players < 2 or players > SEATS or state.teams < 2 or players % max(wide(state.teams), 1) != 0:
        return TABLE
    if state.turn >= players or state.first >= players or state.ranks not in (12, 13):
        return TABLE
    faults = 0
    if state.used > WORDS:
        faults |= CHANCE
    for pile in range(SEAT_PILES + PILES_PER_SEAT * players, PILES):
        if state.count[pile] > 0:
            faults |= EMPTY_SEAT
    for seat in range(players, SEATS):
        if state.held[seat] > 0:
            faults |= EMPTY_SEAT
    return faults


@compiled
def check_strict(state: State) -> int:
    """Checks what holds only where nobody can err: no stock pile grows, and everybody has drawn."""
    faults = 0
    for seat in range(state.players):
        if state.count[stock_of(seat)] > state.stock:
            faults |= PILE_SIZE
    to_draw = wide(state.count[DRAW_PILE]) + state.count[SPENT_PILE]
    if state.how == GOING_ON and state.held[state.turn] == 0 and to_draw > 0:
        faults |= HAND_NOT_DRAWN
    return faults


@compiled
def check_course(state: State) -> int:
    """Checks building piles, passes and the outcome."""
    faults = 0
    for pile in range(BUILDINGS):
        if state.count[pile] >= state.ranks:
            faults |= BUILDING_COMPLETE
    if state.how != BLOCKED and state.passes >= state.players:
        faults |= PASSES
    finished = 0
    for team in range(state.teams):
        if cards_left(state, team) == 0:
            finished += 1
            if state.how != BY_STOCK or state.winner != team:
                faults |= OUTCOME
    if finished != (1 if state.how == BY_STOCK else 0) or state.how > BLOCKED:
        faults |= OUTCOME
    return faults


@compiled
def status(state: State) -> int:
    """Returns the broken invariants as bits of `Status`; 0 for a sound state."""
    faults = check_table(state)
    if faults & TABLE:  # nothing else can be asked about such a record
        return faults
    return faults | check_cards(state) | check_course(state) | check_strict(state)
