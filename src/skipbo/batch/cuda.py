"""The same rules on a GPU: each thread has a game; while it plays one whole, its record lies in shared memory.

Imported only for `device="cuda"`. The kernels call the functions that run on a core; Numba compiles them again for the
GPU.
"""

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numba
from numba import cuda

from skipbo.batch import seat_loops, table_loops
from skipbo.batch.checked_loops import whole_game_checked
from skipbo.batch.loops import play_on, play_on_with, report, whole_game, whole_game_with
from skipbo.bots.ladder import simple_chooser
from skipbo.bots.planner.workspace import WORKSPACE
from skipbo.bots.simple import pick_move
from skipbo.kernel.chance import DICE
from skipbo.kernel.deal import deal_with
from skipbo.kernel.layout import STATE
from skipbo.kernel.observation import observe as observe_in
from skipbo.kernel.observation import viewer_of
from skipbo.kernel.sight import resample
from skipbo.kernel.turn import legal as legal_in
from skipbo.kernel.turn import try_step

# Advice for authors of kernels. Few games, or games in NumPy arrays, are intended here.
warnings.filterwarnings("ignore", message=".*(Grid size|Host array used in CUDA kernel)")

THREADS = 64  # their games, 588 bytes each, fit in the 48 KiB of shared memory that a block has without asking for more
BLOCKS_PER_MULTIPROCESSOR = 6  # fill the shared memory of an H200's
STATE_TYPE = numba.from_dtype(STATE)
DICE_TYPE = numba.from_dtype(DICE)


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
    """The kernel that plays whole games of simple bots, compiled for their seats (`simple_chooser`)."""
    whole_game = whole_game_with(play_on_with(simple_chooser(random, tidy)))

    @on_gpu
    def play_games(table: Any, seed: Any, first: Any, bots: Any, limit: Any, digests: Any, results: Any) -> None:
        near = cuda.shared.array(THREADS, STATE_TYPE)
        dice = cuda.local.array(1, DICE_TYPE)
        place = cuda.threadIdx.x
        near[place] = table[0]
        for game in range(cuda.grid(1), results.size, cuda.gridsize(1)):
            whole_game(near[place], dice[0], table[0], seed, first + game, bots, None, limit, digests, results[game])

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


@on_gpu
def begin_tables(
    states: Any, shown: Any, table: Any, seed: Any, numbers: Any, turns: Any, observations: Any, allowed: Any
) -> None:
    """Deals the next game everywhere, and looks at it."""
    dice = cuda.local.array(1, DICE_TYPE)
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        state = states[game]
        shown[game] = table_loops.begin_in(state, dice[0], table[0], seed, numbers[game])
        numbers[game] += states.size
        table_loops.look_at(state, shown[game], observations[game], allowed[game])
        turns[game] = state.turn


@on_gpu
def step_tables(
    states: Any,
    shown: Any,
    table: Any,
    seed: Any,
    numbers: Any,
    turns: Any,
    observations: Any,
    allowed: Any,
    actions: Any,
    payoffs: Any,
    over: Any,
) -> None:
    """Makes an action in each game, deals the next game where one is over, and looks at all of them."""
    dice = cuda.local.array(1, DICE_TYPE)
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        state = states[game]
        shown[game], over[game] = table_loops.act_in(state, shown[game], actions[game], payoffs[game])
        if over[game]:
            shown[game] = table_loops.begin_in(state, dice[0], table[0], seed, numbers[game])
            numbers[game] += states.size
        table_loops.look_at(state, shown[game], observations[game], allowed[game])
        turns[game] = state.turn


@on_gpu
def begin_seats(
    states: Any,
    seen: Any,
    dice: Any,
    table: Any,
    seed: Any,
    numbers: Any,
    seat: Any,
    bots: Any,
    observations: Any,
    allowed: Any,
) -> None:
    """`begin_tables` for one seat against simple bots."""
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        state = states[game]
        seen[game], numbers[game] = seat_loops.begin_in(
            state, dice[game], table[0], seed, numbers[game], states.size, seat, bots, None
        )
        seat_loops.look_at(state, seen[game], seat, observations[game], allowed[game])


@on_gpu
def step_seats(
    states: Any,
    seen: Any,
    dice: Any,
    table: Any,
    seed: Any,
    numbers: Any,
    seat: Any,
    bots: Any,
    observations: Any,
    allowed: Any,
    actions: Any,
    rewards: Any,
    over: Any,
) -> None:
    """`step_tables` for one seat against simple bots."""
    for game in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        state = states[game]
        seen[game], rewards[game], over[game] = seat_loops.act_in(
            state, seen[game], dice[game], seat, bots, None, actions[game]
        )
        if over[game]:
            seen[game], numbers[game] = seat_loops.begin_in(
                state, dice[game], table[0], seed, numbers[game], states.size, seat, bots, None
            )
        seat_loops.look_at(state, seen[game], seat, observations[game], allowed[game])
