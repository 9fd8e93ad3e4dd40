"""The luck of a game: what hidden cards bring, which is nothing in the mean."""

import numpy as np
import pytest
from numpy.typing import NDArray

from skipbo.batch.luck import LuckCounter
from skipbo.batch.simulation import GameLogger
from skipbo.bots.searcher.strength import CHANCE
from skipbo.game.table import Table
from skipbo.kernel.compiler import INTERPRETED
from tests.positions import lay

TINY = Table.of(players=2, stock=1)
compiled = pytest.mark.skipif(INTERPRETED, reason="takes minutes interpreted")


def lucks(table: Table, bots: list[str], games: int, seed: str = "luck") -> NDArray[np.int64]:
    logger, counter, found = GameLogger(table, bots, seed), LuckCounter(table, seed), []
    for number in range(games):
        logger.play(number)
        found.append(counter.count(logger.dealt, logger.codes, number))
    return np.array(found)


def test_luck_is_the_same_for_the_same_seed_and_whatever_was_counted_before() -> None:
    both = lucks(TINY, ["eager"], 2)
    assert both.any()
    logger = GameLogger(TINY, ["eager"], "luck")
    logger.play(1)
    assert np.array_equal(both[1], LuckCounter(TINY, "luck").count(logger.dealt, logger.codes, 1))


def test_counting_leaves_the_game_as_it_was_dealt() -> None:
    logger = GameLogger(TINY, ["eager"], "luck")
    logger.play(0)
    before = logger.dealt.tobytes()
    LuckCounter(TINY, "luck").count(logger.dealt, logger.codes, 0)
    assert logger.dealt.tobytes() == before


def test_what_one_side_gains_the_others_lose() -> None:
    table = Table.of(players=3, stock=1)
    for luck in lucks(table, ["eager"], 1 if INTERPRETED else 20):
        assert not luck[3:].any()
        assert abs(luck.sum()) < CHANCE // 100  # chances are rounded down


def test_where_no_card_is_hidden_there_is_no_luck() -> None:
    game = lay(stocks=[[9], [9]], hands=[[], []], draw=[])
    dealt = game.states.copy()
    game.play("pass")
    codes = np.array([move.code(0, 2, 2) for move in game.moves], np.uint8)
    assert not LuckCounter(game.table, "luck").count(dealt, codes, 0).any()


@compiled
@pytest.mark.parametrize(
    ("table", "bots"),
    [
        (Table.of(stock=5), ["tidy", "random"]),
        (Table.of(players=4, stock=5, partners=True), ["eager", "tidy", "eager", "tidy"]),
        (Table.of("1967", players=3, stock=5), ["eager"]),
    ],
)
def test_luck_is_nothing_in_the_mean_whoever_plays(table: Table, bots: list[str]) -> None:
    found = lucks(table, bots, 2000)[:, : table.teams] / CHANCE
    error = found.std(axis=0) / len(found) ** 0.5
    assert (np.abs(found.mean(axis=0)) < 4 * error).all()
    assert (error < 0.02).all()


@compiled
def test_results_without_luck_differ_less_from_game_to_game() -> None:
    table, games = Table.of(), 400
    logger, counter, plain, fair = GameLogger(table, ["planner"], "fair"), LuckCounter(table, "fair"), [], []
    for number in range(games):
        won = logger.play(number)["winner"][0] == 0
        plain.append(float(won))
        fair.append(won - counter.count(logger.dealt, logger.codes, number)[0] / CHANCE)
    assert np.var(fair) < 0.8 * np.var(plain)
