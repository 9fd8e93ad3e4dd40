"""Bots at a kitchen table never err, and notice as surely as they are vigilant."""

import random

import pytest

from skipbo.bots import Bot
from skipbo.bots.bot import QUICK
from skipbo.errors import Malformed
from skipbo.game.event import Exposed, IrregularTurn, Overdrew
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.kernel.compiler import INTERPRETED
from skipbo.record import check, to_record
from tests.kernel.strategies import KITCHEN_SHEETS
from tests.positions import BROWNFIELD, hand, kitchen_editions, lay_kitchen
from tests.repetition import later

OTHERS = [edition for edition in KITCHEN_SHEETS if edition != BROWNFIELD]
LONGEST = 15 if INTERPRETED else 100_000  # acts of a game


@pytest.mark.parametrize("edition", [BROWNFIELD, *map(later, OTHERS)])
@pytest.mark.parametrize("name", QUICK)
def test_bots_play_a_whole_game_without_a_mistake(edition: str, name: str) -> None:
    game = KitchenGame(edition, players=4, partners=True, stock=2, key=bytes([7]) * 32)
    bot = Bot(name, seed=5)
    while game.outcome is None and game.version < LONGEST:
        for seat in range(4):
            assert bot.notices(game.view(seat)) is None
        game.play(bot.act(game.view(game.turn)))
    assert not [event for event in game.events if isinstance(event, Exposed | IrregularTurn | Overdrew)]
    if game.outcome is not None:
        check(to_record(game))


@kitchen_editions
def test_a_bot_at_a_kitchen_table_plays_as_in_a_strict_game(edition: str) -> None:
    strict, kitchen = (
        Game(edition, stock=3, key=bytes([9]) * 32, referee=referee) for referee in ("strict", "kitchen")
    )
    assert isinstance(kitchen, KitchenGame)
    for move in range(LONGEST // 5):
        if strict.outcome is not None:
            break
        strict.play(Bot("eager", seed=move).choose(strict.view(strict.turn)))
        while not kitchen.play(act := Bot("eager", seed=move).act(kitchen.view(kitchen.turn))) or str(act) == "draw":
            pass
    assert [str(move) for move in kitchen.moves if str(move) != "draw"] == [str(move) for move in strict.moves]
    assert kitchen.outcome == strict.outcome


def test_a_bot_takes_exposed_cards_that_fit() -> None:
    for held, taken in (([9], [6, 7, 9]), ([9, 9, 9, 9], [7, 9, 9, 9, 9])):
        game = lay_kitchen(BROWNFIELD, hands=[[1, 2, 3, 4, 5], held], draw=[..., 6, 7])
        for act in ("draw", "draw", "h1>d1"):
            game.play(act)
        game.play(Bot("eager").act(game.view(1)))
        assert hand(game, 1) == taken


def test_a_bot_refuses_exposed_cards_that_do_not_fit() -> None:
    game = lay_kitchen(BROWNFIELD, hands=[[1, 2, 3, 4, 5], [9, 9, 9]], draw=[..., 6, 7, 8])
    for act in ("draw", "draw", "draw", "h1>d1"):
        game.play(act)
    assert str(Bot("eager").act(game.view(1))) == "refuse"


def irregular() -> KitchenGame:
    """A turn of a single discard, which is over but can still be called."""
    game = lay_kitchen(players=3, hands=[[11], [], [7]])
    game.play("2: h7>d1")
    return game


def talked() -> KitchenGame:
    game = lay_kitchen(players=4, partners=True)
    game.play("2: talk")
    return game


@pytest.mark.parametrize(("vigilance", "least", "most"), [(0.0, 0, 0), (0.5, 60, 140), (1.0, 200, 200)])
def test_vigilance_is_the_chance_that_a_bot_notices(vigilance: float, least: int, most: int) -> None:
    for game in (irregular(), talked()):
        view = game.view(1)
        seeds = random.Random(1).sample(range(2**62), 200)
        calls = [Bot("eager", seed=seed, vigilance=vigilance).notices(view) for seed in seeds]
        assert least <= len([call for call in calls if call is not None]) <= most
        assert {str(call) for call in calls if call is not None} <= {"1: call 2"}


def test_the_same_dice_notice_the_same() -> None:
    view = irregular().view(0)
    for seed in range(20):
        first, second = (Bot("eager", seed=seed, vigilance=0.5).notices(view) for _time in range(2))
        assert first == second


def test_no_bot_calls_itself_or_a_partner_who_talks() -> None:
    assert Bot("eager").notices(irregular().view(2)) is None
    assert Bot("eager").notices(talked().view(0)) is None
    assert Bot("eager").notices(lay_kitchen().view(0)) is None


@pytest.mark.parametrize("vigilance", [-0.1, 1.1, float("nan")])
def test_vigilance_outside_0_to_1_is_refused(vigilance: float) -> None:
    with pytest.raises(Malformed) as error:
        Bot("eager", vigilance=vigilance)
    assert error.value.code == "vigilance"


@pytest.mark.parametrize("name", ["random", "eager", "planner"])
def test_a_bot_that_does_not_call_lets_the_end_of_a_game_stand(name: str) -> None:  # rule: ruling.irregular-win
    game = lay_kitchen(players=3, stocks={1: [1]})
    game.play("1: s>b1")
    bot = Bot(name, vigilance=0.0)
    assert bot.notices(game.view(game.acting)) is None
    while game.outcome is None:
        game.play(bot.act(game.view(game.acting)), seat=game.acting)
    assert [str(move) for move in game.moves] == ["1: s>b1", "2: stand", "stand"]


def test_a_bot_whose_turn_comes_after_a_turn_out_of_order_plays_on() -> None:  # rule: irregular.stands
    game = irregular()
    assert str(Bot("eager", vigilance=0.0).act(game.view(0))) == "draw"


@pytest.mark.parametrize("edition", [BROWNFIELD, *map(later, OTHERS)])
@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_can_go_on_for_a_player_who_took_the_turn_of_another(edition: str, players: int) -> None:
    out_of_turn = 0
    for seed in range(3 if INTERPRETED else 30):
        dice = random.Random(seed)
        game = Game(edition, players=players, partners=players == 4, stock=3, key=bytes([seed]) * 32, referee="kitchen")
        for _act in range(60):
            if game.is_over:
                break
            seat = game.acting
            chosen = Bot("eager", seed=seed).act(game.view(seat))
            assert game.copy().play(str(chosen), seat=seat)
            out_of_turn += game.actor == seat
            acts = [(seat, str(act)) for seat in range(players) for act in game.legal_acts(seat)]
            seat, act = dice.choice(acts)
            game.play(act, seat=seat)
    assert out_of_turn
