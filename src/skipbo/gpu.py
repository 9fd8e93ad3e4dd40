"""The same rules on a GPU: a thread plays a game, its record in the fast memory of its multiprocessor.

Imported only where somebody asks for `device="cuda"`. The functions called here are those that run on a core; Numba
compiles them again for the GPU.
"""

import numba
from numba import cuda

from skipbo.bots.ladder import pick_move
from skipbo.bots.playing import play_on, report, whole_game
from skipbo.bots.soaking import whole_game_checked
from skipbo.kernel.chance import DICE
from skipbo.kernel.dealing import deal_with
from skipbo.kernel.layout import STATE
from skipbo.kernel.turn import legal as legal_in
from skipbo.kernel.turn import try_step

THREADS = 128  # three such blocks fill the shared memory of an H200 multiprocessor, with 588 bytes a game
BLOCKS_PER_MULTIPROCESSOR = 3
STATE_TYPE = numba.from_dtype(STATE)
DICE_TYPE = numba.from_dtype(DICE)


def resident_blocks() -> int:
    """As many blocks as run at once; each thread then plays one game after another."""
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT) * BLOCKS_PER_MULTIPROCESSOR


def blocks_for(games: int) -> int:
    return max(1, min(resident_blocks(), -(-games // THREADS)))


@cuda.jit
def deal(states, keys):  # type: ignore[no-untyped-def]
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        deal_with(states[game], keys[game])


@cuda.jit
def legal(states, masks):  # type: ignore[no-untyped-def]
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        legal_in(states[game], masks[game])


@cuda.jit
def step(states, moves, refused):  # type: ignore[no-untyped-def]
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        if not try_step(states[game], moves[game]):
            cuda.atomic.add(refused, 0, 1)


@cuda.jit
def pick_moves(masks, dice, moves):  # type: ignore[no-untyped-def]
    for game in range(cuda.grid(1), moves.size, cuda.gridsize(1)):
        plays, from_hand, ends = masks[game, 0], masks[game, 1], masks[game, 2]
        moves[game] = pick_move(plays, from_hand, ends, dice[game]) if ends else -1


@cuda.jit
def play_out(states, dice, bots, limit, results):  # type: ignore[no-untyped-def]
    near = cuda.shared.array(THREADS, STATE_TYPE)
    place = cuda.threadIdx.x
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        near[place] = states[game]
        moves, turns = play_on(near[place], dice[game], bots, limit)
        states[game] = near[place]
        report(near[place], moves, turns, results[game])


@cuda.jit
def play_games(table, seed, first, bots, limit, digests, results):  # type: ignore[no-untyped-def]
    near = cuda.shared.array(THREADS, STATE_TYPE)
    dice = cuda.local.array(1, DICE_TYPE)
    place = cuda.threadIdx.x
    near[place] = table[0]
    for game in range(cuda.grid(1), results.size, cuda.gridsize(1)):
        whole_game(near[place], dice[0], table[0], seed, first + game, bots, limit, digests, results[game])


@cuda.jit
def soak(table, seed, first, bots, limit, every_move, results):  # type: ignore[no-untyped-def]
    near = cuda.shared.array(THREADS, STATE_TYPE)
    dice = cuda.local.array(1, DICE_TYPE)
    place = cuda.threadIdx.x
    near[place] = table[0]
    for game in range(cuda.grid(1), results.size, cuda.gridsize(1)):
        whole_game_checked(near[place], dice[0], table[0], seed, first + game, bots, limit, every_move, results[game])
