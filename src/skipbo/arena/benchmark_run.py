"""A run of the benchmark: plays its games, keeps their records as they come, and writes the results at the end.

`records.jsonl` has a record for each game that was played to its end, `games.jsonl` a line for each game. A game counts
when its line is there; resuming a killed run cuts off what is behind the last game that counts.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import skipbo
from skipbo.arena.benchmark import Benchmark, Condition, summarise_benchmark
from skipbo.arena.referee import Referee
from skipbo.batch.simulation import interrupts_held
from skipbo.draft import drafted
from skipbo.kernel.compiler import source_digest
from skipbo.record import Record, RecordedSeat, to_line, to_record
from skipbo.run_folder import explain_disk_errors, open_run_folder
from skipbo.workers import LocalWorkers, Pace, Workers

RECORDS, GAMES, RESULTS = "records.jsonl", "games.jsonl", "benchmark.json"
FIRST_GAMES = {"cpu": 1}
MOST_GAMES = 64  # of a piece


@dataclass(frozen=True)
class BenchmarkGame:
    """A game that was played: its record, or why there is none."""

    record: Record | None
    forfeit: str | None


class BenchmarkTask:
    """The games of a benchmark by their numbers. Every worker has its own referees; those of one condition stay."""

    devices = ("cpu",)

    def __init__(self, benchmark: Benchmark, bot: str, time_limit: float) -> None:
        self._benchmark, self._bot, self._time_limit = benchmark, bot, time_limit

    @contextmanager
    def open(self, device: str) -> Iterator[Callable[[range], list[BenchmarkGame]]]:  # noqa: ARG002  # it is a core
        with ExitStack() as opened:
            referees = Referees(self._bot, self._time_limit)
            opened.callback(referees.close)
            yield partial(self._play, referees)

    def _play(self, referees: "Referees", numbers: range) -> list[BenchmarkGame]:
        games = []
        for number in numbers:
            numbered = self._benchmark.game(number)
            condition, rotation = numbered.condition, numbered.rotation
            seats = condition.meeting(self._bot).seats(rotation)
            played = referees.at(condition, rotation).play(self._benchmark.seed(condition), numbered.deal)
            named = [RecordedSeat(entrant.label, entrant.name) for entrant in seats]
            over = played.game.outcome is not None
            why = None if played.forfeit is None else played.forfeit.why
            games.append(BenchmarkGame(to_record(played.game, named) if over else None, None if over else why or ""))
        return games


class Referees:
    """The referees of one condition, a rotation each. Another condition closes them, and the processes of bots."""

    def __init__(self, bot: str, time_limit: float) -> None:
        self._bot, self._time_limit = bot, time_limit
        self._condition: Condition | None = None
        self._by_rotation: dict[int, Referee] = {}

    def at(self, condition: Condition, rotation: int) -> Referee:
        if condition != self._condition:
            self.close()
            self._condition = condition
        if rotation not in self._by_rotation:
            names = [entrant.name for entrant in condition.meeting(self._bot).seats(rotation)]
            self._by_rotation[rotation] = Referee(condition.table, names, time_limit=self._time_limit)
        return self._by_rotation[rotation]

    def close(self) -> None:
        for referee in self._by_rotation.values():
            referee.close()
        self._by_rotation = {}


class BenchmarkFolder:
    """The files of a run, which only grow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.won: list[bool] = []
        self.forfeits = 0
        for path in (folder / RECORDS, folder / GAMES):
            path.touch()
        self._cut_off_incomplete_game()

    def _cut_off_incomplete_game(self) -> None:
        records = (self.folder / RECORDS).read_bytes().splitlines(keepends=True)
        written, lines, kept = 0, 0, 0
        for line in (self.folder / GAMES).read_bytes().splitlines(keepends=True):
            game = json.loads(line) if line.endswith(b"\n") else None
            if game is None or (game["recorded"] and not (kept < len(records) and records[kept].endswith(b"\n"))):
                break
            written += len(records[kept]) if game["recorded"] else 0
            kept += game["recorded"]
            lines += len(line)
            self._note(game)
        os.truncate(self.folder / RECORDS, written)
        os.truncate(self.folder / GAMES, lines)

    def _note(self, game: dict[str, Any]) -> None:
        self.won.append(game["won"])
        self.forfeits += not game["recorded"]

    def append(self, bot: str, played: BenchmarkGame) -> None:
        record = played.record
        game: dict[str, Any] = {"won": record is not None and has_won(record, bot), "recorded": record is not None}
        if played.forfeit is not None:
            game |= {"forfeit": played.forfeit}
        with explain_disk_errors(self.folder):
            if record is not None:
                add_bytes(self.folder / RECORDS, to_line(record))
            add_bytes(self.folder / GAMES, json.dumps(game, ensure_ascii=False).encode() + b"\n")
        self._note(game)


def add_bytes(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def has_won(record: Record, bot: str) -> bool:
    """Whether the side of the bot has won; its opponents have other names, even if they are the same bot."""
    assert record.result is not None
    return any(record.seats[seat].name == bot for seat in record.result.winners)


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def code_in_use() -> dict[str, str]:
    """The version of the program, and the digest of its rules and bots."""
    return {"version": skipbo.__version__, "code": source_digest().hex()[:16]}


def check_bot(benchmark: Benchmark, bot: str, time_limit: float) -> None:
    """Raises `Malformed` for a bot that there is not; starts none."""
    table = benchmark.conditions[0].table
    Referee(table, [bot] * table.players, time_limit=time_limit)


def run_benchmark(
    benchmark: Benchmark,
    bot: str,
    folder: Path,
    *,
    time_limit: float = 1.0,
    workers: Workers | None = None,
    on_progress: Callable[[int], object] = lambda _games: None,
) -> dict[str, Any]:
    """Plays the games that a folder does not have yet, and returns the results. An interrupt loses a game at most.

    Nothing that the machine decides is in the results, so that they are the same wherever the bot decides the same.
    """
    check_bot(benchmark, bot, time_limit)
    code = code_in_use()
    manifest = {"benchmark": benchmark.version, "bot": bot, "time_limit": time_limit, **code}
    with open_run_folder(folder, manifest):
        with explain_disk_errors(folder):
            kept = BenchmarkFolder(folder)
        on_progress(len(kept.won))
        task, workers = BenchmarkTask(benchmark, bot, time_limit), workers or LocalWorkers()
        pace = Pace(FIRST_GAMES, MOST_GAMES, workers.piece_seconds)
        with workers.run(task, range(len(kept.won), benchmark.games), pace.size) as pieces:
            for piece in pieces:
                pace.note(piece)
                for played in piece.result:
                    with interrupts_held():
                        kept.append(bot, played)
                    on_progress(1)
        results = summarise_benchmark(benchmark, bot, kept.won)
        results |= {"forfeits": kept.forfeits, **code, "records": digest_of(folder / RECORDS)}
        with explain_disk_errors(folder), drafted(folder / RESULTS) as draft:
            draft.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return results
