"""Measures how far the decisions of each level are behind the planner's: by this the coach grades people.

    python -m bench.grades [GAMES]

For every number of players and sides a level plays GAMES games (default: 96), divided by the number of players,
against itself; these are analysed. Writes the file, and prints the mean of all decisions, in points of a hundred.
"""

import json
import sys

import numpy as np
from numpy.typing import NDArray

from bench.soak import one_of_each
from skipbo.batch.simulation import GameLogger
from skipbo.bots.levels import TEMPERATURES
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.coach.analysis import analyse
from skipbo.coach.grades import FILE, key_of
from skipbo.game.table import Table
from skipbo.record import game_to_replay

GAMES = 96
WORLDS = 16
DIGITS = 5


def kind(table: Table) -> str:
    return key_of(table.players, table.teams)


def behind(table: Table, level: str, games: int) -> NDArray[np.float64]:
    """How far each decision in these games is behind."""
    logger, found = GameLogger(table, [level], TUNING_PREFIX + "grades"), list[float]()
    for number in range(games):
        _result, record = logger.log(number)
        assert record is not None
        game = game_to_replay(record)
        for move in record.moves:
            game.play(move)
        analysis = analyse(game, worlds=WORLDS)
        found.extend(analysis.behind(made) for made in analysis.decisions)
    return np.array(found)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    lines = [f'made = "python -m bench.grades {games}"']
    for table in one_of_each(kind):
        key = kind(table)
        lines += ["", f"[behind.{json.dumps(key)}]"]
        for level in TEMPERATURES:
            found = behind(table, level, games // table.players)
            lines.append(f"{level} = {found.mean():.{DIGITS}f}")
            error = found.std() / len(found) ** 0.5
            print(f"{key} {level}: {100 * found.mean():.2f} ± {100 * error:.2f}", flush=True)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
