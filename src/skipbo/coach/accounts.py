"""Luck and skill over many recorded games, by player. Games are analysed side by side, on this machine or a cluster."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skipbo.coach.analysis import WORLDS, analyse
from skipbo.coach.grades import grade
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import source_digest
from skipbo.record import RecordLine, check, game_from_record, to_line
from skipbo.workers import Workers

Line = dict[str, Any]  # the analysis of a game as JSON has it, or its fault


@dataclass(frozen=True)
class AnalysedGames:
    """The games of a file, by their numbers from 0."""

    games: tuple[RecordLine, ...]
    worlds: int = WORLDS
    devices = ("cpu",)

    def open(self, device: str) -> AbstractContextManager[Callable[[range], list[Line]]]:  # noqa: ARG002
        return nullcontext(lambda numbers: [self.analyse(number) for number in numbers])

    def analyse(self, number: int) -> Line:
        try:
            record = self.games[number].record
            check(record)
            game = game_from_record(record)
            for text in record.moves:
                game.play(text)
            found = analyse(game, worlds=self.worlds, threads=1)
        except SkipboError as error:
            return self.key(number) | {"fault": str(error)}
        return self.key(number) | {"seats": [seat.name for seat in record.seats], **found.as_dict()}

    def key(self, number: int) -> Line:
        """What tells the line of this game from that of another, of other worlds, and of other code."""
        content = self.games[number].content
        record = str(content).encode() if isinstance(content, SkipboError) else to_line(content)
        return {"game": number + 1, "record": hashlib.sha256(record).hexdigest(), "worlds": self.worlds} | made_by()


def made_by() -> Line:
    """The code that an analysis depends on: rules, bots and coach, with all their numbers."""
    return {"code": source_digest().hex()[:16]}


def analyse_games(task: AnalysedGames, workers: Workers, first: int = 0) -> Iterator[Line]:
    """Yields the analysis of each game, in their order, from game number `first` on."""
    with workers.run(task, range(first, len(task.games)), lambda _device: 1) as pieces:
        for piece in pieces:
            yield from piece.result


class LineFile:
    """A file with a line for each game that is analysed; a second run goes on after the last."""

    def __init__(self, path: Path, task: AnalysedGames) -> None:
        """Reads what an earlier run has written. Raises `Malformed` if that was about something else."""
        self._path = path
        self.lines = list(_whole_lines(path))
        for number, line in enumerate(self.lines):
            if number >= len(task.games) or not task.key(number).items() <= line.items():
                raise Malformed(
                    "out",
                    _(
                        "{path} is not about these games with so many worlds, or another version of skipbo has written "
                        "it: choose another name, or move it away."
                    ).format(path=path),
                )

    def __enter__(self) -> "LineFile":
        self._file = self._path.open("ab")
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def add(self, line: Line) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        self.lines.append(line)


def _whole_lines(path: Path) -> Iterator[Line]:
    """Yields the lines of a file, and cuts off the beginning of one that was being written when its run was killed."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        for text in file:
            if not text.endswith(b"\n"):
                file.truncate(file.seek(-len(text), 1))
                return
            try:
                line = json.loads(text)
            except ValueError:
                line = None
            yield line if isinstance(line, dict) else {}


@dataclass
class Account:
    """What the games of a player come to: sums over all of them, in games won."""

    games: int = 0
    start: float = 0.0
    luck: float = 0.0
    own: float = 0.0  # by the player's own decisions
    others: float = 0.0  # by those of all others
    result: float = 0.0
    decisions: int = 0
    cost: float = 0.0
    behind: float = 0.0
    kinds: set[tuple[int, int]] = field(default_factory=set)  # of tables: players and sides

    def add(self, line: Line, seat: int) -> None:
        players, sides = len(line["seats"]), len(line["start"])
        side = seat % sides
        gains = {True: 0.0, False: 0.0}  # by whether a decision is the player's own
        for made in line["decisions"]:
            is_own = made["seat"] == seat
            gain = made["after"][side] - made["before"][side]
            gains[is_own] += gain
            if is_own:
                self.decisions += 1
                self.cost += made["cost"]
                self.behind -= gain
        self.games += 1
        self.start += line["start"][side]
        self.luck += line["luck"][side]
        self.own += gains[True]
        self.others += gains[False]
        self.result += line["result"][side]
        self.kinds.add((players, sides))

    @property
    def grade(self) -> str | None:
        """The level that the player played like; None if the games are of several kinds, or nothing was decided."""
        if len(self.kinds) != 1 or not self.decisions:
            return None
        return grade(self.behind / self.decisions, *next(iter(self.kinds)))


def accounts_of(lines: Iterable[Line]) -> dict[str, Account]:
    """The accounts of all players by name, in the order in which they appear. Faulty games have none."""
    accounts: dict[str, Account] = {}
    for line in lines:
        names: Sequence[str] = line.get("seats", ())
        for seat, name in enumerate(names):
            accounts.setdefault(name, Account()).add(line, seat)
    return accounts
