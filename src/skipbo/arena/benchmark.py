"""The benchmark: a bot against the ladder at fixed tables with fixed deals. A version never changes.

Every deal is played from every seat, under a referee, whatever the bot. Games are numbered through all conditions, so
that the number of a game says its table, its opponent, its deal and where the bot sits.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from skipbo.arena.pairings import Meeting, enter, meetings
from skipbo.arena.statistics import Sums, share_of
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _


@dataclass(frozen=True)
class Condition:
    name: str  # of the table
    table: Table
    opponent: str  # plays all other sides
    deals: int

    @property
    def games(self) -> int:
        return self.deals * self.table.teams

    def meeting(self, bot: str) -> Meeting:
        """The seats: the bot is the first entrant."""
        (meeting,) = meetings(self.table, enter([bot, self.opponent]), self.deals)
        return meeting


@dataclass(frozen=True)
class NumberedGame:
    """A game of a benchmark: a deal of a condition, with the table turned so many seats."""

    condition: Condition
    deal: int
    rotation: int


@dataclass(frozen=True)
class Benchmark:
    version: str
    tables: Mapping[str, Table]
    opponents: Mapping[str, int]  # with the deals of each

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(
            Condition(name, table, opponent, deals)
            for name, table in self.tables.items()
            for opponent, deals in self.opponents.items()
        )

    @property
    def games(self) -> int:
        return sum(condition.games for condition in self.conditions)

    def seed(self, condition: Condition) -> str:
        """The seed of a table: all opponents get its first deals."""
        return f"skipbo benchmark {self.version} {condition.name}"

    def game(self, number: int) -> NumberedGame:
        """
        >>> find_benchmark("v1").game(51).deal
        0
        """
        for condition in self.conditions:
            if number < condition.games:
                return NumberedGame(condition, *divmod(number, condition.table.teams))
            number -= condition.games
        raise IndexError(number)


V1 = Benchmark(
    version="v1",
    tables={
        "duel": Table.of("mattel-2003", players=2, stock=30),
        "short": Table.of("mattel-2003", players=2, stock=10),
        "four": Table.of("mattel-2003", players=4, stock=10),
        "partners": Table.of("mattel-2003", players=4, partners=True, stock=10),
    },
    opponents={"eager": 25, "tidy": 25, "expert": 50, "planner": 100},  # most deals where it is hardest to tell
)
BENCHMARKS = {V1.version: V1}


def find_benchmark(version: str) -> Benchmark:
    if version not in BENCHMARKS:
        raise Malformed(
            "benchmark",
            _("There is no benchmark “{version}”. There is: {known}.").format(
                version=version, known=", ".join(BENCHMARKS)
            ),
        )
    return BENCHMARKS[version]


def summarise_benchmark(benchmark: Benchmark, bot: str, won: Iterable[bool]) -> dict[str, Any]:
    """The table of a benchmark, from who won each of its games, in the order of their numbers.

    The score is the mean of all shares, in percent: every condition weighs the same.
    """
    rest = iter(won)
    conditions = [describe(condition, rest) for condition in benchmark.conditions]
    shares = [condition["share"] for condition in conditions]
    return {
        "benchmark": benchmark.version,
        "bot": bot,
        "score": round(100 * sum(shares) / len(shares), 2),
        "conditions": conditions,
    }


def describe(condition: Condition, won: Iterator[bool]) -> dict[str, Any]:
    points = [sum(next(won) for _rotation in range(condition.table.teams)) for _deal in range(condition.deals)]
    squares = sum(wins**2 for wins in points)
    share = share_of([Sums(condition.deals, condition.table.teams, 1, sum(points), squares)])
    return {
        "table": condition.name,
        "opponent": condition.opponent,
        "games": condition.games,
        "won": sum(points),
        "share": round(share.share, 6),
        "low": round(share.low, 6),
        "high": round(share.high, 6),
    }
