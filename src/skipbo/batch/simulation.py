"""Games between bots by the thousand or the billion, counted as they are played, so that an interrupt loses nothing."""

import hashlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo import batch
from skipbo.batch import loops
from skipbo.batch.devices import DEVICES, check_workers
from skipbo.bots.bot import find_bots
from skipbo.bots.ladder import Bots, workspaces_for
from skipbo.bots.seeds import Seed
from skipbo.errors import Malformed
from skipbo.game.game import cards_dealt, outcome_of
from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import BLOCKED, GOING_ON, States, new_states
from skipbo.record import Record, RecordWriter, assemble_record, default_seats
from skipbo.workers import LocalWorkers, Pace, Piece, Workers, WorkersLost

# Games of a worker's first piece, and the most of a later one: no interrupt and no progress between two pieces
FIRST_GAMES = {"cpu": 2_000, "cuda": 1 << 20}
MOST_GAMES = 1 << 20
FIRST_LOGGED = {"cpu": 16}  # the same for games with records
MOST_LOGGED = 1_000
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
        self.stopped: KeyboardInterrupt | WorkersLost | None = None  # what ended the games before the last

    @classmethod
    def from_dict(cls, table: Table, counts: dict[str, Any]) -> "GameTally":
        """The tally that `as_dict` gave."""
        tally = cls(table)
        for name in ("games", "moves", "turns", "blocked", "unfinished", "wins"):
            if type(counts[name]) is not type(getattr(tally, name)):
                raise TypeError(name)
            setattr(tally, name, counts[name])
        tally.seconds = float(counts["seconds"])
        return tally

    def add(self, results: States) -> None:
        self.games += results.size
        self.moves += int(results["moves"].sum(dtype=np.int64))
        self.turns += int(results["turns"].sum(dtype=np.int64))
        self.blocked += int((results["how"] == BLOCKED).sum())
        self.unfinished += int((results["how"] == GOING_ON).sum())
        for team, side in enumerate(self.table.sides):
            for seat in side:
                self.wins[seat] += int((results["winner"] == team).sum())

    def merge(self, other: "GameTally") -> None:
        """Adds the games of another tally; its time may have been the same time."""
        self.games += other.games
        self.moves += other.moves
        self.turns += other.turns
        self.blocked += other.blocked
        self.unfinished += other.unfinished
        self.wins = [one + more for one, more in zip(self.wins, other.wins, strict=True)]

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


def check_options(table: Table, bots: Sequence[str], workers: Workers, writes: bool) -> None:
    """Raises `Malformed` for options that cannot be used, before anything is written."""
    find_bots(bots, table)
    if writes and "cpu" not in workers.devices:
        raise Malformed("device", _("Records are written on the cpu only: leave out the device, or the records."))
    check_workers(workers)


def simulate(
    table: Table,
    bots: Sequence[str],
    games: int,
    seed: Seed,
    *,
    workers: Workers | None = None,
    records: RecordWriter | None = None,
    tally: GameTally | None = None,
    on_progress: Callable[[int], object] = lambda _games: None,
) -> GameTally:
    """Plays games and counts them; interrupted, or without any workers left, it returns the counts until then.

    Game number n of a seed is the same game whatever the workers and the number of games. By default this thread plays.
    With a tally of the first games, it goes on after them and adds to it. Games with records begin with the first.
    """
    workers = workers or LocalWorkers()
    check_options(table, bots, workers, writes=records is not None)
    tally = tally or GameTally(table)
    try:
        if records is None:
            _count(tally, CountedGames(table, find_bots(bots, table), seed), games, workers, on_progress)
        else:
            _write(tally, LoggedGames(table, tuple(bots), seed), games, workers, records, on_progress)
    except (KeyboardInterrupt, WorkersLost) as stopped:
        if tally.games == 0:
            raise
        tally.stopped = stopped
    return tally


def _count(
    tally: GameTally, task: "CountedGames", games: int, workers: Workers, on_progress: Callable[[int], object]
) -> None:
    pace = Pace(FIRST_GAMES, MOST_GAMES, workers.piece_seconds)
    with workers.run(task, range(tally.games, games), pace.size) as pieces:
        for piece in pieces:
            pace.note(piece)
            tally.merge(piece.result)
            tally.seconds += piece.elapsed
            on_progress(len(piece.numbers))


def _write(
    tally: GameTally,
    task: "LoggedGames",
    games: int,
    workers: Workers,
    records: RecordWriter,
    on_progress: Callable[[int], object],
) -> None:
    pace = Pace(FIRST_LOGGED, MOST_LOGGED, workers.piece_seconds)
    piece: Piece[list[LoggedGame]]
    with workers.run(task, range(games), pace.size) as pieces:
        for piece in pieces:
            pace.note(piece)
            tally.seconds += piece.elapsed
            for result, record in piece.result:
                with interrupts_held():  # a game is written and counted, or neither
                    if record is not None:
                        records.write(record)
                    tally.add(result)
                on_progress(1)


@dataclass(frozen=True)
class CountedGames:
    """The numbered games of a seed, of which only counts are kept."""

    table: Table
    bots: Bots
    seed: Seed
    devices = DEVICES

    def open(self, device: str) -> AbstractContextManager[Callable[[range], GameTally]]:
        def play(numbers: range) -> GameTally:
            tally, results = GameTally(self.table), batch.new_results(len(numbers))
            batch.play_games(self.table, self.bots, self.seed, results, first=numbers.start, device=device)
            tally.add(results)
            return tally

        play(range(1))  # compiles, if needed, before a clock runs
        return nullcontext(play)


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


class LoggedGames:
    """The numbered games of a seed with their records. Making those is Python, which takes turns in threads."""

    devices = ("cpu",)

    def __init__(self, table: Table, bots: Sequence[str], seed: Seed) -> None:
        self._table, self._names, self._seed = table, bots, seed
        self._bots = find_bots(bots, table)  # here: another machine may not have the files of weights

    def open(self, device: str) -> AbstractContextManager[Callable[[range], list[LoggedGame]]]:  # noqa: ARG002
        logger = GameLogger(self._table, self._names, self._seed, self._bots)
        logger.play(0)  # compiles, if needed, before a clock runs
        return nullcontext(logger.log_all)


class GameLogger:
    """Plays the numbered games of a seed one by one, and keeps what the record of the last one needs."""

    def __init__(self, table: Table, bots: Sequence[str], seed: Seed, parameters: Bots | None = None) -> None:
        self.table = table
        self._bots = find_bots(bots, table) if parameters is None else parameters
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

    @property
    def dealt(self) -> States:
        """The game just played, as it was dealt."""
        return self._dealt

    @property
    def codes(self) -> NDArray[np.uint8]:
        """The moves of the game just played."""
        return self._moves[: self._made]

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
        for code in self.codes.tolist():
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
