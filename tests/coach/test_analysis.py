"""The analysis of a finished game: luck and skill add up, and mistakes are found and priced."""

import statistics
from random import Random

import pytest

from skipbo.bots import Bot
from skipbo.coach import analysis
from skipbo.coach.analysis import Analysis, analyse, look
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.table import KITCHEN
from skipbo.kernel.compiler import INTERPRETED
from tests.positions import lay, up_to

WORLDS = 2 if INTERPRETED else 8
compiled = pytest.mark.skipif(INTERPRETED, reason="takes minutes interpreted")


def finish(game: Game, bot: str = "eager") -> Game:
    bots = [Bot(bot, seed=seat) for seat in range(game.table.players)]
    while game.outcome is None:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


def blocked() -> Game:
    """A game of two moves, which nobody wins."""
    game = lay(stocks=[[9], [9]], hands=[[], []], draw=[])
    game.play("pass")
    game.play("pass")
    return game


def adds_up(found: Analysis) -> bool:
    return all(
        found.start[side] + found.luck[side] + sum(made[side] for made in found.skill) == found.result[side]
        for side in range(found.sides)
    )


@compiled
@pytest.mark.parametrize(
    ("edition", "players", "partners"),
    [("mattel-2003", 2, False), ("mattel-2016", 3, False), ("mattel-2003", 4, True), ("1967", 6, True)],
)
def test_luck_and_skill_of_all_add_up_to_the_result_less_the_start(edition: str, players: int, partners: bool) -> None:
    game = finish(Game(edition, players=players, partners=partners, stock=2, key=bytes(32)))
    found = analyse(game, worlds=WORLDS)
    assert adds_up(found)
    assert sum(len(made.played) for made in found.decisions) == len(game.moves)


def test_a_game_that_nobody_won_adds_up_too() -> None:
    found = analyse(blocked(), worlds=WORLDS)
    assert adds_up(found)
    assert found.result[0] == found.result[1]


def test_a_forced_move_costs_nothing() -> None:
    found = analyse(blocked(), worlds=20)
    assert found.worlds == 20
    assert [found.cost(made) for made in found.decisions] == [0, 0]
    assert all(made.is_best for made in found.decisions)
    assert found.costliest() == []


def test_a_planted_blunder_is_found_and_priced() -> None:
    game = lay(stocks=[[5], [1]], hands=[[8, 9]], building=[up_to(4)])
    game.play("h8>d1")  # instead of winning, and the other wins
    found = analyse(finish(game), worlds=WORLDS)
    blunder = found.decisions[0]
    assert [str(move) for move in blunder.best] == ["s>b1"]
    assert found.share(blunder.before[0]) == 1
    assert found.cost(blunder) == found.mean_cost(0) == 1
    assert adds_up(found)
    assert blunder in found.costliest()


def test_what_the_planner_would_never_think_of_is_priced_too() -> None:
    piles = [[4], [6], [9], [11]]
    game = lay(stocks=[[9, 12, 12], [2]], hands=[["W", 1, 3, 5, 8]], discards={0: piles}, building=[[]])
    for move in ("h1>b1", "hW>d1"):
        game.play(move)
    game.play("s>b1")
    found = analyse(game, worlds=WORLDS)
    assert [len(made.played) for made in found.decisions] == [2, 1]
    assert found.moves == tuple(game.moves)
    assert adds_up(found)


@compiled
def test_another_order_of_the_same_cards_costs_nothing() -> None:
    played = []
    for line in (["h1>b1", "h3>b2", "h9>d1"], ["h3>b2", "h1>b1", "h9>d1"]):
        game = lay(stocks=[[5, 7], [12, 11]], hands=[[1, 3, 9, 10]], building=[[], up_to(2)])
        for move in line:
            game.play(move)
        played.append(analyse(finish(game), worlds=WORLDS).decisions[0])
    assert played[0].before == played[1].before
    assert played[0].after == played[1].after


@compiled
def test_the_same_game_is_analysed_the_same_way_and_progress_is_told() -> None:
    game, told = finish(Game(stock=2, key=bytes(32))), list[tuple[int, int]]()
    one = analyse(game, worlds=WORLDS, threads=1, on_progress=lambda done, of: told.append((done, of)))
    assert one == analyse(game.copy(), worlds=WORLDS, threads=3)
    count = len(one.decisions)
    assert told == [(WORLDS * (number + 1), WORLDS * count) for number in range(count)]


@compiled
def test_a_first_look_comes_soon_and_the_last_is_as_if_all_worlds_were_tried_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = finish(Game(stock=2, key=bytes(32)))
    looks = list(look(game, worlds=40))
    assert [found.worlds for found in looks] == [16, 32, 40]
    assert all(map(adds_up, looks))
    monkeypatch.setattr(analysis, "FIRST_LOOK", 40)
    assert list(look(game, worlds=40)) == looks[-1:]


def test_an_interrupt_ends_an_analysis() -> None:
    def interrupt(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(blocked(), on_progress=interrupt)


def test_as_many_worlds_are_tried_as_can_be_added_up() -> None:
    with pytest.raises(Malformed, match="1 to 10000 worlds, not 10001"):
        analyse(blocked(), worlds=10_001)


def test_only_finished_games_of_the_strict_referee_are_analysed() -> None:
    with pytest.raises(Malformed, match="Only a finished game"):
        analyse(Game())
    kitchen = Game(stock=1, key=bytes(32), referee=KITCHEN)
    bot = Bot("eager", seed=1)
    while kitchen.outcome is None:
        kitchen.play(bot.act(kitchen.view(kitchen.turn)))
    with pytest.raises(Malformed, match="kitchen"):
        analyse(kitchen)


def test_what_was_played_is_compared_with_the_planners_choice() -> None:
    game = lay(stocks=[[5], [1]], hands=[[8, 9]], building=[up_to(4)])
    game.play("h8>d1")  # the planner would have won, and wins for the other
    found = analyse(finish(game), worlds=WORLDS)
    assert [found.behind(made) for made in found.decisions] == [1, 0]
    assert [found.mean_behind(side) for side in range(2)] == [1, 0]


@compiled
def test_over_many_deals_luck_averages_to_nothing() -> None:
    lucks = []
    for number in range(60):
        game = finish(Game(stock=10, key=Random(number).randbytes(32)), "planner")
        found = analyse(game, worlds=8)
        lucks.append(found.share(found.luck[game.first]))
    error = statistics.stdev(lucks) / len(lucks) ** 0.5
    assert error < 0.1
    assert abs(statistics.mean(lucks)) < 3 * error
