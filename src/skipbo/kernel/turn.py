"""A turn, as the sheets describe it: draw, play, discard.

`legal` and `step` are what everything else calls. The acting seat is an argument, not read from the state, because at
a kitchen table a player may act out of turn.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import shuffle
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import end_blocked, finish_stock
from skipbo.kernel.layout import (
    BUILDINGS,
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    NO_CARD,
    NO_RANK,
    PILES_PER_SEAT,
    SPENT_PILE,
    WILD,
    State,
    discard_of,
    put,
    rank_of,
    stock_of,
    take,
)
from skipbo.kernel.moves import (
    END_TURN,
    FROM_HAND,
    FROM_PILE,
    FROM_STOCK,
    PASSING,
    kind_of,
    pile_of,
    what_of,
)

Mask: TypeAlias = NDArray[np.int64]

EVERY_PILE = (1 << BUILDINGS) - 1


@compiled
def rank_after(height: int) -> int:  # rule: build.start, build.sequence
    """Returns the rank that a building pile of so many cards takes."""
    return height + 1


@compiled
def goes_where(state: State) -> int:  # rule: build.wild, build.four
    """Returns for every rank the building piles that take it, four bits a rank; a wild goes everywhere."""
    where = EVERY_PILE
    for pile in range(BUILDINGS):
        where |= 1 << (BUILDINGS * rank_after(wide(state.count[pile])) + pile)
    return where


@compiled
def piles_for(where: int, card: int) -> int:
    """Returns the building piles that take this card, as bits; none for NO_CARD."""
    return (where >> (BUILDINGS * rank_of(card))) & EVERY_PILE


@compiled
def ranks_wanted(state: State) -> int:
    """Returns the ranks that some building pile takes, a bit each."""
    wanted = 1 << WILD
    for pile in range(BUILDINGS):
        wanted |= 1 << rank_after(wide(state.count[pile]))
    return wanted


@compiled
def next_partner(state: State, seat: int) -> int:  # rule: ruling.seats
    """Returns the next partner to the left; for a player without partners, the player."""
    partner = wide(seat) + wide(state.teams)
    players = wide(state.players)
    return partner - players if partner >= players else partner


@compiled
def ranks_in_hand(state: State, seat: int) -> int:
    """Returns a bit for each rank. Looks at all five places, because an empty one costs less than a branch."""
    ranks = 0
    for place in range(FULL_HAND):
        ranks |= 1 << rank_of(state.hand[seat, place])
    return ranks & ((1 << NO_RANK) - 1)


@compiled
def plays_from_piles(state: State, seat: int, where: int) -> int:  # rule: play.sources, stock.top, discard.four
    """Returns the moves of the kind FROM_PILE: tops of stock and discard piles, the seat's own and its partners'."""
    plays = 0
    owner = wide(seat)
    source = FROM_STOCK
    while True:
        usable = PILES_PER_SEAT if owner == seat or state.partner_discards else 1  # rule: team.sources-1967
        for place in range(usable):
            top = state.top[stock_of(owner) + place]
            plays |= piles_for(where, top) << (BUILDINGS * (source + place))
        owner = next_partner(state, owner)
        source += PILES_PER_SEAT
        if owner == seat:
            return plays


@compiled
def legal_words(
    state: State, seat: int
) -> tuple[int, int, int]:  # rule: play.optional, ruling.optional-2016, discard.ends, ruling.no-discard
    """Returns the legal moves of a seat, a word for each kind. A discard is always among them, or else a pass."""
    where = goes_where(state)
    ranks = ranks_in_hand(state, seat)
    places = 0  # for every rank in the hand its four bits
    while ranks:
        lowest = ranks & -ranks
        places |= EVERY_PILE * (lowest * lowest * lowest * lowest)
        ranks ^= lowest
    ends = places if places else 1 << (BUILDINGS * PASSING)
    return plays_from_piles(state, seat, where), where & places, ends


@compiled
def legal(state: State, mask: Mask) -> None:
    """Writes the legal moves of the seat in turn; none if the game is over."""
    if state.how == GOING_ON:
        mask[FROM_PILE], mask[FROM_HAND], mask[END_TURN] = legal_words(state, state.turn)
    else:
        mask[FROM_PILE] = mask[FROM_HAND] = mask[END_TURN] = 0


@compiled
def is_legal(state: State, move: int) -> bool:
    """Returns whether the seat in turn may make this move; `move` may be any number."""
    if state.how != GOING_ON or move < 0 or kind_of(move) > END_TURN:
        return False
    seat = state.turn
    kind, what, bit = kind_of(move), what_of(move), 1 << (move & 63)
    if kind == FROM_PILE:
        return plays_from_piles(state, seat, goes_where(state)) & bit != 0
    if kind == END_TURN and what == PASSING:
        return state.held[seat] == 0 and pile_of(move) == 0
    if not (ranks_in_hand(state, seat) >> what) & 1:
        return False
    return kind == END_TURN or goes_where(state) & bit != 0


@compiled
def take_from_hand(state: State, seat: int, rank: int) -> int:
    place = 0
    while rank_of(state.hand[seat, place]) != rank:
        place += 1
    last = wide(state.held[seat]) - 1
    card: int = state.hand[seat, place]
    state.hand[seat, place] = state.hand[seat, last]
    state.hand[seat, last] = NO_CARD
    state.held[seat] = last
    return card


@compiled
def build(state: State, card: int, pile: int) -> None:  # rule: build.sequence, build.complete
    if state.count[pile] == 0:
        state.bottom[pile] = card
    put(state, card, pile)
    if state.count[pile] == state.ranks:
        set_aside(state, pile)


@compiled
def set_aside(state: State, pile: int) -> None:  # rule: build.complete
    """Puts a completed pile on the spent cards as it is: a wild stays a wild."""
    state.under[state.bottom[pile]] = state.top[SPENT_PILE]
    state.top[SPENT_PILE] = state.top[pile]
    state.count[SPENT_PILE] += state.count[pile]
    state.top[pile] = NO_CARD
    state.count[pile] = 0


@compiled
def source_of(state: State, seat: int, source: int) -> tuple[int, int]:  # rule: play.sources, team.sources
    """Returns the seat whose pile a move of the kind FROM_PILE takes from, and the pile's place among its five."""
    owner, place = wide(seat), wide(source)
    while place >= PILES_PER_SEAT:
        place -= PILES_PER_SEAT
        owner = next_partner(state, owner)
    return owner, place


@compiled
def play_from_pile(state: State, seat: int, source: int, pile: int) -> None:  # rule: ruling.partner-hand
    owner, place = source_of(state, seat, source)
    build(state, take(state, stock_of(owner) + place), pile)
    if place == FROM_STOCK and state.count[stock_of(owner)] == 0:
        finish_stock(state, owner)


@compiled
def next_seat(state: State, seat: int) -> int:  # rule: turn.left
    after = wide(seat) + 1
    return 0 if after == state.players else after


@compiled
def end_turn(state: State, seat: int) -> None:
    state.turn = next_seat(state, seat)


@compiled
def act(state: State, seat: int, move: int) -> bool:
    """Moves the card. Returns whether the seat now in turn must draw."""
    kind, what, pile = kind_of(move), what_of(move), pile_of(move)
    if kind == END_TURN:
        if what == PASSING:  # rule: ruling.no-discard
            state.passes += 1
            if state.passes == state.players:  # rule: ruling.blocked
                end_blocked(state)
                return False
        else:  # rule: discard.ends, discard.four, discard.no-play-after
            put(state, take_from_hand(state, seat, what), discard_of(seat, pile))
            state.passes = 0
        end_turn(state, seat)
        return True  # rule: draw.refill, draw.not-after-discard
    state.passes = 0
    if kind == FROM_HAND:
        build(state, take_from_hand(state, seat, what), pile)
    else:
        play_from_pile(state, seat, what, pile)
    return wide(state.held[seat]) == 0 and wide(state.how) == GOING_ON  # rule: draw.again, ruling.refill-late


@compiled
def draw_up(state: State) -> bool:  # rule: draw.refill, draw.again, ruling.short-draw
    """Draws to five, as far as the draw pile goes. Returns whether to shuffle the spent cards and go on."""
    seat = state.turn
    held = wide(state.held[seat])
    left = wide(state.count[DRAW_PILE])
    while held < FULL_HAND and left > 0:
        left -= 1
        state.hand[seat, held] = state.order[left]
        held += 1
    state.held[seat] = held
    state.count[DRAW_PILE] = left
    return held < FULL_HAND and state.count[SPENT_PILE] > 0


@compiled
def gather_spent(state: State) -> None:  # rule: draw.recycle
    """Makes the spent cards the draw pile, in the order in which they lie."""
    count = wide(state.count[SPENT_PILE])
    card = state.top[SPENT_PILE]
    for place in range(count):
        state.order[place] = card
        card = state.under[card]
    state.top[SPENT_PILE] = NO_CARD
    state.count[SPENT_PILE] = 0
    state.count[DRAW_PILE] = count


@compiled
def recycle(state: State) -> None:  # rule: draw.recycle
    gather_spent(state)
    count = wide(state.count[DRAW_PILE])
    shuffle(state, count, count)


@compiled
def step(state: State, move: int) -> None:
    """Makes a legal move, and the draws and shuffles that follow from it."""
    if act(state, state.turn, move):
        while draw_up(state):
            recycle(state)


@compiled
def reveals(state: State, move: int) -> bool:
    """Whether a legal move shows cards that were hidden: the next stock card, or what is drawn."""
    kind, held = kind_of(move), wide(state.held[state.turn])
    if kind == FROM_PILE:
        return what_of(move) % PILES_PER_SEAT == FROM_STOCK or held == 0
    return kind == END_TURN or held == 1


@compiled
def try_step(state: State, move: int) -> bool:
    """Makes a move if it is legal, and returns whether it was; `move` may be any number."""
    if not is_legal(state, move):
        return False
    step(state, move)
    return True
