"""`make soak`: plays games of every edition, number of players and partnership, and checks all invariants.

An interrupted run is continued; `--fresh` starts again. Exit status 1 if anything was broken.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from skipbo import batch
from skipbo.bots import find_bots
from skipbo.editions import EDITIONS
from skipbo.game.table import Table
from skipbo.kernel.status import Status

DONE = Path(__file__).parent / "build" / "soak.json"
CHUNK = {"cpu": 4_000, "cuda": 1 << 20}


def tables() -> Iterator[tuple[str, Table]]:
    for edition in EDITIONS:
        for players in range(2, 7):
            yield f"{edition}, {players} players", Table.of(edition, players=players)
            if players in (4, 6):
                yield f"{edition}, {players} partners", Table.of(edition, players=players, partners=True)


def soak(name: str, table: Table, games: int, jobs: int, device: str, every_move: bool) -> dict[str, float]:
    """Plays half of the games between eager bots, half with a random bot at every other seat."""
    lineups = [["eager"] * table.players, (["eager", "random"] * 3)[: table.players]]
    begun, moves, faults, blocked, played = time.perf_counter(), 0, 0, 0, 0
    for number, lineup in enumerate(lineups):
        half = games // 2 + (games % 2 if number == 0 else 0)
        bots = find_bots(lineup, table)
        chunk = CHUNK[device] * (jobs if device == "cpu" else 1)
        for first in range(0, half, chunk):
            results = batch.new_results(min(chunk, half - first))
            batch.soak(
                table,
                bots,
                f"{name}, {number}",
                results,
                first=first,
                every_move=every_move,
                jobs=jobs,
                device=device,
            )
            played += results.size
            moves += int(results["moves"].sum(dtype=np.int64))
            blocked += int((results["how"] == 2).sum())
            for game in np.flatnonzero(results["digest"]):
                faults += 1
                broken = int(results["digest"][game])
                print(
                    f"\n{name}: game {first + game} of seed “{name}, {number}”: {Status(broken & 0xFFFF)!r} {broken:#x}"
                )
            print(f"\r{name:<30} {played:>13,} of {games:,} games", end="", flush=True)
    seconds = time.perf_counter() - begun
    print(f", {moves:,} moves, {blocked / max(played, 1):.2%} blocked, {faults} broken, {seconds:.1f} s", flush=True)
    return {"games": played, "moves": moves, "blocked": blocked, "broken": faults, "seconds": seconds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of every kind")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--every-turn", action="store_true", help="check after every turn, not after every move")
    parser.add_argument("--fresh", action="store_true", help="start again instead of continuing an interrupted run")
    options = parser.parse_args()
    done: dict[str, dict[str, float]] = {}
    if DONE.exists() and not options.fresh:
        done = json.loads(DONE.read_text())
    for name, table in tables():
        key = f"{name}, {options.games} games, {options.device}"
        if key not in done:
            done[key] = soak(name, table, options.games, options.jobs, options.device, not options.every_turn)
            DONE.parent.mkdir(exist_ok=True)
            DONE.write_text(json.dumps(done, indent=1))
    DONE.unlink()
    games, moves = sum(row["games"] for row in done.values()), sum(row["moves"] for row in done.values())
    broken = sum(row["broken"] for row in done.values())
    print(f"{len(done)} kinds, {games:,.0f} games, {moves:,.0f} moves, {broken:,.0f} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
