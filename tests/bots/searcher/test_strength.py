"""The chance of winning, as the searcher estimates it where a world is cut short."""

import numpy as np
import pytest
from hypothesis import given, settings

from skipbo.batch.turn_log import logged_turns
from skipbo.bots.bot import find_bots, parameters_of
from skipbo.bots.searcher.strength import (
    CARDS_LEFT,
    CHANCE,
    LACKS_ONE,
    LACKS_TWO,
    ONE,
    ORDER,
    READY,
    STANDING,
    TURNS,
    WILDS,
    Standing,
    logarithm,
    new_standing,
    stand,
    strengths_of,
    write_chances,
)
from skipbo.editions import EDITIONS
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.kernel.compiler import INTERPRETED
from tests.kernel.strategies import games
from tests.positions import lay, up_to


def chances(game: Game, sureness: int = ONE) -> list[int]:
    bots, strengths = parameters_of("planner", game.table), strengths_of(game.table, sureness)
    written = np.zeros(game.table.teams, np.int64)
    write_chances(game.states[0], bots[0], strengths, new_standing(), written)
    return [int(chance) for chance in written]


def standing_of(game: Game, side: int = 0) -> Standing:
    standing = np.zeros(len(STANDING), np.int64)
    stand(game.states[0], side, parameters_of("planner", game.table)[0], standing)
    return standing


def tables() -> list[Table]:
    found = []
    for edition in EDITIONS.values():
        for players in range(2, 7):
            for partners in (False, True):
                try:
                    found.append(Table.of(edition, players=players, partners=partners))
                except Malformed:
                    continue
    return found


@settings(max_examples=5 if INTERPRETED else 100)
@given(games())
def test_the_chances_of_all_sides_make_one(game: Game) -> None:
    assert CHANCE - len(chances(game)) < sum(chances(game)) <= CHANCE


def test_who_has_won_has_every_chance_and_nobody_another() -> None:
    game = lay(stocks=[[1]], hands=[[5]])
    game.play("s>b1")
    assert chances(game) == [CHANCE, 0]


def test_a_game_that_nobody_won_is_shared() -> None:
    game = lay(stocks=[[9], [9]], hands=[[], []], draw=[])
    game.play("pass")
    game.play("pass")
    assert chances(game) == [CHANCE // 2, CHANCE // 2]


@pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.edition.id}-{table.players}-{table.teams}")
def test_at_every_table_fewer_cards_are_better(table: Table) -> None:
    strengths = strengths_of(table)
    for turns in range(table.players):
        worths = []
        for cards in range(1, 2 * table.stock * table.players // table.teams):
            standing = np.zeros(len(STANDING), np.int64)
            standing[TURNS], standing[CARDS_LEFT] = turns, cards
            worths.append(logarithm(standing, strengths))
        assert worths == sorted(worths, reverse=True)


def test_with_more_sureness_chances_are_farther_from_even_ones() -> None:
    game = lay(stocks=[[9] * 5, [9, 10] * 4], hands=[[12], [7]])
    cautious, fitted, sure = (chances(game, sureness)[0] for sureness in (ONE // 2, ONE, 2 * ONE))
    assert CHANCE // 2 < cautious < fitted < sure < CHANCE
    assert chances(game) == chances(game, ONE)


def test_a_side_stands_as_its_cards_lie() -> None:
    game = lay(stocks=[[9, 5], [9, 9, 9]], hands=[["W", "W", 12], [7]], building=[up_to(2)], discards={1: [[8]]})
    own = standing_of(game)
    assert (own[TURNS], own[CARDS_LEFT], own[WILDS], own[READY]) == (0, 2, 2, 1)
    other = standing_of(game, 1)
    assert (other[TURNS], other[CARDS_LEFT], other[WILDS], other[READY]) == (1, 3, 0, 0)


@pytest.mark.parametrize(("reached", "number"), [(4, READY), (3, LACKS_ONE), (2, LACKS_TWO)])
def test_a_stock_card_is_ready_or_lacks_so_many_cards(reached: int, number: int) -> None:
    standing = standing_of(lay(stocks=[[9, 5], [9]], hands=[[12]], building=[up_to(reached)] * 4))
    assert standing[number] == 1
    assert standing[[READY, LACKS_ONE, LACKS_TWO]].sum() == 1


def test_a_discard_pile_in_order_is_better_than_one_in_disorder() -> None:
    orders = [
        standing_of(lay(stocks=[[9], [9]], hands=[[12]], discards={0: [pile]}))[ORDER] for pile in ([8, 7], [2, 11])
    ]
    assert orders[0] > orders[1]


def test_what_partners_have_counts_together() -> None:
    game = lay(players=4, partners=True, stocks=[[9, 9], [9], [9, 9, 9], [9]], hands=[["W"], [5], ["W", 3], [5]])
    own = standing_of(game)
    assert (own[CARDS_LEFT], own[WILDS]) == (5, 2)


def test_a_partner_who_has_finished_has_no_stock_card_to_play() -> None:
    game = lay(players=4, partners=True, stocks=[[9, 5], [9], [], [9]], hands=[[3], [5], [4], [5]], building=[up_to(4)])
    assert standing_of(game)[[READY, LACKS_ONE, LACKS_TWO]].tolist() == [1, 0, 0]


def test_what_is_logged_of_games_is_how_each_side_stood_and_who_won() -> None:
    table = Table.of(stock=2)
    turns, winners = logged_turns(table, find_bots(["eager"], table), "log", range(3))
    assert turns.shape == (len(winners), 2, len(STANDING))
    assert set(winners.tolist()) <= {0, 1}
    assert (turns[:, :, CARDS_LEFT] >= 1).all()
    assert (turns[:, :, TURNS].sum(axis=1) == 1).all(), "one of two sides is next"
