"""The planner's ideas on small tables where they are beyond doubt, whatever the last tuning found."""

import pytest

from skipbo.game.game import Game
from tests.bots.workspaces import choice, choices, segment_of
from tests.positions import BROWNFIELD, lay, up_to

# Progress


def test_the_planner_plays_its_stock_card() -> None:
    game = lay(stocks=[[9, 5]], hands=[[5, 12, 12]], building=[up_to(4)])
    assert segment_of(game, "planner")[-1] == "s>b1"


def test_the_planner_plays_the_cards_that_lead_to_its_stock_card() -> None:
    game = lay(stocks=[[9, 8]], hands=[[5, 7, 11]], discards={0: [[6]]}, building=[up_to(4)])
    assert segment_of(game, "planner") == ["h5>b1", "d1>b1", "h7>b1", "s>b1"]


def test_the_planner_reaches_its_stock_card_beyond_a_completed_pile() -> None:
    game = lay(stocks=[[9, 2]], hands=[[11, 12, 1, 8]], building=[up_to(10), up_to(4), up_to(4), up_to(4)])
    assert segment_of(game, "planner") == ["h11>b1", "h12>b1", "h1>b1", "s>b1"]


def test_the_planner_spends_wilds_for_its_stock_card() -> None:
    game = lay(stocks=[[9, 8]], hands=[["W", "W", 3, 11]], building=[up_to(5)])
    assert segment_of(game, "planner") == ["hW>b1", "hW>b1", "s>b1"]


def test_the_planner_takes_the_way_without_a_wild() -> None:
    game = lay(stocks=[[9, 8]], hands=[["W", 7, 11, 11]], building=[up_to(6)])
    assert segment_of(game, "planner") == ["h7>b1", "s>b1"]
    game = lay(stocks=[[9, 8]], hands=[["W", 11, 11]], discards={0: [[3, 7, 6]]}, building=[up_to(5), [], [], []])
    assert segment_of(game, "planner") == ["d1>b1", "d1>b1", "s>b1"]


def test_the_planner_plays_no_wild_for_nothing() -> None:
    game = lay(stocks=[[9, 9]], hands=[["W", 11, 12]], building=[up_to(3), up_to(3), up_to(3), up_to(3)])
    assert not {move for move in choices(game, "planner", 5) if move.startswith("hW")}


def test_the_planner_empties_its_hand_to_draw_five_cards() -> None:
    game = lay(stocks=[[9, 9]], hands=[[3, 5]], discards={0: [[4]]}, building=[up_to(2)])
    assert segment_of(game, "planner") == ["h3>b1", "d1>b1", "h5>b1"]


def test_the_planner_wins_when_it_can() -> None:
    """By the dearest way there is."""
    game = lay(stocks=[[9], [9, 9]], hands=[["W", "W", "W", "W", 11]], discards={0: [["W"]]}, building=[up_to(3)])
    assert len(segment_of(game, "planner")) == 6
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


# Discards


def test_the_planner_discards_on_an_equal_card() -> None:
    game = lay(stocks=[[3, 3]], hands=[[11, 11, 11]], discards={0: [[9], [11], [8], [4]]}, building=[up_to(5)] * 4)
    assert choice(game, "planner") == "h11>d2"


def test_the_planner_discards_a_number_rather_than_a_wild() -> None:
    game = lay(stocks=[[3, 3]], hands=[["W", "W", 11]], discards={0: [[2]] * 4}, building=[up_to(5)] * 4)
    assert all(move.startswith("h11>d") for move in choices(game, "planner", 5))


# Blocking


def test_the_planner_does_not_open_the_way_for_an_opponent() -> None:
    """A 6 could be played, but then the opponent's 7 would go."""
    game = lay(stocks=[[3, 3], [9, 7]], hands=[[6, 12, 12]], building=[up_to(5)] * 4)
    assert choice(game, "planner").startswith("h12>d")


def test_the_planner_closes_the_way_of_an_opponent_if_it_costs_nothing() -> None:
    """A 7 on the only pile that the opponent's 7 would go on."""
    game = lay(stocks=[[3, 3], [9, 7]], hands=[[7, 12, 12]], building=[up_to(6), up_to(9), up_to(9), up_to(9)])
    assert choice(game, "planner") == "h7>b1"


def test_the_planner_does_not_give_up_its_stock_card_for_a_block() -> None:
    """Its own stock card opens the way for that of the opponent."""
    game = lay(stocks=[[3, 3, 3, 6], [9] * 9 + [7]], hands=[[12, 12]], building=[up_to(5)] * 4)
    assert choice(game, "planner") == "s>b1"


# Partners


def partners(edition: str) -> Game:
    stocks = {0: [3, 12], 1: [9, 9], 2: [9, 8], 3: [9, 9]}
    return lay(
        edition, players=4, partners=True, stocks=stocks, hands=[[11, 11]], discards={2: [[7]]}, building=[up_to(6)]
    )


def test_the_planner_plays_a_partners_stock_card() -> None:
    game = lay(players=4, partners=True, stocks={0: [3, 12], 2: [9, 8]}, hands=[[7, 11]], building=[up_to(6)])
    assert segment_of(game, "planner") == ["h7>b1", "2s>b1"]


def test_the_planner_uses_the_discards_of_a_partner_but_not_by_the_sheet_of_1967() -> None:
    assert segment_of(partners("mattel-2003"), "planner") == ["2d1>b1", "2s>b1"]
    assert choice(partners(BROWNFIELD), "planner").startswith("h11>d")


def test_the_planner_plays_on_for_its_side_when_its_own_stock_is_finished() -> None:
    stocks = {0: [], 1: [9, 9], 2: [9, 8], 3: [9, 9]}
    game = lay(players=4, partners=True, stocks=stocks, hands=[[7, 11]], building=[up_to(6)])
    assert segment_of(game, "planner") == ["h7>b1", "2s>b1"]


# When nothing can be drawn


def test_the_planner_passes_with_an_empty_hand_and_no_playable_card() -> None:
    assert choice(lay(stocks=[[9, 9]], hands=[[]], draw=[]), "planner") == "pass"


def test_the_planner_completes_a_pile_for_cards_when_there_is_nothing_to_draw() -> None:
    game = lay(stocks=[[3, 3]], hands=[[]], draw=[], building=[up_to(10)], discards={0: [[12, 11]]})
    assert segment_of(game, "planner")[:2] == ["d1>b1", "d1>b1"]


def test_the_planner_plays_its_stock_card_with_nothing_in_hand() -> None:
    game = lay(stocks=[[9, 5]], hands=[[]], draw=[], building=[up_to(4)])
    assert choice(game, "planner") == "s>b1"


@pytest.mark.parametrize("name", ["expert", "planner"])
def test_a_game_in_which_nothing_can_be_drawn_still_ends(name: str) -> None:
    game = lay(stocks=[[3, 3], [4, 4]], hands=[[2, 5, 7], [9, 10]], draw=[], players=2)
    while game.outcome is None:
        game.play(choices(game, name, 1).popitem()[0])
    assert game.version < 500
