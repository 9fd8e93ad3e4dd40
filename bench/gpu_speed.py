"""How fast a GPU is: whole games, with and without the way back to the host, and games side by side (`bench.gpu`)."""

import functools
import os
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numba import cuda

from skipbo import batch
from skipbo.batch.loops import LIMIT
from skipbo.bots import find_bots
from skipbo.bots.ladder import RANDOM, TIDY, seats_of
from skipbo.env.device_games import DeviceSeatGames, DeviceTableGames
from skipbo.env.interface import Interface
from skipbo.game.table import Table
from skipbo.kernel.chance import roll

SEED = "gpu"
REPEATS = 5
PIECES = (1 << 16, 1 << 17, 1 << 18, 1 << 20)
SIDE_BY_SIDE = 1 << 17
STEPS = 300
TOGETHER = (1, 4, 8, 16)


def play(table: Table, bot: str, games: int, device: str, digests: bool = True) -> tuple[np.ndarray, float]:
    bots, results = find_bots([bot], table), batch.new_results(games)
    begun = time.perf_counter()
    batch.play_games(table, bots, SEED, results, digests=digests, jobs=os.cpu_count() or 1, device=device)
    return results, time.perf_counter() - begun


def seconds(work: Callable[[], object]) -> float:
    """The median of several runs, after one that compiles; waits for the GPU."""
    runs = []
    for _run in range(1 + REPEATS):
        begun = time.perf_counter()
        work()
        cuda.synchronize()
        runs.append(time.perf_counter() - begun)
    return statistics.median(runs[1:])


def row(what: str, games: int, moves: int, spent: float) -> None:
    print(
        f"{what:<44} {moves / spent / 1e9:6.2f} G moves/s, {games / spent / 1e6:7.3f} M games/s "
        f"({spent * 1e3:.1f} ms, median of {REPEATS})",
        flush=True,
    )


def whole_games(most: int) -> None:
    """Results on the host, as `batch.play_games` gives them."""
    for players in (2, 4, 6):
        table = Table.of(players=players)
        for bot, games in (("eager", most), ("random", most), ("tidy", most), ("planner", most // 64)):
            moves = int(play(table, bot, games, "cuda", digests=False)[0]["moves"].sum(dtype=np.int64))
            spent = seconds(functools.partial(play, table, bot, games, "cuda", digests=False))
            row(f"{players} players, {bot}, {games:,} games", games, moves, spent)


def pieces(most: int) -> None:
    """The same with `eager`, by how many games are played and fetched at a time."""
    games = batch.devices.load_whole_games()
    usual, table = games.PIECE, Table.of()
    moves = int(play(table, "eager", most, "cuda", digests=False)[0]["moves"].sum(dtype=np.int64))
    for games.PIECE in PIECES:
        games.lanes.cache_clear()
        spent = seconds(functools.partial(play, table, "eager", most, "cuda", digests=False))
        row(f"2 players, eager, pieces of {games.PIECE:,}", most, moves, spent)
    games.PIECE = usual
    games.lanes.cache_clear()


def kernels_alone(most: int) -> None:
    """Results stay on the GPU: by how many threads of a warp shuffle at once."""
    gpu = batch.load_gpu()
    put, grid = cuda.to_device, (gpu.blocks_for(most), gpu.THREADS)
    for players in (2, 4, 6):
        table = Table.of(players=players)
        for bot in ("eager", "random", "tidy"):
            bots, written = find_bots([bot], table), put(batch.new_results(most))
            kernel = gpu.games_kernel(seats_of(RANDOM, bots[:players]), seats_of(TIDY, bots[:players]))[grid]
            deals = put(table.states()), put(batch.seed_words(SEED)), 0
            for together in TOGETHER:
                spent = seconds(functools.partial(kernel, *deals, put(bots), LIMIT, False, together, written))
                moves = int(written.copy_to_host()["moves"].sum(dtype=np.int64))
                row(f"{players} players, {bot}, kernel alone, {together} together", most, moves, spent)


def random_choice(actions: int) -> Any:
    """A kernel that picks a random legal action of each game; a block brings its masks together, a word a thread."""
    from skipbo.batch.cuda import THREADS
    from skipbo.batch.cuda_steps import bring

    size = THREADS * actions
    words = size // 4

    @cuda.jit  # type: ignore[untyped-decorator]
    def choose(masks: Any, dice: Any, chosen: Any) -> None:
        allowed = cuda.shared.array(size, np.int8)
        bring(masks, allowed.view(np.uint32), words)
        cuda.syncthreads()
        begin, count = cuda.threadIdx.x * actions, 0
        for action in range(actions):
            count += allowed[begin + action]
        choice = roll(dice[cuda.grid(1)], count)
        for action in range(actions):
            choice -= allowed[begin + action]
            if choice < 0:
                chosen[cuda.grid(1)] = action
                break

    return choose


def side_by_side() -> None:
    """Observation, mask, a random choice, a step and new deals, driven from Python, and choosing alone."""
    gpu = batch.load_gpu()
    grid = SIDE_BY_SIDE // gpu.THREADS, gpu.THREADS
    subjects: list[tuple[str, DeviceTableGames | DeviceSeatGames]] = []
    for players in (2, 4):
        interface = Interface.of(players=players)
        subjects.append((f"{players} players, self-play", DeviceTableGames(interface, SIDE_BY_SIDE, SEED)))
        subjects += [
            (f"{players} players, against {bot}", DeviceSeatGames(interface, bot, 0, SIDE_BY_SIDE, SEED))
            for bot in ("random", "eager")
        ]
    for what, games in subjects:
        actions = cuda.to_device(np.zeros(SIDE_BY_SIDE, np.int64))
        dice = cuda.to_device(batch.seed_games(SIDE_BY_SIDE, SEED)[1])
        masks = games.allowed.array.reshape(SIDE_BY_SIDE * games.interface.actions).view(np.uint32)
        choosing = functools.partial(random_choice(games.interface.actions)[grid], masks, dice, actions)

        def steps(games: Any = games, choosing: Any = choosing, actions: Any = actions) -> None:
            for _step in range(STEPS):
                choosing()
                games.step(actions)

        def choices(choosing: Any = choosing) -> None:
            for _step in range(STEPS):
                choosing()

        print_steps(f"{what}, choosing by a kernel", seconds(steps))
        print_steps(f"{what}, only choosing", seconds(choices))
        if find_spec("torch") is not None:
            with_torch(what, games)


def with_torch(what: str, games: DeviceTableGames | DeviceSeatGames) -> None:
    import torch

    if not torch.cuda.is_available():
        return
    allowed = torch.from_dlpack(games.allowed)
    noise = torch.empty(allowed.shape, device="cuda")

    def steps() -> None:
        for _step in range(STEPS):
            games.step((noise.uniform_() * allowed).argmax(dim=1))

    print_steps(f"{what}, choosing by PyTorch", seconds(steps))


def print_steps(what: str, spent: float) -> None:
    each = spent / STEPS
    print(
        f"{what:<50} {SIDE_BY_SIDE / each / 1e6:8.1f} M steps/s ({SIDE_BY_SIDE:,} games, {each * 1e6:.0f} µs a step, "
        f"median of {REPEATS})",
        flush=True,
    )
