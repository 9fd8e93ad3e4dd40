"""The generators: right by the published vectors, fair, and the same for the same key."""

import itertools
from collections import Counter

import numpy as np
import pytest

from skipbo import batch
from skipbo.game.game import Game
from skipbo.kernel import chance
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.layout import new_states

# draft-strombergson-chacha-test-vectors, ChaCha8 with 256-bit keys: TC1 (two blocks), TC2 and TC4
VECTORS = [
    (
        bytes(32),
        0,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
    ),
    (
        bytes(32),
        1,
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    (
        bytes([1]) + bytes(31),
        0,
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
    ),
]
# The one vector of ChaCha's author: the block before block 0, that is with a counter of 2^64 - 1
BLOCK_BEFORE_ZERO = (
    "df8a0bceca2fbb111f29978fa9a64407c68ced975ff55a24707265d0687e6aef"
    "b3597eac46e4b0a79b3a49c8b0f1775ac3edd7eb6a6d9bcb38f276517a79e014"
)
# Chi-square: the value that chance exceeds once in 100,000 times, by degrees of freedom
CHI_SQUARE = {5: 30.9, 23: 62.1, 51: 104.0}


def block(key: bytes, counter: int) -> str:
    words = np.zeros(16, np.uint32)
    chance.chacha8(np.frombuffer(key, "<u4").copy(), counter, 0, words)
    return words.astype("<u4").tobytes().hex()


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(("key", "counter", "expected"), VECTORS)
def test_chacha8_gives_the_published_blocks(key: bytes, counter: int, expected: str) -> None:
    assert block(key, counter) == expected


def test_the_counter_has_64_bits() -> None:
    high = 1 << 32
    assert block(bytes(32), high) != block(bytes(32), 0)
    assert block(bytes(32), high - 1) != BLOCK_BEFORE_ZERO  # only the lower half of the counter is full
    words = np.zeros(16, np.uint32)
    chance.chacha8(np.zeros(8, np.uint32), -1, 0, words)
    assert words.astype("<u4").tobytes().hex() == BLOCK_BEFORE_ZERO


def test_streams_of_one_key_differ() -> None:
    one, other = np.zeros(16, np.uint32), np.zeros(16, np.uint32)
    chance.chacha8(np.zeros(8, np.uint32), 0, 0, one)
    chance.chacha8(np.zeros(8, np.uint32), 0, 1, other)
    assert not np.array_equal(one, other)


def shuffled(key: int, count: int, settled: int) -> tuple[int, ...]:
    states = new_states()
    states["key"][0, 0] = key
    states["order"][0, :count] = range(count)
    chance.start(states[0])
    chance.shuffle(states[0], count, settled)
    return tuple(states["order"][0, :count].tolist())


@pytest.mark.parametrize("count", [3, 4])
def test_every_order_of_a_few_cards_is_equally_likely(count: int) -> None:
    orders = list(itertools.permutations(range(count)))
    seen = Counter(shuffled(key, count, count) for key in range(200 * len(orders)))
    assert chi_square([seen[order] for order in orders]) < CHI_SQUARE[len(orders) - 1]


@pytest.mark.skipif(INTERPRETED, reason="thousands of shuffles of whole decks: the same ones as compiled, and slow")
@pytest.mark.parametrize("place", [0, 1, 30, 51])
def test_a_card_comes_to_every_place_equally_often(place: int) -> None:
    seen = Counter(shuffled(key, 52, 52).index(place) for key in range(5000))
    assert chi_square([seen[end] for end in range(52)]) < CHI_SQUARE[51]


def test_a_shuffle_loses_no_card() -> None:
    for count in range(181):
        assert sorted(shuffled(count, count, count)) == list(range(count))


def test_settling_a_few_places_makes_those_random_and_costs_no_more_words() -> None:
    first = Counter(shuffled(key, 162, 2)[-1] for key in range(3000))
    assert len(first) > 150
    assert shuffled(1, 162, 2)[:150] != tuple(range(150))  # cards were taken from anywhere
    assert sum(card == place for place, card in enumerate(shuffled(1, 162, 2))) >= 162 - 8


def test_a_word_that_would_favour_some_cards_is_thrown_away() -> None:
    """With 180 cards a quarter of all words may be thrown away: the generator then has used more than 45."""
    used = []
    for key in range(200):
        states = new_states()
        states["key"][0, 0] = key
        chance.start(states[0])
        chance.shuffle(states[0], 180, 180)
        used.append(16 * (int(states["blocks"][0]) - 1) + int(states["used"][0]))
    assert min(used) == 45
    assert max(used) > 45


def test_dice_are_fair() -> None:
    _keys, dice = batch.seed_games(1, "dice")
    for sides in (6, 24, 52):
        seen = Counter(int(chance.roll(dice[0], sides)) for _roll in range(400 * sides))
        assert set(seen) == set(range(sides))
        assert chi_square(list(seen.values())) < CHI_SQUARE[sides - 1]


def test_dice_throw_away_what_would_favour_some_sides() -> None:
    """Just below 2^32 sides nearly half of the range must be thrown away."""
    sides = (1 << 31) + 1
    _keys, dice = batch.seed_games(1, "dice")
    low = sum(int(chance.roll(dice[0], sides)) < sides // 2 for _roll in range(2000))
    assert 900 < low < 1100


def test_the_same_key_gives_the_same_game_and_another_key_another() -> None:
    key = bytes(range(32))
    assert Game(key=key).states.tobytes() == Game(key=key).states.tobytes()
    for byte in range(32):
        other = bytearray(key)
        other[byte] ^= 1
        assert Game(key=bytes(other)).deal != Game(key=key).deal


def test_games_of_one_seed_have_different_keys_and_dice() -> None:
    keys, dice = batch.seed_games(1000, "seed")
    assert len({key.tobytes() for key in keys}) == 1000
    assert len(set(dice["bits"].tolist())) == 1000
    assert (dice["bits"] != 0).all()
