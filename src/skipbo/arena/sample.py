"""A sample of games, played once more move by move: how long bots think, and how their stock piles shrink.

Only games of compiled bots are played again. The referee measures the time of other bots during their games.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skipbo import batch
from skipbo.arena.pairings import Meeting
from skipbo.arena.referee import Clock
from skipbo.arena.runners import are_compiled
from skipbo.arena.tournament import Plan
from skipbo.bots import ladder
from skipbo.bots.bot import find_bots
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.seeds import Seed
from skipbo.kernel.layout import GOING_ON, STOCKS

DEALS = 60  # in all; at most one of each meeting if there are more meetings

Stocks = list[int]  # stock counts of a seat in a game: before its first turn and after each turn


@dataclass
class Sample:
    clocks: dict[str, Clock] = field(default_factory=dict)
    stocks: dict[str, list[Stocks]] = field(default_factory=dict)

    def race(self, label: str) -> NDArray[np.float64]:
        """The mean stock count after each turn of a bot; after the end of a game the last count remains."""
        return mean_race(self.stocks[label])


def mean_race(stocks: Sequence[Stocks]) -> NDArray[np.float64]:
    """
    >>> mean_race([[3, 2, 0], [3, 3, 2, 1]])
    array([3. , 2.5, 1. , 0.5])
    """
    longest = max(map(len, stocks))
    mean: NDArray[np.float64] = np.array([game + game[-1:] * (longest - len(game)) for game in stocks]).mean(0)
    return mean


def take_sample(plan: Plan) -> Sample:
    sample = Sample()
    played = [meeting for meeting in plan.meetings if are_compiled(meeting)]
    for meeting in played[:: len(played) // DEALS + 1]:
        for entrant in meeting.entrants:
            sample.clocks.setdefault(entrant.label, Clock())
            sample.stocks.setdefault(entrant.label, [])
        for rotation in range(meeting.rotations):
            for deal in range(min(meeting.deals, max(1, DEALS // len(played)))):
                play_slowly(meeting, rotation, plan.seed, deal, sample)
    return sample


def play_slowly(meeting: Meeting, rotation: int, seed: Seed, deal: int, sample: Sample) -> None:
    """Plays a game of the tournament again, one decision at a time."""
    seats = meeting.seats(rotation)
    bots = find_bots([entrant.name for entrant in seats], meeting.table)
    moves, workspaces = batch.new_moves(1), new_workspaces()
    states, dice = batch.new_games(meeting.table, 1, seed, first=meeting.first_deal + deal)
    ladder.choose_moves(states, bots, dice.copy(), new_workspaces(), moves)  # compiles, if needed, before a clock runs
    counts = states["count"][0]
    stocks = [[int(counts[STOCKS[seat]])] for seat in range(len(seats))]
    while states["how"][0] == GOING_ON:
        seat = int(states["turn"][0])
        begun = time.perf_counter()
        ladder.choose_moves(states, bots, dice, workspaces, moves)
        seconds = time.perf_counter() - begun
        sample.clocks[seats[seat].label].add(1, seconds, seconds)
        batch.step(states, moves)
        if states["turn"][0] != seat or states["how"][0] != GOING_ON:
            stocks[seat].append(int(counts[STOCKS[seat]]))
    for entrant, piles in zip(seats, stocks, strict=True):
        sample.stocks[entrant.label].append(piles)
