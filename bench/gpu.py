"""The GPU compared with the cores: whether the games are the same, byte for byte, and how fast they are.

    python -m bench.gpu [GAMES]

Final states are compared by their digests: for every edition, number of players and partnership the first games of a
seed are played on the GPU and on the cores. Then the speed of whole games, deals and shuffles included.
"""

import hashlib
import os
import statistics
import sys
import time

import numpy as np

from bench.soak import tables
from skipbo import batch
from skipbo.bots import find_bots
from skipbo.game.table import Table

SEED = "gpu"
COMPARED = {
    "eager": 10_000,
    "random": 10_000,
    "tidy": 10_000,
    "expert": 1000,
    "planner": 1000,
    "champion": 1000,
    "casual": 1000,
}
REPEATS = 5


def digest(results: np.ndarray) -> str:
    return hashlib.sha256(results.tobytes()).hexdigest()[:16]


def play(table: Table, bot: str, games: int, device: str, digests: bool = True) -> tuple[np.ndarray, float]:
    bots, results = find_bots([bot], table), batch.new_results(games)
    begun = time.perf_counter()
    batch.play_games(table, bots, SEED, results, digests=digests, jobs=os.cpu_count() or 1, device=device)
    return results, time.perf_counter() - begun


def compare() -> int:
    different = 0
    for name, table in tables():
        for bot, games in COMPARED.items():
            on_gpu, on_cores = play(table, bot, games, "cuda")[0], play(table, bot, games, "cpu")[0]
            equal = on_gpu.tobytes() == on_cores.tobytes()
            different += not equal
            print(f"{name:<30} {bot:<8} {digest(on_gpu)} {digest(on_cores)} {'equal' if equal else 'DIFFERENT'}")
    return different


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


def speed(most: int) -> None:
    for players in (2, 4, 6):
        table = Table.of(players=players)
        for bot, games in (("eager", most), ("random", most), ("tidy", most), ("planner", most // 16)):
            play(table, bot, games, "cuda", digests=False)
            runs = [play(table, bot, games, "cuda", digests=False) for _run in range(REPEATS)]
            moves = int(runs[0][0]["moves"].sum(dtype=np.int64))
            seconds = statistics.median(run[1] for run in runs)
            print(
                f"{players} players, {bot:<7} {games:,} games: {moves / seconds / 1e9:6.2f} G moves/s, "
                f"{games / seconds / 1e6:6.2f} M games/s ({seconds * 1e3:.1f} ms, median of {REPEATS})",
                flush=True,
            )


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    gpu = batch.load_gpu()
    print(gpu.cuda.get_current_device().name, f"{gpu.resident_blocks()} blocks of {gpu.THREADS} threads")
    speed(games)
    return 1 if compare() + compare_batches() else 0


if __name__ == "__main__":
    raise SystemExit(main())
