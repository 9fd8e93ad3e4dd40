"""The GPU compared with the cores: how fast it is, and whether the games are the same, byte for byte.

    python -m bench.gpu [GAMES]
    python -m bench.gpu --compile-only

First the speed of whole games, deals and shuffles included, and of games side by side (`gpu_speed`). Then final states
are compared by their digests: for every edition, number of players and partnership the first games of a seed are played
on the GPU and on the cores. So are games side by side, step by step, and what PyTorch and JAX read of them where they
are installed (`gpu_side_by_side`). `--compile-only` needs no GPU (`gpu_code`).
"""

import hashlib
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context

import numpy as np

from bench.gpu_code import compile_all
from bench.gpu_side_by_side import compare_packages, compare_side_by_side
from bench.gpu_speed import SEED, kernels_alone, pieces, play, side_by_side, whole_games
from bench.soak import tables
from skipbo import batch
from skipbo.bots import find_bots
from skipbo.game.table import Table

COMPARED = {
    "eager": 10_000,
    "random": 10_000,
    "tidy": 10_000,
    "expert": 1000,
    "planner": 1000,
    "champion": 1000,
    "casual": 1000,
}


def digest(results: np.ndarray) -> str:
    return hashlib.sha256(results.tobytes()).hexdigest()[:16]


def compare_at_every_table() -> int:
    """Each table has a process of its own, because compiling its loops takes longer than playing."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(compare_at, count(), *zip(*tables(), strict=True)))


def compare_at(number: int, name: str, table: Table) -> int:
    different = 0
    for bot, games in COMPARED.items():
        on_gpu, on_cores = play(table, bot, games, "cuda")[0], play(table, bot, games, "cpu")[0]
        equal = on_gpu.tobytes() == on_cores.tobytes()
        different += not equal
        said = "equal" if equal else "DIFFERENT"
        print(f"{name:<30} {bot:<8} {digest(on_gpu)} {digest(on_cores)} {said}", flush=True)
    return different + compare_side_by_side(name, table, first_seat=number)


def compare_batches(games: int = 10_000, steps: int = 100) -> int:
    """Compares deal, legal, pick, step, observe, sample and play_out over arrays on both."""
    table = Table.of(players=4, partners=True)
    answers = []
    for device in ("cpu", "cuda"):
        states, (keys, dice) = table.states(games), batch.seed_games(games, SEED)
        masks, moves, results = batch.new_masks(games), batch.new_moves(games), batch.new_results(games)
        batch.deal(states, keys, device=device)
        for _step in range(steps):
            batch.legal(states, masks, device=device)
            batch.pick(masks, dice, moves, device=device)
            assert batch.step(states, moves, device=device) == int((moves < 0).sum())
        seen, samples = batch.new_observations(games), table.states(games)
        batch.observe(states, seen, device=device)
        batch.sample(states, keys, samples, device=device)
        batch.play_out(states, dice, find_bots(["eager"], table), results, device=device)
        answers.append(b"".join(each.tobytes() for each in (states, dice, results, seen, samples)))
    equal = answers[0] == answers[1]
    print(f"deal, legal, pick, step, observe, sample, play_out over {games} games: {'equal' if equal else 'DIFFERENT'}")
    return not equal


def main() -> int:
    if sys.argv[1:] == ["--compile-only"]:
        compile_all()
        return 0
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    gpu = batch.load_gpu()
    print(gpu.cuda.get_current_device().name, f"{gpu.resident_blocks()} blocks of {gpu.THREADS} threads")
    whole_games(games)
    pieces(games)
    kernels_alone(games)
    side_by_side()
    different = compare_batches() + compare_packages() + compare_at_every_table()
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
