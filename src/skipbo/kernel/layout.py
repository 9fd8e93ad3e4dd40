"""The game record: 162 or 180 cards lying in piles, and the few numbers that go with them.

A card is a number below 180 that exists once. Wilds come first, then twelve copies of each rank, so that a rank is a
division by twelve away and needs no memory. Every pile but the draw pile is a list threaded through its cards: `top`
is its upper card, `under` leads down. The draw pile is an array, because it is shuffled. A move is "take the top of
one pile, put it on another", and no card can be lost or doubled.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, plain, wide

State: TypeAlias = np.record
States: TypeAlias = NDArray[np.void]

SEATS = 6
FULL_HAND = 5
BUILDINGS = 4
DISCARDS = 4

# Cards
WILD = 0
COPIES = 12
WILDS = 24
CARDS = 180
NO_CARD = CARDS
NO_RANK = 14  # what `rank_of` makes of NO_CARD; it goes nowhere

# Piles: four building piles, the spent cards, the draw pile, then five piles for each seat
SPENT_PILE = 4
DRAW_PILE = 5
SEAT_PILES = 6
PILES_PER_SEAT = 1 + DISCARDS
PILES = SEAT_PILES + SEATS * PILES_PER_SEAT

NO_SEAT = 255

# Who begins (`begins`) and how a game ended (`how`)
LEFT_OF_DEALER, YOUNGEST, HIGHEST = 0, 1, 2
GOING_ON, BY_STOCK, BLOCKED = 0, 1, 2
FORFEITED = 3  # in results only: a bot from outside failed, and the game was stopped

# The numbers of the table, set before the deal and never changed by play
TABLE_FIELDS = (
    "players",  # how many sit at the table
    "teams",  # how many sides play; the side of a seat is seat % teams
    "ranks",  # the highest number on a card: 12, or 13 for the King
    "packs",  # 1 where the stock piles are dealt from packs 1 and 2 alone
    "stock",  # cards dealt to each stock pile
    "partner_discards",  # 1 where a partner's discard piles may be used
    "begins",  # LEFT_OF_DEALER, YOUNGEST or HIGHEST
    "dealer",  # the dealer's seat; NO_SEAT: drawn for, or none
    "first",  # the seat that begins; before a deal by YOUNGEST the youngest seat
)

STATE = np.dtype(
    [
        ("key", "<u4", 8),  # the generator: key, blocks made, the last block and how much of it is used
        ("words", "<u4", 16),
        ("blocks", "<u4"),
        ("used", "u1"),
        *((name, "u1") for name in TABLE_FIELDS),
        ("turn", "u1"),  # the seat in turn
        ("passes", "u1"),  # passes in a row
        ("how", "u1"),  # GOING_ON, BY_STOCK or BLOCKED
        ("winner", "u1"),  # the winning team, or NO_SEAT
        ("held", "u1", SEATS),  # cards in each hand
        ("hand", "u1", (SEATS, FULL_HAND)),
        ("top", "u1", PILES),
        ("count", "u1", PILES),  # cards in each pile (a record cannot have a field called size)
        ("bottom", "u1", BUILDINGS),  # the first card of each building pile: joins the pile to the spent cards
        ("under", "u1", CARDS),
        ("order", "u1", CARDS),  # the draw pile, its top last
        ("spare", "u1", 2),  # an odd number of 4-byte words keeps neighbours in different banks of a GPU's memory
    ],
    align=True,  # changes no place; but a GPU reads a word byte by byte unless it is known to be aligned
)


def new_states(count: int = 1) -> States:
    """Returns blank records; `state.turn` reads a field of one, `states["turn"]` of all."""
    return np.zeros(count, np.dtype((np.record, STATE)))


@compiled
def rank_of(card: int) -> int:
    return max(wide(card) // COPIES - 1, WILD)


@compiled
def first_copy(rank: int) -> int:
    """Returns the lowest card of a rank; the others follow it."""
    return 0 if rank == WILD else WILDS + (rank - 1) * COPIES


@compiled
def copies_of(state: State, rank: int) -> int:  # rule: deck.modern, deck.packs
    """Returns how many cards of a rank the deck has: 12 of each number; 18 wilds, or 8 in each of three packs."""
    if rank == WILD:
        return WILDS if state.packs else 18
    return COPIES if rank <= state.ranks else 0


@compiled
def pack_of(card: int) -> int:  # rule: deck.packs
    """Returns the pack, 0 to 2, of a card of 1967: each has four cards of each rank and eight wilds."""
    if card < WILDS:
        return wide(card) // 8
    return (wide(card) - WILDS) % COPIES // 4


@compiled
def deck_size(state: State) -> int:
    return copies_of(state, WILD) + wide(state.ranks) * COPIES


@compiled
def stock_of(seat: int) -> int:
    return SEAT_PILES + PILES_PER_SEAT * wide(seat)


@compiled
def discard_of(seat: int, number: int) -> int:
    """Returns a discard pile of a seat; `number` counts from 0."""
    return stock_of(seat) + 1 + number


@compiled
def take(state: State, pile: int) -> int:
    card: int = state.top[pile]
    state.top[pile] = state.under[card]
    state.count[pile] -= 1
    return card


@compiled
def put(state: State, card: int, pile: int) -> None:
    state.under[card] = state.top[pile]
    state.top[pile] = card
    state.count[pile] += 1


# For Python, which looks these up rather than compile a function for a single number
RANKS = tuple(int(plain(rank_of)(card)) for card in range(CARDS + 1))
PACKS_OF_CARDS = tuple(int(plain(pack_of)(card)) for card in range(CARDS))
STOCKS = tuple(int(plain(stock_of)(seat)) for seat in range(SEATS))
