"""Bots that search think beside everything else: nobody waits for them but their own table."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tools.server import UNLIMITED

from skipbo.bots.bot import Bot
from skipbo.client import Account, TableClient
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.protocol import commands as asked
from skipbo.record import check, record_from_line
from skipbo.server.limits import LONGEST_DEBT, LONGEST_SEARCH_DEBT, Rate
from skipbo.server.table import keeper
from skipbo.server.table.thinkers import Thinkers
from tests.server.server_process import InThread, served
from tests.server.test_gateway import come

PATIENCE = 20.0  # seconds
GRANDMASTER = "grandmaster"
YOUNGEST_BEGINS = "mattel-2016"


class Slow(Bot):
    """Plays as another bot, but searches for as long as a test wants it to."""

    let_go = threading.Event()
    thinking = 0
    most_at_once = 0
    thoughts = 0

    def __init__(self, name: str, vigilance: float = 1.0) -> None:
        super().__init__("eager", vigilance=vigilance)
        self.name = name

    def choose(self, view: View) -> Move:
        if self.name == GRANDMASTER:
            Slow.thinking += 1
            Slow.thoughts += 1
            Slow.most_at_once = max(Slow.most_at_once, Slow.thinking)
            assert Slow.let_go.wait(PATIENCE)
            Slow.thinking -= 1
        return super().choose(view)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InThread]:
    """A server with bots that search for long, and room for two of them at once."""
    monkeypatch.setattr(keeper, "Bot", Slow)
    Slow.let_go.clear()
    Slow.thinking = Slow.most_at_once = Slow.thoughts = 0
    with served(tmp_path, replace(UNLIMITED, searches=2)) as server:
        try:
            yield server
        finally:
            Slow.let_go.set()


def until(fits: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def begin(account: Account, bot: str) -> TableClient:
    """A table with a bot, which is in turn."""
    opened = account.open_table(bots=[None, bot], edition=YOUNGEST_BEGINS, youngest=0, pace=0)
    table = TableClient(account, opened).__enter__()
    discard(table)
    return table


def discard(table: TableClient) -> None:
    """Ends the player's turn."""
    until(lambda: bool(table.now.own and table.now.own.legal))
    assert table.now.own is not None
    table.play(next(move for move in table.now.own.legal if ">d" in move))


def is_own_turn(table: TableClient) -> bool:
    return bool(table.now.own and table.now.own.legal)


def test_a_table_whose_bot_searches_delays_no_other_table(server: InThread) -> None:
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    slow = [begin(ann, GRANDMASTER) for _table in range(3)]
    until(lambda: Slow.thinking == 2)  # the third waits for a thread
    quick = begin(bob, "eager")
    until(lambda: is_own_turn(quick))
    assert not any(map(is_own_turn, slow))
    assert server.hub.metrics.bots_thinking == 3
    Slow.let_go.set()
    until(lambda: all(map(is_own_turn, slow)))
    assert Slow.most_at_once == 2
    for table in (*slow, quick):
        table.__exit__(None, None, None)
    assert server.hub.metrics.bots_thinking == 0


def test_a_move_that_is_taken_back_while_the_bot_searches_is_searched_for_again_but_not_at_the_same_time(
    server: InThread,
) -> None:
    table = begin(Account.create(server.url, "Ann"), GRANDMASTER)
    until(lambda: Slow.thinking == 1)
    table.do(asked.Undo(id="undo", version=table.now.version))
    discard(table)
    time.sleep(0.2)
    assert Slow.thoughts == 1
    moves = table.now.game.moves if table.now.game else 0
    Slow.let_go.set()
    until(lambda: is_own_turn(table))
    assert Slow.most_at_once == 1
    assert Slow.thoughts >= 2
    assert table.now.game is not None
    assert table.now.game.moves > moves
    table.__exit__(None, None, None)


def test_a_table_says_that_it_waits_for_a_bot_whose_code_is_compiled_and_then_goes_on(server: InThread) -> None:
    compiled = threading.Event()
    Slow.let_go.set()
    server.hub.thinkers = Thinkers(1, lambda: until(compiled.is_set))
    ann = Account.create(server.url, "Ann")
    quick = begin(ann, "eager")
    assert quick.presence is not None
    assert not quick.presence.preparing
    table = begin(ann, GRANDMASTER)
    until(lambda: table.presence is not None and table.presence.preparing)
    assert Slow.thoughts == 0
    compiled.set()
    until(lambda: table.presence is not None and not table.presence.preparing)
    until(lambda: is_own_turn(table))
    for each in (table, quick):
        each.__exit__(None, None, None)


def test_a_table_plays_on_if_searches_cannot_be_prepared(server: InThread) -> None:
    def fail() -> None:
        raise OSError("no space left")

    Slow.let_go.set()
    server.hub.thinkers = Thinkers(1, fail)
    table = begin(Account.create(server.url, "Ann"), GRANDMASTER)
    until(lambda: is_own_turn(table))
    table.__exit__(None, None, None)


def test_whoever_lets_bots_search_much_waits_longer_than_for_anything_else(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, searching=Rate(10, 0.5))) as server:
        ann, table = come(server, "Ann")
        with TableClient(ann, table):
            room = server.hub.rooms[table]

            async def share(seconds: float) -> float:
                return server.hub.share(1.0, seconds, room.listeners)

            assert server.run(share(9.0)) == 0.0
            assert server.run(share(3.0)) == pytest.approx(4.0, abs=1.0)
            assert server.run(share(1000.0)) == pytest.approx(LONGEST_SEARCH_DEBT, abs=1.0)
            assert LONGEST_SEARCH_DEBT > LONGEST_DEBT


@pytest.mark.slow  # compiling the searcher takes a minute
def test_a_game_is_served_against_the_grandmaster_and_its_log_has_every_move(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann = Account.create(server.url, "Ann")
        table = ann.open_table(bots=[None, GRANDMASTER], stock=3, pace=0, substitute=GRANDMASTER)
        with TableClient(ann, table) as place:
            for update in place.updates():
                if update.game is not None and update.game.outcome is not None:
                    break
                if update.own is not None and update.own.legal:
                    place.play(update.own.legal[0])
        check(record_from_line(ann.record(table, 1)))
