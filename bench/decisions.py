"""Measures how long the searcher thinks about a decision, on one core.

    python -m bench.decisions [DECISIONS] [--bot BOT]

BOT (default: searcher) plays whole games against the planner, until it has made DECISIONS decisions (default: 400) at
each of four tables: two players with 30 and with 10 cards, four players of whom one searches, and partners who both
search. A decision is a search. The moves that then follow its plan cost nothing, and neither does a move without a
choice; both are left out. The time is that of the processor, so that other work on the machine disturbs little.
"""

import argparse
import time

import numpy as np

from skipbo.bots.bot import Bot, budget_of, parameters_of
from skipbo.bots.searcher.searcher import NAME, Budget, Searcher
from skipbo.bots.searcher.strength import Strengths, strengths_of
from skipbo.bots.seeds import TUNING_PREFIX, dice_of
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.kernel.layout import States

DECISIONS = 400
SLOW = 95  # so many of a hundred decisions are quicker than a slow one
TABLES = {
    "2 players, 30 cards": Table.of(players=2),
    "2 players, 10 cards": Table.of(players=2, stock=10),
    "one against three, 30 cards": Table.of(players=4),
    "partners, 30 cards": Table.of(players=4, partners=True),
}


class TimedSearcher(Searcher):
    def __init__(self, budget: Budget, seed: int) -> None:
        super().__init__(budget, dice_of(seed))
        self.seconds: list[float] = []

    def _search(self, views: States, bots: States, strengths: Strengths) -> None:
        begun = time.thread_time()
        super()._search(views, bots, strengths)
        if self._searches["tried"][0]:
            self.seconds.append(time.thread_time() - begun)


def thinking_times(table: Table, budget: Budget, count: int) -> list[float]:
    """The seconds of so many decisions, and of those that are left in their last game."""
    seconds: list[float] = []
    bots, strengths = parameters_of("planner", table), strengths_of(table)
    players, partners, number = table.players, table.partners, 0
    while len(seconds) < count:
        game = Game(table.edition, players=players, partners=partners, stock=table.stock, key=key_of(number))
        searchers = {seat: TimedSearcher(budget, number) for seat in range(0, players, table.teams)}
        planner = Bot("planner", seed=number)
        while game.outcome is None:
            view = game.view(game.turn)
            if game.turn in searchers:
                code = searchers[game.turn].choose(view.states(), bots, strengths)
                game.play(Move.from_code(code, game.turn, players, table.teams))
            else:
                game.play(planner.choose(view))
        for searcher in searchers.values():
            seconds += searcher.seconds
        number += 1
    return seconds


def key_of(number: int) -> bytes:
    return f"{TUNING_PREFIX}decisions {number}".encode().ljust(32)[:32]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.decisions", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("decisions", type=int, nargs="?", default=DECISIONS, help=f"(default: {DECISIONS})")
    parser.add_argument("--bot", default=NAME)
    options = parser.parse_args()
    budget = budget_of(options.bot)
    if budget is None:
        parser.error(f"{options.bot} does not search.")
    thinking_times(TABLES["2 players, 10 cards"], Budget(1), 1)  # compiles
    for name, table in TABLES.items():
        seconds = np.array(thinking_times(table, budget, options.decisions))
        mean, error = seconds.mean(), seconds.std() / len(seconds) ** 0.5
        slow = np.percentile(seconds, SLOW)
        print(
            f"{name}: {mean:.3f} ± {1.96 * error:.3f} s a decision, {SLOW} of 100 within {slow:.2f} s, "
            f"slowest {seconds.max():.2f} s ({len(seconds)} decisions)",
            flush=True,
        )


if __name__ == "__main__":
    main()
