"""A shard: some games of a dataset in two files. It counts when both are whole, and depends on its number alone."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet

from skipbo import batch
from skipbo.batch import decision_loops
from skipbo.batch.simulation import MOST_MOVES
from skipbo.bots.bot import find_bots
from skipbo.bots.ladder import workspaces_for
from skipbo.dataset.plan import DatasetPlan
from skipbo.dataset.tables import (
    PlayedGames,
    decisions_schema,
    decisions_table,
    deck_width,
    encoding_of,
    games_schema,
    games_table,
    packed_width,
)
from skipbo.draft import drafted
from skipbo.kernel.layout import new_states
from skipbo.run_folder import explain_disk_errors

DECISIONS, GAMES = "decisions", "games"  # folders, and tables
ROOM = 1 << 24  # bytes of observations and masks that a row group may have: it bounds the memory of a core
MOST_GAMES = 4096  # of a row group


class Stopped(Exception):
    """The run ends before its last shard."""


def path_of(folder: Path, table: str, shard: int) -> Path:
    return folder / table / f"{shard:05}.parquet"


def decisions_in(plan: DatasetPlan, folder: Path, shard: int) -> int | None:
    """The number of decisions of a shard; None if it is not there, not whole, or has other games than the plan."""
    try:
        games = pyarrow.parquet.read_table(path_of(folder, GAMES, shard), columns=["game", "moves"])
        decisions = pyarrow.parquet.read_metadata(path_of(folder, DECISIONS, shard)).num_rows
    except (OSError, pyarrow.ArrowException):
        return None
    moves = sum(games["moves"].to_pylist())
    return decisions if games["game"].to_pylist() == [*plan.games_of(shard)] and moves == decisions else None


def games_in(plan: DatasetPlan, folder: Path) -> int:
    """The number after that of the last game in a folder, whole or not."""
    paths = sorted((folder / GAMES).glob("*.parquet"))
    try:
        return int(paths[-1].stem) * plan.shard + pyarrow.parquet.read_metadata(paths[-1]).num_rows if paths else 0
    except (OSError, pyarrow.ArrowException):
        return 0


class ShardPlayer:
    """Plays the games of shards in arrays that it uses again and again."""

    def __init__(self, plan: DatasetPlan) -> None:
        self._plan, self._table = plan, plan.table.states()
        self._bots, self._seed = find_bots(plan.bots, plan.table), batch.seed_words(plan.seed)
        self._workspaces = workspaces_for(self._bots)
        self._states, self._dice = plan.table.states(), batch.new_dice()
        width = plan.interface.width + packed_width(plan)
        room, games = max(2 * MOST_MOVES, ROOM // width), min(MOST_GAMES, plan.shard)
        self._rows, self._records = plan.interface.new_rows(room)
        self._legal = np.zeros((room, packed_width(plan)), np.uint8)
        self._seats, self._actions = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
        self._payoffs = np.zeros(room, np.float32)
        self._decks, self._dealt = np.zeros((games, deck_width(plan)), np.uint8), new_states(games)
        self._results = batch.new_results(games)

    def play(self, numbers: range) -> PlayedGames:
        """Plays as many of these games as there is room for; at least one."""
        wanted = min(len(numbers), self._results.size)
        games, rows = decision_loops.play_decisions(
            self._states,
            self._dice,
            self._table,
            self._seed,
            numbers.start,
            self._bots,
            self._workspaces,
            MOST_MOVES,
            self._decks,
            self._dealt,
            self._results[:wanted],
            self._records,
            self._legal,
            self._seats,
            self._actions,
            self._payoffs,
        )
        return PlayedGames(
            numbers.start,
            self._dealt[:games],
            self._decks[:games],
            self._results[:games],
            self._rows[:rows],
            self._legal[:rows],
            self._seats[:rows],
            self._actions[:rows],
            self._payoffs[:rows],
        )


class ShardTask:
    """A task of workers of this machine, which writes shards; its result is how many decisions they have."""

    devices = ("cpu",)

    def __init__(
        self, plan: DatasetPlan, folder: Path, shards: Sequence[int], on_games: Callable[[int], object]
    ) -> None:
        self._plan, self._folder, self._shards, self._on_games = plan, folder, shards, on_games
        self._stopping = Event()

    def stop(self) -> None:
        """Ends the shards in work after their row groups."""
        self._stopping.set()

    def open(self, device: str) -> AbstractContextManager[Callable[[range], int]]:  # noqa: ARG002  # it is a core
        player = ShardPlayer(self._plan)
        player.play(range(1))  # compiles, if needed, before a clock runs
        return nullcontext(partial(self._write_all, player))

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
                if self._stopping.is_set():
                    raise Stopped
                played = player.play(numbers)
                decisions_file.write_table(decisions_table(plan, played))
                games_file.write_table(games_table(plan, played))
                decisions += played.actions.size
                numbers = numbers[played.results.size :]
                self._on_games(played.results.size)
        return decisions


@contextmanager
def table_file(path: Path, schema: pyarrow.Schema) -> Iterator[Any]:
    """A writer of a Parquet file, which is there only when it is complete and on the disk."""
    with drafted(path) as draft, draft.open("wb") as file:
        with pyarrow.parquet.ParquetWriter(file, schema, **encoding_of(schema)) as writer:
            yield writer
        file.flush()
        os.fsync(file.fileno())
