"""A turn out of order can be called until another seat acts: bots call in time, and people get a fair moment."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import msgspec
import pytest

from skipbo.client import Account, TableClient
from skipbo.game.event import Called, Ground, IrregularStands, LetStand
from skipbo.game.game import Game
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import NewTable, Phase, Update
from skipbo.protocol.options import TableOptions
from skipbo.record import to_record
from skipbo.server.http.identity import hash_of
from skipbo.server.store.log import Moved, Origin
from skipbo.server.table import keeper
from tests.server.server_process import InThread, served

BOB, ANN, ROBOT = 0, 1, 2
LONG = 600.0  # seconds: longer than any of these tests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


def deal(wins: bool) -> Game:
    """Bob begins, and Ann has one stock card: one that can be played at once, or one that cannot."""
    for number in count():
        game = Game(players=3, stock=1, dealer=ROBOT, key=number.to_bytes(32, "big"), referee="kitchen")
        top, _cards = game.view(None).stocks[ANN]
        if top is not None and (top <= 1) == wins:
            return game
    raise AssertionError


@contextmanager
def seated(server: InThread, vigilance: float, wins: bool = False) -> Iterator[tuple[TableClient, TableClient]]:
    """Bob and Ann at a table with a bot to Ann's left, at the beginning of Bob's turn."""
    bob, ann = Account.create(server.url, "Bob"), Account.create(server.url, "Ann")
    options = TableOptions(
        players=3, stock=1, referee="kitchen", bots=[None, None, "eager"], pace=0, vigilance=vigilance
    )
    origin = Origin(msgspec.json.encode(to_record(deal(wins))))

    async def open_table() -> str:
        owner = await server.hub.store.find_guest(hash_of(bob.token or ""))
        assert owner is not None
        return await server.hub.open_table(owner, NewTable(options=options, seat=BOB), origin)

    table = server.run(open_table())
    with TableClient(bob, table) as his, TableClient(ann, table) as hers:
        hers.sit(ANN)
        hers.ready()
        wait_until(his.updates(), lambda update: update.table.phase is Phase.PLAYING)
        yield his, hers


def follow(table: TableClient) -> Iterator[Update]:
    """Every update from now on, without the present one."""
    updates = table.updates()
    next(updates)
    return updates


def wait_until(updates: Iterator[Update], holds: Callable[[Update], bool]) -> list[TableEvent]:
    """Returns all that happened until then."""
    happened: list[TableEvent] = []
    for update in updates:
        happened += update.happened
        if holds(update):
            return happened
    raise AssertionError


def discard_out_of_turn(table: TableClient) -> None:
    table.play("draw")
    assert table.now.own is not None
    table.play(next(move for move in table.now.own.legal if ">d" in move))


def is_turn_of(seat: int) -> Callable[[Update], bool]:
    return lambda update: update.game is not None and update.game.turn == seat


def test_a_vigilant_bot_calls_a_single_discard(server: InThread) -> None:  # rule: ruling.irregular-window
    with seated(server, vigilance=1) as (_his, hers):
        for _again in range(3):
            seen = follow(hers)
            discard_out_of_turn(hers)
            wait_until(seen, is_turn_of(ROBOT))
            assert Called(ROBOT, ANN, Ground.IRREGULAR) in wait_until(seen, is_turn_of(BOB))


def test_a_vigilant_bot_calls_a_win_out_of_turn(server: InThread) -> None:  # rule: ruling.irregular-win
    with seated(server, vigilance=1, wins=True) as (_his, hers):
        seen = follow(hers)
        hers.play("s>b1")
        assert Called(ROBOT, ANN, Ground.IRREGULAR) in wait_until(seen, lambda update: bool(owes(update)))
        assert hers.now.table.phase is Phase.PLAYING
        assert hers.now.game is not None
        assert hers.now.game.stocks[ANN].count == 1


def owes(update: Update) -> list[int]:
    assert update.game is not None
    assert update.game.kitchen is not None
    return update.game.kitchen.owes


def test_a_bot_waits_until_people_have_let_a_turn_stand(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:  # rule: ruling.irregular-window
    monkeypatch.setattr(keeper, "FAIR_MOMENT", LONG)
    with seated(server, vigilance=0) as (his, hers):
        seen = follow(his)
        discard_out_of_turn(hers)
        wait_until(seen, is_turn_of(ROBOT))
        version = his.now.version
        time.sleep(0.3)
        assert his.now.version == version  # a bot that paces nothing would have played
        his.play("stand")
        happened = wait_until(seen, is_turn_of(BOB))
        assert LetStand(BOB) in happened
        assert IrregularStands(ANN) in happened


def test_a_person_calls_while_a_bot_waits(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:  # rule: irregular.noticed
    monkeypatch.setattr(keeper, "FAIR_MOMENT", LONG)
    with seated(server, vigilance=0) as (his, hers):
        seen = follow(his)
        discard_out_of_turn(hers)
        wait_until(seen, is_turn_of(ROBOT))
        his.play(f"call {ANN}")
        assert owes(his.now) == [ANN]
        assert is_turn_of(BOB)(his.now)


def test_a_bot_plays_on_when_the_moment_is_over(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:  # rule: irregular.stands
    monkeypatch.setattr(keeper, "FAIR_MOMENT", 0.05)
    with seated(server, vigilance=0) as (his, hers):
        seen = follow(his)
        discard_out_of_turn(hers)
        wait_until(seen, is_turn_of(ROBOT))
        assert IrregularStands(ANN) in wait_until(seen, is_turn_of(BOB))


def test_a_game_won_out_of_turn_ends_when_everybody_lets_it_stand(
    server: InThread,
) -> None:  # rule: ruling.irregular-win
    with seated(server, vigilance=0, wins=True) as (his, hers):
        seen = follow(his)
        hers.play("s>b1")
        wait_until(seen, lambda update: ROBOT in stood(update))
        assert not is_over(his.now)
        his.play("stand")
        assert is_over(his.now)
        assert his.now.game is not None
        assert his.now.game.outcome is not None
        assert his.now.game.outcome.winners == (ANN,)
    finished = server.run(server.hub.store.read_log(his.id))
    assert [str(entry.event.move) for entry in finished if isinstance(entry.event, Moved)][-1] == "stand"


def is_over(update: Update) -> bool:
    return update.table.phase is Phase.BETWEEN


def stood(update: Update) -> list[int]:
    assert update.game is not None
    assert update.game.kitchen is not None
    return update.game.kitchen.stood
