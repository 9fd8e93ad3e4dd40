"""Games that are stepped from outside on a GPU: a step is one launch, and nothing leaves the GPU's memory.

A thread that works on a record far away waits for every byte of it. So a block brings its games into shared memory,
where the functions of a core make the step and look, and brings them back with what is seen and allowed: its threads
together, a word each, which is how a GPU's memory is fast.

Arrays have room for whole blocks; games beyond `count` are blank.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from skipbo.batch import seat_loops, table_loops
from skipbo.batch.cuda import DICE_TYPE, STATE_TYPE, THREADS, on_gpu
from skipbo.kernel.layout import STATE

STATE_WORDS = THREADS * STATE.itemsize // 4  # of a block; whole words, because it has a multiple of four games
ROOM = 48 * 1024 // THREADS - STATE.itemsize  # bytes of shared memory for what is seen and allowed in a game


class Kernels(NamedTuple):
    """The steps of self-play, and of one seat against simple bots."""

    step_tables: Any
    step_seats: Any


def blocks_holding(count: int) -> int:
    return -(-count // THREADS)


def room_for(count: int) -> int:
    """The number of games for which arrays need room."""
    return blocks_holding(count) * THREADS


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def bring(words: Any, here: Any, count: Any) -> None:
    """Copies a block's share of an array into shared memory."""
    for word in range(cuda.threadIdx.x, count, THREADS):
        here[word] = words[cuda.blockIdx.x * count + word]


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def bring_back(here: Any, words: Any, count: Any) -> None:
    for word in range(cuda.threadIdx.x, count, THREADS):
        words[cuda.blockIdx.x * count + word] = here[word]


@functools.cache
def kernels_for(row: "np.dtype[np.void]", actions: int) -> Kernels:
    """The kernels for observations of a layout and so many actions.

    A step with `anew` makes no actions: it deals the next game everywhere. `states`, `rows` and `masks` are words.
    """
    row_bytes, mask_bytes = THREADS * row.itemsize, THREADS * actions
    row_words, mask_words = row_bytes // 4, mask_bytes // 4

    @on_gpu
    def step_tables(
        states: Any,
        rows: Any,
        masks: Any,
        shown: Any,
        table: Any,
        seed: Any,
        numbers: Any,
        turns: Any,
        actions_made: Any,
        payoffs: Any,
        over: Any,
        anew: Any,
    ) -> None:
        """Makes an action in each game, deals the next game where one is over, and looks at all of them."""
        near = cuda.shared.array(THREADS, STATE_TYPE)
        seen_bytes = cuda.shared.array(row_bytes, np.uint8)
        allowed = cuda.shared.array(mask_bytes, np.int8)
        dice = cuda.local.array(1, DICE_TYPE)
        place, game = cuda.threadIdx.x, cuda.grid(1)
        bring(states, near.view(np.uint32), STATE_WORDS)
        cuda.syncthreads()
        if game < numbers.size:
            state, ended = near[place], anew
            if not anew:
                shown[game], ended = table_loops.act_in(state, shown[game], actions_made[game], payoffs[game])
                over[game] = ended
            if ended:
                shown[game] = table_loops.begin_in(state, dice[0], table[0], seed, numbers[game])
                numbers[game] += numbers.size
            mask = allowed[place * actions : (place + 1) * actions]
            table_loops.look_at(state, shown[game], seen_bytes.view(row)[place], mask)
            turns[game] = state.turn
        cuda.syncthreads()
        bring_back(near.view(np.uint32), states, STATE_WORDS)
        bring_back(seen_bytes.view(np.uint32), rows, row_words)
        bring_back(allowed.view(np.uint32), masks, mask_words)

    @on_gpu
    def step_seats(
        states: Any,
        rows: Any,
        masks: Any,
        seen: Any,
        dice: Any,
        table: Any,
        seed: Any,
        numbers: Any,
        seat: Any,
        bots: Any,
        actions_made: Any,
        rewards: Any,
        over: Any,
        anew: Any,
    ) -> None:
        """`step_tables` for one seat against simple bots."""
        near = cuda.shared.array(THREADS, STATE_TYPE)
        seen_bytes = cuda.shared.array(row_bytes, np.uint8)
        allowed = cuda.shared.array(mask_bytes, np.int8)
        place, game = cuda.threadIdx.x, cuda.grid(1)
        bring(states, near.view(np.uint32), STATE_WORDS)
        cuda.syncthreads()
        if game < numbers.size:
            state, ended = near[place], anew
            if not anew:
                seen[game], rewards[game], ended = seat_loops.act_in(
                    state, seen[game], dice[game], seat, bots, None, actions_made[game]
                )
                over[game] = ended
            if ended:
                seen[game], numbers[game] = seat_loops.begin_in(
                    state, dice[game], table[0], seed, numbers[game], numbers.size, seat, bots, None
                )
            mask = allowed[place * actions : (place + 1) * actions]
            seat_loops.look_at(state, seen[game], seat, seen_bytes.view(row)[place], mask)
        cuda.syncthreads()
        bring_back(near.view(np.uint32), states, STATE_WORDS)
        bring_back(seen_bytes.view(np.uint32), rows, row_words)
        bring_back(allowed.view(np.uint32), masks, mask_words)

    return Kernels(step_tables, step_seats)
