"""Whole games between compiled bots: the loops that run on a core and, one game a thread, on a GPU."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.ladder import Bots, choose, first_workspace
from skipbo.bots.planner.workspace import Workspace
from skipbo.bots.seeds import KEY_WORDS
from skipbo.bots.simple import pick_move
from skipbo.kernel.chance import LOW, Dice, Words, chacha8
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.deal import deal
from skipbo.kernel.layout import CARDS, FULL_HAND, GOING_ON, SEATS, State, States, stock_of
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.replay import step_noting
from skipbo.kernel.turn import step

# The result of a game. `digest` tells final states apart; it is 0 unless it was asked for.
RESULT = np.dtype(
    [
        ("moves", "<u4"),
        ("turns", "<u4"),
        ("digest", "<u4"),
        ("how", "u1"),
        ("winner", "u1"),
        ("first", "u1"),
        ("left", "u1", SEATS),
        ("spare", "u1", 3),
    ],
    align=True,
)

KEYS = 1  # the stream of a seed that gives keys and dice; shuffles use stream 0 of their own key
LIMIT = 1_000_000  # moves after which a game is given up; no game of our bots comes near it


@compiled
def seed_game(state: State, dice: Dice, seed: Words, number: int) -> None:
    """The key of the cards and the dice of the bots for game `number`, from one 256-bit seed."""
    chacha8(seed, number, KEYS, state.words)
    for word in range(KEY_WORDS):
        state.key[word] = state.words[word]
    high, low = np.uint64(state.words[KEY_WORDS]), np.uint64(state.words[KEY_WORDS + 1])
    dice.bits = (high << np.uint64(32)) | low | np.uint64(1)


@entry_nogil
def seed_games(scratch: States, seed: Words, first: int, keys: Words, dice: States) -> None:
    for game in range(dice.size):
        seed_game(scratch[0], dice[game], seed, first + game)
        for word in range(KEY_WORDS):
            keys[game, word] = scratch[0].key[word]


@compiled
def play_on(state: State, dice: Dice, bots: Bots, workspace: Workspace | None, limit: int) -> tuple[int, int]:
    """Plays a game to its end; returns the number of moves and of turns."""
    moves = 0
    turns = 0
    while state.how == GOING_ON and moves < limit:
        move = choose(bots[state.turn], state, dice, workspace)
        step(state, move)
        moves += 1
        turns += kind_of(move) == END_TURN
    return moves, turns


@compiled
def digest_of(state: State) -> int:
    """32 bits that depend on every byte a game has decided (FNV-1a)."""
    digest = 0x811C9DC5
    for card in range(CARDS):
        digest = ((digest ^ wide(state.under[card])) * 0x01000193) & LOW
        digest = ((digest ^ wide(state.order[card])) * 0x01000193) & LOW
    for pile in range(state.top.size):
        digest = ((digest ^ wide(state.top[pile])) * 0x01000193) & LOW
        digest = ((digest ^ wide(state.count[pile])) * 0x01000193) & LOW
    for seat in range(SEATS):
        for place in range(FULL_HAND):
            digest = ((digest ^ wide(state.hand[seat, place])) * 0x01000193) & LOW
    for value in (state.turn, state.passes, state.how, state.winner, state.dealer, state.first, state.used):
        digest = ((digest ^ wide(value)) * 0x01000193) & LOW
    for word in range(state.words.size):
        digest = ((digest ^ wide(state.words[word])) * 0x01000193) & LOW
    return digest


@compiled
def report(state: State, moves: int, turns: int, result: State) -> None:
    result.moves = moves
    result.turns = turns
    result.how = state.how
    result.winner = state.winner
    result.first = state.first
    for seat in range(SEATS):
        result.left[seat] = state.count[stock_of(seat)]
    for byte in range(result.spare.size):
        result.spare[byte] = 0


@entry_nogil
def play_out(states: States, dice: States, bots: Bots, workspaces: States | None, limit: int, results: States) -> None:
    """Plays every game to its end, from wherever it stands."""
    workspace = first_workspace(workspaces)
    for game in range(states.size):
        moves, turns = play_on(states[game], dice[game], bots, workspace, limit)
        report(states[game], moves, turns, results[game])


@compiled
def begin_game(state: State, dice: Dice, table: State, seed: Words, number: int) -> None:
    """Deals game `number` of a seed in a record that has the numbers of its table."""
    state.dealer = table.dealer  # the last game in this record may have changed both
    state.first = table.first
    seed_game(state, dice, seed, number)
    deal(state)


@compiled
def whole_game(
    state: State,
    dice: Dice,
    table: State,
    seed: Words,
    number: int,
    bots: Bots,
    workspace: Workspace | None,
    limit: int,
    digests: bool,
    result: State,
) -> None:
    """Deals and plays game `number` of a seed."""
    begin_game(state, dice, table, seed, number)
    moves, turns = play_on(state, dice, bots, workspace, limit)
    report(state, moves, turns, result)
    result.digest = digest_of(state) if digests else 0


@entry_nogil
def play_games(
    states: States,
    dice: States,
    table: States,
    seed: Words,
    first: int,
    bots: Bots,
    workspaces: States | None,
    limit: int,
    digests: bool,
    results: States,
) -> None:
    """Plays games number `first` and on, one after another in the same record; only results are kept."""
    workspace = first_workspace(workspaces)
    for game in range(results.size):
        whole_game(states[0], dice[0], table[0], seed, first + game, bots, workspace, limit, digests, results[game])


@entry_nogil
def play_logged(
    states: States,
    dice: States,
    seed: Words,
    number: int,
    bots: Bots,
    workspaces: States | None,
    dealt: States,
    moves: NDArray[np.uint8],
    shuffles: NDArray[np.uint8],
    ends: NDArray[np.int64],
    results: States,
) -> tuple[int, int]:
    """Plays one game and keeps what a record needs: the state as dealt, the moves, all shuffled draw piles, top first.

    Returns the number of moves and of shuffles. A game that the arrays cannot hold is given up.
    """
    state = states[0]
    workspace = first_workspace(workspaces)
    begin_game(state, dice[0], state, seed, number)
    dealt[0] = state
    made = 0
    turns = 0
    begun = 0
    while state.how == GOING_ON and made < moves.size and begun + 1 < ends.size:
        move = choose(bots[state.turn], state, dice[0], workspace)
        moves[made] = move
        made += 1
        turns += kind_of(move) == END_TURN
        begun = step_noting(state, move, shuffles, begun, ends)
    report(state, made, turns, results[0])
    return made, begun


@entry_nogil
def pick_moves(masks: NDArray[np.int64], dice: States, moves: NDArray[np.int64]) -> None:
    """Picks a uniformly random move of each mask; -1 for a game that is over."""
    for game in range(moves.size):
        plays, from_hand, ends = masks[game, 0], masks[game, 1], masks[game, 2]
        moves[game] = pick_move(plays, from_hand, ends, dice[game]) if ends else -1
