"""Games between bots by the thousand or the billion, counted as they are played, so that an interrupt loses nothing."""

import hashlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from skipbo import batch
from skipbo.batch import loops
from skipbo.batch.devices import check_device
from skipbo.bots.bot import find_bots
from skipbo.bots.ladder import workspaces_for
from skipbo.bots.seeds import Seed
from skipbo.errors import Malformed
from skipbo.game.game import cards_dealt, outcome_of
from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import BLOCKED, GOING_ON, States, new_states
from skipbo.record import Record, RecordWriter, assemble_record, default_seats

# Games between two looks at an interrupt or a progress bar; a GPU needs many at a time.
CHUNK = {"cpu": 2_000, "cuda": 1 << 20}
LOGGED = 16  # games with records that a core plays at a time
MOST_MOVES = 20_000  # room for a game in a record; the longest of a million had a tenth of this
MOST_SHUFFLES = 500
DECK = 180


class GameTally:
    """Counts over games."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.games = self.moves = self.turns = self.blocked = self.unfinished = 0
        self.seconds = 0.0
        self.wins = [0] * table.players

    def add(self, results: States, seconds: float) -> None:
        self.games += results.size
        self.seconds += seconds
        self.moves += int(results["moves"].sum(dtype=np.int64))
        self.turns += int(results["turns"].sum(dtype=np.int64))
        self.blocked += int((results["how"] == BLOCKED).sum())
        self.unfinished += int((results["how"] == GOING_ON).sum())
        for team, side in enumerate(self.table.sides):
            for seat in side:
                self.wins[seat] += int((results["winner"] == team).sum())

    def as_dict(self) -> dict[str, Any]:
        games, seconds = max(self.games, 1), max(self.seconds, 1e-9)
        return {
            "games": self.games,
            "seconds": self.seconds,
            "moves": self.moves,
            "turns": self.turns,
            "moves_per_game": self.moves / games,
            "turns_per_game": self.turns / games,
            "moves_per_s": self.moves / seconds,
            "games_per_s": self.games / seconds,
            "wins": self.wins,
            "blocked": self.blocked,
            "blocked_share": self.blocked / games,
            "unfinished": self.unfinished,
        }


def check_options(table: Table, bots: Sequence[str], device: str, writes: bool) -> None:
    """Raises `Malformed` for options that cannot be used, before anything is written."""
    find_bots(bots, table)
    if writes and device != "cpu":
        raise Malformed("device", _("Records are written on the cpu only: leave out the device, or the records."))
    check_device(device)


def simulate(
    table: Table,
    bots: Sequence[str],
    games: int,
    seed: Seed,
    *,
    jobs: int = 1,
    device: str = "cpu",
    records: RecordWriter | None = None,
    on_progress: Callable[[int], object] = lambda _games: None,
) -> GameTally:
    """Plays games and counts them; interrupted, it returns the counts until then.

    Game number n of a seed is the same game whatever the jobs, the device and the number of games. With records the
    jobs share the playing; the making of records is Python and takes turns.
    """
    tally = GameTally(table)
    try:
        _simulate(tally, bots, games, seed, jobs, device, records, on_progress)
    except KeyboardInterrupt:
        if tally.games == 0:
            raise
    return tally


def _simulate(
    tally: GameTally,
    bots: Sequence[str],
    games: int,
    seed: Seed,
    jobs: int,
    device: str,
    records: RecordWriter | None,
    on_progress: Callable[[int], object],
) -> None:
    table = tally.table
    check_options(table, bots, device, writes=records is not None)
    numbers = find_bots(bots, table)
    if records is not None:
        GameLogger(table, bots, seed).play(0)  # compiles, if needed, before the clock starts
        begun = time.perf_counter()
        for result, record in logged_games(table, bots, games, seed, jobs):
            with interrupts_held():  # a game is written and counted, or neither
                if record is not None:
                    records.write(record)
                now = time.perf_counter()
                tally.add(result, now - begun)
                begun = now
            on_progress(1)
        return
    batch.play_games(table, numbers, seed, batch.new_results(1), device=device)  # to compile
    chunk = CHUNK.get(device, 1) * (jobs if device == "cpu" else 1)
    for first in range(0, games, chunk):
        results = batch.new_results(min(chunk, games - first))
        begun = time.perf_counter()
        batch.play_games(table, numbers, seed, results, first=first, jobs=jobs, device=device)
        tally.add(results, time.perf_counter() - begun)
        on_progress(results.size)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Delays Ctrl-C to the end of the block, because an interrupt in the middle would damage a compressed file."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread is interrupted
        yield
        return
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        raise KeyboardInterrupt


LoggedGame = tuple[States, Record | None]  # the result, and the record unless the game was given up


def logged_games(table: Table, bots: Sequence[str], games: int, seed: Seed, jobs: int) -> Iterator[LoggedGame]:
    """The first games of a seed in order, with their records; so many threads play at a time."""
    if jobs <= 1:
        logger = GameLogger(table, bots, seed)
        yield from map(logger.log, range(games))
        return
    loggers = [GameLogger(table, bots, seed) for _job in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        for first in range(0, games, LOGGED * jobs):
            parts = (range(begin, min(begin + LOGGED, games)) for begin in range(first, games, LOGGED))
            for played in pool.map(GameLogger.log_all, loggers, parts):
                yield from played


class GameLogger:
    """Plays the numbered games of a seed one by one, and keeps what the record of the last one needs."""

    def __init__(self, table: Table, bots: Sequence[str], seed: Seed) -> None:
        self.table = table
        self._bots = find_bots(bots, table)
        self._seats = default_seats(table.players, list(bots))
        self._seed = batch.seed_words(seed)
        self._dice = batch.new_dice()
        self._workspaces = workspaces_for(self._bots)
        self._moves = np.zeros(MOST_MOVES, np.uint8)
        self._shuffles = np.zeros(MOST_SHUFFLES * DECK, np.uint8)
        self._ends = np.zeros(MOST_SHUFFLES + 1, np.int64)
        self._dealt = new_states()
        self._states = table.states()
        self._made = self._begun = 0

    def play(self, number: int) -> States:
        """Plays a game; returns its result."""
        self._states = self.table.states()
        results = batch.new_results(1)
        self._made, self._begun = loops.play_logged(
            self._states,
            self._dice,
            self._seed,
            number,
            self._bots,
            self._workspaces,
            self._dealt,
            self._moves,
            self._shuffles,
            self._ends,
            results,
        )
        return results

    def log(self, number: int) -> LoggedGame:
        """Plays a game; returns its result, and its record unless the game was given up."""
        result = self.play(number)
        return result, None if result["how"][0] == GOING_ON else self.record()

    def log_all(self, numbers: Sequence[int]) -> list[LoggedGame]:
        return [self.log(number) for number in numbers]

    def record(self) -> Record:
        """The record of the game just played."""
        table, dealt = self.table, self._dealt
        stocks, draw = cards_dealt(table, dealt)
        key = dealt["key"][0].tobytes()
        dealer, first = int(dealt["dealer"][0]), int(dealt["first"][0])
        moves, seat = [], first
        for code in self._moves[: self._made].tolist():
            move = Move.from_code(code, seat, table.players, table.teams)
            moves.append(str(move))
            seat = (seat + move.ends_turn) % table.players
        return assemble_record(
            table=table,
            seats=self._seats,
            dealer=dealer if dealer < table.players else None,
            first=first,
            stocks=stocks,
            draw=draw,
            shuffles=[self._shuffles[self._ends[k] : self._ends[k + 1]].tolist() for k in range(self._begun)],
            moves=moves,
            outcome=outcome_of(table, self._states),
            seed=key.hex(),
            commitment=hashlib.sha256(key).hexdigest(),
        )
