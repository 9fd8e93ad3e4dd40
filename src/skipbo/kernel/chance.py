"""Chance: ChaCha8 with a 256-bit key for the cards, and small dice for bots.

The cards need a generator that nobody can predict, whatever they have seen of it; the dice of a bot need only be fair
and quick. Both are integer arithmetic that gives the same numbers interpreted, compiled and on a GPU.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import State

Words: TypeAlias = NDArray[np.uint32]
Dice: TypeAlias = np.record

LOW = 0xFFFFFFFF  # the lower 32 bits
WORDS = 16
EXPAND = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k", ChaCha's constants

DICE = np.dtype([("bits", "<u8")], align=True)


@compiled
def rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & LOW


@compiled
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & LOW
    d = rotate(d ^ a, 16)
    c = (c + d) & LOW
    b = rotate(b ^ c, 12)
    a = (a + b) & LOW
    d = rotate(d ^ a, 8)
    c = (c + d) & LOW
    b = rotate(b ^ c, 7)
    return a, b, c, d


@compiled
def chacha8(key: Words, counter: int, nonce: int, words: Words) -> None:
    """Writes block `counter` of the stream `nonce` into `words`; the counter has 64 bits, as in the original ChaCha."""
    a0, a1, a2, a3 = EXPAND
    k0, k1, k2, k3 = wide(key[0]), wide(key[1]), wide(key[2]), wide(key[3])
    k4, k5, k6, k7 = wide(key[4]), wide(key[5]), wide(key[6]), wide(key[7])
    n0, n1, n2, n3 = wide(counter) & LOW, (wide(counter) >> 32) & LOW, wide(nonce), 0
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = n0, n1, n2, n3
    for _ in range(4):
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    words[0], words[1] = (a0 + EXPAND[0]) & LOW, (a1 + EXPAND[1]) & LOW
    words[2], words[3] = (a2 + EXPAND[2]) & LOW, (a3 + EXPAND[3]) & LOW
    words[4], words[5], words[6], words[7] = (b0 + k0) & LOW, (b1 + k1) & LOW, (b2 + k2) & LOW, (b3 + k3) & LOW
    words[8], words[9], words[10], words[11] = (c0 + k4) & LOW, (c1 + k5) & LOW, (c2 + k6) & LOW, (c3 + k7) & LOW
    words[12], words[13], words[14], words[15] = (d0 + n0) & LOW, (d1 + n1) & LOW, (d2 + n2) & LOW, (d3 + n3) & LOW


@compiled
def start(state: State) -> None:
    """Puts the generator at the beginning of its key's stream."""
    state.blocks = 0
    state.used = WORDS


@compiled
def next_word(state: State) -> int:
    if state.used == WORDS:
        chacha8(state.key, state.blocks, 0, state.words)
        state.blocks += 1
        state.used = 0
    word = wide(state.words[state.used])
    state.used += 1
    return word


@compiled
def swap(state: State, one: int, other: int) -> None:
    card = state.order[one]
    state.order[one] = state.order[other]
    state.order[other] = card


@compiled
def shuffle(state: State, count: int, settled: int) -> None:
    """Shuffles the lowest `count` cards of the draw pile until at least the upper `settled` of them are random.

    Fisher and Yates, with one word for four picks: a fraction of 32 bits times n is a pick below n, and what is left
    of the product is a fraction again. A word that would make some picks likelier than others is thrown away.
    """
    rest = count - settled
    while count > 1 and count > rest:
        n0, n1, n2, n3 = count, max(count - 1, 1), max(count - 2, 1), max(count - 3, 1)
        span = n0 * n1 * n2 * n3
        while True:
            fraction = next_word(state) * n0
            pick0 = fraction >> 32
            fraction = (fraction & LOW) * n1
            pick1 = fraction >> 32
            fraction = (fraction & LOW) * n2
            pick2 = fraction >> 32
            fraction = (fraction & LOW) * n3
            pick3 = fraction >> 32
            fraction &= LOW
            if fraction >= span or fraction >= (1 << 32) % span:
                break
        swap(state, count - 1, pick0)
        if count > 2:
            swap(state, count - 2, pick1)
        if count > 3:
            swap(state, count - 3, pick2)
        if count > 4:
            swap(state, count - 4, pick3)
        count -= 4


@compiled
def roll(dice: Dice, sides: int) -> int:
    """Returns a fair number from 0 to `sides` - 1 of a bot's dice (xorshift64; never starts at zero)."""
    while True:
        bits = dice.bits
        bits ^= bits << np.uint64(13)
        bits ^= bits >> np.uint64(7)
        bits ^= bits << np.uint64(17)
        dice.bits = bits
        product = wide(bits >> np.uint64(32)) * sides
        fraction = product & LOW
        if fraction >= sides or fraction >= (1 << 32) % sides:
            return product >> 32
