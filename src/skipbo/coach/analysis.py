"""The analysis of a finished game: what was luck, what was skill, and what each decision cost.

Chances are those of players who go on as the planner would. Before a decision a side has the chance of what the planner
would play, after it the chance of what was played; the difference is skill. The way from there to the chance before the
next decision is luck: cards that were drawn or turned over and, where another seat is in turn, also what this seat sees
and the other did not, and the reverse. In the mean of many games it is nothing. So luck and skill of all add up to the
result less the chance at the start, and because chances are sums of whole numbers, they do so to the last digit. What a
decision cost is another matter: that compares it with the best that could be found.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from skipbo.bots.bot import parameters_of
from skipbo.bots.searcher.memory import new_chances
from skipbo.bots.searcher.searcher import MOST_WORLDS, Desk
from skipbo.bots.searcher.strength import CHANCE, strengths_of
from skipbo.coach.decision import SURENESS, DecisionRecord, new_decisions, try_decision
from skipbo.coach.segments import segments_of
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.table import STRICT
from skipbo.i18n import translate as _

FIRST_LOOK = 16  # worlds
WORLDS = 256

# A decision is a mistake if its cost is beyond doubt, so many standard errors, and worth a look: a point at least
BEYOND_DOUBT = 2
LEAST_COST = 0.01

Progress = Callable[[int, int], object]

Line = tuple[Move, ...]


@dataclass(frozen=True)
class Decision:
    """What a seat played until something new was seen, and what it would better have played.

    Chances are totals over all worlds, by side; `Analysis.share` makes chances of them.
    """

    seat: int
    first: int  # the number of the first move, from 0
    played: Line
    best: Line
    before: tuple[int, ...]  # with what the planner would have played
    after: tuple[int, ...]  # with what was played
    cost: int  # the total by which the best was better for its side than what was played
    error: float  # the standard error of the cost, as a chance

    @property
    def is_best(self) -> bool:
        return self.played == self.best


class Stroke(NamedTuple):
    """A stroke of luck: after a decision, by its number, something was seen that brought a side so much."""

    number: int
    side: int
    luck: int


@dataclass(frozen=True)
class Analysis:
    sides: int
    worlds: int
    decisions: tuple[Decision, ...]
    result: tuple[int, ...]  # as the chances of decisions

    def share(self, total: int) -> float:
        """A total over all worlds as a chance, or the difference of two."""
        return total / (self.worlds * CHANCE)

    @property
    def start(self) -> tuple[int, ...]:
        return self.decisions[0].before

    @property
    def moves(self) -> Line:
        """All moves of the game."""
        return tuple(move for made in self.decisions for move in made.played)

    @property
    def points(self) -> list[tuple[int, ...]]:
        """The chances of all sides before each decision, and at the end."""
        return [*(made.before for made in self.decisions), self.result]

    def cost(self, made: Decision) -> float:
        """By how much a decision lowered the chance of the side that made it, as far as the worlds can tell.

        It may come out a little below 0 where nothing was better than what was played; the mean of many is right.
        """
        return self.share(made.cost)

    def behind(self, made: Decision) -> float:
        """By how much a decision is worse than the planner's; below 0 if it is better.

        Other than the cost, this does not depend on the number of worlds: no best is chosen by them.
        """
        side = made.seat % self.sides
        return self.share(made.before[side] - made.after[side])

    def mean_cost(self, seat: int) -> float | None:
        """What a decision of a seat cost in the mean; None if it made none."""
        return _mean([self.cost(made) for made in self.decisions if made.seat == seat])

    def mean_behind(self, seat: int) -> float | None:
        """By how much the decisions of a seat are worse than the planner's in the mean; None if it made none."""
        return _mean([self.behind(made) for made in self.decisions if made.seat == seat])

    @cached_property
    def lucks(self) -> tuple[tuple[int, ...], ...]:
        """The luck of each side after each decision: its chance before the next one, less that after this one.

        Each chance is by what the seat in turn sees: its cards are news even if it held them all the time.
        """
        pairs = zip(self.points[1:], self.decisions, strict=True)
        return tuple(tuple(then[side] - made.after[side] for side in range(self.sides)) for then, made in pairs)

    @cached_property
    def luck(self) -> tuple[int, ...]:
        """The luck of each side over the whole game."""
        return tuple(map(sum, zip(*self.lucks, strict=True)))

    @cached_property
    def skill(self) -> tuple[tuple[int, ...], ...]:
        """What the decisions of each side have brought every side: `skill[one][other]`."""
        return tuple(
            tuple(
                sum(made.after[other] - made.before[other] for made in self.decisions if made.seat % self.sides == one)
                for other in range(self.sides)
            )
            for one in range(self.sides)
        )

    @cached_property
    def mistakes(self) -> list[Decision]:
        """The decisions whose cost is beyond doubt and worth a look, the costliest first."""
        found = [
            made
            for made in self.decisions
            if self.cost(made) >= max(BEYOND_DOUBT * made.error, LEAST_COST) and not made.is_best
        ]
        return sorted(found, key=self.cost, reverse=True)

    def costliest(self, count: int = 3) -> list[Decision]:
        return self.mistakes[:count]

    def strokes(self, count: int = 3) -> list[Stroke]:
        """The greatest strokes of luck, each for the side that it brought most."""
        found = [
            Stroke(number, side, luck[side])
            for number, luck in enumerate(self.lucks)
            for side in [max(range(self.sides), key=luck.__getitem__)]
        ]
        return sorted((stroke for stroke in found if stroke.luck > 0), key=lambda stroke: stroke.luck, reverse=True)[
            :count
        ]

    def as_dict(self) -> dict[str, Any]:
        """The analysis for programs: chances are numbers from 0 to 1, by side.

        `totals` are the same chances in whole numbers, `certain` of which are 1: they add up to the last digit.
        """

        def shares(totals: Sequence[int]) -> list[float]:
            return [self.share(total) for total in totals]

        return {
            "worlds": self.worlds,
            "certain": self.worlds * CHANCE,
            "start": shares(self.start),
            "result": shares(self.result),
            "luck": shares(self.luck),
            "skill": [shares(made) for made in self.skill],
            "totals": {
                "start": list(self.start),
                "result": list(self.result),
                "luck": list(self.luck),
                "skill": [list(made) for made in self.skill],
            },
            "decisions": [
                {
                    "seat": made.seat,
                    "move": made.first + 1,
                    "played": [str(move) for move in made.played],
                    "best": [str(move) for move in made.best],
                    "before": shares(made.before),
                    "after": shares(made.after),
                    "cost": self.cost(made),
                    "error": made.error,
                    "luck": shares(luck),
                    "totals": {
                        "before": list(made.before),
                        "after": list(made.after),
                        "cost": made.cost,
                        "luck": list(luck),
                    },
                }
                for made, luck in zip(self.decisions, self.lucks, strict=True)
            ],
        }

    @classmethod
    def from_dict(cls, written: dict[str, Any]) -> "Analysis":
        """The analysis that `as_dict` has written."""
        result = tuple(written["totals"]["result"])
        decisions = tuple(
            Decision(
                seat=made["seat"],
                first=made["move"] - 1,
                played=tuple(map(Move.parse, made["played"])),
                best=tuple(map(Move.parse, made["best"])),
                before=tuple(made["totals"]["before"]),
                after=tuple(made["totals"]["after"]),
                cost=made["totals"]["cost"],
                error=made["error"],
            )
            for made in written["decisions"]
        )
        return cls(len(result), written["worlds"], decisions, result)


def _mean(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def analyse(
    game: Game, *, worlds: int = WORLDS, threads: int | None = None, on_progress: Progress = lambda _done, _of: None
) -> Analysis:
    """Analyses a finished game: always the same way, and every decision by what its seat could see alone."""
    *_sooner, found = look(game, worlds=worlds, threads=threads, on_progress=on_progress)
    return found


def look(
    game: Game, *, worlds: int = WORLDS, threads: int | None = None, on_progress: Progress = lambda _done, _of: None
) -> Iterator[Analysis]:
    """Yields one analysis after another, each of twice as many worlds as the one before: the first comes soon.

    Without a number of threads every core has one. `on_progress` is told the worlds that are done, and all of them.
    """
    if game.outcome is None:
        raise Malformed("analysis", _("Only a finished game can be analysed."))
    if game.referee != STRICT:
        raise Malformed("analysis", _("A game at a kitchen table cannot be analysed."))
    if not 1 <= worlds <= MOST_WORLDS:
        raise Malformed(
            "worlds", _("An analysis takes 1 to {most} worlds, not {count}.").format(most=MOST_WORLDS, count=worlds)
        )
    analyst = _Analyst(game, threads or os.cpu_count() or 1)
    tried = min(FIRST_LOOK, worlds)
    while True:
        analyst.try_until(tried, lambda done: on_progress(done, worlds * len(analyst.segments)))
        yield analyst.conclude()
        if tried == worlds:
            return
        tried = min(2 * tried, worlds)


class _Analyst:
    """Tries the decisions of one game in ever more worlds."""

    def __init__(self, game: Game, threads: int) -> None:
        assert game.outcome is not None
        self._table, self._winners = game.table, game.outcome.winners
        self._bots, self._strengths = parameters_of("planner", game.table), strengths_of(game.table, SURENESS)
        self.segments = list(segments_of(game))
        self._moves = tuple(game.moves)
        self._decisions = new_decisions(len(self.segments))
        self._desks = [Desk() for _thread in range(threads)]
        self._tried = 0

    def try_until(self, worlds: int, on_progress: Callable[[int], object]) -> None:
        """Tries all decisions until each has seen so many worlds."""
        more, all_decisions = worlds - self._tried, len(self.segments)
        with ThreadPoolExecutor(len(self._desks), thread_name_prefix="analysis") as pool:
            try:
                for number, _tried in enumerate(pool.map(partial(self._try, more), range(all_decisions))):
                    on_progress(self._tried * all_decisions + more * (number + 1))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        self._tried = worlds

    def _try(self, more: int, number: int) -> None:
        segment, desk = self.segments[number], self._desks.pop()  # there is one for each thread
        try_decision(
            segment.states,
            number,
            segment.codes,
            more,
            self._bots,
            desk.dice,
            self._strengths,
            desk.standing,
            desk.worlds,
            desk.workspace,
            new_chances(1),
            self._decisions[number : number + 1],
        )
        self._desks.append(desk)

    def conclude(self) -> Analysis:
        sides, certain = self._table.teams, self._tried * CHANCE
        won = {seat % sides for seat in self._winners} or set(range(sides))
        result = tuple(certain // len(won) if side in won else 0 for side in range(sides))
        decisions = tuple(self._decision(number) for number in range(len(self.segments)))
        return Analysis(sides, self._tried, decisions, result)

    def _decision(self, number: int) -> Decision:
        segment, found, sides = self.segments[number], self._decisions[number], self._table.teams
        played = self._moves[segment.first : segment.first + len(segment.codes)]
        cost = int(found.cost)
        variance = max(int(found.square) / self._tried - (cost / self._tried) ** 2, 0.0)
        return Decision(
            seat=segment.seat,
            first=segment.first,
            played=played,
            best=played if found.best == found.played else self._best(segment.seat, found),
            before=tuple(found.before[:sides].tolist()),
            after=tuple(found.after[:sides].tolist()),
            cost=cost,
            error=(variance / self._tried) ** 0.5 / CHANCE,
        )

    def _best(self, seat: int, found: DecisionRecord) -> Line:
        codes = found.search.moves[found.best, : found.search.steps[found.best]]
        return tuple(Move.from_code(int(code), seat, self._table.players, self._table.teams) for code in codes)
