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
from skipbo.batch.loops import LIMIT, play_on_with, whole_game_with
from skipbo.bots import find_bots
from skipbo.bots.ladder import RANDOM, TIDY, seats_of, simple_chooser
from skipbo.env.device_games import DeviceSeatGames, DeviceTableGames
from skipbo.env.interface import Interface
from skipbo.game.table import Table
from skipbo.kernel.chance import roll

SEED = "gpu"
REPEATS = 5
PIECES = (1 << 16, 1 << 17, 1 << 18, 1 << 20)
SIDE_BY_SIDE = 1 << 17
STEPS = 300


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
        for bot, games in (("eager", most), ("random", most), ("tidy", most), ("planner", most // 16)):
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


def claiming_kernel(random: int, tidy: int) -> Any:
    """`games_kernel` whose threads claim one game after another, where its own play them by a fixed stride."""
    from skipbo.batch import cuda as gpu

    whole_game = whole_game_with(play_on_with(simple_chooser(random, tidy)))
    threads, state, one_dice = gpu.THREADS, gpu.STATE_TYPE, gpu.DICE_TYPE

    @gpu.on_gpu
    def play_claimed(
        table: Any, seed: Any, first: Any, bots: Any, limit: Any, digests: Any, results: Any, claimed: Any
    ) -> None:
        near = cuda.shared.array(threads, state)
        dice = cuda.local.array(1, one_dice)
        place = cuda.threadIdx.x
        near[place] = table[0]
        game = cuda.atomic.add(claimed, 0, 1)
        while game < results.size:
            whole_game(near[place], dice[0], table[0], seed, first + game, bots, None, limit, digests, results[game])
            game = cuda.atomic.add(claimed, 0, 1)

    return play_claimed


def kernels_alone(most: int) -> None:
    """Results stay on the GPU: by fixed strides, as they are played, and by claims."""
    gpu = batch.load_gpu()
    put, grid = cuda.to_device, (gpu.blocks_for(most), gpu.THREADS)
    for players in (2, 4, 6):
        table = Table.of(players=players)
        for bot in ("eager", "random", "tidy"):
            bots = find_bots([bot], table)
            kinds = seats_of(RANDOM, bots[:players]), seats_of(TIDY, bots[:players])
            written, claimed = put(batch.new_results(most)), put(np.zeros(1, np.int64))
            arguments = (put(table.states()), put(batch.seed_words(SEED)), 0, put(bots), LIMIT, False, written)
            by_stride, by_claim = gpu.games_kernel(*kinds)[grid], claiming_kernel(*kinds)[grid]

            def claim(launch: Any = by_claim, arguments: Any = arguments, claimed: Any = claimed) -> None:
                claimed.copy_to_device(np.zeros(1, np.int64))
                launch(*arguments, claimed)

            spent, spent_claiming = seconds(functools.partial(by_stride, *arguments)), seconds(claim)
            moves = int(written.copy_to_host()["moves"].sum(dtype=np.int64))
            row(f"{players} players, {bot}, kernel alone", most, moves, spent)
            row(f"{players} players, {bot}, kernel alone, claiming", most, moves, spent_claiming)


def random_choice() -> Any:
    """A kernel that picks a random legal action of each game."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def choose(allowed: Any, dice: Any, actions: Any) -> None:
        for game in range(cuda.grid(1), actions.size, cuda.gridsize(1)):
            count = 0
            for action in range(allowed.shape[1]):
                count += allowed[game, action]
            choice = roll(dice[game], count)
            for action in range(allowed.shape[1]):
                choice -= allowed[game, action]
                if choice < 0:
                    actions[game] = action
                    break

    return choose


def side_by_side() -> None:
    """Observation, mask, a random choice, a step and new deals, driven from Python, and choosing alone."""
    gpu = batch.load_gpu()
    choose, grid = random_choice(), (-(-SIDE_BY_SIDE // gpu.THREADS), gpu.THREADS)
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
        choosing = functools.partial(choose[grid], games.allowed.array, dice, actions)

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
