"""The luck of a game: what the cards that were drawn and turned have brought each side.

Before a move that shows hidden cards, these are shuffled anew a few times. By how much the chances after the move are
better than in the mean of these shuffles is luck. Nobody's decision depends on the order of cards that nobody sees, so
luck is 0 in the mean, whoever plays and however good the chances are: a result less its luck is an unbiased result
that differs less from game to game.
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.bot import parameters_of
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.searcher.strength import Standing, Strengths, new_standing, strengths_of, write_chances
from skipbo.bots.seeds import Seed, seed_words
from skipbo.game.table import Table
from skipbo.kernel.chance import Words, chacha8
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.layout import SEATS, States, new_states
from skipbo.kernel.sight import shuffle_hidden
from skipbo.kernel.turn import reveals, step

SAMPLES = 16  # shuffles for each move
MOST_MOVES = 1 << 16  # of a game
SHUFFLES = 3  # the stream of a seed that gives shuffles their keys

Luck = NDArray[np.int64]


@compiled
def add_luck(
    games: States,
    move: int,
    seed: Words,
    number: int,
    parameters: Parameters,
    strengths: Strengths,
    standing: Standing,
    chances: Luck,
    luck: Luck,
) -> None:
    """Adds the luck of a move to that of every side, for all samples together. The second game is memory to work in."""
    state = games[1]
    for sample in range(SAMPLES):
        games[1] = games[0]
        chacha8(seed, number * SAMPLES + sample, SHUFFLES, state.words)
        for word in range(state.key.size):
            state.key[word] = state.words[word]
        shuffle_hidden(state)
        step(state, move)
        write_chances(state, parameters, strengths, standing, chances)
        for side in range(state.teams):
            luck[side] -= chances[side]
    games[1] = games[0]
    step(state, move)
    write_chances(state, parameters, strengths, standing, chances)
    for side in range(state.teams):
        luck[side] += SAMPLES * chances[side]


@entry_nogil
def count_luck(
    games: States,
    moves: NDArray[np.uint8],
    seed: Words,
    number: int,
    bots: States,
    strengths: Strengths,
    standing: Standing,
    chances: Luck,
    luck: Luck,
) -> None:
    """Plays game `number` of a seed, the first of `games`, from its deal to its end."""
    for played in range(moves.size):
        move = wide(moves[played])
        if reveals(games[0], move):
            at = number * MOST_MOVES + played
            add_luck(games, move, seed, at, bots[0], strengths, standing, chances, luck)
        step(games[0], move)


class LuckCounter:
    """Counts the luck of the numbered games of a table, the same for the same seed."""

    def __init__(self, table: Table, seed: Seed) -> None:
        self._bots, self._strengths = parameters_of("planner", table), strengths_of(table)
        self._seed, self._games = seed_words(f"luck {seed_words(seed).tobytes().hex()}"), new_states(2)
        self._standing, self._chances = new_standing(), np.zeros(SEATS, np.int64)

    def count(self, dealt: States, moves: NDArray[np.uint8], number: int) -> Luck:
        """The luck of every side over a whole game, in parts of CHANCE."""
        self._games[0] = dealt[0]
        luck = np.zeros(SEATS, np.int64)
        count_luck(
            self._games,
            moves,
            self._seed,
            number,
            self._bots,
            self._strengths,
            self._standing,
            self._chances,
            luck,
        )
        return (luck + SAMPLES // 2) // SAMPLES
