"""Replays games from given deals and shuffles, as in a record, without the generator."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import start, swap
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.deal import LAST_PACK, clear, deal
from skipbo.kernel.ending import settle
from skipbo.kernel.layout import (
    BUILDINGS,
    DRAW_PILE,
    GOING_ON,
    NO_CARD,
    PILES,
    SEATS,
    State,
    copies_of,
    deck_size,
    first_copy,
    pack_of,
    put,
    rank_of,
    stock_of,
)
from skipbo.kernel.turn import act, draw_up, gather_spent, is_legal, recycle

Cards: TypeAlias = NDArray[np.uint8]

# Whether the cards of a deal got their numbers
NUMBERED, OTHER_SIZE, OTHER_DECK, OTHER_PACK = range(4)
# Whether a key deals the cards of a record, and how the dealer was settled: as the sheet has it, drawn for or not; or
# known, because the players chose, or the deal moved on in a match
OTHER_DEAL, DEALER_BY_SHEET, DEALER_KNOWN = range(3)
# Why a replay stopped
REPLAYED, ILLEGAL_MOVE, GAME_WAS_OVER, MISSING_SHUFFLE, WRONG_SHUFFLE = range(5)


@compiled
def number_cards(state: State, ranks: Cards, ends: NDArray[np.int64], used: NDArray[np.int64], cards: Cards) -> int:
    """Writes the cards of a deal as `lay_out` takes them. Returns whether they are the deck, dealt by the rules.

    Group k is ranks[ends[k] : ends[k + 1]], top first: the stock piles in the order of seats, then the draw pile. Cards
    of the same rank get rising numbers. The lowest are in packs 1 and 2: in 1967 stock piles have no others.
    `used` is memory for a number for each rank.
    """
    for seat in range(state.players):
        if ends[seat + 1] - ends[seat] != state.stock:  # rule: stock.size
            return OTHER_SIZE
    if ends[-1] != deck_size(state):
        return OTHER_DECK
    for rank in range(used.size):
        used[rank] = 0
    answer = NUMBERED
    count = 0
    for group in range(ends.size - 1):
        for place in range(ends[group + 1] - 1, ends[group] - 1, -1):
            rank = wide(ranks[place])
            if rank > state.ranks or used[rank] == copies_of(state, rank):  # rule: deck.modern, deck.packs
                return OTHER_DECK
            card = first_copy(rank) + used[rank]
            if state.packs and group < state.players and pack_of(card) == LAST_PACK:  # rule: stock.packs
                answer = OTHER_PACK
            used[rank] += 1
            cards[count] = card
            count += 1
    return answer


@compiled
def lay_out(state: State, cards: Cards) -> None:
    """Lays the given cards: the stock piles in the order of seats, then the draw pile, each from the bottom up."""
    start(state)
    clear(state)
    count = 0
    for seat in range(state.players):
        for _ in range(state.stock):
            put(state, cards[count], stock_of(seat))
            count += 1
    for place in range(cards.size - count):
        state.order[place] = cards[count + place]
    state.count[DRAW_PILE] = cards.size - count
    state.turn = state.first
    draw_up(state)


@compiled
def was_dealt(state: State, ranks: Cards, ends: NDArray[np.int64]) -> bool:
    """Returns whether a game before its first move was dealt these cards, groups as in `number_cards`."""
    for seat in range(state.players):
        card = wide(state.top[stock_of(seat)])
        for place in range(ends[seat], ends[seat + 1]):
            if card == NO_CARD or rank_of(card) != ranks[place]:
                return False
            card = wide(state.under[card])
        if card != NO_CARD:
            return False
    drawn = ends[state.players]
    held, left = wide(state.held[state.first]), wide(state.count[DRAW_PILE])
    same = ends[-1] - drawn == held + left
    for place in range(held if same else 0):
        same &= rank_of(state.hand[state.first, place]) == ranks[drawn + place]
    for place in range(left if same else 0):
        same &= rank_of(state.order[left - 1 - place]) == ranks[drawn + held + place]
    return bool(same)


@compiled
def deal_again(state: State, dealer: int, first: int, ranks: Cards, ends: NDArray[np.int64]) -> int:
    """Deals with the state's key; returns how the dealer was settled if that gives this dealer, this first player and
    these cards, groups as in `number_cards`.

    A record does not say how, so both are tried. The state's dealer is as the sheet has it.
    """
    by_sheet = wide(state.dealer)
    for how in (DEALER_BY_SHEET, DEALER_KNOWN):
        state.dealer = by_sheet if how == DEALER_BY_SHEET else dealer
        state.first = first  # the youngest begins
        deal(state)
        if state.dealer == dealer and state.first == first and was_dealt(state, ranks, ends):
            return how
    return OTHER_DEAL


@compiled
def lay_piles(state: State, passes: int, cards: Cards, ends: NDArray[np.int64]) -> None:
    """Lays every pile and then every hand as given, in the middle of a game; nothing is checked.

    Group k is cards[ends[k] : ends[k + 1]], from the bottom up.
    """
    start(state)
    clear(state)
    state.passes = passes
    for pile in range(PILES):
        if pile < BUILDINGS and ends[pile] < ends[pile + 1]:
            state.bottom[pile] = cards[ends[pile]]
        for place in range(ends[pile], ends[pile + 1]):
            if pile == DRAW_PILE:
                state.order[place - ends[pile]] = cards[place]
                state.count[pile] += 1
            else:
                put(state, cards[place], pile)
    for seat in range(SEATS):
        for place in range(ends[PILES + seat], ends[PILES + seat + 1]):
            state.hand[seat, place - ends[PILES + seat]] = cards[place]
            state.held[seat] += 1
    settle(state)


@compiled
def arrange(state: State, count: int, ranks: Cards) -> bool:
    """Sorts the lowest `count` cards of the draw pile into the given order, top first; False if they are others."""
    if ranks.size != count:
        return False
    for place in range(count):
        wanted = count - 1 - place
        found = wanted
        while found >= 0 and rank_of(state.order[found]) != ranks[place]:
            found -= 1
        if found < 0:
            return False
        swap(state, wanted, found)
    return True


@compiled
def step_noting(state: State, move: int, shuffles: Cards, begun: int, ends: NDArray[np.int64]) -> int:
    """Makes a legal move as `step` does, and notes each draw pile that it shuffles, top first.

    Shuffle k is shuffles[ends[k] : ends[k + 1]]; what the arrays cannot hold is counted but not kept.
    """
    if act(state, state.turn, move):
        while draw_up(state):
            recycle(state)
            count = wide(state.count[DRAW_PILE])
            if begun + 1 < ends.size and ends[begun] + count <= shuffles.size:
                for place in range(count):
                    shuffles[ends[begun] + place] = rank_of(state.order[count - 1 - place])
                ends[begun + 1] = ends[begun] + count
            begun += 1
    return begun


@compiled
def replay_noting(state: State, moves: NDArray[np.int64], shuffles: Cards, ends: NDArray[np.int64]) -> tuple[int, int]:
    """Makes moves with the state's own generator, as long as they are legal. Counts these and the shuffles."""
    begun = 0
    for number in range(moves.size):
        if not is_legal(state, moves[number]):
            return number, begun
        begun = step_noting(state, moves[number], shuffles, begun, ends)
    return moves.size, begun


@compiled
def step_given(state: State, move: int, shuffles: Cards, begun: int, ends: NDArray[np.int64]) -> tuple[int, int]:
    """Makes a legal move; a shuffle that follows from it is read from `shuffles`, number `begun` and on.

    Shuffle k is shuffles[ends[k] : ends[k + 1]]. Returns why it stopped and how many shuffles are begun now.
    """
    if act(state, state.turn, move):
        while draw_up(state):
            if begun + 1 >= ends.size:
                return MISSING_SHUFFLE, begun
            gather_spent(state)
            if not arrange(state, wide(state.count[DRAW_PILE]), shuffles[ends[begun] : ends[begun + 1]]):
                return WRONG_SHUFFLE, begun
            begun += 1
    return REPLAYED, begun


@compiled
def replay(state: State, moves: NDArray[np.int64], shuffles: Cards, ends: NDArray[np.int64]) -> tuple[int, int, int]:
    """Makes the moves in turn. Returns why it stopped, at which move, and how many shuffles were used."""
    begun = 0
    for number in range(moves.size):
        if state.how != GOING_ON:
            return GAME_WAS_OVER, number, begun
        if not is_legal(state, moves[number]):
            return ILLEGAL_MOVE, number, begun
        why, begun = step_given(state, moves[number], shuffles, begun, ends)
        if why != REPLAYED:
            return why, number, begun
    return REPLAYED, moves.size, begun
