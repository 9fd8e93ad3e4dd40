"""Views: what a seat may see, and states that fit what it has seen.

A view is a record of its own, built up on an empty table from what lies face up: own hand, tops of stock piles,
discard piles, building piles and spent cards, and every count. It has no key and no order of the draw pile. Its cards
are numbered anew, so that equal cards cannot be distinguished by having been seen before. `write_table` writes what
everybody sees as bytes, because a server sends that after every move.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import Words, shuffle, start
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.deal import LAST_PACK, clear
from skipbo.kernel.layout import (
    BUILDINGS,
    CARDS,
    DISCARDS,
    DRAW_PILE,
    NO_CARD,
    NO_RANK,
    SEATS,
    SPENT_PILE,
    WILD,
    State,
    copies_of,
    discard_of,
    first_copy,
    pack_of,
    rank_of,
    stock_of,
)

Written: TypeAlias = NDArray[np.uint8]
TABLE_NUMBERS, SEAT_NUMBERS = 5, 3  # bytes before the piles
WRITTEN = TABLE_NUMBERS + SEATS * SEAT_NUMBERS + BUILDINGS + 1 + SEATS * DISCARDS + CARDS  # bytes at most


@compiled
def open_notebook(state: State) -> None:
    """Blanks the generator's block: between two blocks its 512 bits are free to note cards in."""
    start(state)
    for word in range(state.words.size):
        state.words[word] = 0


@compiled
def note(state: State, card: int) -> None:
    state.words[card >> 5] |= 1 << (card & 31)


@compiled
def is_noted(state: State, card: int) -> bool:
    return (wide(state.words[card >> 5]) >> (card & 31)) & 1 == 1


@compiled
def copy_table(state: State, onto: State) -> None:
    """Empties a table and copies what everybody knows without looking at a card."""
    clear(onto)
    onto.players = state.players
    onto.teams = state.teams
    onto.ranks = state.ranks
    onto.packs = state.packs
    onto.stock = state.stock
    onto.partner_discards = state.partner_discards
    onto.begins = state.begins
    onto.dealer = state.dealer
    onto.first = state.first
    onto.turn = state.turn
    onto.passes = state.passes
    onto.how = state.how
    onto.winner = state.winner
    for pile in range(state.count.size):
        onto.count[pile] = state.count[pile]
    for seat in range(state.held.size):
        onto.held[seat] = state.held[seat]


@compiled
def show(view: State, card: int) -> int:
    """Returns the number of a face-up card in a view: the next free one of its rank (1967: and its pack)."""
    shown = first_copy(rank_of(card))
    while is_noted(view, shown) or (view.packs and pack_of(shown) != pack_of(card)):
        shown += 1
    note(view, shown)
    return shown


@compiled
def show_pile(state: State, pile: int, view: State) -> int:
    """Shows every card of a pile that lies open. Returns its lowest card."""
    card = wide(state.top[pile])
    above = NO_CARD
    while card != NO_CARD:
        shown = show(view, card)
        if above == NO_CARD:
            view.top[pile] = shown
        else:
            view.under[above] = shown
        above = shown
        card = wide(state.under[card])
    return above


@compiled
def show_hand(state: State, seat: int, view: State) -> None:
    """Shows the hand in order of rank, so that the order of drawing reveals nothing."""
    place = 0
    for rank in range(WILD, wide(state.ranks) + 1):
        for held in range(state.held[seat]):
            if rank_of(state.hand[seat, held]) == rank:
                view.hand[seat, place] = show(view, wide(state.hand[seat, held]))
                place += 1


@compiled
def show_all(state: State, seat: int, view: State) -> None:  # rule: stock.top
    """Lays what a seat may see; the view's notebook stays open, to show more."""
    copy_table(state, view)
    for word in range(view.key.size):
        view.key[word] = 0
    open_notebook(view)
    for pile in range(BUILDINGS):
        view.bottom[pile] = show_pile(state, pile, view)
    show_pile(state, SPENT_PILE, view)
    for owner in range(state.players):
        stock = stock_of(owner)
        if state.count[stock] > 0:
            view.top[stock] = show(view, wide(state.top[stock]))
        for number in range(DISCARDS):
            show_pile(state, discard_of(owner, number), view)
    if seat < state.players:
        show_hand(state, seat, view)


@compiled
def see(state: State, seat: int, view: State) -> None:
    """Writes into `view` what a seat may see; NO_SEAT, a spectator, sees what lies on the table."""
    show_all(state, seat, view)
    open_notebook(view)


@compiled
def write_pile(state: State, pile: int, written: Written, at: int) -> int:
    """Writes how many cards a pile has and their ranks from the bottom up. Returns where to write next."""
    count = wide(state.count[pile])
    written[at] = count
    card = wide(state.top[pile])
    for place in range(count):
        written[at + count - place] = rank_of(card)
        card = wide(state.under[card])
    return at + 1 + count


@compiled
def write_table(state: State, written: Written) -> None:  # rule: stock.top
    """Writes what everybody sees: the table's and each seat's numbers, building piles, spent cards, discard piles."""
    written[0] = state.players
    written[1] = state.turn
    written[2] = state.dealer
    written[3] = state.passes
    written[4] = state.count[DRAW_PILE]
    at = TABLE_NUMBERS
    for seat in range(state.players):
        stock = stock_of(seat)
        written[at] = state.held[seat]
        written[at + 1] = state.count[stock]
        written[at + 2] = rank_of(state.top[stock]) if state.count[stock] > 0 else NO_RANK
        at += SEAT_NUMBERS
    for pile in range(BUILDINGS):
        at = write_pile(state, pile, written, at)
    at = write_pile(state, SPENT_PILE, written, at)
    for seat in range(state.players):
        for number in range(DISCARDS):
            at = write_pile(state, discard_of(seat, number), written, at)


@compiled
def note_seen(view: State, seat: int, state: State) -> None:
    for pile in range(view.top.size):
        card = wide(view.top[pile])
        while card != NO_CARD:
            note(state, card)
            card = wide(view.under[card])
    if seat < view.players:
        for place in range(view.held[seat]):
            note(state, wide(view.hand[seat, place]))


@compiled
def lay_unseen(state: State, lowest: int, highest: int, count: int) -> int:
    """Puts the cards of these packs that are not noted on the draw pile, from place `count` on."""
    for rank in range(WILD, wide(state.ranks) + 1):
        for copy in range(copies_of(state, rank)):
            card = first_copy(rank) + copy
            if not is_noted(state, card) and (not state.packs or lowest <= pack_of(card) <= highest):
                state.order[count] = card
                count += 1
    return count


@compiled
def fill_stocks(state: State, count: int) -> int:
    """Lays cards from the draw pile under the face-up cards. Returns how many are left there."""
    for seat in range(state.players):
        above = wide(state.top[stock_of(seat)])
        for _ in range(wide(state.count[stock_of(seat)]) - 1):
            count -= 1
            state.under[above] = state.order[count]
            above = wide(state.order[count])
    return count


@compiled
def sample(view: State, seat: int, state: State) -> None:
    """Writes into `state`, which brings its own key, a state that fits the view of a seat: hidden cards dealt anew.

    Every way to lay the unseen cards is equally likely; stock piles of 1967 hold cards of packs 1 and 2 only. What
    might be inferred about cards that were seen, spent and shuffled again is not used.
    """
    copy_table(view, state)
    for pile in range(view.top.size):
        state.top[pile] = view.top[pile]
    for pile in range(BUILDINGS):
        state.bottom[pile] = view.bottom[pile]
    for card in range(CARDS):
        state.under[card] = view.under[card]
    open_notebook(state)
    note_seen(view, seat, state)
    for_stocks = lay_unseen(state, 0, LAST_PACK - 1 if state.packs else LAST_PACK, 0)
    unseen = lay_unseen(state, LAST_PACK, LAST_PACK, for_stocks) if state.packs else for_stocks
    shuffle(state, for_stocks, for_stocks)
    count = fill_stocks(state, for_stocks)
    for place in range(for_stocks, unseen):
        state.order[count] = state.order[place]
        count += 1
    shuffle(state, count, count)
    for owner in range(state.players):
        for place in range(state.held[owner]):
            if owner == seat:
                state.hand[owner, place] = view.hand[owner, place]
            else:
                count -= 1
                state.hand[owner, place] = state.order[count]
    for place in range(count, CARDS):
        state.order[place] = NO_CARD


@compiled
def sample_with(key: Words, view: State, seat: int, state: State) -> None:
    for word in range(state.key.size):
        state.key[word] = key[word]
    sample(view, seat, state)


@compiled
def resample(state: State, seat: int, key: Words, view: State, sampled: State) -> None:
    """Writes into `sampled` a state that fits what a seat may see of another; `view` is memory to work in."""
    see(state, seat, view)
    sample_with(key, view, seat, sampled)


@compiled
def shuffle_hidden(state: State) -> None:
    """Shuffles the face-down cards of a state, whose key is new: all of its stock piles, and its draw pile."""
    start(state)
    count, hidden = wide(state.count[DRAW_PILE]), 0
    for owner in range(state.players):
        hidden += max(wide(state.count[stock_of(owner)]) - 1, 0)
    for place in range(count - 1, -1, -1):  # room below the draw pile
        state.order[place + hidden] = state.order[place]
    place = 0
    for owner in range(state.players):
        above = wide(state.top[stock_of(owner)])
        for _ in range(wide(state.count[stock_of(owner)]) - 1):
            card = wide(state.under[above])
            state.order[place] = card
            place += 1
            state.under[above] = NO_CARD
            above = card
    shuffle(state, hidden, hidden)
    fill_stocks(state, hidden)
    for place in range(count):
        state.order[place] = state.order[place + hidden]
    for place in range(count, count + hidden):
        state.order[place] = NO_CARD
    shuffle(state, count, count)
