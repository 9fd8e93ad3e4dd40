"""The differences of the sheet of 1967: three packs, Ace to King, and the highest debit card begins."""

from collections import Counter

import numpy as np
import pytest

from skipbo.editions import find_edition
from skipbo.errors import Malformed
from skipbo.game.event import Completed
from skipbo.game.game import Game
from skipbo.i18n import LANGUAGES
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import DRAW_PILE, NO_CARD, PACKS_OF_CARDS, RANKS, STOCKS, WILD, States
from tests.positions import BROWNFIELD, KEY, lay, lay_kitchen, play_all, up_to, wander
from tests.rules.test_setup import keys


def stock_packs(states: States, players: int) -> set[int]:
    packs = set()
    for seat in range(players):
        card = states["top"][0][STOCKS[seat]]
        while card != NO_CARD:
            packs.add(PACKS_OF_CARDS[card] + 1)
            card = states["under"][0][card]
    return packs


def draw_packs(states: States) -> Counter[int]:
    return Counter(PACKS_OF_CARDS[card] + 1 for card in states["order"][0][: states["count"][0][DRAW_PILE]])


def test_the_deck_is_180_cards_from_ace_to_king_and_24_wilds() -> None:  # rule: deck.packs
    stocks, draw = Game(BROWNFIELD, key=KEY).deal
    cards = Counter(int(card) for pile in (*stocks, draw) for card in pile)
    assert cards == Counter({WILD: 24} | dict.fromkeys(range(1, 14), 12))
    assert cards.total() == 180


@pytest.mark.parametrize("pack", [1, 2, 3])
def test_each_pack_has_four_of_each_rank_and_8_wilds(pack: int) -> None:  # rule: deck.packs
    ranks = Counter(RANKS[card] for card, number in enumerate(PACKS_OF_CARDS) if number + 1 == pack)
    assert ranks == Counter({WILD: 8} | dict.fromkeys(range(1, 14), 4))


def test_a_card_keeps_its_packs_number_in_the_eyes_of_all() -> None:  # rule: deck.packs
    for key in keys(20):
        game = Game(BROWNFIELD, players=4, key=key)
        real, seen = game.states, game.view(None).states()
        for seat in range(4):
            card, shown = real["top"][0][STOCKS[seat]], seen["top"][0][STOCKS[seat]]
            assert (RANKS[card], PACKS_OF_CARDS[card]) == (RANKS[shown], PACKS_OF_CARDS[shown])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_debit_piles_are_dealt_from_packs_1_and_2_alone(players: int) -> None:  # rule: stock.packs
    for key in keys(10):
        assert stock_packs(Game(BROWNFIELD, players=players, key=key).states, players) == {1, 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_what_is_left_of_packs_1_and_2_and_all_of_pack_3_form_the_draw_pile(players: int) -> None:  # rule: stock.packs
    game = Game(BROWNFIELD, players=players, key=KEY)
    packs = draw_packs(game.states)
    packs.update(PACKS_OF_CARDS[card] + 1 for card in game.states["hand"][0][game.turn])
    assert packs[3] == 60
    assert packs[1] + packs[2] == 120 - players * game.table.stock


def test_between_games_the_cards_are_sorted_back_into_their_packs() -> None:  # rule: deck.separate
    game = Game(BROWNFIELD, players=4, stock=3, key=KEY)
    for _position in wander(game, seed=2):
        pass
    states = game.states
    for number in range(10):
        arrays.deal(states, np.full((1, 8), number, np.uint32))
        assert stock_packs(states, 4) == {1, 2}
        assert states["count"][0].sum() + states["held"][0].sum() == 180


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_any_player_may_deal_first(dealer: int) -> None:  # rule: dealer.any
    assert Game(BROWNFIELD, players=3, dealer=dealer, key=KEY).dealer == dealer


def test_unless_the_table_says_who_deals_a_seat_is_taken_without_a_draw() -> None:  # rule: dealer.any
    assert {Game(BROWNFIELD, players=3, key=key).dealer for key in keys(10)} == {0}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_player_with_the_highest_debit_card_begins(players: int) -> None:  # rule: first.highest
    beginners = set()
    for key in keys(60):
        game = Game(BROWNFIELD, players=players, key=key)
        tops = [int(top) for top, _ in game.view(None).stocks if top is not None]
        assert tops[game.turn] == max(tops)
        beginners.add(game.turn)
    assert beginners == set(range(players))


def test_wilds_do_not_count_for_the_highest_debit_card() -> None:  # rule: first.highest
    beside_a_wild = 0
    for key in keys(100):
        game = Game(BROWNFIELD, players=2, key=key)
        tops = [top for top, _ in game.view(None).stocks]
        if tops.count(tops[0]) == 1 and WILD in tops:
            beside_a_wild += 1
            assert tops[game.turn] != WILD
    assert beside_a_wild > 5


def test_a_stack_is_built_through_a_king() -> None:  # rule: build.sequence, build.complete
    game = lay(BROWNFIELD, hands=[[12, 13, 5]], building=[up_to(11)])
    assert Completed(1) not in game.play("h12>b1")
    assert len(game.view(None).building[0]) == 12
    assert Completed(1) in game.play("h13>b1")
    assert len(game.view(None).spent) == 13


def test_no_other_sheet_has_a_king() -> None:  # rule: deck.modern, deck.packs
    game = lay("mattel-2003", hands=[[12, 5]], building=[up_to(11)])
    assert Completed(1) in game.play("h12>b1")


def test_after_a_player_has_discarded_the_turn_is_over() -> None:  # rule: discard.no-play-after
    game = lay(BROWNFIELD, stocks=[[9, 1]], hands=[[6, 1]])
    play_all(game, "h6>d1")
    assert game.turn == 1
    assert not game.view(0).legal_moves


def test_there_is_no_short_game() -> None:  # rule: stock.short
    assert find_edition(BROWNFIELD).stock_sizes(2) == (30,)
    assert Game(BROWNFIELD, stock=10, key=KEY).table.house == {"stock": 10}


def test_its_stock_pile_is_everyone_elses_draw_pile() -> None:
    names = find_edition(BROWNFIELD).names_in("en")
    assert (names.stock, names.draw) == ("Debit Pile", "Stock Pile")
    assert (names.building, names.discard) == ("Building Stack", "Discard Pile")
    assert (names.wild, names.game) == ("SKIP-BO card", "game")


def test_a_move_may_name_the_letter_of_a_card_and_is_recorded_by_number() -> None:  # rule: deck.packs
    for laid in (lay, lay_kitchen):
        game = laid(BROWNFIELD, hands=[[1, 11, 12, 13, 5]], building=[up_to(11)])
        play_all(game, "hA>b2 hQ>b1 hK>b1 hJ>d3")
        assert [str(move) for move in game.moves] == ["h1>b2", "h12>b1", "h13>b1", "h11>d3"]


def test_no_other_sheet_knows_the_letters() -> None:  # rule: deck.modern
    game = lay("mattel-2003", hands=[[1, 5]])
    with pytest.raises(Malformed):
        game.play("hA>b1")


def test_ace_jack_queen_and_king_have_names_in_every_language() -> None:  # rule: deck.packs
    edition = find_edition(BROWNFIELD)
    assert [edition.face(rank) for rank in (1, 2, 10, 11, 12, 13)] == ["A", "2", "10", "J", "Q", "K"]
    assert [f"{edition.the_card(12, language)}" for language in LANGUAGES] == [
        "the Queen",
        "la Dame",
        "la Reina",
        "a Dama",
    ]
    assert f"{edition.the_card(7, 'fr')}" == "7"
    assert format(edition.card_name(1, "en"), "a") == "an Ace"
    assert find_edition("mattel-2003").face(12) == "12"
