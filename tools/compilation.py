"""Compiles what several stages of the tests need: `python -m tools.compilation`.

All of it in one process: functions that call the same rules then compile these only once. The installation begins it
in the background; who calls it meanwhile waits for that, and finds everything compiled.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from skipbo import batch
from skipbo.batch.luck import LuckCounter
from skipbo.batch.simulation import GameLogger
from skipbo.bots.bot import Bot, find_bots
from skipbo.coach.analysis import analyse
from skipbo.coach.explanation import Explanation
from skipbo.dataset.plan import DatasetPlan
from skipbo.dataset.players import BatchPlayer
from skipbo.env.interface import Interface
from skipbo.env.seat_games import SeatGames
from skipbo.env.table_games import TableGames
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.record import check, check_line, to_line
from skipbo.server.warmup import rehearse, rehearse_search

LOCK = Path(__file__).parent.parent / "build" / "compilation.lock"
TABLE = Table.of(stock=1)


def main() -> None:
    with alone():
        rehearse()
        rehearse_search()
        study_whole_games("eager")
        study_whole_games("planner")
        batch.soak(TABLE, find_bots(["eager"], TABLE), 0, batch.new_results(1))
        study_moves()
        coach()
        learn()
        Game.from_position(Game(stock=1).position())


@contextmanager
def alone() -> Iterator[None]:
    """Waits until no other process does the same."""
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def study_whole_games(bot: str) -> None:
    batch.play_games(TABLE, find_bots([bot], TABLE), 0, batch.new_results(1))
    logger = GameLogger(TABLE, [bot], 0)
    _result, record = logger.log(0)
    assert record is not None
    check(record)
    check_line(to_line(record))
    LuckCounter(TABLE, 0).count(TABLE.states(), np.zeros(0, np.uint8), 0)


def study_moves() -> None:
    states, dice = batch.new_games(TABLE, 2, 0)
    masks, moves, samples = batch.new_masks(2), batch.new_moves(2), states.copy()
    batch.legal(states, masks)
    batch.pick(masks, dice, moves)
    batch.step(states, moves)
    batch.observe(states, batch.new_observations(2))
    batch.sample(states, batch.seed_games(2, 0)[0], samples)
    batch.play_out(samples, dice, find_bots(["eager"], TABLE), batch.new_results(2))


def coach() -> None:
    game, planner = Game(stock=1, key=bytes(32)), Bot("planner", seed=0)
    thoughts = Explanation(game.view(game.turn))
    assert thoughts.option(thoughts.best.move) is thoughts.best
    while game.outcome is None:
        game.play(planner.choose(game.view(game.turn)))
    analyse(game, worlds=1)


def learn() -> None:
    interface = Interface.of(stock=1)
    doors = interface.doors
    assert all((doors.act, doors.look, doors.allow, doors.unfold, doors.weigh, doors.decide, doors.act_unfolding))
    SeatGames(interface, "eager", seat=0, count=1)
    play_side_by_side(interface)
    BatchPlayer(DatasetPlan.of(["eager"], TABLE, games=1))  # plays a game


def play_side_by_side(interface: Interface) -> None:
    games = TableGames(interface, 2, seed=0)
    rows, allowed, payoffs, over = games.new_arrays()
    games.look(rows, allowed)
    games.act(allowed.argmax(axis=1), payoffs, over)


if __name__ == "__main__":
    main()
