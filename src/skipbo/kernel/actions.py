"""Actions: the moves of a table numbered without gaps, as learners want them.

There are four actions, one for each pile that a card may go to, for every pile that the player may take from, then for
every rank of the hand that goes to a building pile, then for every rank that is discarded. The last action is the pass.
How many piles and ranks there are depends on the table alone, and in a game the numbers never change their meaning.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import BUILDINGS, DISCARDS, GOING_ON, PILES_PER_SEAT, State
from skipbo.kernel.moves import END_TURN, FROM_HAND, PASS, PASSING, kind_of, move_of
from skipbo.kernel.turn import legal_words

Allowed: TypeAlias = NDArray[np.int8]  # 1 for every action that is legal; a byte, because Gymnasium samples by bytes
Packed: TypeAlias = NDArray[np.uint8]  # the same in bits

NO_MOVE = -1


@compiled
def first_from_hand(state: State) -> int:
    """Returns the first action with a card of the hand: those before it take from the piles of the player's side."""
    return BUILDINGS * PILES_PER_SEAT * (wide(state.players) // wide(state.teams))


@compiled
def first_discard(state: State) -> int:
    return first_from_hand(state) + BUILDINGS * (wide(state.ranks) + 1)


@compiled
def action_count(state: State) -> int:
    """Returns how many actions a table has; the last is the pass."""
    return first_discard(state) + DISCARDS * (wide(state.ranks) + 1) + 1


@compiled
def move_of_action(state: State, action: int) -> int:
    """Returns the move of an action, or NO_MOVE for a number that is none."""
    from_hand, discard, count = first_from_hand(state), first_discard(state), action_count(state)
    if action < 0 or action >= count:
        return NO_MOVE
    if action < from_hand:
        return action
    if action < discard:
        return move_of(FROM_HAND, 0, 0) + action - from_hand
    return PASS if action == count - 1 else move_of(END_TURN, 0, 0) + action - discard


@compiled
def action_of_move(state: State, move: int) -> int:
    """Returns the action of a move that the table has."""
    if move == PASS:
        return action_count(state) - 1
    kind = kind_of(move)
    if kind == END_TURN:
        return first_discard(state) + move - move_of(END_TURN, 0, 0)
    return first_from_hand(state) + move - move_of(FROM_HAND, 0, 0) if kind == FROM_HAND else move


@compiled
def write_bits(word: int, allowed: Allowed) -> None:
    """Writes the lowest bits of a word, a byte each."""
    for place in range(allowed.size):
        allowed[place] = (word >> place) & 1


@compiled
def words_of(state: State, seat: int) -> tuple[int, int, int]:
    """Returns the legal moves of a seat; none if it is not in turn or the game is over."""
    if state.how == GOING_ON and state.turn == seat:
        return legal_words(state, seat)
    return 0, 0, 0


@compiled
def allow(state: State, seat: int, allowed: Allowed) -> None:
    """Writes which actions a seat has; none if it is not in turn or the game is over."""
    plays, from_hand, ends = words_of(state, seat)
    hand, discard, last = first_from_hand(state), first_discard(state), action_count(state) - 1
    write_bits(plays, allowed[:hand])
    write_bits(from_hand, allowed[hand:discard])
    write_bits(ends, allowed[discard:last])
    allowed[last] = (ends >> (DISCARDS * PASSING)) & 1


@compiled
def pack_word(word: int, first: int, packed: Packed) -> None:
    """Sets the bits of a word from bit `first` on."""
    place = first >> 3
    left = word << (first & 7)  # a word has 60 bits at most, so that there is room
    while left != 0:
        packed[place] |= left & 255
        left >>= 8
        place += 1


@compiled
def pack_allowed(state: State, seat: int, packed: Packed) -> None:
    """Writes which actions a seat has as bits: action a is bit a % 8 of byte a // 8."""
    plays, from_hand, ends = words_of(state, seat)
    passing = (ends >> (DISCARDS * PASSING)) & 1
    discards = ends & ((1 << (DISCARDS * PASSING)) - 1)
    for place in range(packed.size):
        packed[place] = 0
    pack_word(plays, 0, packed)
    pack_word(from_hand, first_from_hand(state), packed)
    pack_word(discards, first_discard(state), packed)
    pack_word(passing, action_count(state) - 1, packed)
