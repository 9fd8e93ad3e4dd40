"""A shard: some games of a dataset in two files. It counts when both are whole, and depends on its number alone."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow
import pyarrow.parquet

from skipbo.dataset.plan import DatasetPlan
from skipbo.dataset.players import ShardPlayer, player_of
from skipbo.dataset.tables import decisions_schema, decisions_table, encoding_of, games_schema, games_table
from skipbo.draft import drafted
from skipbo.run_folder import explain_disk_errors

DECISIONS, GAMES = "decisions", "games"  # folders, and tables


class Stopped(Exception):
    """The run ends before its last shard."""


def path_of(folder: Path, table: str, shard: int) -> Path:
    return folder / table / f"{shard:05}.parquet"


def decisions_in(plan: DatasetPlan, folder: Path, shard: int) -> int | None:
    """The number of decisions of a shard; None if it is not there, not whole, or has other games than the plan.

    Both files are read to their ends: every page has a checksum, and a disk may have lost what a footer promises.
    """
    try:
        games = pyarrow.concat_tables(row_groups(path_of(folder, GAMES, shard)))
        decisions = sum(group.num_rows for group in row_groups(path_of(folder, DECISIONS, shard)))
    except (OSError, pyarrow.ArrowException):
        return None
    moves = sum(games["moves"].to_pylist())
    return decisions if games["game"].to_pylist() == [*plan.games_of(shard)] and moves == decisions else None


def row_groups(path: Path) -> Iterator[pyarrow.Table]:
    with pyarrow.parquet.ParquetFile(path, page_checksum_verification=True) as file:
        yield from map(file.read_row_group, range(file.num_row_groups))


def games_in(plan: DatasetPlan, folder: Path) -> int:
    """The number after that of the last game in a folder, whole or not."""
    paths = {int(path.stem): path for path in (folder / GAMES).glob("*.parquet") if path.stem.isdecimal()}
    last = max(paths, default=None)
    try:
        return 0 if last is None else last * plan.shard + pyarrow.parquet.read_metadata(paths[last]).num_rows
    except (OSError, pyarrow.ArrowException):
        return 0


class ShardTask:
    """A task of workers of this machine, which writes shards; its result is how many decisions they have."""

    devices = ("cpu",)

    def __init__(
        self, plan: DatasetPlan, folder: Path, shards: Sequence[int], on_games: Callable[[int], object]
    ) -> None:
        self._plan, self._folder, self._shards, self._on_games = plan, folder, shards, on_games
        self._stopping = Event()

    def stop(self) -> None:
        """Ends the shards in work with the games that are being played."""
        self._stopping.set()

    @contextmanager
    def open(self, device: str) -> Iterator[Callable[[range], int]]:  # noqa: ARG002  # it is a core
        with closing(player_of(self._plan)) as player:
            yield partial(self._write_all, player)

    def _note(self, games: int) -> None:
        self._on_games(games)
        if self._stopping.is_set():
            raise Stopped

    def _write_all(self, player: ShardPlayer, places: range) -> int:
        return sum(self._write(player, self._shards[place]) for place in places)

    def _write(self, player: ShardPlayer, shard: int) -> int:
        """Writes both files under other names; that of the games, which is renamed last, makes the shard count."""
        plan, numbers, decisions = self._plan, self._plan.games_of(shard), 0
        with explain_disk_errors(self._folder), ExitStack() as files:
            games_file = files.enter_context(table_file(path_of(self._folder, GAMES, shard), games_schema(plan)))
            schema = decisions_schema(plan)
            decisions_file = files.enter_context(table_file(path_of(self._folder, DECISIONS, shard), schema))
            while numbers:
                played = player.play(numbers, self._note)
                decisions_file.write_table(decisions_table(plan, played))
                games_file.write_table(games_table(plan, played))
                decisions += played.actions.size
                numbers = numbers[played.results.size :]
        return decisions


@contextmanager
def table_file(path: Path, schema: pyarrow.Schema) -> Iterator[Any]:
    """A writer of a Parquet file, which is there only when it is complete and on the disk."""
    with drafted(path) as draft, draft.open("wb") as file:
        with pyarrow.parquet.ParquetWriter(file, schema, **encoding_of(schema)) as writer:
            yield writer
        file.flush()
        os.fsync(file.fileno())
