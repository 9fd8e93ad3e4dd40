"""The same rules on a GPU: each thread has a game; while it plays one whole, its record lies in shared memory.

Imported only for `device="cuda"`. The kernels call the functions that run on a core; Numba compiles them again for the
GPU. Kernels for games that are stepped from outside are in `cuda_steps`.
"""

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from skipbo.batch.checked_loops import whole_game_checked
from skipbo.batch.loops import begin_game, digest_of, play_on, report, whole_game
from skipbo.bots.ladder import simple_chooser
from skipbo.bots.planner.workspace import WORKSPACE
from skipbo.bots.simple import pick_move
from skipbo.kernel.chance import DICE
from skipbo.kernel.deal import deal_with
from skipbo.kernel.layout import GOING_ON, STATE
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.observation import observe as observe_in
from skipbo.kernel.observation import viewer_of
from skipbo.kernel.sight import resample
from skipbo.kernel.turn import act, draw_up, recycle, try_step
from skipbo.kernel.turn import legal as legal_in

# Advice for authors of kernels. Few games, or games in NumPy arrays, are intended here.
warnings.filterwarnings("ignore", message=".*(Grid size|Host array used in CUDA kernel)")

THREADS = 32  # a block is a warp, whose threads make every step together or one after the other, and wait at no cost
BLOCKS_PER_MULTIPROCESSOR = 12  # their games, 588 bytes each, fill the shared memory of an H200's
STATE_TYPE, DICE_TYPE = np.dtype((np.record, STATE)), np.dtype((np.record, DICE))
PLAYING, SHUFFLING, OVER = range(3)  # what a thread does with its game


@functools.cache
def device_workspaces(blocks: int) -> Any:
    """Clean workspaces for all threads of so many blocks; kept for the next call, because they are large."""
    workspaces = cuda.device_array(blocks * THREADS, WORKSPACE)
    clear_workspaces[blocks, THREADS](workspaces)
    return workspaces


def on_gpu(function: Callable[..., None]) -> Any:
    """Marks a kernel; Numba compiles it when it is first launched."""
    return cuda.jit(function)


def resident_blocks() -> int:
    """The number of blocks that run at once; each thread plays one game after another."""
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT) * BLOCKS_PER_MULTIPROCESSOR


def blocks_for(games: int) -> int:
    return max(1, min(resident_blocks(), -(-games // THREADS)))


@on_gpu
def deal(states: Any, keys: Any) -> None:
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        deal_with(states[game], keys[game])


@on_gpu
def legal(states: Any, masks: Any) -> None:
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        legal_in(states[game], masks[game])


@on_gpu
def step(states: Any, moves: Any, refused: Any) -> None:
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        if not try_step(states[game], moves[game]):
            cuda.atomic.add(refused, 0, 1)


@on_gpu
def pick_moves(masks: Any, dice: Any, moves: Any) -> None:
    for game in range(cuda.grid(1), moves.size, cuda.gridsize(1)):
        plays, from_hand, ends = masks[game, 0], masks[game, 1], masks[game, 2]
        moves[game] = pick_move(plays, from_hand, ends, dice[game]) if ends else -1


@on_gpu
def observe(states: Any, seat: Any, observations: Any) -> None:
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        observe_in(states[game], viewer_of(states[game], seat), observations[game])


@on_gpu
def sample(states: Any, seat: Any, keys: Any, samples: Any) -> None:
    near = cuda.shared.array(THREADS, STATE_TYPE)
    place = cuda.threadIdx.x
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        resample(states[game], viewer_of(states[game], seat), keys[game], near[place], samples[game])


@on_gpu
def play_out(states: Any, dice: Any, bots: Any, limit: Any, results: Any) -> None:
    near = cuda.shared.array(THREADS, STATE_TYPE)
    place = cuda.threadIdx.x
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        near[place] = states[game]
        moves, turns = play_on(near[place], dice[game], bots, None, limit)
        states[game] = near[place]
        report(near[place], moves, turns, results[game])


@functools.cache
def games_kernel(random: int, tidy: int) -> Any:
    """The kernel that plays whole games of simple bots, compiled for their seats (`simple_chooser`).

    A shuffle takes as long as many moves, and while one thread shuffles the others of its warp would stand still.
    So a thread waits until `together` of them must shuffle, or nobody can go on without.
    """
    choose_move = simple_chooser(random, tidy)

    @on_gpu
    def play_games(
        table: Any, seed: Any, first: Any, bots: Any, limit: Any, digests: Any, together: Any, results: Any
    ) -> None:
        near = cuda.shared.array(THREADS, STATE_TYPE)
        dice = cuda.local.array(1, DICE_TYPE)
        place = cuda.threadIdx.x
        near[place] = table[0]
        state = near[place]
        for begin in range(cuda.blockIdx.x * THREADS, results.size, cuda.gridsize(1)):
            game = begin + place
            phase, moves, turns = OVER, 0, 0
            if game < results.size:
                begin_game(state, dice[0], table[0], seed, first + game)
                phase = PLAYING
            while True:
                if phase == PLAYING:
                    move = choose_move(bots[state.turn], state, dice[0], None)
                    moves += 1
                    turns += kind_of(move) == END_TURN
                    if act(state, state.turn, move) and draw_up(state):
                        phase = SHUFFLING
                    elif state.how != GOING_ON or moves >= limit:
                        phase = OVER
                playing = cuda.syncthreads_count(np.int32(phase == PLAYING))
                shuffling = cuda.syncthreads_count(np.int32(phase == SHUFFLING))
                if playing == 0 and shuffling == 0:
                    break
                if phase == SHUFFLING and (shuffling >= together or playing == 0):
                    recycle(state)
                    draw_up(state)  # for which there are cards now
                    phase = PLAYING if moves < limit else OVER
            if game < results.size:
                report(state, moves, turns, results[game])
                results[game].digest = digest_of(state) if digests else 0

    return play_games


@on_gpu
def clear_workspaces(workspaces: Any) -> None:
    for number in range(cuda.grid(1), workspaces.size, cuda.gridsize(1)):
        workspace = workspaces[number]
        workspace.count = workspace.steps = workspace.next = 0
        for slot in range(workspace.found.size):
            workspace.found[slot] = 0


@on_gpu
def plan_games(
    table: Any, seed: Any, first: Any, bots: Any, limit: Any, digests: Any, workspaces: Any, results: Any
) -> None:
    """Plays whole games of any bots: every thread has a workspace in the GPU's memory."""
    near = cuda.shared.array(THREADS, STATE_TYPE)
    dice = cuda.local.array(1, DICE_TYPE)
    place = cuda.threadIdx.x
    near[place] = table[0]
    workspace = workspaces[cuda.grid(1)]
    for game in range(cuda.grid(1), results.size, cuda.gridsize(1)):
        whole_game(near[place], dice[0], table[0], seed, first + game, bots, workspace, limit, digests, results[game])


@on_gpu
def soak(table: Any, seed: Any, first: Any, bots: Any, limit: Any, every_move: Any, results: Any) -> None:
    near = cuda.shared.array(THREADS, STATE_TYPE)
    dice = cuda.local.array(1, DICE_TYPE)
    place = cuda.threadIdx.x
    near[place] = table[0]
    for game in range(cuda.grid(1), results.size, cuda.gridsize(1)):
        whole_game_checked(
            near[place], dice[0], table[0], seed, first + game, bots, None, limit, every_move, results[game]
        )
