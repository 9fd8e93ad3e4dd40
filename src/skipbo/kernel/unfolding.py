"""Chance card by card: what a card is, is decided when somebody first sees it.

Suites that search through chances want each of them one by one: who deals, the cards that are turned over on the stock
piles, every card that is drawn. Cards that nobody has seen since they were shuffled are exchangeable, so it makes no
difference to the players when they are decided. In such a state a stock pile holds its face-up card alone; the hidden
ones lie at the upper end of `order`, the draw pile at its lower end. Until the first shuffle each card of the one might
as well be a card of the other.

The generator is not used. Its numbers are free: `blocks` counts the shuffles, `used` is 1 while a hand is drawn.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import start, swap
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.deal import LAST_PACK, clear, lay_packs, who_begins
from skipbo.kernel.layout import (
    CARDS,
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    LEFT_OF_DEALER,
    NO_CARD,
    NO_RANK,
    NO_SEAT,
    SEATS,
    SPENT_PILE,
    State,
    pack_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.turn import act, gather_spent, is_legal

Weights: TypeAlias = NDArray[np.int64]

# What chance decides next: the stock card of seat 0 to 5, a card that is drawn, the dealer, or nothing: a player does,
# or the game is over
DRAWN_CARD, THE_DEALER, NOTHING, GAME_OVER = SEATS, SEATS + 1, SEATS + 2, SEATS + 3
# An outcome is a rank, plus this for a card of the last pack, which is in no stock pile; or the seat that deals.
OF_LAST_PACK = NO_RANK
OUTCOMES = 2 * NO_RANK


@compiled
def lay_unknown(state: State) -> None:
    """Lays the cards of a new game of which nobody has seen any."""
    start(state)
    clear(state)
    state.used = 0
    state.turn = NO_SEAT
    lay_packs(state, 0, LAST_PACK - 1)
    for seat in range(state.players):
        state.count[stock_of(seat)] = state.stock
    hidden = wide(state.players) * wide(state.stock)
    left = wide(state.count[DRAW_PILE]) - hidden
    for place in range(hidden):  # downwards, because the two places may overlap
        state.order[CARDS - 1 - place] = state.order[left + hidden - 1 - place]
    state.count[DRAW_PILE] = left
    if state.packs:
        lay_packs(state, LAST_PACK, LAST_PACK)


@compiled
def hidden_stock(state: State) -> int:
    """Returns how many cards of the stock piles nobody has seen."""
    hidden = 0
    for seat in range(state.players):
        pile = stock_of(seat)
        hidden += wide(state.count[pile]) - (state.top[pile] != NO_CARD)
    return hidden


@compiled
def is_of_last_pack(state: State, card: int) -> bool:
    return bool(state.packs) and pack_of(card) == LAST_PACK


@compiled
def outcome_of(state: State, card: int) -> int:
    """Returns the outcome that a card is. After the first shuffle packs make no difference any more."""
    return rank_of(card) + (OF_LAST_PACK if state.blocks == 0 and is_of_last_pack(state, card) else 0)


@compiled
def unfold(state: State) -> int:
    """Goes on as far as nothing is left to chance. Returns what chance decides next."""
    if state.how != GOING_ON:
        return GAME_OVER
    if state.begins == LEFT_OF_DEALER and state.dealer == NO_SEAT:
        return THE_DEALER
    for seat in range(state.players):
        if state.top[stock_of(seat)] == NO_CARD and state.count[stock_of(seat)] > 0:
            return wide(seat)
    if state.turn == NO_SEAT:
        state.first = who_begins(state)
        state.turn = state.first
        state.used = 1
    if state.used and state.held[state.turn] < FULL_HAND:
        if state.count[DRAW_PILE] == 0 and state.count[SPENT_PILE] > 0:  # rule: draw.recycle
            gather_spent(state)
            state.blocks += 1
        if state.count[DRAW_PILE] > 0:
            return DRAWN_CARD
    state.used = 0
    return NOTHING


@compiled
def count_outcomes(state: State, begin: int, end: int, weights: Weights) -> None:
    for place in range(begin, end):
        weights[outcome_of(state, wide(state.order[place]))] += 1


@compiled
def weigh(state: State, what: int, weights: Weights) -> int:
    """Writes how likely each outcome is, as weights; returns their sum."""
    for outcome in range(OUTCOMES):
        weights[outcome] = 0
    if what == THE_DEALER:  # rule: dealer.first
        for seat in range(state.players):
            weights[seat] = 1
        return wide(state.players)
    left, hidden = wide(state.count[DRAW_PILE]), hidden_stock(state)
    mixed = state.blocks == 0
    if what == DRAWN_CARD or mixed:
        count_outcomes(state, 0, left, weights)
    if what != DRAWN_CARD or mixed:
        count_outcomes(state, CARDS - hidden, CARDS, weights)
    first_packs = last_pack = 0
    for rank in range(NO_RANK):
        first_packs += weights[rank]
        last_pack += weights[rank + OF_LAST_PACK]
    if last_pack == 0:
        return first_packs
    # A card of the first packs may be a hidden stock card as well, one of the last pack only lies in the draw pile.
    for rank in range(NO_RANK):
        if what == DRAWN_CARD:
            weights[rank] *= left - last_pack
            weights[rank + OF_LAST_PACK] *= first_packs
        else:
            weights[rank + OF_LAST_PACK] = 0
    return left * first_packs if what == DRAWN_CARD else first_packs


@compiled
def find(state: State, begin: int, end: int, outcome: int) -> int:
    """Returns the place of a card in this part of `order`, or `end`."""
    for place in range(begin, end):
        if outcome_of(state, wide(state.order[place])) == outcome:
            return place
    return end


@compiled
def exchangeable(state: State, begin: int, end: int) -> int:
    """Returns a place in this part of `order` whose card might also lie in the other part."""
    place = begin
    while place < end - 1 and is_of_last_pack(state, wide(state.order[place])):
        place += 1
    return place


@compiled
def pull(state: State, outcome: int, begin: int, end: int, other_begin: int, other_end: int, last: int) -> int:
    """Returns the card of an outcome, from one part of `order` or by exchange from the other; frees place `last`."""
    place = find(state, begin, end, outcome)
    if place == end:
        place = exchangeable(state, begin, end)
        swap(state, place, find(state, other_begin, other_end, outcome))
    swap(state, place, last)
    card: int = state.order[last]
    state.order[last] = NO_CARD
    return card


@compiled
def decide(state: State, what: int, outcome: int) -> None:
    """Lets the outcome be what chance has decided; its weight must not be 0."""
    if what == THE_DEALER:
        state.dealer = outcome
        return
    left, first_hidden = wide(state.count[DRAW_PILE]), CARDS - hidden_stock(state)
    if what == DRAWN_CARD:
        seat = state.turn
        state.hand[seat, state.held[seat]] = pull(state, outcome, 0, left, first_hidden, CARDS, left - 1)
        state.held[seat] += 1
        state.count[DRAW_PILE] = left - 1
    else:
        state.top[stock_of(what)] = pull(state, outcome, first_hidden, CARDS, 0, left, first_hidden)


@compiled
def try_step_unfolding(state: State, move: int) -> bool:
    """Makes a move if it is legal, and returns whether it was; what follows from it is left to `unfold`."""
    if not is_legal(state, move):
        return False
    state.used = act(state, state.turn, move)
    return True
