"""The champion plays by its network at tables of two, and as the planner does elsewhere."""

import numpy as np
import pytest

from skipbo import batch
from skipbo.bots import Bot, find_bots
from skipbo.bots.champion import network
from skipbo.bots.champion.inputs import INPUTS
from skipbo.bots.champion.network import HIDDEN, value_of
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.game.table import Table
from skipbo.kernel.compiler import INTERPRETED
from tests.positions import lay, up_to


def test_a_value_is_the_sum_of_the_direct_weights_and_of_the_hidden_units_above_zero() -> None:
    workspace = new_workspaces()[0]
    chance = np.random.default_rng(1)
    inputs = chance.integers(-16, 17, INPUTS)
    workspace.inputs[:INPUTS] = inputs
    hidden = np.maximum(inputs @ network.WEIGHTS.astype(np.int64) + network.BIASES, 0)
    expected = inputs @ network.DIRECT.astype(np.int64) + hidden @ network.OUTPUTS.astype(np.int64)
    assert value_of(workspace.inputs, workspace.hidden) == expected
    assert len(workspace.hidden) >= HIDDEN


def test_the_champion_plays_a_card_that_wins() -> None:
    game = lay(stocks=[[3], [9, 5]], hands=[[7, 11]], building=[up_to(2)])
    assert str(Bot("champion", seed=1).choose(game.view(0))) == "s>b1"


def test_the_champion_thinks_once_for_a_line_of_moves() -> None:
    game, bot = lay(stocks=[[9, 5], [9, 8]], hands=[[3, 4, 11, 12]], building=[up_to(2)]), Bot("champion", seed=1)
    line = []
    for _move in range(3):
        line.append(str(bot.choose(game.view(0))))
        game.play(line[-1])
    assert line == ["h3>b1", "h4>b1", "s>b1"]


def test_the_champion_sometimes_knows_better_than_the_planner() -> None:
    table = Table.of(players=2, stock=2)
    played = [batch.new_results(2) for _bot in range(2)]
    for name, results in zip(("champion", "planner"), played, strict=True):
        batch.play_games(table, find_bots([name], table), "another way", results)
    assert played[0]["moves"].tolist() != played[1]["moves"].tolist()


def test_interpreted_and_compiled_games_are_the_same() -> None:
    """The digests of one are those of the other. They change with the rules, the planner and the network."""
    table, results = Table.of(players=2, stock=3), batch.new_results(2)
    batch.play_games(table, find_bots(["champion"], table), "agreement", results, digests=True)
    assert results["digest"].tolist() == [3995610974, 2370594793]


@pytest.mark.parametrize(
    "table",
    [
        Table.of(players=4, stock=2),
        Table.of(players=4, partners=True, stock=2),
        Table.of("1967", players=2, stock=2),
    ],
    ids=["four", "partners", "13 ranks"],
)
def test_at_tables_that_its_network_does_not_know_the_champion_plays_as_the_planner(table: Table) -> None:
    games = 2 if INTERPRETED else 20
    played = [batch.new_results(games) for _bot in range(2)]
    for name, results in zip(("champion", "planner"), played, strict=True):
        batch.play_games(table, find_bots([name], table), "elsewhere", results)
    np.testing.assert_array_equal(played[0], played[1])
