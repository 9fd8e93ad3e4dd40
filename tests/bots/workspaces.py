"""A planner's workspace to look at, and what a bot does on a table: for the tests of the ladder."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skipbo.bots import Bot
from skipbo.bots.bot import parameters_of
from skipbo.bots.planner.workspace import Workspace, new_workspaces
from skipbo.bots.seeds import new_dice
from skipbo.coach.course import measure, new_courses, new_probes
from skipbo.coach.survey import survey_view
from skipbo.game.game import Game
from skipbo.game.pile import PileKind
from skipbo.kernel.layout import States
from skipbo.kernel.moves import MOVES


@dataclass
class Survey:
    """What the planner writes before it decides: its workspace, and what every move is worth to it."""

    states: States
    bots: States
    workspaces: States
    worths: NDArray[np.int64]

    @property
    def workspace(self) -> Workspace:
        workspace: Workspace = self.workspaces[0]
        return workspace

    def features(self, code: int) -> tuple[NDArray[np.int64], int]:
        """The features of the position that a move aims at, in the order of FEATURES, and what winning adds to it."""
        course, (_worth, aim, last) = new_courses(1)[0], self.worths[code]
        measure(self.states[0], new_probes(), new_dice()[0], self.workspace, aim, last, course)
        return course.features, int(course.winning)


def look_at(states: States, bots: States) -> Survey:
    """The planner with these parameters looks at a position of the seat in turn."""
    workspaces, worths = new_workspaces(), np.zeros((MOVES, 3), np.int64)
    survey_view(states, bots, new_dice(), workspaces, worths)
    return Survey(states, bots, workspaces, worths)


def look(game: Game) -> Survey:
    return look_at(game.states, parameters_of("planner", game.table))


def choices(game: Game, name: str, times: int = 200) -> Counter[str]:
    """The moves of a bot with many different dice."""
    view = game.view(game.turn)
    return Counter(str(Bot(name, seed=17 * seed + 3).choose(view)) for seed in range(times))


def choice(game: Game, name: str) -> str:
    """The move of a bot that leaves nothing to its dice."""
    (only,) = choices(game, name, 5)
    return only


def segment_of(game: Game, name: str) -> list[str]:
    """What a bot plays until its turn ends, it has played a stock card or emptied its hand."""
    bot, seat = Bot(name, seed=1), game.turn
    moves: list[str] = []
    while not moves or (game.outcome is None and game.turn == seat):
        held = len(game.view(seat).hand)
        move = bot.choose(game.view(seat))
        game.play(move)
        moves.append(str(move))
        if move.source.kind is PileKind.STOCK or (move.source.kind is PileKind.HAND and held == 1):
            break
    return moves
