"""A long measurement of games in parts, a file each: on all cores, with progress, and a second run goes on."""

import argparse
import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.bot import parameters_of
from skipbo.bots.searcher.strength import strengths_of
from skipbo.draft import drafted
from skipbo.errors import SkipboError
from skipbo.game.table import Table
from skipbo.run_folder import open_run_folder
from skipbo.workers import LocalWorkers, Task
from skipbo.workers.local import cores_here

PART = 50  # games
SURE = 1.96  # standard errors: 95 %

Arrays = Mapping[str, NDArray[Any]]
Numbers = NDArray[np.float64]


def measured(
    task: Task[Arrays], games: int, folder: Path, manifest: dict[str, Any], jobs: int = 0
) -> dict[str, NDArray[Any]]:
    """The results of all games, one after the other along the first axis of each array.

    The manifest has everything that a result depends on. Raises `Malformed` for a folder that has another.
    """
    parts = [range(first, min(first + PART, games)) for first in range(0, games, PART)]
    with open_run_folder(folder, manifest):
        done = next((part.start for part in parts if not _file(folder, part).exists()), games)
        workers = LocalWorkers(jobs or cores_here())
        with workers.run(task, range(done, games), lambda _device: PART) as pieces:
            for piece in pieces:
                with drafted(_file(folder, piece.numbers)) as draft, draft.open("wb") as file:
                    np.savez_compressed(file, **piece.result)  # type: ignore[arg-type]
                print(f"\r{piece.numbers.stop:,} of {games:,} games", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        read = [dict(np.load(_file(folder, part))) for part in parts]
    return {name: np.concatenate([part[name] for part in read]) for name in read[0]}


def _file(folder: Path, part: range) -> Path:
    return folder / f"{part.start}-{part.stop}.npz"


def mean_and_error(sums: Numbers, counts: Numbers) -> tuple[float, float]:
    """The mean of what was counted, and its standard error, from sums and counts by game."""
    mean = float(sums.sum() / counts.sum())
    return mean, float(((sums - mean * counts) ** 2).sum() ** 0.5 / counts.sum())


def fingerprint(table: Table) -> str:
    """Another one for other weights of the planner, or other strengths, at a table."""
    return hashlib.sha256(parameters_of("planner", table).tobytes() + strengths_of(table).tobytes()).hexdigest()


def run(measure: Callable[[], None]) -> int:
    """Measures and prints; returns the exit status."""
    try:
        measure()
    except KeyboardInterrupt:
        print("\nInterrupted. The same command goes on from there.", file=sys.stderr)
        return 1
    except SkipboError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def add_options(parser: argparse.ArgumentParser, games: int, worlds: int, folder: str) -> None:
    parser.add_argument("games", type=int, nargs="?", default=games, help=f"(default: {games:,})")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--partners", action="store_true")
    parser.add_argument("--stock", type=int)
    parser.add_argument("--worlds", type=int, default=worlds, help=f"(default: {worlds})")
    parser.add_argument("--jobs", type=int, default=0, help="cores to use; 0: all")
    parser.add_argument("--folder", type=Path, default=Path("bench/build") / folder, help="keeps what is measured")


def table_of(options: argparse.Namespace) -> Table:
    return Table.of(players=options.players, partners=options.partners, stock=options.stock)
