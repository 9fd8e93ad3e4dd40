"""Levels for people are the planner at a temperature: a higher one errs more often, but seldom where it costs much.

Above them stands a searcher.
"""

import math
from collections import Counter

import numpy as np
import pytest

from skipbo import batch
from skipbo.bots import Bot, find_bots, ladder
from skipbo.bots.bot import budget_of, parameters_of, plays_in_batches, seat_parameters
from skipbo.bots.ladder import PLANNER
from skipbo.bots.levels import DEFAULT_LEVEL, LEVELS, TEMPERATURES, WORLDS, seat_opponents
from skipbo.bots.planner.noise import GRAINS, GUMBEL, UNIT, noise
from skipbo.bots.planner.parameters import POINT
from skipbo.bots.planner.weights import parameters_with, weights_of
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.searcher.searcher import Budget
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.kernel.compiler import INTERPRETED, plain
from tests.bots.workspaces import look_at
from tests.positions import lay

ROLLS = 200 if INTERPRETED else 20_000


compiled = pytest.mark.skipif(INTERPRETED, reason="takes minutes interpreted")


def test_five_levels_have_each_a_lower_temperature_than_the_one_before_and_the_last_is_at_zero() -> None:
    temperatures = list(TEMPERATURES.values())
    assert len(temperatures) == 5
    assert temperatures == sorted(temperatures, reverse=True)
    assert len(set(temperatures)) == 5
    assert temperatures[-1] == 0


def test_above_the_master_there_is_the_grandmaster_who_searches_on_a_budget_in_worlds() -> None:
    assert (*TEMPERATURES, "grandmaster") == LEVELS
    assert budget_of("grandmaster") == Budget(WORLDS["grandmaster"])
    assert not plays_in_batches("grandmaster")
    with pytest.raises(Malformed, match="“grandmaster” thinks for too long to play games by the thousand"):
        find_bots(["grandmaster"], Table.of())


@compiled
def test_the_grandmaster_decides_as_a_searcher_with_its_budget() -> None:
    game = three_discards()
    names = ("grandmaster", f"searcher:{WORLDS['grandmaster']}")
    chosen = [Bot(name, seed=3).choose(game.view(game.turn)) for name in names]
    assert chosen[0] == chosen[1]
    assert chosen[0] in game.legal_moves


@pytest.mark.parametrize("name", TEMPERATURES)
def test_a_level_is_the_planner_at_a_temperature(name: str) -> None:
    table = Table.of(players=3)
    level, planner = parameters_of(name, table), parameters_of("planner", table)
    assert level["temperature"][0] == round(TEMPERATURES[name] * POINT)
    level["temperature"] = 0
    assert level.tobytes() == planner.tobytes()


def test_the_master_plays_as_the_planner() -> None:
    table, results = Table.of(stock=3), [batch.new_results(4), batch.new_results(4)]
    for name, played in zip(("master", "planner"), results, strict=True):
        batch.play_games(table, find_bots([name], table), "levels", played, digests=True)
    assert results[0].tobytes() == results[1].tobytes()


def test_noise_has_the_mean_and_the_spread_of_gumbels_distribution() -> None:
    assert len(GUMBEL) == GRAINS
    assert (np.diff(GUMBEL) >= 0).all()
    assert GUMBEL.mean() / UNIT == pytest.approx(np.euler_gamma, abs=0.01)
    assert GUMBEL.std() / UNIT == pytest.approx(math.pi / math.sqrt(6), abs=0.01)
    assert np.median(GUMBEL) / UNIT == pytest.approx(-math.log(math.log(2)), abs=0.01)


def test_noise_is_rolled_and_grows_with_the_temperature() -> None:
    _keys, dice = batch.seed_games(1, "noise")
    rolled = np.array([plain(noise)(dice[0], 3 * UNIT) for _roll in range(ROLLS)]) / (3 * UNIT)
    error = 4 * math.pi / math.sqrt(6 * ROLLS)
    assert rolled.mean() == pytest.approx(np.euler_gamma, abs=error)
    assert rolled.std() == pytest.approx(math.pi / math.sqrt(6), rel=0.1)
    assert plain(noise)(dice[0], 0) == 0


def three_discards() -> Game:
    """Nothing goes: the turn ends with one of three cards on one of four piles."""
    return lay(stocks=[[9, 9]], hands=[[4, 8, 12]], discards={0: [[6], [10], [2], [5]]})


@pytest.mark.parametrize("temperature", [0.3, 1.0, 4.0])
def test_at_a_temperature_every_move_is_chosen_as_often_as_the_softmax_of_the_worths_says(temperature: float) -> None:
    game = three_discards()
    worths = look_at(game.states, parameters_of("planner", game.table)).worths[:, 0]
    options = {int(code): float(worths[code]) / POINT for code in game.legal_moves.codes}
    best = max(options.values())
    shares = {code: math.exp((worth - best) / temperature) for code, worth in options.items()}
    total = sum(shares.values())
    bots = seat_parameters([parameters_with(PLANNER, weights_of("2"), temperature)])
    _keys, dice = batch.seed_games(ROLLS, f"temperature {temperature}")
    states, workspaces, moves = game.states, new_workspaces(), np.zeros(1, np.int64)
    seen: Counter[int] = Counter()
    for roll in range(ROLLS):
        workspaces["steps"] = 0  # no plan is kept
        ladder.choose_moves(states, bots, dice[roll : roll + 1], workspaces, moves)
        seen[int(moves[0])] += 1
    assert seen.keys() <= options.keys()
    for code, share in shares.items():
        expected = share / total
        error = 4.5 * math.sqrt(expected * (1 - expected) / ROLLS) + 0.002
        assert seen[code] / ROLLS == pytest.approx(expected, abs=error)


@pytest.mark.parametrize(
    ("bots", "players", "partners", "seated"),
    [
        ([], None, False, [DEFAULT_LEVEL]),
        ([], None, True, [DEFAULT_LEVEL] * 3),
        (["sharp"], 4, False, ["sharp"] * 3),
        (["novice", "master"], None, False, ["novice", "master"]),
        (["novice", "master"], 3, False, ["novice", "master"]),
    ],
)
def test_seats_that_nobody_named_a_bot_for_are_filled(
    bots: list[str], players: int | None, partners: bool, seated: list[str]
) -> None:
    assert seat_opponents(bots, players, partners) == seated


def test_too_few_bots_for_the_seats_are_refused() -> None:
    with pytest.raises(Malformed, match="one for each of the 3, not 2"):
        seat_opponents(["novice", "master"], 4, False)
