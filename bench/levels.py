"""Finds the heat of each level: every level wins the same share against the next stronger one.

    python -m bench.levels [STEP]

STEP is the distance of two levels in Elo, 150 unless said. For each level the heat is halved in until the share of wins
against the level above is that of the step. The seed is a tuning seed: the arena publishes the spacing on other deals.
"""

import os
import sys

from skipbo import batch
from skipbo.bots.bot import seat_brains
from skipbo.bots.ladder import PLANNER
from skipbo.bots.levels import LEVELS
from skipbo.bots.planner.weights import brain_with, format_of, weights_of
from skipbo.game.table import Table
from skipbo.tuning import TUNING_SEEDS

TABLE = Table.of()
DEALS = 10_000
HALVINGS = 9
HOTTEST = 30.0


def share(heat: float, above: float) -> float:
    """What the planner with this heat wins against the one above, every deal from both seats."""
    weights = weights_of(format_of(TABLE))
    one, other = brain_with(PLANNER, weights, heat), brain_with(PLANNER, weights, above)
    results, won = batch.new_results(DEALS), 0
    for seat, bots in enumerate(([one, other], [other, one])):
        batch.play_games(
            TABLE.states(), seat_brains(bots), TUNING_SEEDS + "levels", 0, results, jobs=os.cpu_count() or 1
        )
        won += int((results["winner"] == seat).sum())
    return won / (2 * DEALS)


def heat_below(above: float, wanted: float) -> float:
    low, high = above, HOTTEST
    for _halving in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if share(middle, above) > wanted else (low, middle)
    return round((low + high) / 2, 2)


def main() -> None:
    step = float(sys.argv[1]) if len(sys.argv) > 1 else 150.0
    wanted = 1 / (1 + 10 ** (step / 400))
    names = list(reversed(LEVELS))
    heat = 0.0
    print(f"{names[0]:<8} {heat:5.2f}")
    for name in names[1:]:
        heat = heat_below(heat, wanted)
        print(f"{name:<8} {heat:5.2f}  wins {share(heat, 0.0):.1%} against {names[0]}", flush=True)


if __name__ == "__main__":
    main()
