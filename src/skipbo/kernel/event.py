"""Events: makes moves, and writes what each of them caused into records of the caller.

`Game` and the page read these records; neither works out again what has happened. Cards are ranks.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    State,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_STOCK, PASSING, kind_of, pile_of, what_of
from skipbo.kernel.replay import Cards, arrange
from skipbo.kernel.turn import act, draw_up, gather_spent, is_legal, rank_after, recycle, source_of

Events: TypeAlias = NDArray[np.void]

# Kinds of events, and the fields that each has beside its kind
DEALT = 0  # dealer, seat: the one that begins
TURN_BEGAN = 1  # seat
DREW = 2  # seat, count, cards
SHUFFLED = 3  # count
PLAYED = 4  # seat, card, source, owner, number, pile, stands_for
COMPLETED = 5  # pile
TURNED = 6  # seat, card
DISCARDED = 7  # seat, card, pile
PASSED = 8  # seat
ENDED = 9

HAND, STOCK, DISCARD = range(3)  # sources

EVENT = np.dtype(
    [
        ("kind", "u1"),
        ("dealer", "u1"),  # NO_SEAT where nobody deals
        ("seat", "u1"),
        ("card", "u1"),
        ("source", "u1"),
        ("owner", "u1"),  # the seat whose hand or pile that is
        ("number", "u1"),  # of the discard pile from 1 to 4, otherwise 0
        ("pile", "u1"),  # a building pile or, for a card that is discarded, a discard pile: from 1 to 4
        ("stands_for", "u1"),
        ("count", "u1"),
        ("cards", "u1", FULL_HAND),  # as they were drawn
    ]
)
MOST_EVENTS = 6  # of a move: a card played, a pile completed, a stock card turned up, and a draw around a shuffle


def new_events() -> Events:
    """Returns room for what one move causes."""
    return np.zeros(MOST_EVENTS, np.dtype((np.record, EVENT)))


# Each function that notes an event returns how many there are with it


@compiled
def note(events: Events, count: int, kind: int, seat: int) -> int:
    events[count].kind = kind
    events[count].seat = seat
    return count + 1


@compiled
def note_move(state: State, seat: int, move: int, events: Events) -> None:
    """Notes a legal move of a seat, before it is made, as the first event."""
    kind, what, pile = kind_of(move), what_of(move), pile_of(move)
    event = events[0]
    event.seat = seat
    event.card = what
    event.pile = pile + 1
    if kind == END_TURN:
        event.kind = PASSED if what == PASSING else DISCARDED
        return
    event.kind = PLAYED
    event.stands_for = rank_after(wide(state.count[pile]))
    event.source = HAND
    event.owner = seat
    event.number = 0
    if kind != FROM_HAND:
        owner, place = source_of(state, seat, what)
        event.card = rank_of(state.top[stock_of(owner) + place])
        event.source = STOCK if place == FROM_STOCK else DISCARD
        event.owner = owner
        event.number = place


@compiled
def note_effects(state: State, events: Events) -> int:
    """Notes what the move that was noted has done to the pile it went to, and to the stock pile it came from."""
    move, count = events[0], 1
    if move.kind == PLAYED:
        if state.count[move.pile - 1] == 0:  # rule: build.complete
            events[count].pile = move.pile
            count = note(events, count, COMPLETED, move.seat)
        stock = stock_of(move.owner)
        if move.source == STOCK and state.count[stock] > 0:  # rule: stock.top
            events[count].card = rank_of(state.top[stock])
            count = note(events, count, TURNED, move.owner)
    return count


@compiled
def note_hand(state: State, begin: int, events: Events, count: int) -> int:
    """Notes the cards that the seat in turn holds from a place on, if it does, as drawn."""
    seat = wide(state.turn)
    drawn = wide(state.held[seat]) - begin
    if drawn == 0:
        return count
    events[count].count = drawn
    for place in range(drawn):
        events[count].cards[place] = rank_of(state.hand[seat, begin + place])
    return note(events, count, DREW, seat)


@compiled
def note_deal(state: State, events: Events) -> int:
    """Notes the beginning of a game whose cards are dealt."""
    events[0].dealer = state.dealer
    count = note(events, 0, DEALT, state.first)
    count = note(events, count, TURN_BEGAN, state.first)
    return note_hand(state, 0, events, count)


@compiled
def make_move(state: State, move: int, events: Events) -> tuple[bool, int]:
    """Makes a legal move, up to the draw that may follow. Returns whether one does, and how many events there are."""
    seat = wide(state.turn)
    note_move(state, seat, move, events)
    draws = act(state, seat, move)
    count = note_effects(state, events)
    if state.how != GOING_ON:
        count = note(events, count, ENDED, seat)
    elif kind_of(move) == END_TURN:
        count = note(events, count, TURN_BEGAN, state.turn)
    return draws, count


@compiled
def draw(state: State, events: Events, count: int) -> tuple[bool, int]:
    """Draws as `draw_up` does."""
    held = wide(state.held[state.turn])
    draws = draw_up(state)
    return draws, note_hand(state, held, events, count)


@compiled
def play(state: State, move: int, events: Events, pile: Cards) -> int:
    """Makes a move as `turn.step` does. Returns how many events it caused; 0 if it is not legal, and nothing changes.

    If the spent cards were shuffled, `pile` gets the new draw pile, top first; the event says how many they are.
    """
    if not is_legal(state, move):
        return 0
    draws, count = make_move(state, move, events)
    while draws:
        draws, count = draw(state, events, count)
        if draws:
            recycle(state)
            cards = wide(state.count[DRAW_PILE])
            for place in range(cards):
                pile[place] = rank_of(state.order[cards - 1 - place])
            events[count].count = cards
            count = note(events, count, SHUFFLED, state.turn)
    return count


@compiled
def play_given(state: State, move: int, events: Events, pile: Cards) -> int:
    """Makes a legal move; a shuffle that follows from it has to give the draw pile `pile`, top first.

    Returns how many events it caused; 0 if the draw pile would have other cards, and the game is left half-way.
    """
    draws, count = make_move(state, move, events)
    while draws:
        draws, count = draw(state, events, count)
        if draws:
            gather_spent(state)
            if not arrange(state, wide(state.count[DRAW_PILE]), pile):
                return 0
            events[count].count = state.count[DRAW_PILE]
            count = note(events, count, SHUFFLED, state.turn)
    return count
