"""An observation: what a seat may see, as small numbers for a learner.

Seats are counted from the viewer: 0 is the viewer, 1 the next seat to the left, so that partners are the multiples of
`teams`. Cards are ranks: 0 is a wild, NO_RANK no card. Only face-up cards, the viewer's own hand and counts are read.
Every number is a byte. They are unsigned, because a draw pile may have more than 127 cards.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    BUILDINGS,
    CARDS,
    COPIES,
    DISCARDS,
    DRAW_PILE,
    FULL_HAND,
    NO_CARD,
    NO_RANK,
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


def observation_type(seats: int = SEATS, depth: int = DEPTH) -> np.dtype[np.void]:
    """The layout of an observation with room for so many seats, and for so many cards of each discard pile."""
    return np.dtype(
        [
            ("players", "u1"),  # the table
            ("teams", "u1"),
            ("ranks", "u1"),
            ("partner_discards", "u1"),
            ("turn", "u1"),  # the seat in turn
            ("passes", "u1"),  # passes in a row
            ("how", "u1"),  # GOING_ON, or how the game has ended
            ("draw_count", "u1"),
            ("spent_count", "u1"),
            ("hand", "u1", FACES),  # the viewer's cards of each rank
            ("unseen", "u1", FACES),  # cards of each rank that the viewer has not seen since they were shuffled
            ("building", "u1", BUILDINGS),  # heights; a pile takes the rank above its height
            ("hand_count", "u1", seats),
            ("stock_count", "u1", seats),
            ("stock_top", "u1", seats),
            ("discard_count", "u1", (seats, DISCARDS)),
            ("discards", "u1", (seats, DISCARDS, depth)),  # the upper cards of each pile, its top first
        ]
    )


OBSERVATION = observation_type()


# Cards seen, as one number: a sum with eight bits for the wilds and four for each rank. It stays in a register, and can
# be kept up to date move by move (`watch`).


@compiled
def tally(card: int) -> int:
    """Returns one card as a sum of cards; nothing for NO_CARD."""
    dozen = wide(card) // COPIES
    return (1 << (4 * dozen if dozen > 1 else 0)) & ((1 << 60) - 1)


@compiled
def tallied(seen: int, rank: int) -> int:
    """Returns how many cards of a rank are in a sum of cards."""
    return seen & 255 if rank == WILD else (seen >> (4 * (rank + 1))) & 15


@compiled
def tally_hand(state: State, seat: int) -> int:
    seen = 0
    for place in range(FULL_HAND):
        seen += tally(state.hand[seat, place])
    return seen


@compiled
def tally_pile(state: State, pile: int) -> int:
    """Returns the cards of a pile that lies open as a sum."""
    seen = 0
    card = wide(state.top[pile])
    for _ in range(state.count[pile]):
        seen += tally(card)
        card = wide(state.under[card])
    return seen


@compiled
def tally_seen(state: State, seat: int) -> int:  # rule: stock.top
    """Returns the cards that a seat has seen since they were last shuffled as a sum."""
    return tally_hand(state, seat) + tally_shown(state)


@compiled
def tally_shown(state: State) -> int:  # rule: stock.top
    """Returns the cards that everybody has seen since they were last shuffled as a sum."""
    shown = tally_pile(state, SPENT_PILE)
    for pile in range(BUILDINGS):
        shown += tally_pile(state, pile)
    for owner in range(state.players):
        shown += tally(state.top[stock_of(owner)])
        for number in range(DISCARDS):
            shown += tally_pile(state, discard_of(owner, number))
    return shown


@compiled
def write_unseen(state: State, seen: int, unseen: NDArray[np.integer]) -> int:
    """Writes the cards of each rank that are not in a sum of cards; returns how many there are in all."""
    left = 0
    for rank in range(WILD, wide(state.ranks) + 1):
        unseen[rank] = copies_of(state, rank) - tallied(seen, rank)
        left += wide(unseen[rank])
    return left


@compiled
def count_unseen(state: State, seat: int, unseen: NDArray[np.integer]) -> int:
    """Counts the cards of each rank not seen since they were last shuffled; returns how many there are in all."""
    return write_unseen(state, tally_seen(state, seat), unseen)


@compiled
def beneath(state: State, card: int) -> int:
    """Returns the card under a card; there is none under NO_CARD. Does without a branch, which would be slower."""
    below = wide(state.under[min(card, CARDS - 1)])
    return NO_CARD if card == NO_CARD else below


@compiled
def observe_discards(state: State, owner: int, ahead: int, observation: Observation) -> None:
    """Writes the discard piles of a seat: all four side by side, because the way down a single pile is slow."""
    for number in range(DISCARDS):
        observation.discard_count[ahead, number] = state.count[discard_of(owner, number)]
    first, second = wide(state.top[discard_of(owner, 0)]), wide(state.top[discard_of(owner, 1)])
    third, fourth = wide(state.top[discard_of(owner, 2)]), wide(state.top[discard_of(owner, 3)])
    for depth in range(observation.discards.shape[2]):
        observation.discards[ahead, 0, depth] = rank_of(first)
        observation.discards[ahead, 1, depth] = rank_of(second)
        observation.discards[ahead, 2, depth] = rank_of(third)
        observation.discards[ahead, 3, depth] = rank_of(fourth)
        first, second = beneath(state, first), beneath(state, second)
        third, fourth = beneath(state, third), beneath(state, fourth)


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
        for depth in range(observation.discards.shape[2]):
            observation.discards[ahead, number, depth] = NO_RANK


@compiled
def viewer_of(state: State, seat: int) -> int:
    return wide(state.turn) if seat == IN_TURN else wide(seat)


@compiled
def observe(state: State, seat: int, observation: Observation) -> None:
    """Writes every field of what a seat may see; the observation has room for all players of the table, or more."""
    observe_seen(state, seat, tally_seen(state, seat), observation)


@compiled
def observe_seen(state: State, seat: int, seen: int, observation: Observation) -> None:
    """Writes the same for a caller who knows which cards the seat has seen."""
    players = wide(state.players)
    observation.players = state.players
    observation.teams = state.teams
    observation.ranks = state.ranks
    observation.partner_discards = state.partner_discards
    observation.turn = (wide(state.turn) + players - wide(seat)) % players
    observation.passes = state.passes
    observation.how = state.how
    observation.draw_count = state.count[DRAW_PILE]
    observation.spent_count = state.count[SPENT_PILE]
    hand = tally_hand(state, seat)
    for rank in range(FACES):
        observation.hand[rank] = tallied(hand, rank)
        observation.unseen[rank] = copies_of(state, rank) - tallied(seen, rank)
    for pile in range(BUILDINGS):
        observation.building[pile] = state.count[pile]
    for ahead in range(observation.hand_count.size):
        if ahead < players:
            observe_seat(state, (wide(seat) + ahead) % players, ahead, observation)
        else:
            leave_empty(ahead, observation)
