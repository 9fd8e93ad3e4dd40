"""A plan for the turn is followed move by move, and dropped when the table is not as it expects."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skipbo.bots import Bot
from skipbo.bots.planner.plan import write_plan
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.kernel.compiler import INTERPRETED
from tests.bots.workspaces import look
from tests.kernel.strategies import choose, games
from tests.positions import lay, play_all, up_to

PLANNERS = ("expert", "planner", "novice")


def chain() -> Game:
    """The stock card goes after a 3 of the hand and a 4 and a 5 off discard piles."""
    return lay(stocks=[[9, 6]], hands=[[3, 11, 11]], discards={0: [[4], [5]]}, building=[up_to(2)])


@pytest.mark.parametrize("name", ["expert", "planner"])
def test_a_plan_is_followed_move_by_move(name: str) -> None:
    game, bot = chain(), Bot(name, seed=1)
    for expected in ("h3>b1", "d1>b1", "d2>b1", "s>b1"):
        assert str(bot.choose(game.view(0))) == expected
        game.play(expected)


@given(games(), st.sampled_from(PLANNERS))
def test_a_turn_by_plans_is_legal_to_its_end(game: Game, name: str) -> None:
    assume(game.outcome is None)
    bot, seat = Bot(name, seed=1), game.turn
    while game.outcome is None and game.turn == seat:
        move = bot.choose(game.view(seat))
        assert move in game.legal_moves
        game.play(move)


@pytest.mark.parametrize("name", ["expert", "planner"])
def test_a_plan_is_dropped_when_the_building_piles_are_not_as_expected(name: str) -> None:
    game, bot = chain(), Bot(name, seed=1)
    assert str(bot.choose(game.view(0))) == "h3>b1"
    other = lay(stocks=[[9, 6]], hands=[[11, 11]], discards={0: [[4], [5]]}, building=[[], up_to(3)])
    assert str(bot.choose(other.view(0))) == "d1>b2"


@pytest.mark.parametrize("name", ["expert", "planner"])
def test_a_plan_is_dropped_when_the_hand_is_not_as_expected(name: str) -> None:
    game, bot = chain(), Bot(name, seed=1)
    assert str(bot.choose(game.view(0))) == "h3>b1"
    other = lay(stocks=[[9, 4]], hands=[[11, 11, 7]], discards={0: [[4], [5]]}, building=[up_to(3)])
    assert str(bot.choose(other.view(0))) == "s>b1"


@pytest.mark.parametrize("name", PLANNERS)
def test_a_plan_is_dropped_when_other_cards_lie_on_the_discard_piles(name: str) -> None:
    """The building piles and the hand are as expected, but it is another game."""
    game, bot = chain(), Bot(name, seed=1)
    bot.choose(game.view(0))
    for building in (up_to(3), up_to(4)):
        other = lay(stocks=[[9, 9]], hands=[[11, 11]], discards={0: [[8], [8]]}, building=[building])
        assert bot.choose(other.view(0)) in other.legal_moves


@pytest.mark.parametrize("name", ["expert", "planner"])
def test_a_plan_starts_again_after_an_undo(name: str) -> None:
    game, bot = chain(), Bot(name, seed=1)
    for _move in range(3):
        game.play(bot.choose(game.view(0)))
    for _move in range(3):
        game.undo()
    assert str(bot.choose(game.view(0))) == "h3>b1"
    play_all(game, "h3>b1 d1>b1")
    assert str(bot.choose(game.view(0))) == "d2>b1"


@settings(max_examples=2 if INTERPRETED else 100)
@given(games(), games(), st.sampled_from(PLANNERS), st.randoms(use_true_random=False))
def test_one_bot_may_play_several_games_in_turn(one: Game, other: Game, name: str, chance: random.Random) -> None:
    bot = Bot(name, seed=1)
    for _move in range(12):
        for game in (one, other):
            if game.outcome is None:
                move = bot.choose(game.view(game.turn))
                assert move in game.legal_moves
                game.play(move if chance.random() < 0.8 else choose(game, chance))


def test_a_plan_can_be_laid_for_any_move_of_a_survey() -> None:
    """The way that an explanation tells."""
    game = chain()
    survey = look(game)
    _worth, aim, last = survey.worths[Move.parse("h3>b1").code(0, 2, 2)]
    write_plan(survey.workspace, aim, last)
    plan = survey.workspace.plan[: survey.workspace.steps].tolist()
    assert [str(Move.from_code(code, 0, 2, 2)) for code in plan] == ["h3>b1", "d1>b1", "d2>b1", "s>b1"]
