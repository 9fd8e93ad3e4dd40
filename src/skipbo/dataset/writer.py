"""Writes a dataset: the shards that are missing, on all cores, then its card."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skipbo.dataset.card import card
from skipbo.dataset.plan import DatasetPlan
from skipbo.dataset.shards import DECISIONS, GAMES, ShardTask, decisions_in, games_in
from skipbo.draft import drafted
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.run_folder import explain_disk_errors, open_run_folder
from skipbo.workers import LocalWorkers

CARD = "README.md"


@dataclass
class Written:
    """What there is of a dataset."""

    games: int = 0
    decisions: int = 0
    bytes: int = 0
    new_games: int = 0  # of this run
    seconds: float = 0.0  # of this run
    stopped: KeyboardInterrupt | None = None

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "decisions": self.decisions,
            "bytes": self.bytes,
            "seconds": self.seconds,
            "games_per_s": self.new_games / self.seconds if self.seconds else None,
        }


def write_dataset(
    plan: DatasetPlan, folder: Path, *, jobs: int = 1, on_progress: Callable[[int], object] = lambda _games: None
) -> Written:
    """Writes the shards that the folder does not have yet. Interrupted, it returns what there is.

    `on_progress` is called with games that are done, from several threads.
    """
    with open_run_folder(folder, plan.manifest()):
        written, missing = look_at(plan, folder)
        on_progress(written.games)
        before = written.games
        if missing:
            with explain_disk_errors(folder):
                (folder / CARD).unlink(missing_ok=True)  # it would say how many games there were before
                for table in (DECISIONS, GAMES):
                    (folder / table).mkdir(exist_ok=True)
            try:
                write_shards(plan, folder, missing, jobs, written, on_progress)
            except KeyboardInterrupt as stopped:
                written.stopped = stopped
            written.new_games = written.games - before
        written.bytes = size_of(folder)
        if written.stopped is None:
            with explain_disk_errors(folder), drafted(folder / CARD) as draft:
                draft.write_text(card(plan, written.decisions, written.bytes), "utf-8")
    return written


def look_at(plan: DatasetPlan, folder: Path) -> tuple[Written, list[int]]:
    """Returns what there is already, and the shards that are missing. Raises `Malformed` if there are more games."""
    there = games_in(plan, folder)
    if there > plan.games:
        raise Malformed(
            "games", _("{folder} holds {count} games: ask for as many, or for more.").format(folder=folder, count=there)
        )
    written, missing = Written(), []
    for shard in range(plan.shards):
        decisions = decisions_in(plan, folder, shard)
        if decisions is None:
            missing.append(shard)
        else:
            written.decisions += decisions
            written.games += len(plan.games_of(shard))
    return written, missing


def write_shards(
    plan: DatasetPlan,
    folder: Path,
    missing: list[int],
    jobs: int,
    written: Written,
    on_progress: Callable[[int], object],
) -> None:
    task = ShardTask(plan, folder, missing, on_progress)
    with LocalWorkers(jobs).run(task, range(len(missing)), size=lambda _device: 1) as pieces:
        try:
            for piece in pieces:
                written.seconds += piece.elapsed
                written.decisions += piece.result
                written.games += len(plan.games_of(missing[piece.numbers.start]))
        except BaseException:
            task.stop()
            raise


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*/*.parquet"))
