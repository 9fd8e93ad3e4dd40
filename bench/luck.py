"""Measures whether the coach's luck averages to zero, over many games.

    python -m bench.luck [GAMES] [--bot BOT] [--players N] [--partners] [--stock N] [--worlds N] [--jobs N] [--folder …]

BOT (default: planner) plays GAMES games (default: 4,000) against itself, and each is analysed. Prints the mean luck of
the side that begins over a game, and of the side that decided after a decision, in points of a hundred with the
95 % interval: both are nothing if the coach's chances are right. What is measured is kept in FOLDER: stop and go on as
you like.
"""

import argparse
import dataclasses
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import numpy as np

from bench.parts import SURE, Arrays, Numbers, add_options, fingerprint, mean_and_error, measured, run, table_of
from skipbo.batch.simulation import GameLogger
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.coach.analysis import analyse
from skipbo.coach.decision import SURENESS
from skipbo.game.table import Table
from skipbo.record import game_to_replay

GAMES = 4_000
WORLDS = 16
SEED = TUNING_PREFIX + "luck of the coach"


@dataclasses.dataclass(frozen=True)
class MeasuredLuck:
    """The numbered games: the luck of the side that begins; the luck of those who decided; and the decisions."""

    table: Table
    bot: str
    worlds: int
    devices = ("cpu",)

    def open(self, device: str) -> AbstractContextManager[Callable[[range], Arrays]]:  # noqa: ARG002
        logger = GameLogger(self.table, [self.bot], SEED)
        return nullcontext(lambda numbers: self._measure(logger, numbers))

    def _measure(self, logger: GameLogger, numbers: range) -> Arrays:
        rows = []
        for number in numbers:
            _result, record = logger.log(number)
            assert record is not None
            game = game_to_replay(record)
            for move in record.moves:
                game.play(move)
            found = analyse(game, worlds=self.worlds, threads=1)
            own = sum(luck[made.seat % found.sides] for made, luck in zip(found.decisions, found.lucks, strict=True))
            rows.append((found.share(found.luck[game.first % found.sides]), found.share(own), len(found.decisions)))
        game_luck, own_luck, decisions = np.array(rows).T
        return {"game": game_luck, "own": own_luck, "decisions": decisions}


def in_points(sums: Numbers, counts: Numbers) -> str:
    mean, error = mean_and_error(sums, counts)
    return f"{100 * mean:+.2f} ± {100 * SURE * error:.2f} points"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.luck", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bot", default="planner")
    add_options(parser, GAMES, WORLDS, "luck")
    options = parser.parse_args()
    table = table_of(options)
    manifest = {
        "table": str(table),
        "bot": options.bot,
        "worlds": options.worlds,
        "seed": SEED,
        "planner": fingerprint(table),
        "sureness": SURENESS,
    }
    task = MeasuredLuck(table, options.bot, options.worlds)

    def measure() -> None:
        found = measured(task, options.games, options.folder, manifest, options.jobs)
        print(f"luck of the side that begins, over a game: {in_points(found['game'], np.ones(options.games))}")
        print(f"luck of the side that decided, a decision: {in_points(found['own'], found['decisions'])}")

    return run(measure)


if __name__ == "__main__":
    raise SystemExit(main())
