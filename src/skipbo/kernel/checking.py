"""Every broken invariant of a state, by name: for tests, fuzzers and servers alike."""

from enum import IntFlag

import numpy as np

from skipbo.kernel.chance import WORDS
from skipbo.kernel.compiling import compiled
from skipbo.kernel.ending import cards_left
from skipbo.kernel.layout import (
    BLOCKED,
    BUILDINGS,
    BY_STOCK,
    DRAW,
    GOING_ON,
    HAND,
    NO_CARD,
    PILES,
    SEAT_PILES,
    SEATS,
    SPENT,
    WILD,
    State,
    copies_of,
    deck_size,
    first_copy,
    rank_of,
    stock_of,
)


class Status(IntFlag):
    """Empty when a state is sound."""

    TABLE = 1  # numbers of the table that no game has
    CARD_UNKNOWN = 2  # a number that is no card of this deck
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


# Constants, because a compiled function cannot read an enum on every target
TABLE, CARD_UNKNOWN, CARD_DOUBLED, CARDS_MISSING = 1, 2, 4, 8
PILE_SIZE, BUILDING_ORDER, BUILDING_COMPLETE = 16, 32, 64
HAND_SIZE, HAND_NOT_DRAWN, EMPTY_SEAT, PASSES, OUTCOME, CHANCE = 128, 256, 512, 1024, 2048, 4096

Seen = tuple[int, int, int]  # the cards met so far, 60 bits each
THIRD = 60


@compiled
def in_deck(state: State, card: int) -> bool:
    if card >= NO_CARD:
        return False
    rank = rank_of(card)
    return card - first_copy(rank) < copies_of(state, rank)


@compiled
def meet(state: State, card: int, seen: Seen) -> tuple[int, Seen]:
    """Ticks a card off. Answers what is wrong with it, and the cards met so far."""
    if not in_deck(state, card):
        return CARD_UNKNOWN, seen
    low, middle, high = seen
    bit = 1 << (card % THIRD)
    if card < THIRD:
        fault = CARD_DOUBLED if low & bit else 0
        low |= bit
    elif card < 2 * THIRD:
        fault = CARD_DOUBLED if middle & bit else 0
        middle |= bit
    else:
        fault = CARD_DOUBLED if high & bit else 0
        high |= bit
    return fault, (low, middle, high)


@compiled
def check_pile(state: State, pile: int, seen: Seen) -> tuple[int, Seen]:
    """Walks down a pile; stops at the first card that cannot be there, so that a knot does not trap it."""
    size = np.int64(state.size[pile])
    card = np.int64(state.top[pile])
    for place in range(size, 0, -1):
        if card == NO_CARD:
            return PILE_SIZE, seen
        fault, seen = meet(state, card, seen)
        if fault:
            return fault, seen
        rank = rank_of(card)
        if pile < BUILDINGS and rank not in (WILD, place):
            return BUILDING_ORDER, seen
        if pile < BUILDINGS and place == 1 and card != state.bottom[pile]:
            return BUILDING_ORDER, seen
        card = np.int64(state.under[card])
    return (0 if card == NO_CARD else PILE_SIZE), seen


@compiled
def check_cards(state: State) -> int:
    faults = 0
    seen = (0, 0, 0)
    count = 0
    for pile in range(SEAT_PILES + 5 * np.int64(state.players)):
        count += np.int64(state.size[pile])
        if pile == DRAW:
            for place in range(state.size[DRAW]):
                fault, seen = meet(state, np.int64(state.order[place]), seen)
                faults |= fault
        else:
            fault, seen = check_pile(state, pile, seen)
            faults |= fault
    for seat in range(state.players):
        held = np.int64(state.held[seat])
        if held > HAND:
            return faults | HAND_SIZE
        count += held
        for place in range(held):
            fault, seen = meet(state, np.int64(state.hand[seat, place]), seen)
            faults |= fault
    if count != deck_size(state):
        faults |= CARDS_MISSING
    return faults


@compiled
def check_table(state: State) -> int:
    players = np.int64(state.players)
    if players < 2 or players > SEATS or state.teams < 2 or players % max(np.int64(state.teams), 1) != 0:
        return TABLE
    if state.turn >= players or state.first >= players or state.ranks not in (12, 13):
        return TABLE
    faults = 0
    if state.used > WORDS:
        faults |= CHANCE
    for pile in range(SEAT_PILES + 5 * players, PILES):
        if state.size[pile] > 0:
            faults |= EMPTY_SEAT
    for seat in range(players, SEATS):
        if state.held[seat] > 0:
            faults |= EMPTY_SEAT
    return faults


@compiled
def check_course(state: State) -> int:
    """Turns and endings."""
    faults = 0
    for pile in range(BUILDINGS):
        if state.size[pile] >= state.ranks:
            faults |= BUILDING_COMPLETE
    for seat in range(state.players):
        if state.size[stock_of(seat)] > state.stock:
            faults |= PILE_SIZE
    to_draw = np.int64(state.size[DRAW]) + state.size[SPENT]
    if state.how == GOING_ON and state.held[state.turn] == 0 and to_draw > 0:
        faults |= HAND_NOT_DRAWN
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
    """The broken invariants as the bits of `Status`; 0 for a sound state."""
    faults = check_table(state)
    if faults & TABLE:  # nothing else can be asked about such a record
        return faults
    return faults | check_cards(state) | check_course(state)
