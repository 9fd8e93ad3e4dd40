"""Finds the temperature of each level, so that every level wins the same share against the next stronger one.

    python -m bench.levels [STEP]

STEP is the distance of two levels in Elo (default: 150). For each level a bisection finds the temperature at which the
share of wins against the level above is that of the step. The seed is a tuning seed: the arena measures the distances
on other deals.
"""

import os
import sys

from skipbo import batch
from skipbo.bots.bot import seat_parameters
from skipbo.bots.ladder import PLANNER
from skipbo.bots.levels import TEMPERATURES
from skipbo.bots.planner.weights import format_of, parameters_with, weights_of
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.game.table import Table

TABLE = Table.of()
DEALS = 10_000
HALVINGS = 9
HIGHEST_TEMPERATURE = 30.0


def share(temperature: float, above: float) -> float:
    """The share that the planner at this temperature wins against the level above, every deal from both seats."""
    weights = weights_of(format_of(TABLE))
    one, other = parameters_with(PLANNER, weights, temperature), parameters_with(PLANNER, weights, above)
    results, won = batch.new_results(DEALS), 0
    for seat, bots in enumerate(([one, other], [other, one])):
        batch.play_games(TABLE, seat_parameters(bots), TUNING_PREFIX + "levels", results, jobs=os.cpu_count() or 1)
        won += int((results["winner"] == seat).sum())
    return won / (2 * DEALS)


def temperature_below(above: float, wanted: float) -> float:
    low, high = above, HIGHEST_TEMPERATURE
    for _halving in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if share(middle, above) > wanted else (low, middle)
    return round((low + high) / 2, 2)


def main() -> None:
    step = float(sys.argv[1]) if len(sys.argv) > 1 else 150.0
    wanted = 1 / (1 + 10 ** (step / 400))
    names = list(reversed(TEMPERATURES))
    temperature = 0.0
    print(f"{names[0]:<8} {temperature:5.2f}")
    for name in names[1:]:
        temperature = temperature_below(temperature, wanted)
        print(f"{name:<8} {temperature:5.2f}  wins {share(temperature, 0.0):.1%} against {names[0]}", flush=True)


if __name__ == "__main__":
    main()
