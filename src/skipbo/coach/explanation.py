"""Explanations of moves: what the planner would play, what it expects, and which features decide."""

from dataclasses import dataclass

import numpy as np

from skipbo.bots.bot import parameters_of
from skipbo.bots.planner import segment
from skipbo.bots.planner.features import CERTAIN, FEATURES
from skipbo.bots.planner.parameters import POINT, new_parameters, unit
from skipbo.bots.planner.search import NOTHING
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.seeds import new_dice
from skipbo.coach.survey import appraise, lay_plan, survey
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.kernel.compiler import plain
from skipbo.kernel.layout import BUILDINGS, DISCARDS
from skipbo.kernel.moves import END_TURN, MOVES

height, hand_left, taken_off = plain(segment.height), plain(segment.hand_left), plain(segment.taken_off)


@dataclass(frozen=True)
class Option:
    """A move, the moves that the planner would make after it, and the worth of the position then, in points.

    Points compare moves of the same position: a stock card is worth ten. Winning is worth more than any points.
    """

    line: tuple[Move, ...]
    wins: bool
    worth: float
    features: dict[str, float]
    heights: tuple[int, ...]  # of the building piles then
    usable: int  # the ranks in the hand and on top of the own discard piles then, a bit each

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


@dataclass(frozen=True)
class Outlook:
    """The best way of another player to a stock card, as far as it can be seen."""

    turns: int  # until it may be played, PARTNER for a partner
    pile: int  # the building pile, from 0
    chance: float
    missing: int  # cards that do not lie open


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
        self._states = view.states()
        self._bots = parameters_of("planner", view)
        self._workspace, self._dice = new_workspaces(), new_dice()
        self._worths = np.zeros((MOVES, 3), np.int64)
        survey(self._states, self._bots, self._dice, self._workspace, self._worths)
        codes = [code for code in view.legal_moves.codes if self._worths[code, 0] > NOTHING]
        codes.sort(key=lambda code: (-self._worths[code, 0], code))
        self.options = tuple(self._option(code) for code in codes)

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def next_best(self) -> Option | None:
        """The best of the moves that are worse than the best."""
        return next((option for option in self.options if not option.is_as_good_as(self.best)), None)

    def option(self, move: Move) -> Option:
        """The option of a legal move; building piles of the same height count as one."""
        return next(option for option in self.options if alike(option.move, move, self.view))

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

    def outlook(self, option: Option, owner: int) -> Outlook | None:
        """How near the stock card of another seat is after an option; None if that does not matter."""
        turns = int(self._workspace["near"][0, owner])
        if turns == 0:
            return None
        reach, missing = (self._workspace[name][0, owner] for name in ("reach", "missing"))
        pile = max(range(BUILDINGS), key=lambda pile: (reach[option.heights[pile]], -missing[option.heights[pile]]))
        at = option.heights[pile]
        return Outlook(turns, pile, int(reach[at]) / CERTAIN, int(missing[at]))

    def _option(self, code: int) -> Option:
        aim = self._worths[code]
        lay_plan(self._workspace, aim)
        plan = self._workspace["plan"][0, : int(self._workspace["steps"][0])].tolist()
        view = self.view
        line = tuple(Move.from_code(step, view.turn, view.players, view.teams) for step in plan)
        features, winning = self._features(code)
        key = int(self._workspace["key"][0, aim[1]])
        heights = tuple(height(key, pile) for pile in range(BUILDINGS))
        return Option(line, winning > 0, float(aim[0] - winning) / POINT, features, heights, self._usable(key))

    def _usable(self, key: int) -> int:
        usable = int(self._workspace["ranks"][0, hand_left(key)])
        for pile in range(DISCARDS):
            usable |= int(self._workspace["run"][0, pile, taken_off(key, pile)])
        return usable

    def _features(self, code: int) -> tuple[dict[str, float], int]:
        """The features of the position that a move aims at, and what winning adds to its worth.

        The evaluation is linear: with a weight for one feature alone it returns that feature, without any weight a win.
        """
        probes = new_parameters(len(FEATURES) + 1)
        for number, name in enumerate(FEATURES):
            probes[name][number] = 1
        seen = np.zeros(len(probes), np.int64)
        appraise(self._states, probes, self._dice, self._workspace, self._worths[code], seen)
        *features, winning = seen.tolist()
        return {name: (value - winning) / unit(name) for name, value in zip(FEATURES, features, strict=True)}, winning


def alike(move: Move, other: Move, view: View) -> bool:
    """Whether two moves lead to the same position, apart from the order of the building piles."""
    code, another = (each.code(view.turn, view.players, view.teams) for each in (move, other))
    if code == another:
        return True
    heights = [len(pile) for pile in view.building]
    return code >> 2 == another >> 2 and code >> 6 != END_TURN and heights[code & 3] == heights[another & 3]
