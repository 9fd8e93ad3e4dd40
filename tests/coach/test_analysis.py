"""The analysis of a finished game: luck and skill add up, and mistakes are found and priced."""

import json
import statistics

import pytest
from bench.calibration import Foreteller

from skipbo.batch.simulation import GameLogger
from skipbo.bots import Bot
from skipbo.bots.searcher.strength import CHANCE
from skipbo.coach import analysis
from skipbo.coach.analysis import BEYOND_DOUBT, LEAST_COST, Analysis, Decision, Stroke, analyse, look
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.table import KITCHEN, Table
from skipbo.kernel.compiler import INTERPRETED
from tests.positions import lay, up_to

WORLDS = 2 if INTERPRETED else 8
DEALS, MOST_LUCK = 10_000, 0.03
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
    assert found.luck == tuple(sum(luck[side] for luck in found.lucks) for side in range(found.sides))
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


def test_for_programs_it_is_written_in_whole_numbers_too_that_add_up_and_is_read_again() -> None:
    game = lay(stocks=[[5], [1]], hands=[[8, 9]], building=[up_to(4)])
    game.play("h8>d1")
    found = analyse(finish(game), worlds=3)  # of which thirds are no sums of powers of two
    written = json.loads(json.dumps(found.as_dict()))
    totals, decisions = written["totals"], written["decisions"]
    for side in range(2):
        skill = sum(made[side] for made in totals["skill"])
        assert totals["start"][side] + totals["luck"][side] + skill == totals["result"][side]
        assert sum(made["totals"]["luck"][side] for made in decisions) == totals["luck"][side]
        assert written["start"][side] == totals["start"][side] / written["certain"]
    assert Analysis.from_dict(written) == found


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


def test_a_forced_discard_costs_nothing() -> None:
    """One card, which no building pile takes, and wherever it is laid is the same. Then the other wins."""
    game = lay(stocks=[[9, 12], [1]], hands=[[8], [7]])
    assert [str(move) for move in game.legal_moves] == [f"h8>d{pile}" for pile in (1, 2, 3, 4)]
    for pile in (1, 4):
        again = game.copy()
        again.play(f"h8>d{pile}")
        again.play("s>b1")
        made = analyse(again, worlds=WORLDS).decisions[0]
        assert (made.cost, made.error, made.before) == (0, 0, made.after)
        assert made.is_best


def test_interpreted_and_compiled_code_give_the_same_analysis_and_so_does_the_page() -> None:
    """The numbers are those of web/src/analysis/analysis.test.ts. They change with the rules and the planner."""
    game = Game(stock=1, key=bytes([6]) * 32)
    for move in ("h7>d1", "h4>d4", "hW>b1", "h10>d3", "h2>b1", "h8>d4", "h3>b1", "h4>b1", "s>b1"):
        game.play(move)
    found = analyse(game, worlds=2)
    assert [(made.before, made.after, made.cost) for made in found.decisions] == [
        ((49221, 81849), (48124, 82946), 0),
        ((54820, 76250), (53636, 77434), 0),
        ((105846, 25225), (84987, 46083), 20859),
        ((102567, 28504), (106689, 24382), 0),
        ((131072, 0), (131072, 0), 0),
    ]
    assert [" ".join(map(str, made.best)) for made in found.decisions] == [
        "h3>d1",
        "h4>d4",
        "h3>d2",
        "h6>d1",
        "h3>b1 h4>b1 s>b1",
    ]
    assert [luck[0] for luck in found.lucks] == [6696, 52210, 17580, 24383, 0]
    assert found.luck == (100869, -100866)
    assert found.strokes(2) == [Stroke(1, 0, 52210), Stroke(3, 0, 24383)]


def test_a_mistake_is_beyond_doubt_and_worth_a_look() -> None:
    game = lay(stocks=[[5], [1]], hands=[[8, 9]], building=[up_to(4)])
    (move,) = [move for move in game.legal_moves if str(move) == "h8>d1"]
    (best,) = [move for move in game.legal_moves if str(move) == "s>b1"]
    costs = [(0.1, 0.04), (0.1, 0.06), (0.3, 0.1), (0.009, 0.0)]
    made = [
        Decision(0, number, (move,), (best,), (CHANCE, 0), (0, CHANCE), round(cost * CHANCE), error)
        for number, (cost, error) in enumerate(costs)
    ]
    played_best = Decision(0, len(made), (best,), (best,), (CHANCE, 0), (0, CHANCE), CHANCE, 0.0)
    found = Analysis(2, 1, (*made, played_best), (0, CHANCE))
    assert [each.first for each in found.mistakes] == [2, 0]
    assert found.costliest(1) == [made[2]]


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
    game = lay(stocks=[[9], [2]], hands=[["W", 1, 3, 5, 8]], discards={0: piles}, building=[[], up_to(7)])
    for move in ("h1>b1", "hW>d1"):  # instead of winning by h8>b2 and s>b2, or by the wild; and the other wins by its 2
        game.play(move)
    game.play("s>b1")
    found = analyse(game, worlds=WORLDS)
    assert [len(made.played) for made in found.decisions] == [2, 1]
    assert found.moves == tuple(game.moves)
    assert adds_up(found)
    odd = found.decisions[0]
    assert found.costliest() == [odd]
    assert (found.cost(odd), odd.error) == (1, 0)
    assert str(odd.best[-1]) == "s>b2"


@compiled
def test_a_wild_that_is_wasted_where_a_natural_card_would_do_is_priced() -> None:
    """A blunder that loses nothing yet: the stock card is played either way."""
    game = lay(stocks=[[9, 6], [4, 11]], hands=[["W", 5, 8, 10, 12], [2, 3, 7, 9, 10]], building=[up_to(4)])
    for move in ("hW>b1", "s>b1"):
        game.play(move)
    found = analyse(finish(game), worlds=256)
    waste = found.decisions[0]
    assert [str(move) for move in waste.best] == ["h5>b1", "s>b1"]
    assert waste in found.mistakes
    assert found.cost(waste) > max(2 * BEYOND_DOUBT * waste.error, LEAST_COST)


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
    assert [found.mean_behind(seat) for seat in range(2)] == [1, 0]


def test_partners_are_graded_each_by_their_own_decisions() -> None:
    line = (Move.parse("h8>d1"),)
    made = [
        Decision(0, 0, line, line, (CHANCE, 0), (0, CHANCE), CHANCE, 0.0),
        Decision(2, 1, line, line, (CHANCE, 0), (CHANCE, 0), 0, 0.0),
    ]
    found = Analysis(2, 1, tuple(made), (0, CHANCE))
    assert [found.mean_cost(seat) for seat in range(4)] == [1, None, 0, None]
    assert [found.mean_behind(seat) for seat in range(4)] == [1, None, 0, None]


@compiled
def test_games_of_the_planner_are_luck_alone() -> None:
    for number in range(5):
        found = analyse(finish(Game(stock=5, key=bytes([number]) * 32), "planner"), worlds=2)
        assert found.skill == ((0, 0), (0, 0))


@compiled
def test_the_luck_of_a_position_that_is_dealt_anew_many_times_averages_to_nothing() -> None:
    """South empties its hand, draws five cards, and wins with a 7 or a wild; else North wins by its 2.

    Every world is played to its end, so no chance is fitted. The worlds of the first decision are the same in all
    deals; their error is taken off, because it would not vanish.
    """
    low = [[1], [1], [1]]  # more than South can cover
    position = lay(stocks=[[8], [2]], hands=[[6], [9, 10]], building=[up_to(5), *low]).view(0).position()
    games = (finish(Game.from_position(position, key=number.to_bytes(32, "big")), "planner") for number in range(2_000))
    found = [analyse(game, worlds=4, threads=1) for game in games]
    surely = analyse(finish(Game.from_position(position, key=bytes(32)), "planner"), worlds=10_000)
    chance, error_of_all = surely.share(surely.start[0]), found[0].share(found[0].start[0])
    assert {each.start for each in found} == {found[0].start}
    assert 0.5 < chance < 0.8
    for side, sign in ((0, 1), (1, -1)):
        of_games = [each.share(each.luck[side]) for each in found]
        of_draws = [each.share(each.lucks[0][side]) for each in found]
        for lucks in (of_games, of_draws):
            mean = statistics.mean(lucks) - sign * (chance - error_of_all)
            error = statistics.stdev(lucks) / len(lucks) ** 0.5
            assert 0.001 < error < 0.02
            assert abs(mean) < 2.5 * error


@compiled
def test_over_many_deals_luck_averages_to_little() -> None:
    """Luck is the result less the chance at the start in games of the planner, whose decisions are no skill.

    Not nothing to the last digit: the chances at the end of a world are fitted (docs/bots.md says how well, and
    `bench/calibration.py` and `bench/luck.py` measure it).
    """
    table = Table.of(players=2, stock=10)
    logger, foreteller, lucks = GameLogger(table, ["planner"], "luck"), Foreteller(table), list[float]()
    for number in range(DEALS):
        winner = int(logger.play(number)["winner"][0])
        first = int(logger.dealt["first"][0])
        lucks.append((winner == first) - foreteller.chances(logger.dealt, 0, WORLDS)[first])
    error = statistics.stdev(lucks) / len(lucks) ** 0.5
    assert error < 0.01
    assert abs(statistics.mean(lucks)) + 2 * error < MOST_LUCK
