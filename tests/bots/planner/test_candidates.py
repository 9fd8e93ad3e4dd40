"""The candidates of a search: the planner's best ends of a segment."""

from hypothesis import assume, given, settings

from skipbo.bots.bot import Bot, parameters_of
from skipbo.bots.planner.candidates import find_candidates
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.searcher.memory import Search, new_searches
from skipbo.bots.seeds import new_dice
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.kernel.compiler import INTERPRETED
from tests.bots.workspaces import segment_of
from tests.kernel.strategies import games
from tests.positions import lay, up_to


def find(game: Game, most: int = 8) -> Search:
    search: Search = new_searches()[0]
    bots = parameters_of("planner", game.table)
    find_candidates(game.states[0], bots[0], new_dice()[0], new_workspaces()[0], most, search)
    return search


def moves_of(search: Search, number: int, game: Game) -> list[str]:
    codes = search.moves[number, : search.steps[number]]
    return [str(Move.from_code(int(code), game.turn, game.table.players, game.table.teams)) for code in codes]


@settings(max_examples=5 if INTERPRETED else 200)
@given(games())
def test_the_planners_own_choice_comes_first(game: Game) -> None:
    assume(game.outcome is None)
    first = moves_of(find(game), 0, game)
    assert first[0] == str(Bot("planner", seed=1).choose(game.view(game.turn)))


@settings(max_examples=5 if INTERPRETED else 200)
@given(games())
def test_candidates_are_legal_different_and_the_best_come_first(game: Game) -> None:
    assume(game.outcome is None)
    search = find(game)
    worths = search.worth[: search.count].tolist()
    assert worths == sorted(worths, reverse=True)
    lines = [moves_of(search, number, game) for number in range(search.count)]
    assert len({tuple(line) for line in lines}) == len(lines)
    for line in lines:
        again = game.copy()
        for move in line:
            again.play(move)


def test_no_more_candidates_are_kept_than_wanted_and_they_are_the_best() -> None:
    game = lay(stocks=[[9, 9], [9]], hands=[[3, 5, 8, 11, 12]], discards={0: [[4]]}, building=[up_to(2)])
    few, many = find(game, 3), find(game, 16)
    assert few.count == 3
    assert few.worth[:3].tolist() == many.worth[:3].tolist()


def test_a_plan_without_any_discard_is_a_candidate_too() -> None:
    game = lay(stocks=[[9, 9], [9]], hands=[[3]], building=[up_to(2)])
    lines = [moves_of(find(game), number, game) for number in range(find(game).count)]
    assert ["h3>b1"] in lines
    assert any(line[-1].startswith("h3>d") for line in lines)
    assert segment_of(game, "planner") == lines[0]


def test_who_has_no_card_and_nothing_to_draw_can_only_pass() -> None:
    game = lay(stocks=[[9], [9]], hands=[[], []], draw=[])
    search = find(game)
    assert search.count == 1
    assert moves_of(search, 0, game) == ["pass"]
