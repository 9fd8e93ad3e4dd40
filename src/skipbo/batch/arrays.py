"""Many games at once: the rules over arrays of records, into buffers that the caller owns.

>>> from skipbo import Table, batch
>>> table = Table.of(players=4)
>>> states, dice = batch.new_games(table, 1000, seed=1)
>>> masks, moves = batch.new_masks(1000), batch.new_moves(1000)
>>> for _ in range(10):
...     batch.legal(states, masks)
...     batch.pick(masks, dice, moves)
...     refused = batch.step(states, moves)
>>> refused
0

`jobs` spreads a call over cores; `device="cuda"` runs it on a GPU, where arrays that already lie there stay there.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.batch import checked_loops, loops
from skipbo.batch.devices import check_device, load_whole_games, run
from skipbo.batch.loops import LIMIT, RESULT
from skipbo.bots.ladder import Bots, all_simple, workspaces_for
from skipbo.bots.seeds import KEY_WORDS, Seed, new_dice, seed_words
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.chance import Words
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import SEATS, States, new_states
from skipbo.kernel.moves import KINDS
from skipbo.kernel.observation import DEPTH, IN_TURN, observation_type

Moves = NDArray[np.int64]
Masks = NDArray[np.int64]
Observations = NDArray[np.void]


def new_games(table: Table, count: int, seed: Seed, *, first: int = 0, jobs: int = 1) -> tuple[States, States]:
    """Games at a table, dealt and ready for the first move, and the dice of their bots.

    These are games number `first` and on of the seed, the same that `play_games` plays.
    """
    states, (keys, dice) = table.states(count), seed_games(count, seed, first)
    deal(states, keys, jobs=jobs)
    return states, dice


def seed_games(count: int, seed: Seed, first: int = 0) -> tuple[Words, States]:
    """Keys for the cards and dice for the bots of games number `first` and on; the same seed gives the same games."""
    keys, dice = np.zeros((count, KEY_WORDS), np.uint32), new_dice(count)
    loops.seed_games(new_states(), seed_words(seed), first, keys, dice)
    return keys, dice


def new_results(count: int) -> States:
    return np.zeros(count, np.dtype((np.record, RESULT)))


def new_masks(count: int) -> Masks:
    """Three words for each game; move m is bit m % 64 of word m // 64."""
    return np.zeros((count, KINDS), np.int64)


def new_moves(count: int) -> Moves:
    return np.zeros(count, np.int64)


def new_observations(count: int, *, seats: int = SEATS, depth: int = DEPTH) -> Observations:
    """Room for observations of tables with so many seats or fewer, and of so many cards of each discard pile."""
    return np.zeros(count, np.dtype((np.record, observation_type(seats, depth))))


def unpack(masks: Masks) -> NDArray[np.bool_]:
    """Masks as one truth value for each of the 192 moves."""
    return np.unpackbits(masks.view(np.uint8), axis=-1, bitorder="little").view(np.bool_)


def flatten(observations: Observations) -> NDArray[np.uint8]:
    """Observations as a row of bytes each, field after field; the same memory, no copy."""
    return observations.view(np.uint8).reshape(observations.size, observations.dtype.itemsize)


def deal(states: States, keys: Words, *, jobs: int = 1, device: str = "cpu") -> None:
    """Deals each game with its key, at the table that its record describes (`Table.states`)."""
    run("deal", arrays.deal, (states, keys), jobs, device)


def legal(states: States, masks: Masks, *, jobs: int = 1, device: str = "cpu") -> None:
    """Writes the legal moves of each game; none for a game that is over."""
    run("legal", arrays.legal, (states, masks), jobs, device)


def pick(masks: Masks, dice: States, moves: Moves, *, jobs: int = 1, device: str = "cpu") -> None:
    """Picks a uniformly random move of each mask; -1 where there is none."""
    run("pick_moves", loops.pick_moves, (masks, dice, moves), jobs, device)


def step(states: States, moves: Moves, *, jobs: int = 1, device: str = "cpu") -> int:
    """Makes a move in each game. Illegal moves leave their game unchanged; returns how many there were."""
    refused = np.zeros(1, np.int64)
    counts = run("step", arrays.step, (states, moves), jobs, device, (states, moves, refused))
    return int(refused[0]) + int(sum(counts))


def observe(
    states: States, observations: Observations, *, seat: int | None = None, jobs: int = 1, device: str = "cpu"
) -> None:
    """Writes what a seat may see of each game; without a seat, what the seat in turn may see. Never a hidden card."""
    viewer = _viewer(states, seat)

    def on_a_core(states: States, observations: Observations) -> None:
        arrays.observe(states, viewer, observations)

    run("observe", on_a_core, (states, observations), jobs, device, (states, viewer, observations))


def sample(
    states: States, keys: Words, samples: States, *, seat: int | None = None, jobs: int = 1, device: str = "cpu"
) -> None:
    """Writes games that fit what a seat, or the seat in turn, may see: all hidden cards are dealt anew with the keys.

    Every way to deal them is equally likely. `states` may also be views (`View.states`): no hidden card is read.
    """
    viewer = _viewer(states, seat)

    def on_a_core(states: States, keys: Words, samples: States) -> None:
        arrays.resample(states, viewer, keys, new_states(), samples)

    run("sample", on_a_core, (states, keys, samples), jobs, device, (states, viewer, keys, samples))


def _viewer(states: States, seat: int | None) -> int:
    if seat is None:
        return IN_TURN
    players = int(states["players"].min(initial=SEATS)) if isinstance(states, np.ndarray) else SEATS
    if not 0 <= seat < players:
        raise Malformed("seat", _("There is no seat {seat}.").format(seat=seat))
    return seat


def play_out(
    states: States, dice: States, bots: Bots, results: States, *, limit: int = LIMIT, jobs: int = 1, device: str = "cpu"
) -> None:
    """Plays every game to its end with the bots of each seat (`find_bots`), and writes how each went."""

    def on_a_core(states: States, dice: States, results: States) -> None:
        loops.play_out(states, dice, bots, workspaces_for(bots), limit, results)

    if device == "cuda" and not all_simple(bots):
        raise no_planning("play_out")
    run("play_out", on_a_core, (states, dice, results), jobs, device, (states, dice, bots, limit, results))


def play_games(
    table: Table,
    bots: Bots,
    seed: Seed,
    results: States,
    *,
    first: int = 0,
    limit: int = LIMIT,
    digests: bool = False,
    jobs: int = 1,
    device: str = "cpu",
) -> None:
    """Deals and plays games number `first` and on at one table. Keeps only the results, so a billion games fit."""
    _whole_games("play_games", loops.play_games, (bots, limit, digests), table, seed, first, results, jobs, device)


def soak(
    table: Table,
    bots: Bots,
    seed: Seed,
    results: States,
    *,
    first: int = 0,
    limit: int = LIMIT,
    every_move: bool = True,
    jobs: int = 1,
    device: str = "cpu",
) -> None:
    """Plays games as `play_games` does and checks all invariants; the digest of a sound game is 0."""
    _whole_games("soak", checked_loops.soak, (bots, limit, every_move), table, seed, first, results, jobs, device)


def no_planning(name: str) -> Malformed:
    return Malformed(
        "device",
        _("On a GPU, {name} works only with bots that do not plan. Use play_games, or the cpu.").format(name=name),
    )


def _whole_games(
    name: str,
    function: Callable[..., Any],
    options: tuple[Bots, int, bool],
    table: Table,
    seed: Seed,
    first: int,
    results: States,
    jobs: int,
    device: str,
) -> None:
    blank, words = table.states(), seed_words(seed)
    check_device(device)
    if device == "cuda":
        if name != "play_games" and not all_simple(options[0]):
            raise no_planning(name)
        getattr(load_whole_games(), name)(blank, words, first, *options, results)
        return

    def on_a_core(numbers: NDArray[np.int64], results: States) -> None:
        bots, *others = options
        function(blank.copy(), new_dice(), blank, words, int(numbers[0]), bots, workspaces_for(bots), *others, results)

    run(name, on_a_core, (np.arange(first, first + results.size), results), jobs, device)
