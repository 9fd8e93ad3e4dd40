"""Whole games on a GPU, in pieces: the results of one piece come back while the next is played.

Imported only for `device="cuda"`.
"""

import functools
import threading
from typing import Any

from numba import cuda

from skipbo.batch import cuda as kernels
from skipbo.batch.loops import RESULT
from skipbo.bots.ladder import RANDOM, TIDY, Bots, all_simple, seats_of
from skipbo.kernel.chance import Words
from skipbo.kernel.layout import States

PIECE = 1 << 17  # games
LANES = 2
TOGETHER = 8  # threads of a warp shuffle at once if they can

in_turn = threading.Lock()  # the lanes serve one call at a time


class Lane:
    """A queue of the GPU, with memory for the results of one piece there and, where a copy does not wait, here."""

    def __init__(self) -> None:
        self.stream = cuda.stream()
        self.written = cuda.device_array(PIECE, RESULT)
        self.fetched = cuda.pinned_array(PIECE, RESULT)

    def play(self, kernel: Any, arguments: tuple[Any, ...], games: int) -> None:
        """Begins to play a piece, and to fetch its results."""
        written = self.written[:games]
        kernel[kernels.blocks_for(games), kernels.THREADS, self.stream](*arguments, written)
        written.copy_to_host(self.fetched[:games], self.stream)

    def collect(self, results: States) -> None:
        """Waits for the piece, and hands over its results."""
        self.stream.synchronize()
        results[:] = self.fetched[: results.size]


@functools.cache
def lanes() -> list[Lane]:
    """Kept for the next call, because pinned memory is slow to get."""
    return [Lane() for _lane in range(LANES)]


def play_games(table: States, seed: Words, first: int, bots: Bots, limit: int, digests: bool, results: States) -> None:
    """Plays games number `first` and on at one table; `table` and `bots` are as in `loops.play_games`."""
    if all_simple(bots):
        seated = bots[: int(table["players"][0])]
        kernel = kernels.games_kernel(seats_of(RANDOM, seated), seats_of(TIDY, seated))
        _play(kernel, lanes(), table, seed, first, bots, (limit, digests, TOGETHER), results)
    else:
        workspaces = kernels.device_workspaces(kernels.blocks_for(min(PIECE, results.size)))
        one_by_one = lanes()[:1]  # pieces that are played at once would write on the same workspaces
        _play(kernels.plan_games, one_by_one, table, seed, first, bots, (limit, digests, workspaces), results)


def soak(table: States, seed: Words, first: int, bots: Bots, limit: int, every_move: bool, results: States) -> None:
    """Plays the same games of simple bots, and checks all invariants."""
    _play(kernels.soak, lanes(), table, seed, first, bots, (limit, every_move), results)


def _play(
    kernel: Any,
    lanes: list[Lane],
    table: States,
    seed: Words,
    first: int,
    bots: Bots,
    options: tuple[Any, ...],
    results: States,
) -> None:
    table, seed, bots = cuda.to_device(table), cuda.to_device(seed), cuda.to_device(bots)  # once for all pieces
    begins = range(0, results.size, PIECE)
    pieces = [results[begin : begin + PIECE] for begin in begins]
    with in_turn:
        for number in range(len(pieces) + len(lanes)):
            lane = lanes[number % len(lanes)]
            if number >= len(lanes):
                lane.collect(pieces[number - len(lanes)])
            if number < len(pieces):
                lane.play(kernel, (table, seed, first + begins[number], bots, *options), pieces[number].size)
