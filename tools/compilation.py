"""Compiles what several stages of the tests need, once for all of them: `python -m tools.compilation`."""

from skipbo import batch
from skipbo.batch.simulation import GameLogger
from skipbo.bots.bot import find_bots
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.record import check, check_line, to_line
from skipbo.server.warmup import warm_up


def main() -> None:
    warm_up()
    table = Table.of(stock=1)
    study_whole_games(table, "eager")
    study_whole_games(table, "planner")
    batch.soak(table, find_bots(["eager"], table), 0, batch.new_results(1))
    study_moves(table)
    Game.from_position(Game(stock=1).position())


def study_whole_games(table: Table, bot: str) -> None:
    batch.play_games(table, find_bots([bot], table), 0, batch.new_results(1))
    _result, record = GameLogger(table, [bot], 0).log(0)
    assert record is not None
    check(record)
    check_line(to_line(record))


def study_moves(table: Table) -> None:
    states, dice = batch.new_games(table, 2, 0)
    masks, moves, samples = batch.new_masks(2), batch.new_moves(2), states.copy()
    batch.legal(states, masks)
    batch.pick(masks, dice, moves)
    batch.step(states, moves)
    batch.observe(states, batch.new_observations(2))
    batch.sample(states, batch.seed_games(2, 0)[0], samples)
    batch.play_out(samples, dice, find_bots(["eager"], table), batch.new_results(2))


if __name__ == "__main__":
    main()
