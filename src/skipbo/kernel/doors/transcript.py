"""Entry point for the game of a record, an array of one, played from the text of its line.

The memory that a text needs is allocated here.
"""

import numpy as np

from skipbo.kernel.compiler import compiled, entry_nogil
from skipbo.kernel.deal import who_begins
from skipbo.kernel.ending import write_ending
from skipbo.kernel.layout import CARDS, NO_RANK, State, States
from skipbo.kernel.replay import (
    NUMBERED,
    OTHER_DEAL,
    REPLAYED,
    Cards,
    deal_again,
    lay_out,
    number_cards,
    replay,
    replay_noting,
)
from skipbo.kernel.transcript import (
    SHORTEST_CARD,
    SHORTEST_LIST,
    SHORTEST_MOVE,
    UNREAD,
    Codes,
    Numbers,
    read_deal,
    read_lists,
    read_moves,
)


@compiled
def goes_by_key(
    state: State, dealer: int, ranks: Cards, ends: Numbers, moves: Numbers, shuffles: Cards, shuffle_ends: Numbers
) -> bool:
    """Plays a game from the state's key. Returns whether the moves are legal, and the cards those that are given.

    Then they are also legal with the given cards: the key deals by the rules, and which copy of a rank lies where does
    not matter.
    """
    if deal_again(state, dealer, state.first, ranks, ends) == OTHER_DEAL:
        return False
    made, made_ends = np.zeros_like(shuffles), np.zeros_like(shuffle_ends)
    counts = replay_noting(state, moves, made, made_ends)
    if counts != (moves.size, shuffle_ends.size - 1):
        return False
    return np.array_equal(made, shuffles) and np.array_equal(made_ends, shuffle_ends)


@compiled
def goes_as_given(
    state: State, dealer: int, ranks: Cards, ends: Numbers, moves: Numbers, shuffles: Cards, shuffle_ends: Numbers
) -> bool:
    """Plays a game with the given cards. Returns whether deal, moves and shuffles keep the rules."""
    state.dealer = dealer
    cards = np.empty(ends[-1], np.uint8)
    if number_cards(state, ranks, ends, np.empty(NO_RANK, np.int64), cards) != NUMBERED:
        return False
    lay_out(state, cards)
    if who_begins(state) != state.first:
        return False
    return replay(state, moves, shuffles, shuffle_ends) == (REPLAYED, moves.size, shuffle_ends.size - 1)


@entry_nogil
def play(
    states: States,
    has_key: bool,
    dealer: int,
    first: int,
    stocks: bytes,
    draw: bytes,
    shuffles: bytes,
    moves: bytes,
    words: Numbers,
    codes: Codes,
    ending: Numbers,
) -> bool:
    """Plays a game as its line writes it. True if that keeps all rules and, with a key, the key gives all its cards.

    Then `ending` says how the game stands. False says nothing: the line may be spelled in another way.
    """
    state = states[0]
    state.first = first
    ranks, ends = np.empty(CARDS, np.uint8), np.empty(state.players + 2, np.int64)
    given = np.empty(len(shuffles) // SHORTEST_CARD, np.uint8)
    given_ends = np.empty(len(shuffles) // SHORTEST_LIST + 1, np.int64)
    made = np.empty(len(moves) // SHORTEST_MOVE, np.int64)
    shuffled = read_lists(shuffles, given, given_ends)
    count = read_moves(moves, state, words, codes, made)
    if shuffled == UNREAD or count == UNREAD or not read_deal(state, stocks, draw, ranks, ends):
        return False
    given, given_ends, made = given[: given_ends[shuffled]], given_ends[: shuffled + 1], made[:count]
    if has_key:
        holds = goes_by_key(state, dealer, ranks, ends, made, given, given_ends)
    else:
        holds = goes_as_given(state, dealer, ranks, ends, made, given, given_ends)
    write_ending(state, ending)
    return holds
