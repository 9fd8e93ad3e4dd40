"""The simple bots, shown on small tables."""

import pytest

from tests.bots.workspaces import choices
from tests.positions import lay

# random


def test_random_makes_every_legal_move_equally_often() -> None:
    game = lay(stocks=[[9, 1]], hands=[["W", 5]], discards={0: [["W"], [], [], []]}, building=[[1], [], [], []])
    seen = choices(game, "random", 4000)
    assert set(seen) == set(map(str, game.legal_moves))
    expected = 4000 / len(game.legal_moves)
    assert all(0.6 * expected < count < 1.4 * expected for count in seen.values())


# eager, and tidy, which plays like it

both = pytest.mark.parametrize("name", ["eager", "tidy"])


@both
def test_eager_and_tidy_play_their_stock_card_whenever_they_can(name: str) -> None:
    game = lay(stocks=[[9, 5]], hands=[[5, 6]], building=[[1, 2, 3, 4], [1], [], []])
    assert set(choices(game, name)) == {"s>b1"}


@both
def test_eager_and_tidy_play_a_wild_of_their_stock_on_any_pile(name: str) -> None:
    game = lay(stocks=[[9, "W"]], hands=[[5]], building=[[1, 2], [1], [], []])
    seen = choices(game, name)
    assert set(seen) == {"s>b1", "s>b2", "s>b3", "s>b4"}
    assert min(seen.values()) > 25


@both
def test_eager_and_tidy_play_the_stock_card_of_a_partner_if_they_cannot_play_their_own(name: str) -> None:
    game = lay(players=4, partners=True, stocks={0: [5, 9], 2: [5, 1]}, hands=[[1]])
    assert set(choices(game, name)) == {"2s>b1"}


@both
def test_eager_and_tidy_prefer_their_own_stock_card_to_that_of_a_partner(name: str) -> None:
    game = lay(players=4, partners=True, stocks={0: [5, 1], 2: [5, 1]}, hands=[[9]])
    assert set(choices(game, name)) == {"s>b1"}


@both
def test_eager_and_tidy_play_the_stock_of_the_second_partner_too(name: str) -> None:
    game = lay("brownfield-1967", players=6, partners=True, stocks={0: [5, 9], 2: [5, 9], 4: [5, 1]}, hands=[[2]])
    assert set(choices(game, name)) == {"4s>b1"}


@both
def test_eager_and_tidy_play_every_playable_card_of_hand_and_discards_equally_often(name: str) -> None:
    game = lay(
        stocks=[[9, 9]],
        hands=[[1, 1, 3, 7]],
        discards={0: [[1], [], [8, 3], [12]]},
        building=[[1, 2], [], [], []],
    )
    seen = choices(game, name, 800)
    assert set(seen) == {"h1>b2", "h3>b1", "d1>b2", "d3>b1"}
    assert min(seen.values()) > 150


@both
def test_eager_and_tidy_pass_with_an_empty_hand_and_no_playable_card(name: str) -> None:
    game = lay(stocks=[[9, 9]], hands=[[]], draw=[])
    assert set(choices(game, name, 5)) == {"pass"}


def test_eager_discards_any_rank_on_any_pile_without_a_playable_card() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 5, 5, 7]])
    seen = choices(game, "eager", 800)
    assert set(seen) == {f"h{rank}>d{pile}" for rank in (5, 7) for pile in (1, 2, 3, 4)}
    assert min(seen.values()) > 60  # the three 5s are one rank


# How tidy discards


def test_tidy_discards_a_card_on_its_equal() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 7, 12, 12]], discards={0: [[8], [3, 3, 3, 5], [2], []]})
    assert set(choices(game, "tidy")) == {"h5>d2"}


def test_tidy_discards_one_of_twins_if_no_pile_shows_an_equal_card() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 5, 12, 11]], discards={0: [[8], [4], [2], []]})
    assert set(choices(game, "tidy")) == {"h5>d4"}


def test_tidy_discards_on_the_lowest_pile() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5]], discards={0: [[8, 8], [4], [2, 2], [12, 11, 10]]})
    assert set(choices(game, "tidy")) == {"h5>d2"}


def test_tidy_discards_a_high_card() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 6, 12, 11]], discards={0: [[8], [4], [], [2]]})
    assert set(choices(game, "tidy")) == {"h12>d3"}


def test_tidy_rolls_its_dice_between_discards_that_are_equally_tidy() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 7]], discards={0: [[8], [4], [], []]})
    seen = choices(game, "tidy", 400)
    assert set(seen) == {"h7>d3", "h7>d4"}
    assert min(seen.values()) > 140
