"""Measures how often the coach's chances come true: in tenths, and at the start of a game.

    python -m bench.calibration [GAMES] [--players N] [--partners] [--stock N] [--worlds N] [--jobs N] [--folder FOLDER]

The planner plays GAMES games (default: 10,000) against itself. Of the decisions of each game some are drawn by lot,
all with the same chance, so that every game weighs the same; the coach says the chance of every side before them, in as
many worlds as an analysis has. Of the chances in each tenth, so many come true; a game that nobody wins is shared. Two
sides have one chance, seen from both ends: it is counted for the first of them. Errors are estimated by games, because
the decisions of a game are not independent.

A planner's decisions are the coach's own, neither skill nor error. So by how much the side that begins wins more often
than its chance at the start says is its mean luck in a game: nothing, if the chances are right.

What is measured is kept in FOLDER: stop and go on as you like, or ask for fewer games to see what there is.
"""

import argparse
import dataclasses
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import numpy as np

from bench.parts import SURE, Arrays, Numbers, add_options, fingerprint, mean_and_error, measured, run, table_of
from skipbo.batch.simulation import GameLogger
from skipbo.bots.bot import parameters_of
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.searcher import search
from skipbo.bots.searcher.memory import new_chances, new_searches
from skipbo.bots.searcher.searcher import Desk
from skipbo.bots.searcher.strength import CHANCE, strengths_of
from skipbo.bots.seeds import KEY_WORDS, TUNING_PREFIX, dice_of
from skipbo.coach.analysis import WORLDS
from skipbo.coach.decision import SURENESS, seed_of
from skipbo.coach.segments import Segment, cut
from skipbo.game.table import Table
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import NO_SEAT, States

GAMES = 10_000
DRAWN = 4  # decisions of a game, each by itself: a short game may have one of them twice
STARTS = 1 << 31  # the numbers of decisions at the start; those that were drawn have lower ones
SEED = TUNING_PREFIX + "how often chances come true"
TENTHS = 10
ENOUGH = 0.02


class Foreteller:
    """Says chances as the coach does before a decision, but tries only what the planner would play: that is enough."""

    def __init__(self, table: Table) -> None:
        self._table, self._desk, self._dice = table, Desk(), dice_of(0)
        self._bots, self._strengths = parameters_of("planner", table), strengths_of(table, SURENESS)
        self._searches, self._workspace = new_searches(), new_workspaces()

    def chances(self, states: States, number: int, worlds: int) -> Numbers:
        """The chances of all sides, in the worlds that decision `number` has."""
        desk, tried, seed = self._desk, new_chances(worlds), np.zeros(KEY_WORDS, np.uint32)
        search.begin_search(states, self._bots, self._dice, self._workspace, 1, self._searches, seed)
        seed_of(self._searches, number, seed)
        search.try_worlds(
            self._searches,
            seed,
            0,
            self._bots,
            desk.dice,
            self._strengths,
            desk.standing,
            desk.worlds,
            desk.workspace,
            tried,
        )
        said: Numbers = tried[:, 0, : self._table.teams].sum(axis=0) / (worlds * CHANCE)
        return said


@dataclasses.dataclass(frozen=True)
class Foretold:
    """The numbered games: what was said of every side at each decision that was drawn and at the start, what it came
    to, and the side that begins."""

    table: Table
    worlds: int
    devices = ("cpu",)

    def open(self, device: str) -> AbstractContextManager[Callable[[range], Arrays]]:  # noqa: ARG002
        logger, foreteller = GameLogger(self.table, ["planner"], SEED), Foreteller(self.table)

        def play(numbers: range) -> Arrays:
            said = np.zeros((len(numbers), DRAWN, self.table.teams))
            won = np.zeros((len(numbers), self.table.teams))
            start, first = np.zeros((len(numbers), self.table.teams)), np.zeros(len(numbers), np.int64)
            for place, game in enumerate(numbers):
                winner = int(logger.play(game)["winner"][0])
                won[place] = 1 / self.table.teams if winner == NO_SEAT else np.arange(self.table.teams) == winner
                segments = list(segments_of(logger))
                first[place] = segments[0].seat % self.table.teams
                start[place] = foreteller.chances(segments[0].states, STARTS + game, self.worlds)
                lots = np.random.default_rng(game).integers(len(segments), size=DRAWN)
                for drawn, lot in enumerate(lots):
                    number = DRAWN * game + drawn  # so that no two decisions share the chance of their worlds
                    said[place, drawn] = foreteller.chances(segments[lot].states, number, self.worlds)
            return {"said": said, "start": start, "won": won, "first": first}

        return nullcontext(play)


def segments_of(logger: GameLogger) -> Iterator[Segment]:
    """The segments of the game just played."""

    def moves() -> Iterator[tuple[States, int]]:
        states = logger.dealt.copy()
        for code in logger.codes.tolist():
            yield states.copy(), code
            arrays.step(states, np.array([code]))

    return cut(moves())


@dataclasses.dataclass(frozen=True)
class Tenth:
    """The chances from `low` up to a tenth more."""

    low: float
    count: int
    said: float  # in the mean
    off: float  # by how much more was said than came true
    error: float

    @property
    def verdict(self) -> str:
        nearest, farthest = abs(self.off) - SURE * self.error, abs(self.off) + SURE * self.error
        if farthest <= ENOUGH:
            return "within 2 points"
        return "NOT within 2 points" if nearest > ENOUGH else "too few games to tell"


def tenths(said: Numbers, won: Numbers) -> Iterator[Tenth]:
    """Yields the tenths in which there are chances, from what was said by game, decision and side."""
    if won.shape[1] == 2:
        said, won = said[..., :1], won[:, :1]
    happened = np.broadcast_to(won[:, None], said.shape)
    tenth = np.minimum((TENTHS * said).astype(int), TENTHS - 1)
    for number in range(TENTHS):
        inside = tenth == number
        if inside.any():
            counts = inside.sum(axis=(1, 2))
            off, error = mean_and_error(((said - happened) * inside).sum(axis=(1, 2)), counts)
            yield Tenth(number / TENTHS, int(counts.sum()), float(said[inside].mean()), off, error)


def chance_at_start(found: Arrays) -> tuple[float, float, float]:
    """What was said at the start of the side that begins, by how much more than came true, and the error of that."""
    games, first = np.arange(len(found["first"])), found["first"]
    said, won = found["start"][games, first], found["won"][games, first]
    off, error = mean_and_error(said - won, np.ones(len(games)))
    return float(said.mean()), off, error


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=(__doc__ or "").partition("\n")[0])
    add_options(parser, GAMES, WORLDS, "calibration")
    options = parser.parse_args()
    table = table_of(options)
    manifest = {
        "table": str(table),
        "worlds": options.worlds,
        "drawn": DRAWN,
        "starts": STARTS,
        "seed": SEED,
        "planner": fingerprint(table),
        "sureness": SURENESS,
    }
    task = Foretold(table, options.worlds)

    def measure() -> None:
        found = measured(task, options.games, options.folder, manifest, options.jobs)
        for row in tenths(found["said"], found["won"]):
            print(
                f"{row.low:.1f} to {row.low + 1 / TENTHS:.1f}: said {100 * row.said:5.1f}, came true "
                f"{100 * (row.said - row.off):5.1f}, off by {100 * row.off:+.1f} ± {100 * SURE * row.error:.1f}, "
                f"{row.verdict} ({row.count:,} chances)"
            )
        start, off, error = chance_at_start(found)
        print(
            f"the side that begins, at the start: said {100 * start:.1f}, came true {100 * (start - off):.1f}, "
            f"off by {100 * off:+.1f} ± {100 * SURE * error:.1f} ({options.games:,} games)"
        )

    return run(measure)


if __name__ == "__main__":
    raise SystemExit(main())
