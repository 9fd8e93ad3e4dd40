"""What a record's line writes, read from its bytes: cards as `[7,0,12]`, moves as `["s>b1","h7>d4"]`.

Only the spelling that the writer of records has is read, without spaces or escapes.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import State
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.replay import Cards
from skipbo.kernel.turn import next_seat

Numbers: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.uint8]

UNREAD = -1
NO_MOVE = 255  # in `codes`: no seat, or not this one, writes a move like this
SHORTEST_CARD = 2  # bytes: `7,`
SHORTEST_LIST = 3  # `[],`
SHORTEST_MOVE = 7  # `"s>b1",`
TOO_LONG = 1 << 56  # a move has up to six letters: `h13>b1`, `2d4>b3`

COMMA, OPENED, CLOSED, QUOTE, ZERO = 44, 91, 93, 34, 48


@compiled
def byte_at(text: bytes, place: int) -> int:
    """Returns a byte of the text; 0 after its end."""
    return wide(text[place]) if place < len(text) else 0


@compiled
def read_cards(text: bytes, place: int, cards: Cards, count: int) -> tuple[int, int]:
    """Reads the list of cards that begins at `place`, and adds them to the `count` that were read before.

    Returns the place after the list, or UNREAD, and how many cards there are now.
    """
    if byte_at(text, place) != OPENED:
        return UNREAD, count
    place += 1
    if byte_at(text, place) == CLOSED:
        return place + 1, count
    while count < cards.size:
        card = byte_at(text, place) - ZERO
        place += 1
        if card == 1 and ZERO <= byte_at(text, place) <= ZERO + 3:
            card = 10 + byte_at(text, place) - ZERO
            place += 1
        elif card < 0 or card > 9:
            break
        cards[count] = card
        count += 1
        if byte_at(text, place) == CLOSED:
            return place + 1, count
        if byte_at(text, place) != COMMA:
            break
        place += 1
    return UNREAD, count


@compiled
def read_lists(text: bytes, cards: Cards, ends: Numbers) -> int:
    """Reads a list of lists of cards: list k is cards[ends[k] : ends[k + 1]]. Returns how many there are, or UNREAD."""
    ends[0] = 0
    if byte_at(text, 0) != OPENED:
        return UNREAD
    place, lists, count = 1, 0, 0
    if byte_at(text, place) != CLOSED:
        while lists + 1 < ends.size:
            place, count = read_cards(text, place, cards, count)
            if place == UNREAD:
                return UNREAD
            lists += 1
            ends[lists] = count
            if byte_at(text, place) != COMMA:
                break
            place += 1
    return lists if byte_at(text, place) == CLOSED and place + 1 == len(text) else UNREAD


@compiled
def read_deal(state: State, stocks: bytes, draw: bytes, ranks: Cards, ends: Numbers) -> bool:
    """Reads the stock piles and the draw pile into groups, as `number_cards` has them."""
    piles = read_lists(stocks, ranks, ends)
    if piles != state.players:
        return False
    place, ends[piles + 1] = read_cards(draw, 0, ranks, ends[piles])
    return place == len(draw)


@compiled
def read_moves(text: bytes, state: State, words: Numbers, codes: Codes, moves: Numbers) -> int:
    """Reads the moves, from the first player's on. Returns how many there are, or UNREAD.

    The letters of a move are a number in base 256, after a 1. Its remainder by the size of `words` is its slot: there
    `words` has the number again, and `codes`, a row for each seat, the kernel's number of the move.
    """
    seat = wide(state.first)
    place, count = 0, 0
    before = OPENED
    while count < moves.size and byte_at(text, place) == before and byte_at(text, place + 1) == QUOTE:
        place += 2
        word = 1
        while word < TOO_LONG and byte_at(text, place) != QUOTE:
            word = (word << 8) | byte_at(text, place)
            place += 1
        slot = word % words.size
        code = wide(codes[seat, slot])
        if words[slot] != word or code == NO_MOVE:
            return UNREAD
        moves[count] = code
        count += 1
        place += 1
        if kind_of(code) == END_TURN:
            seat = next_seat(state, seat)
        before = COMMA
    return count if byte_at(text, place) == CLOSED and place + 1 == len(text) else UNREAD
