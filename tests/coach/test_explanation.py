"""Explanations: features add up to the worth of an option, every move has one, and winning counts apart."""

import pytest
from hypothesis import assume, given, settings

from skipbo.bots import Bot
from skipbo.bots.bot import parameters_of
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.parameters import POINT, unit
from skipbo.coach.explanation import Explanation
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.kernel.compiler import INTERPRETED
from tests.kernel.strategies import games
from tests.positions import lay, up_to


def weights(game: Game) -> dict[str, float]:
    parameters = parameters_of("planner", game.table)
    return {name: float(parameters[name][0]) * unit(name) / POINT for name in FEATURES}


FEWER = settings(max_examples=2 if INTERPRETED else 100)  # every option of every game is looked at


@given(games())
@FEWER
def test_the_worth_of_an_option_is_the_sum_of_its_features_times_their_weights(game: Game) -> None:
    assume(game.outcome is None)
    weighed = weights(game)
    for option in Explanation(game.view(game.turn)).options:
        points = sum(weighed[name] * value for name, value in option.features.items())
        assert option.worth == pytest.approx(points, abs=1e-6)


@given(games())
@FEWER
def test_reasons_add_up_to_the_difference_of_two_options(game: Game) -> None:
    assume(game.outcome is None)
    explanation = Explanation(game.view(game.turn))
    best, last = explanation.best, explanation.options[-1]
    reasons = explanation.reasons(best, last)
    assert sum(reason.points for reason in reasons) == pytest.approx(best.worth - last.worth, abs=1e-6)
    sizes = [abs(reason.points) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert all(sizes)
    assert all(reason.here == best.features[reason.feature] for reason in reasons)
    assert all(reason.there == last.features[reason.feature] for reason in reasons)


@given(games())
@FEWER
def test_options_are_sorted_best_first_and_the_planner_plays_the_first(game: Game) -> None:
    assume(game.outcome is None)
    view = game.view(game.turn)
    options = Explanation(view).options
    worths = [(option.wins, option.worth) for option in options]
    assert worths == sorted(worths, reverse=True)
    played = Explanation(view).option(Bot("planner").choose(view))
    assert (played.wins, played.worth) == worths[0]


@given(games())
@FEWER
def test_the_next_best_option_is_the_first_that_is_worse_than_the_best(game: Game) -> None:
    assume(game.outcome is None)
    explanation = Explanation(game.view(game.turn))
    best = explanation.best
    worse = [option for option in explanation.options if (option.wins, option.worth) < (best.wins, best.worth)]
    assert explanation.next_best is (worse[0] if worse else None)


@given(games())
@FEWER
def test_every_legal_move_is_an_option_whose_line_can_be_played(game: Game) -> None:
    assume(game.outcome is None)
    explanation = Explanation(game.view(game.turn))
    for move in game.legal_moves:
        option = explanation.option(move)
        assert str(option.move)[:-1] == str(move)[:-1], "the same card, on the same or an equal building pile"
        for step in option.line:
            game.play(step)
        for _step in option.line:
            game.undo()


def test_building_piles_of_the_same_height_count_as_one_but_discard_piles_do_not() -> None:
    game = lay(stocks=[[9, 9]], hands=[["W", 8]], building=[up_to(3), up_to(5), up_to(5)], discards={0: [[4]]})
    explanation = Explanation(game.view(0))
    assert explanation.option(Move.parse("hW>b3")) is explanation.option(Move.parse("hW>b2"))
    assert explanation.option(Move.parse("hW>b1")) is not explanation.option(Move.parse("hW>b2"))
    assert explanation.option(Move.parse("h8>d2")) is not explanation.option(Move.parse("h8>d3"))
    assert explanation.option(Move.parse("0d1>b1")) is explanation.option(Move.parse("d1>b1")), (
        "one's own seat may be named"
    )


def test_winning_is_not_counted_in_points() -> None:
    game = lay(stocks=[[5], [9, 9]], hands=[[12, 12]], building=[up_to(4)])
    best, other = (Explanation(game.view(0)).option(Move.parse(text)) for text in ("s>b1", "h12>d1"))
    assert (best.wins, other.wins) == (True, False)
    assert best.features["stock_played"] == 1
    assert abs(best.worth) < 100
