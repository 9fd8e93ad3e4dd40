"""The space of moves: one int, three kinds.

A move is 64 × kind + 4 × what + pile. The kinds are a card from the top of a pile to a building pile, a card from the
hand to a building pile, and the end of a turn; so the legal moves of a state are three words, and a move's number is
its bit in them. Bits without a meaning are never set.
"""

from skipbo.kernel.compiler import compiled

FROM_PILE, FROM_HAND, END_TURN = 0, 1, 2
KINDS = 3
MOVES = 64 * KINDS

# What is moved. From a pile: the pile's place among the five of a seat, plus 5 for the first partner to the left and 10
# for the second. From the hand and at the end of a turn: the rank; 14 at the end of a turn is a pass.
FROM_STOCK = 0
PASSING = 14
PASS = 64 * END_TURN + 4 * PASSING


@compiled
def move_of(kind: int, what: int, pile: int) -> int:
    return 64 * kind + 4 * what + pile


@compiled
def kind_of(move: int) -> int:
    return move >> 6


@compiled
def what_of(move: int) -> int:
    return (move >> 2) & 15


@compiled
def pile_of(move: int) -> int:
    return move & 3
