"""Explanations of moves: what the planner would play, what it expects, and which features decide."""

from dataclasses import dataclass

import numpy as np

from skipbo.bots.bot import parameters_of
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.parameters import POINT, unit
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.seeds import new_dice
from skipbo.coach.course import Course, find_course, lay_courses, new_courses, new_probes
from skipbo.coach.survey import survey_view
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.kernel.moves import MOVES

PROBES = new_probes()


@dataclass(frozen=True)
class Option:
    """A move, the moves that the planner would make after it, and the worth of the position then, in points.

    Points compare moves of the same position: a stock card is worth ten. Winning is worth more than any points.
    """

    number: int  # of its course
    line: tuple[Move, ...]
    wins: bool
    worth: float
    features: dict[str, float]

    @property
    def move(self) -> Move:
        return self.line[0]

    def is_as_good_as(self, other: "Option") -> bool:
        return (self.wins, self.worth) >= (other.wins, other.worth)


@dataclass(frozen=True)
class Reason:
    """A feature with its value in two positions, and the points by which it favours the first."""

    feature: str
    here: float
    there: float
    points: float


class Explanation:
    """The planner's opinion of a position: its moves, best first.

    >>> from skipbo.game.game import Game
    >>> game = Game(key=bytes(32))
    >>> explanation = Explanation(game.view(game.turn))
    >>> explanation.best.move in game.legal_moves
    True
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.states = view.states()
        self.workspace = new_workspaces()
        self._bots = parameters_of("planner", view)
        self.weights = self._bots.view(np.int64)
        worths, codes, courses = np.zeros((MOVES, 3), np.int64), np.zeros(MOVES, np.int64), new_courses(MOVES)
        dice = new_dice()
        survey_view(self.states, self._bots, dice, self.workspace, worths)
        count = lay_courses(self.states, PROBES, dice, self.workspace, worths, codes, courses)
        self.courses = courses[:count]
        self.options = tuple(self._option(number, course) for number, course in enumerate(self.courses))

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def next_best(self) -> Option | None:
        """The best of the moves that are worse than the best."""
        return next((option for option in self.options if not option.is_as_good_as(self.best)), None)

    def option(self, move: Move) -> Option:
        """The option of a legal move; building piles of the same height count as one."""
        code = move.code(self.view.turn, self.view.players, self.view.teams)
        return self.options[find_course(self.states, self.courses, len(self.courses), code)]

    def reasons(self, first: Option, second: Option) -> list[Reason]:
        """The reasons for one option against another, the weightiest first."""
        reasons = []
        for name in FEATURES:
            weight = float(self._bots[name][0]) * unit(name) / POINT
            here, there = first.features[name], second.features[name]
            points = weight * (here - there)
            if points:
                reasons.append(Reason(name, here, there, points))
        return sorted(reasons, key=lambda reason: -abs(reason.points))

    def _option(self, number: int, course: Course) -> Option:
        view = self.view
        codes = course.moves[: int(course.steps)].tolist()
        values = course.features.tolist()
        return Option(
            number=number,
            line=tuple(Move.from_code(code, view.turn, view.players, view.teams) for code in codes),
            wins=bool(course.winning > 0),
            worth=float(course.worth) / POINT,
            features={name: value / unit(name) for name, value in zip(FEATURES, values, strict=True)},
        )
