"""Fits the strengths of `skipbo.bots.searcher.strength` to games of the planner, for every kind of table.

    python -m bench.strengths [GAMES]

GAMES (default: 20,000) are divided by the number of sides at a table, because each side tells something; half of them
have 10 cards in a stock pile. The chance that a side wins is its part of all strengths, so the weights are those of a
logistic regression, found by Newton's method. Writes the file, and prints by how many points the chances are off in
other games, in tenths.
"""

import json
import sys

import numpy as np
from numpy.typing import NDArray

from bench.soak import one_of_each
from skipbo.batch.turn_log import logged_turns
from skipbo.bots.bot import find_bots
from skipbo.bots.searcher.strength import FILE, key_of, measures
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.game.table import Table

GAMES = 20_000
SHORT = 10
STEPS = 12
RIDGE = 1.0  # keeps weights finite that no turn tells anything about
DIGITS = 5

Numbers = NDArray[np.float64]


def turns_of(table: Table, games: int, seed: str) -> tuple[Numbers, NDArray[np.int64]]:
    """The measures of every side at every turn of these games, and who won."""
    turns, winners = [], []
    for stock in (table.stock, SHORT):
        kind = Table.of(table.edition, players=table.players, partners=table.teams < table.players, stock=stock)
        played, won = logged_turns(kind, find_bots(["planner"], kind), TUNING_PREFIX + seed, range(games // 2))
        turns.append(measures(played))
        winners.append(won)
    return np.concatenate(turns), np.concatenate(winners)


def chances(weights: Numbers, turns: Numbers) -> Numbers:
    strengths = np.exp(turns @ weights)
    part: Numbers = strengths / strengths.sum(axis=1, keepdims=True)
    return part


def fitted(turns: Numbers, winners: NDArray[np.int64]) -> Numbers:
    weights = np.zeros(turns.shape[-1])
    won = turns[np.arange(len(turns)), winners]
    for _step in range(STEPS):
        expected = chances(weights, turns)
        mean = np.einsum("ts,tsm->tm", expected, turns)
        slope = (won - mean).sum(axis=0) - RIDGE * weights
        spread = np.einsum("ts,tsm,tsn->mn", expected, turns, turns) - mean.T @ mean
        weights = weights + np.linalg.solve(spread + RIDGE * np.eye(len(weights)), slope)
    return weights


def tenths(weights: Numbers, turns: Numbers, winners: NDArray[np.int64]) -> str:
    """By how many points the chances are off, from the lowest tenth to the highest."""
    said = chances(weights, turns).ravel()
    happened = (np.arange(turns.shape[1]) == winners[:, None]).ravel()
    tenth = np.minimum((10 * said).astype(int), 9)
    off = [
        f"{100 * (said[tenth == number].mean() - happened[tenth == number].mean()):+.1f}"
        for number in range(10)
        if (tenth == number).sum() > len(said) // 1000
    ]
    return " ".join(off)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    lines = [f'made = "python -m bench.strengths {games}"', "", "[weights]"]
    for table in one_of_each(key_of):
        fair = games // table.teams
        weights = fitted(*turns_of(table, fair, "strengths")).round(DIGITS)
        lines.append(f"{json.dumps(key_of(table))} = {json.dumps(weights.tolist())}")
        print(f"{key_of(table)}: {tenths(weights, *turns_of(table, fair, 'calibration'))}", flush=True)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
