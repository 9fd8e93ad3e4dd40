"""Many games at once: the rules over arrays of records, into buffers that the caller owns.

>>> from skipbo import batch
>>> from skipbo.game.table import Table
>>> states = Table.of(players=4).states(1000)
>>> keys, dice = batch.seed_games(1000, seed=1)
>>> masks, moves = batch.new_masks(1000), batch.new_moves(1000)
>>> batch.deal(states, keys)
>>> for _ in range(10):
...     batch.legal(states, masks)
...     batch.pick(masks, dice, moves)
...     refused = batch.step(states, moves)
>>> refused
0

`jobs` spreads a call over cores; `device="cuda"` runs it on a GPU, where arrays that already lie there stay there.
"""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.batch import checked_loops, loops
from skipbo.batch.loops import KEY_WORDS, LIMIT, RESULT
from skipbo.bots.ladder import Bots, all_simple, workspaces_for
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.chance import DICE, Words
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import States, new_states
from skipbo.kernel.moves import KINDS

Seed = int | bytes | str
Moves = NDArray[np.int64]
Masks = NDArray[np.int64]
DEVICES = ("cpu", "cuda")


def seed_words(seed: Seed) -> Words:
    """256 bits from any seed: 32 bytes as they are, anything else through SHA-256 of its text."""
    key = (
        seed if isinstance(seed, bytes) and len(seed) == 4 * KEY_WORDS else hashlib.sha256(str(seed).encode()).digest()
    )
    return np.frombuffer(key, "<u4").copy()


def seed_games(count: int, seed: Seed, first: int = 0) -> tuple[Words, States]:
    """Keys for the cards and dice for the bots of games number `first` and on; the same seed gives the same games."""
    keys, dice = np.zeros((count, KEY_WORDS), np.uint32), new_dice(count)
    loops.seed_games(new_states(), seed_words(seed), first, keys, dice)
    return keys, dice


def new_dice(count: int = 1) -> States:
    return np.zeros(count, np.dtype((np.record, DICE)))


def new_results(count: int) -> States:
    return np.zeros(count, np.dtype((np.record, RESULT)))


def new_masks(count: int) -> Masks:
    """Three words for each game; move m is bit m % 64 of word m // 64."""
    return np.zeros((count, KINDS), np.int64)


def new_moves(count: int) -> Moves:
    return np.zeros(count, np.int64)


def unpack(masks: Masks) -> NDArray[np.bool_]:
    """Masks as one truth value for each of the 192 moves, the form that learners like."""
    return np.unpackbits(masks.view(np.uint8), axis=-1, bitorder="little").view(np.bool_)


def deal(states: States, keys: Words, *, jobs: int = 1, device: str = "cpu") -> None:
    """Deals each game with its key, at the table that the records describe (`Table.states`)."""
    _run("deal", arrays.deal, (states, keys), jobs, device)


def legal(states: States, masks: Masks, *, jobs: int = 1, device: str = "cpu") -> None:
    """Writes the legal moves of each game; none for a game that is over."""
    _run("legal", arrays.legal, (states, masks), jobs, device)


def pick(masks: Masks, dice: States, moves: Moves, *, jobs: int = 1, device: str = "cpu") -> None:
    """Picks a uniformly random move of each mask; -1 where there is none."""
    _run("pick_moves", loops.pick_moves, (masks, dice, moves), jobs, device)


def step(states: States, moves: Moves, *, jobs: int = 1, device: str = "cpu") -> int:
    """Makes a move in each game. A move that is not legal leaves its game untouched; answers how many there were."""
    refused = np.zeros(1, np.int64)
    answers = _run("step", arrays.step, (states, moves), jobs, device, (states, moves, refused))
    return int(refused[0]) + int(sum(answers))


def play_out(
    states: States, dice: States, bots: Bots, results: States, *, limit: int = LIMIT, jobs: int = 1, device: str = "cpu"
) -> None:
    """Plays every game to its end with the bots of each seat (`find_bots`); writes how each went into `results`."""

    def on_a_core(states: States, dice: States, results: States) -> None:
        loops.play_out(states, dice, bots, workspaces_for(bots), limit, results)

    if device == "cuda" and not all_simple(bots):
        raise no_planning("play_out")
    on_gpu = (states, dice, bots, limit, results)
    _run("play_out", on_a_core, (states, dice, results), jobs, device, on_gpu)


def play_games(
    table: States,
    bots: Bots,
    seed: Seed,
    first: int,
    results: States,
    *,
    limit: int = LIMIT,
    digests: bool = False,
    jobs: int = 1,
    device: str = "cpu",
) -> None:
    """Deals and plays games number `first` and on at one table; only `results` is kept, so a billion fit."""
    _whole_games("play_games", loops.play_games, (bots, limit, digests), table, seed, first, results, jobs, device)


def soak(
    table: States,
    bots: Bots,
    seed: Seed,
    first: int,
    results: States,
    *,
    limit: int = LIMIT,
    every_move: bool = True,
    jobs: int = 1,
    device: str = "cpu",
) -> None:
    """Plays games as `play_games` does, all invariants checked; the digest of a result is 0 for a sound game."""
    _whole_games("soak", checked_loops.soak, (bots, limit, every_move), table, seed, first, results, jobs, device)


def no_planning(name: str) -> Malformed:
    return Malformed(
        "device", _("On a GPU, {name} is for bots that do not plan: take play_games, or the cpu.").format(name=name)
    )


def _whole_games(
    name: str,
    function: Callable[..., Any],
    options: tuple[Bots, int, bool],
    table: States,
    seed: Seed,
    first: int,
    results: States,
    jobs: int,
    device: str,
) -> None:
    words = seed_words(seed)
    if device == "cuda":
        gpu = load_gpu()
        written = gpu.cuda.device_array(results.shape, results.dtype)  # results go one way only
        arguments: tuple[Any, ...] = (table, words, first, *options)
        if all_simple(options[0]):
            _launch(name, results.size, (*arguments, written))
        elif name == "play_games":
            _launch(
                "plan_games", results.size, (*arguments, gpu.device_workspaces(gpu.blocks_for(results.size)), written)
            )
        else:
            raise no_planning(name)
        written.copy_to_host(results)
        return

    def on_a_core(numbers: NDArray[np.int64], results: States) -> None:
        bots, *others = options
        function(table.copy(), new_dice(), table, words, int(numbers[0]), bots, workspaces_for(bots), *others, results)

    _run(name, on_a_core, (np.arange(first, first + results.size), results), jobs, device)


def _run(
    name: str,
    function: Callable[..., Any],
    batch: tuple[Any, ...],
    jobs: int,
    device: str,
    on_gpu: tuple[Any, ...] | None = None,
) -> list[Any]:
    """Runs a function over slices of the arrays, one for each job, or the GPU's kernel of that name over all.

    `on_gpu` are the kernel's arguments where they are not just the arrays. Answers what the jobs answered.
    """
    size = batch[0].shape[0]
    if any(array.shape[0] != size for array in batch):
        raise Malformed("batch", _("All arrays of a batch must have the same length."))
    if device == "cuda":
        _launch(name, size, batch if on_gpu is None else on_gpu)
        return []
    if device not in DEVICES:
        raise Malformed("device", _("There is no device “{name}”: say cpu or cuda.").format(name=device))
    jobs = max(1, min(jobs, size))
    if jobs == 1:
        return [function(*batch)] if size else []
    bounds = [size * job // jobs for job in range(jobs + 1)]
    with ThreadPoolExecutor(jobs) as pool:
        parts = [pool.submit(function, *(array[begin:end] for array in batch)) for begin, end in pairwise(bounds)]
        return [part.result() for part in parts]


def _launch(name: str, games: int, arguments: tuple[Any, ...]) -> None:
    gpu = load_gpu()
    getattr(gpu, name)[gpu.blocks_for(games), gpu.THREADS](*arguments)
    gpu.cuda.synchronize()


def load_gpu() -> Any:
    """The module with the GPU's kernels, or an error that says what is missing."""
    try:
        from numba import cuda

        available = cuda.is_available()
    except ImportError:
        available = False
    if not available:
        raise Malformed(
            "device", _("No CUDA device can be used. It needs an NVIDIA GPU and: pip install 'skipbo[cuda]'.")
        )
    from skipbo.batch import cuda as kernels

    return kernels
