"""The differences of the sheet of 2016: it is shortened, and the youngest begins."""

import pytest

from skipbo.editions import find_edition
from skipbo.errors import Malformed
from skipbo.game.event import Dealt
from skipbo.game.game import Game
from tests.positions import KEY, hand, lay, play_all

EDITION = "mattel-2016"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_youngest_player_begins(players: int) -> None:  # rule: first.youngest
    for youngest in range(players):
        game = Game(EDITION, players=players, youngest=youngest, key=KEY)
        assert game.first == game.turn == youngest
        assert game.view(None).hands[youngest] == 5


def test_there_is_no_dealer() -> None:  # rule: first.youngest
    game = Game(EDITION, key=KEY)
    assert game.dealer is None
    assert game.events[0] == Dealt(None, 0)
    with pytest.raises(Malformed) as error:
        Game(EDITION, dealer=0)
    assert error.value.code == "dealer"


def test_discarding_the_fifth_card_does_not_count_as_getting_rid_of_all() -> None:  # rule: draw.not-after-discard
    game = lay(EDITION, hands=[[1, 2, 3, 4, 9]], draw=[..., 7, 7, 7, 7, 7])
    play_all(game, "h1>b1 h2>b1 h3>b1 h4>b1 h9>d1")
    assert hand(game, 0) == []
    assert hand(game, 1) == [7] * 5


def test_one_may_draw_back_up_to_5_any_time_all_5_cards_are_used() -> None:  # rule: draw.again
    game = lay(EDITION, hands=[[1, 2, 3, 4, 5]], draw=[..., 1, 2, 3, 4, 5, 10, 9, 8, 7, 6])
    play_all(game, "h1>b1 h2>b1 h3>b1 h4>b1 h5>b1")
    assert hand(game, 0) == [6, 7, 8, 9, 10]
    play_all(game, "h6>b1 h7>b1 h8>b1 h9>b1 h10>b1")
    assert hand(game, 0) == [1, 2, 3, 4, 5]


def test_with_four_piles_one_waits_until_a_slot_opens_up() -> None:  # rule: build.four, build.complete
    game = lay(EDITION, hands=[[1, 12]], building=[[1], [1], [1], list(range(1, 12))], stocks=[[9], [9]])
    assert not [move for move in game.legal_moves if move.card == 1 and not move.ends_turn]
    play_all(game, "h12>b4 h1>b4")


def test_partners_play_from_both_discard_piles_even_if_one_stock_is_finished() -> None:  # rule: team.goes-on
    game = lay(EDITION, players=4, partners=True, stocks={0: []}, discards={0: [[1]], 2: [[2]]})
    play_all(game, "d1>b1 2d1>b1")
    assert game.view(None).building[0] == (1, 2)


def test_a_card_that_could_be_played_may_be_kept() -> None:  # rule: ruling.optional-2016
    game = lay(EDITION, stocks=[[9, 1]], hands=[[1, 6]])
    assert {"s>b1", "h1>b1"} <= set(map(str, game.legal_moves))
    game.play("h6>d1")
    assert game.turn == 1


def test_it_is_printed_in_english_with_the_standard_names() -> None:
    assert find_edition(EDITION).languages == ("en",)
    assert find_edition(EDITION).names_in("en") == find_edition("mattel-2003").names_in("en")
