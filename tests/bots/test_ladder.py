"""What each bot does, shown on small tables."""

from collections import Counter

import pytest

from skipbo.bots import KNOWN, Bot, find_bots
from skipbo.bots.ladder import EAGER, RANDOM
from skipbo.errors import Malformed
from skipbo.game import Game
from skipbo.table import Table
from tests.tables import lay


def choices(game: Game, name: str, times: int = 200) -> Counter[str]:
    """The moves of a bot with many different dice."""
    view = game.view(game.turn)
    return Counter(str(Bot(name, seed=17 * seed + 3).choose(view)) for seed in range(times))


def test_eager_plays_its_stock_card_whenever_it_goes() -> None:
    game = lay(stocks=[[9, 5]], hands=[[5, 6]], building=[[1, 2, 3, 4], [1], [], []])
    assert set(choices(game, "eager")) == {"s>b1"}


def test_eager_plays_a_wild_of_its_stock_on_any_pile() -> None:
    game = lay(stocks=[[9, "W"]], hands=[[5]], building=[[1, 2], [1], [], []])
    seen = choices(game, "eager")
    assert set(seen) == {"s>b1", "s>b2", "s>b3", "s>b4"}
    assert min(seen.values()) > 25


def test_eager_plays_the_stock_card_of_a_partner_if_its_own_does_not_go() -> None:
    game = lay(players=4, partners=True, stocks={0: [5, 9], 2: [5, 1]}, hands=[[1]])
    assert set(choices(game, "eager")) == {"2s>b1"}


def test_eager_prefers_its_own_stock_card_to_that_of_a_partner() -> None:
    game = lay(players=4, partners=True, stocks={0: [5, 1], 2: [5, 1]}, hands=[[9]])
    assert set(choices(game, "eager")) == {"s>b1"}


def test_eager_plays_the_stock_of_the_second_partner_too() -> None:
    game = lay("brownfield-1967", players=6, partners=True, stocks={0: [5, 9], 2: [5, 9], 4: [5, 1]}, hands=[[2]])
    assert set(choices(game, "eager")) == {"4s>b1"}


def test_eager_plays_any_card_that_goes_from_hand_and_discards_all_equally_likely() -> None:
    game = lay(
        stocks=[[9, 9]],
        hands=[[1, 1, 3, 7]],
        discards={0: [[1], [], [8, 3], [12]]},
        building=[[1, 2], [], [], []],
    )
    seen = choices(game, "eager", 800)
    assert set(seen) == {"h1>b2", "h3>b1", "d1>b2", "d3>b1"}
    assert min(seen.values()) > 150


def test_eager_discards_any_rank_on_any_pile_when_nothing_goes() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 5, 5, 7]])
    seen = choices(game, "eager", 800)
    assert set(seen) == {f"h{rank}>d{pile}" for rank in (5, 7) for pile in (1, 2, 3, 4)}
    assert min(seen.values()) > 60  # the three 5s are one rank


def test_eager_passes_with_an_empty_hand_when_nothing_goes() -> None:
    game = lay(stocks=[[9, 9]], hands=[[]], draw=[])
    assert set(choices(game, "eager", 5)) == {"pass"}


def test_random_makes_every_legal_move_equally_often() -> None:
    game = lay(stocks=[[9, 1]], hands=[["W", 5]], discards={0: [["W"], [], [], []]}, building=[[1], [], [], []])
    seen = choices(game, "random", 4000)
    assert set(seen) == set(map(str, game.legal_moves))
    expected = 4000 / len(game.legal_moves)
    assert all(0.6 * expected < count < 1.4 * expected for count in seen.values())


@pytest.mark.parametrize("name", KNOWN)
def test_the_same_dice_give_the_same_moves(name: str) -> None:
    view = Game(key=bytes(32)).view(0)
    one, other = Bot(name, seed=5), Bot(name, seed=5)
    assert [one.choose(view) for _time in range(20)] == [other.choose(view) for _time in range(20)]


def test_one_name_serves_all_seats() -> None:
    assert find_bots(["eager"], Table.of(players=4))["kind"].tolist() == [EAGER] * 4 + [RANDOM] * 2
    assert find_bots(["random", "eager"], Table.of())["kind"].tolist()[:2] == [RANDOM, EAGER]


@pytest.mark.parametrize("names", [[], ["eager", "eager", "eager"]])
def test_another_number_of_bots_than_seats_is_refused(names: list[str]) -> None:
    with pytest.raises(Malformed, match="one for each of the 2"):
        find_bots(names, Table.of())


def test_an_unknown_bot_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Malformed, match="random, eager"):
        Bot("clever")
