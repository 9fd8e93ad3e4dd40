"""An observation: what a seat may see, as small numbers for a learner.

Seats are counted from the viewer: 0 is the viewer, 1 the next seat to the left, so that partners are the multiples of
`teams`. Cards are ranks: 0 is a wild, NO_RANK no card. Only face-up cards, the viewer's own hand and counts are read.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    DRAW_PILE,
    NO_CARD,
    NO_RANK,
    PILES,
    PILES_PER_SEAT,
    SEAT_PILES,
    SEATS,
    SPENT_PILE,
    WILD,
    State,
    copies_of,
    discard_of,
    rank_of,
    stock_of,
)

Observation: TypeAlias = np.record

IN_TURN = -1  # instead of a seat: the seat in turn of each game
FACES = NO_RANK  # the wild and the ranks 1 to 13
DEPTH = 12  # cards of a discard pile that are shown in order

OBSERVATION = np.dtype(
    [
        ("players", "u1"),  # the table
        ("teams", "u1"),
        ("ranks", "u1"),
        ("partner_discards", "u1"),
        ("turn", "u1"),  # the seat in turn
        ("passes", "u1"),  # passes in a row
        ("draw_count", "u1"),
        ("spent_count", "u1"),
        ("hand", "u1", FACES),  # the viewer's cards of each rank
        ("unseen", "u1", FACES),  # cards of each rank that the viewer has not seen since they were shuffled
        ("building", "u1", BUILDINGS),  # heights; a pile takes the rank above its height
        ("hand_count", "u1", SEATS),
        ("stock_count", "u1", SEATS),
        ("stock_top", "u1", SEATS),
        ("discard_count", "u1", (SEATS, DISCARDS)),
        ("discards", "u1", (SEATS, DISCARDS, DEPTH)),  # the upper cards of each pile, its top first
    ]
)


@compiled
def count_unseen(state: State, seat: int, unseen: NDArray[np.integer]) -> int:
    """Counts the cards of each rank not seen since they were last shuffled; returns how many there are in all."""
    for rank in range(WILD, wide(state.ranks) + 1):
        unseen[rank] = copies_of(state, rank)
    for place in range(state.held[seat]):
        unseen[rank_of(state.hand[seat, place])] -= 1
    for pile in range(PILES):
        hidden = pile >= SEAT_PILES and (pile - SEAT_PILES) % PILES_PER_SEAT == 0
        card = wide(state.top[pile])
        while card != NO_CARD:
            unseen[rank_of(card)] -= 1
            card = NO_CARD if hidden else wide(state.under[card])
    left = 0
    for rank in range(WILD, wide(state.ranks) + 1):
        left += wide(unseen[rank])
    return left


@compiled
def observe_discards(state: State, owner: int, ahead: int, observation: Observation) -> None:
    for number in range(DISCARDS):
        pile = discard_of(owner, number)
        observation.discard_count[ahead, number] = state.count[pile]
        card = wide(state.top[pile])
        for depth in range(DEPTH):
            observation.discards[ahead, number, depth] = rank_of(card)
            if card != NO_CARD:
                card = wide(state.under[card])


@compiled
def observe_seat(state: State, owner: int, ahead: int, observation: Observation) -> None:  # rule: stock.top
    """Writes what everybody sees of a seat: counts, the face-up stock card and the discard piles."""
    stock = stock_of(owner)
    observation.hand_count[ahead] = state.held[owner]
    observation.stock_count[ahead] = state.count[stock]
    observation.stock_top[ahead] = rank_of(state.top[stock])
    observe_discards(state, owner, ahead, observation)


@compiled
def leave_empty(ahead: int, observation: Observation) -> None:
    """Writes a seat that the table does not have."""
    observation.hand_count[ahead] = 0
    observation.stock_count[ahead] = 0
    observation.stock_top[ahead] = NO_RANK
    for number in range(DISCARDS):
        observation.discard_count[ahead, number] = 0
        for depth in range(DEPTH):
            observation.discards[ahead, number, depth] = NO_RANK


@compiled
def viewer_of(state: State, seat: int) -> int:
    return wide(state.turn) if seat == IN_TURN else wide(seat)


@compiled
def observe(state: State, seat: int, observation: Observation) -> None:
    """Writes every field of what a seat may see."""
    players = wide(state.players)
    observation.players = state.players
    observation.teams = state.teams
    observation.ranks = state.ranks
    observation.partner_discards = state.partner_discards
    observation.turn = (wide(state.turn) + players - wide(seat)) % players
    observation.passes = state.passes
    observation.draw_count = state.count[DRAW_PILE]
    observation.spent_count = state.count[SPENT_PILE]
    for rank in range(FACES):
        observation.hand[rank] = 0
        observation.unseen[rank] = 0
    for place in range(state.held[seat]):
        observation.hand[rank_of(state.hand[seat, place])] += 1
    count_unseen(state, seat, observation.unseen)
    for pile in range(BUILDINGS):
        observation.building[pile] = state.count[pile]
    for ahead in range(SEATS):
        if ahead < players:
            observe_seat(state, (wide(seat) + ahead) % players, ahead, observation)
        else:
            leave_empty(ahead, observation)
