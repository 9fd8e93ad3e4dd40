"""The kernel in a browser plays the same games as on a core, to the last byte."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from bench.soak import tables
from playwright.sync_api import Browser
from tools.page.files import KERNEL
from tools.wasm.browser import BrowserKernel

from skipbo import batch
from skipbo.bots import Bot, find_bots
from skipbo.bots.bot import parameters_of
from skipbo.bots.searcher.memory import new_chances
from skipbo.bots.searcher.searcher import Budget, Desk, Searcher
from skipbo.bots.searcher.strength import strengths_of
from skipbo.bots.seeds import dice_of
from skipbo.coach.advice import new_advice
from skipbo.coach.argument import tell_why
from skipbo.coach.course import NONE
from skipbo.coach.decision import new_decisions, try_decision
from skipbo.coach.explanation import Explanation
from skipbo.coach.segments import Segment, segments_of
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import new_states
from tests.repetition import later
from tests.web.conftest import Visit

TABLES = dict(tables())
GAMES = {"random": 1000, "eager": 1000, "tidy": 1000, "expert": 100, "planner": 100, "champion": 100, "casual": 100}
FEW = {"eager": 20, "planner": 2, "champion": 2}
ADVISED = 8
DECIDED, MOVES = 6, 60
ROUNDS = [2, 3]  # worlds
SEARCHED = 2
OPENING = [
    "s>b1",
    "h4>d1",
    "h6>d1",
    "h1>b2",
    "h4>d1",
    "h6>d1",
    "hW>b1",
    "h3>b1",
    "s>b1",
    "h4>d1",
    "h1>b3",
    "h1>b4",
    "h2>b2",
    "h7>d2",
]


@pytest.fixture(scope="module")
def kernel(browser: Browser) -> Iterator[BrowserKernel]:
    page = browser.new_page()
    yield BrowserKernel(page, KERNEL.read_bytes())
    page.close()


def test_there_are_35_tables() -> None:
    assert len(TABLES) == 35


@pytest.mark.parametrize("games", [FEW, later(GAMES)], ids=["few", "many"])
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_games_in_a_browser_end_as_on_a_core(kernel: BrowserKernel, table: Table, games: dict[str, int]) -> None:
    for bot, count in games.items():
        played, _seconds = kernel.play_games(table, bot, "browser", count)
        expected = batch.new_results(count)
        batch.play_games(table, find_bots([bot], table), "browser", expected, digests=True)
        assert expected["digest"].all()
        assert played.tobytes() == expected.tobytes(), bot


@pytest.mark.parametrize(("edition", "players", "partners"), [("2003", 3, False), ("1967", 6, True)])
def test_what_a_seat_has_not_seen_is_dealt_in_a_browser_as_on_a_core(
    kernel: BrowserKernel, edition: str, players: int, partners: bool
) -> None:
    game = Game(edition, players=players, partners=partners, key=bytes(32))
    for seat in range(players):
        view, key, states = game.view(seat), bytes([seat]) * 32, new_states()
        arrays.sample(view.states(), seat, states, np.frombuffer(key, "<u4").reshape(1, -1))
        assert states.tobytes() != game.states.tobytes()
        assert kernel.sample(view, seat, key) == states.tobytes()


def test_a_browser_finds_what_is_broken_in_a_record_as_a_core_does(kernel: BrowserKernel) -> None:
    game, found = Game(key=bytes(32)), np.zeros(1, np.int64)
    assert kernel.status(game.states) == 0
    for name in ("turn", "ranks", "held", "count", "top", "order", "hand"):
        broken = game.states
        broken[name] = 0 if name in ("ranks", "count") else 7
        arrays.status(broken, found)
        assert found[0] != 0, name
        assert kernel.status(broken) == found[0], name


@pytest.mark.parametrize(("edition", "players", "partners"), [("2003", 2, False), ("2003", 4, True), ("1967", 6, True)])
def test_advice_in_a_browser_is_what_it_is_on_a_core(
    kernel: BrowserKernel, edition: str, players: int, partners: bool
) -> None:
    game, bot = Game(edition, players=players, partners=partners, key=bytes(32)), Bot("casual", seed=1)
    for _move in range(ADVISED):
        view = game.view(game.turn)
        thoughts, told = Explanation(view), new_advice()
        own = thoughts.courses
        tell_why(thoughts.states, thoughts.weights, thoughts.workspace, own, len(own), NONE, NONE, told)
        courses, advice = kernel.advise(view)
        assert courses.tobytes() == own.tobytes()
        assert advice.tobytes() == told.tobytes()
        game.play(bot.choose(view))


def test_why_one_move_is_better_than_another_is_the_same_in_a_browser(kernel: BrowserKernel) -> None:
    game = Game(key=bytes(32))
    view = game.view(game.turn)
    thoughts, told = Explanation(view), new_advice()
    own = thoughts.courses
    better, worse = thoughts.options[0], thoughts.options[-1]
    tell_why(thoughts.states, thoughts.weights, thoughts.workspace, own, len(own), better.number, worse.number, told)
    moves = (option.move.code(view.turn, view.players, view.teams) for option in (better, worse))
    _courses, advice = kernel.advise(view, *moves)
    assert advice.tobytes() == told.tobytes()


@pytest.mark.slow  # compiling the searcher takes a minute
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_decisions_in_a_browser_come_out_as_on_a_core(kernel: BrowserKernel, table: Table) -> None:
    bots, strengths, desk = parameters_of("planner", table), strengths_of(table), Desk()
    for number, (_first, states, line) in enumerate(first_segments(table)):
        decisions = new_decisions(1)
        for count in ROUNDS:
            try_decision(
                *(states, number, line, count, bots, desk.dice, strengths, desk.standing, desk.worlds),
                *(desk.workspace, new_chances(1), decisions),
            )
        assert kernel.try_decision(table, states, number, line, ROUNDS) == decisions.tobytes()


@pytest.mark.slow  # compiling the searcher takes a minute
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_search_in_a_browser_decides_as_on_a_core(kernel: BrowserKernel, table: Table) -> None:
    game = new_game(table)
    for number, (_first, _states, line) in enumerate(first_segments(table)):
        view, dice = game.view(game.turn), dice_of(number)
        searcher = Searcher(Budget(SEARCHED), dice.copy())
        move = searcher.choose(view.states(), parameters_of("planner", view), strengths_of(view))
        assert kernel.search(view, dice, SEARCHED) == (move, searcher._searches.tobytes())
        for code in line:
            game.play(Move.from_code(int(code), game.turn, table.players, table.teams))


@pytest.mark.slow  # compiling the searcher takes a minute
def test_the_grandmaster_opens_a_game_on_a_core_as_the_page_does() -> None:
    """The moves are those of web/src/local/searcher.test.ts."""
    game, bot = Game(players=2, stock=30, key=bytes(32)), Bot("grandmaster")
    bot._dice["bits"] = 1
    for _move in OPENING:
        game.play(bot.choose(game.view(game.turn)))
    assert [str(move) for move in game.moves] == OPENING


def new_game(table: Table) -> Game:
    return Game(table.edition, players=table.players, partners=table.partners, key=bytes(32))


def first_segments(table: Table) -> Iterator[Segment]:
    """The first decisions of a game that a bot plays."""
    game, bot = new_game(table), Bot("tidy", seed=1)
    for _move in range(MOVES):
        game.play(bot.choose(game.view(game.turn)))
    return islice(segments_of(game), DECIDED)


def test_the_page_itself_may_run_it(visit: Visit) -> None:
    page = visit().go("/")
    table = Table.of()
    played, _seconds = BrowserKernel(page, KERNEL.read_bytes()).play_games(table, "tidy", "page", 10)
    expected = batch.new_results(10)
    batch.play_games(table, find_bots(["tidy"], table), "page", expected, digests=True)
    assert played.tobytes() == expected.tobytes()
