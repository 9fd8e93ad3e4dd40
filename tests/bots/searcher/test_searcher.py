"""The searcher at tables: honest, the same on any number of threads, legal everywhere, and on a budget."""

import time
from typing import Any

import pytest
from hypothesis import assume, given, settings

from skipbo.bots import Bot, find_bots
from skipbo.bots.bot import budget_of, check_offered, is_ours, plays_in_batches
from skipbo.bots.searcher import search, searcher
from skipbo.bots.searcher.searcher import MOST_WORLDS, PIECE, WORLDS, WORLDS_OF_PARTNERS, Budget
from skipbo.bots.searcher.strength import strengths_of
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.table import KITCHEN, Table
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.layout import States
from tests.kernel.strategies import games
from tests.kernel.test_views import deal_anew, keys
from tests.positions import lay, up_to

SMALL = "searcher:2" if INTERPRETED else "searcher:8"
STANDING = 6  # the argument of `search.try_worlds` that no two threads share
compiled = pytest.mark.skipif(INTERPRETED, reason="takes minutes interpreted")


def decision(states: States, game: Game, threads: int = 1) -> tuple[int, bytes]:
    """The move for a state, and the plan that goes with it."""
    bot = Bot(SMALL, seed=7, threads=threads)
    assert bot._searcher is not None
    move = bot._searcher.choose(states, find_bots(["planner"], game.table), strengths_of(game.table))
    return move, bot._searcher._workspace["plan"].tobytes()


@compiled
@settings(max_examples=50)
@given(games(), keys)
def test_the_searcher_plays_the_same_whatever_is_hidden_from_it(game: Game, key: bytes) -> None:
    assume(game.outcome is None)
    states, anew, view = game.states, deal_anew(game, game.turn, key), game.view(game.turn).states()
    decided = decision(states, game)
    assert decided[0] in game.legal_moves
    assert decision(anew, game) == decided
    assert decision(view, game) == decided
    assert states.tobytes() == game.states.tobytes()


def decision_of_threads(game: Game, threads: int) -> tuple[tuple[int, bytes], set[int]]:
    """The same on several threads, which take a world at a time; and the threads that tried any, by their desks."""
    tried, try_worlds = set[int](), search.try_worlds

    def note(*arguments: Any) -> None:
        tried.add(id(arguments[STANDING]))  # every desk has its own
        try_worlds(*arguments)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(searcher, "PIECE", 1)
        patched.setattr(search, "try_worlds", note)
        return decision(game.states, game, threads), tried


@compiled
@settings(max_examples=30)
@given(games())
def test_any_number_of_threads_decides_the_same(game: Game) -> None:
    assume(game.outcome is None)
    decided, tried = decision_of_threads(game, 3)
    assert decided == decision(game.states, game)
    assert len(tried) in (0, 3), "all of them, unless the choice was clear before any world"


def test_two_threads_decide_between_two_discards_as_one_does() -> None:
    game = lay(stocks=[[3, 9], [3, 9]], hands=[[11, 12], [7, 8]], building=[up_to(2)] * 4)
    decided, tried = decision_of_threads(game, 2)
    assert decided == decision(game.states, game)
    assert len(tried) == 2


def test_the_searcher_wins_when_it_can() -> None:
    game = lay(stocks=[[6], [9]], hands=[[4, 5, 12, 11]], building=[up_to(3)])
    bot = Bot(SMALL, seed=1)
    while game.outcome is None:
        game.play(bot.choose(game.view(0)))
    assert [str(move) for move in game.moves] == ["h4>b1", "h5>b1", "s>b1"]


@compiled
@pytest.mark.parametrize(("edition", "players", "partners"), [("1967", 6, True), ("mattel-2016", 5, False)])
def test_the_searcher_plays_at_any_table(edition: str, players: int, partners: bool) -> None:
    game = Game(edition, players=players, partners=partners, stock=2, key=bytes(32))
    bots = [Bot("searcher:2", seed=seat) for seat in range(players)]
    while game.outcome is None:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    assert game.outcome.winners


@compiled
def test_a_searcher_sits_at_a_kitchen_table() -> None:
    game = Game(stock=1, key=bytes(32), referee=KITCHEN)
    bots = [Bot("searcher:2", seed=seat) for seat in range(2)]
    while game.outcome is None:
        game.play(bots[game.turn].act(game.view(game.turn)))
    assert game.outcome.winners


def test_a_budget_in_seconds_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "PIECE", 1)
    bot = Bot("searcher:0.0001s" if INTERPRETED else "searcher:0.05s", seed=1)
    game = lay(stocks=[[3, 9], [3, 9]], hands=[[11, 12], [7, 8]], building=[up_to(2)] * 4)
    assert bot.choose(game.view(game.turn)) in game.legal_moves


def test_what_the_first_call_compiles_or_loads_does_not_count_as_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, tried = [0.0], list[int]()

    def try_worlds(*arguments: Any) -> None:
        tried.append(len(arguments[-1]))
        clock[0] += tried[-1] / 100 if len(tried) > 1 else 60

    monkeypatch.setattr(search, "try_worlds", try_worlds)
    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])
    game = lay(stocks=[[3, 9], [3, 9]], hands=[[11, 12], [7, 8]], building=[up_to(2)] * 4)
    Bot("searcher:2s", seed=1).choose(game.view(game.turn))
    assert tried[:2] == [1, PIECE]
    assert sum(tried[2:]) == 200


def test_without_a_number_a_search_has_fewer_worlds_where_partners_play() -> None:
    alone, partners = (Table.of(players=4, partners=partners).states() for partners in (False, True))
    assert Budget().worlds_at(alone) == WORLDS
    assert Budget().worlds_at(partners) == WORLDS_OF_PARTNERS
    assert Budget(500).worlds_at(alone) == Budget(500).worlds_at(partners) == 500


def test_budgets_are_read_from_names() -> None:
    assert budget_of("searcher") == Budget()
    assert budget_of("searcher:12") == Budget(12)
    assert budget_of("searcher:0.5s") == Budget(seconds=0.5)
    assert budget_of("planner") is None
    for name in ("searcher:", "searcher:x", "searcher:-1", "searcher:1.5", "searcher:s"):
        with pytest.raises(Malformed, match="is no budget of a search"):
            budget_of(name)
    with pytest.raises(Malformed, match="takes 1 to"):
        Budget(MOST_WORLDS + 1)
    with pytest.raises(Malformed, match="more than 0"):
        Budget(seconds=0.0)


def test_the_searcher_is_one_of_our_bots_but_plays_no_batches() -> None:
    for name in ("searcher", "searcher:3"):
        assert is_ours(name)
        assert not plays_in_batches(name)
        with pytest.raises(Malformed, match="in the arena"):
            find_bots([name], Table.of())
    assert plays_in_batches("planner")


def test_nobody_lets_a_server_search_but_on_a_budget_of_ours() -> None:
    check_offered("planner")
    check_offered("grandmaster")
    for name in ("searcher", "searcher:100000"):
        with pytest.raises(Malformed, match="There is no bot"):
            check_offered(name)
