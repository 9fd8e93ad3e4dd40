"""The segments of a game: what a seat plays until something new is seen. Each is a decision."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from skipbo.coach.decision import Line, is_over
from skipbo.game.game import Game
from skipbo.kernel.layout import States


class Segment(NamedTuple):
    first: int  # the number of the first move
    states: States  # before it
    codes: Line

    @property
    def seat(self) -> int:
        return int(self.states["turn"][0])


def segments_of(game: Game) -> Iterator[Segment]:
    """Yields the segments of a game; moves after the last that is whole are left out."""
    again, states = game.copy(), list[States]()
    while again.moves:
        again.undo()
        states.append(again.states.copy())
    seats = game.table.players, game.table.teams
    before = reversed(states)
    return cut((each, move.code(int(each["turn"][0]), *seats)) for each, move in zip(before, game.moves, strict=True))


def cut(moves: Iterable[tuple[States, int]]) -> Iterator[Segment]:
    """Yields the segments of a game, from the states before its moves and their numbers."""
    codes = list[int]()
    for number, (states, code) in enumerate(moves):
        if not codes:
            first, before = number, states
        codes.append(code)
        if is_over(states, code, len(codes)):
            yield Segment(first, before, np.array(codes, np.uint8))
            codes = []
