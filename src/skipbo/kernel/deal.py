"""Before the first turn: the deck, the dealer, the stock piles, the first player."""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.bits import count_bits, lowest_bit
from skipbo.kernel.chance import Words, shuffle, start
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    CARDS,
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    HIGHEST,
    LEFT_OF_DEALER,
    NO_CARD,
    NO_SEAT,
    PILES,
    SEATS,
    WILD,
    State,
    copies_of,
    first_copy,
    put,
    rank_of,
    stock_of,
)
from skipbo.kernel.turn import draw_up

PACKS = 3
LAST_PACK = PACKS - 1
MOST_ROUNDS = CARDS // 2  # of drawing for the dealer: at least two draw in each


@compiled
def clear(state: State) -> None:  # rule: start.empty
    """Empties the table: no cards anywhere, nothing decided."""
    for seat in range(SEATS):
        state.held[seat] = 0
        for place in range(FULL_HAND):
            state.hand[seat, place] = NO_CARD
    for pile in range(PILES):
        state.top[pile] = NO_CARD
        state.count[pile] = 0
    for pile in range(state.bottom.size):
        state.bottom[pile] = NO_CARD
    for card in range(CARDS):
        state.under[card] = NO_CARD
        state.order[card] = NO_CARD
    state.passes = 0
    state.how = GOING_ON
    state.winner = NO_SEAT


@compiled
def lay_packs(state: State, lowest: int, highest: int) -> None:  # rule: deck.modern, deck.packs, deck.separate
    """Puts the sorted cards of these packs on the draw pile; a deck without packs comes whole."""
    count = wide(state.count[DRAW_PILE])
    for rank in range(WILD, wide(state.ranks) + 1):
        copies = copies_of(state, rank)
        begin, end = 0, copies
        if state.packs:
            begin, end = copies // PACKS * lowest, copies // PACKS * (highest + 1)
        for card in range(first_copy(rank) + begin, first_copy(rank) + end):
            state.order[count] = card
            count += 1
    state.count[DRAW_PILE] = count


@compiled
def draw_round(state: State, left: int, drawing: int) -> int:  # rule: dealer.first, ruling.dealer-tie
    """Every seat in `drawing` takes a card from the top of `left`; returns those with the highest. Both are sets."""
    shuffle(state, left, wide(state.players))
    highest = -1
    highest_seats = 0
    for seat in range(state.players):
        if (drawing >> seat) & 1:
            left -= 1
            rank = rank_of(state.order[left])
            if rank > highest:
                highest = rank
                highest_seats = 0
            if rank == highest:
                highest_seats |= 1 << seat
    return highest_seats


@compiled
def draw_for_dealer(state: State) -> int:  # rule: dealer.first, ruling.dealer-tie
    """Returns the seat that deals: every player draws a card, the highest deals, and ties draw again."""
    left = wide(state.count[DRAW_PILE])
    drawing = (1 << wide(state.players)) - 1
    while True:
        highest_seats = draw_round(state, left, drawing)
        left -= count_bits(drawing)
        drawing = highest_seats
        if drawing & (drawing - 1) == 0:
            return lowest_bit(drawing)


@compiled
def show_draw_for_dealer(state: State, drawn: NDArray[np.uint8]) -> int:
    """Draws for the dealer as `deal` does with the state's key; returns how many rounds it took.

    `drawn` gets a row for each round: the card of each seat, or `NO_CARD` for a seat that is out.
    """
    start(state)
    clear(state)
    lay_packs(state, 0, LAST_PACK - 1)
    left = wide(state.count[DRAW_PILE])
    drawing = (1 << wide(state.players)) - 1
    rounds = 0
    while drawing & (drawing - 1):
        highest_seats = draw_round(state, left, drawing)
        for seat in range(SEATS):
            drawn[rounds, seat] = NO_CARD
            if (drawing >> seat) & 1:
                left -= 1
                drawn[rounds, seat] = state.order[left]
        drawing = highest_seats
        rounds += 1
    return rounds


@compiled
def deal_stocks(state: State) -> None:  # rule: stock.size, stock.short, stock.packs, stock.top
    left = wide(state.count[DRAW_PILE])
    for seat in range(state.players):
        for _ in range(state.stock):
            left -= 1
            put(state, state.order[left], stock_of(seat))
    state.count[DRAW_PILE] = left


@compiled
def highest_stock(state: State) -> int:  # rule: first.highest, ruling.highest-tie
    """Returns the seat with the highest face-up stock card; of equals, the one nearest the dealer's left."""
    best_seat = NO_SEAT
    best_rank = -1
    for distance in range(1, wide(state.players) + 1):
        seat = (wide(state.dealer) + distance) % state.players
        rank = rank_of(state.top[stock_of(seat)])
        if rank > best_rank:
            best_rank = rank
            best_seat = seat
    return best_seat


@compiled
def who_begins(state: State) -> int:  # rule: first.left, first.youngest, first.highest
    """Returns the seat that begins, once the stock piles are dealt; the youngest is known before the deal."""
    if state.begins == LEFT_OF_DEALER:
        return (wide(state.dealer) + 1) % wide(state.players)
    if state.begins == HIGHEST:
        return highest_stock(state)
    return wide(state.first)


@compiled
def next_dealer(state: State) -> int:  # rule: dealer.moves
    """Returns the seat that deals the next game of a match; NO_SEAT where nobody deals."""
    if state.dealer == NO_SEAT:
        return NO_SEAT
    return (wide(state.dealer) + 1) % wide(state.players)


@compiled
def begin(state: State) -> None:  # rule: draw.refill
    state.first = who_begins(state)
    state.turn = state.first
    draw_up(state)  # nothing is spent yet, so there is nothing to shuffle


@compiled
def deal(state: State) -> None:
    """Deals a new game with the state's key, at the table that its fields describe."""
    start(state)
    clear(state)
    lay_packs(state, 0, LAST_PACK - 1)
    if state.begins == LEFT_OF_DEALER and state.dealer == NO_SEAT:
        state.dealer = draw_for_dealer(state)
    shuffle(state, wide(state.count[DRAW_PILE]), wide(state.count[DRAW_PILE]))
    deal_stocks(state)
    if state.packs:  # rule: stock.packs, ruling.packs-shuffled
        lay_packs(state, LAST_PACK, LAST_PACK)
        shuffle(state, wide(state.count[DRAW_PILE]), wide(state.count[DRAW_PILE]))
    begin(state)


@compiled
def deal_with(state: State, key: Words) -> None:
    for word in range(state.key.size):
        state.key[word] = key[word]
    deal(state)
