"""Hints: the planner's move, chosen from what the seat sees and nothing else."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from tools.server import UNLIMITED

from skipbo.bots import Bot
from skipbo.client import Account, Refused, TableClient
from skipbo.coach.explanation import Explanation
from skipbo.coach.sentences import REASONS
from skipbo.errors import OutOfDate
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.move import Move
from skipbo.protocol.messages import Phase
from skipbo.server.limits import Rate
from skipbo.server.table.hints import hint
from tests.kernel.strategies import games
from tests.server.server_process import InThread, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


def refusal_of(guest: Account, table: str) -> str:
    with pytest.raises(Refused) as refused:
        guest.hint(table)
    return refused.value.code


@given(games())
def test_a_hint_is_as_good_as_the_planners_own_move_and_says_why(game: Game) -> None:
    assume(game.outcome is None)
    view = game.view(game.turn)
    given_hint, thoughts = hint(view, 3), Explanation(view)
    assert given_hint.version == 3
    assert given_hint.line[0] == given_hint.move
    assert given_hint.move in game.legal_moves
    planners = thoughts.option(Bot("planner").choose(view))
    hinted = thoughts.option(Move.parse(given_hint.move))
    assert hinted.is_as_good_as(planners)
    assert 1 <= len(given_hint.sentences) <= 2
    assert all(sentence.text in REASONS for sentence in given_hint.sentences)
    if given_hint.against is not None:
        assert not thoughts.option(Move.parse(given_hint.against)).is_as_good_as(hinted)


def test_there_is_no_hint_for_a_seat_that_is_not_in_turn() -> None:
    game = Game(key=bytes(32))
    with pytest.raises(OutOfDate):
        hint(game.view(1 - game.turn), 1)


def test_at_a_kitchen_table_a_whole_game_can_be_played_by_hints() -> None:
    game = Game("brownfield-1967", players=3, stock=3, key=bytes(32), referee="kitchen")
    seen = set()
    while game.outcome is None:
        move = hint(game.view(game.turn), 1).move
        assert move in game.legal_moves
        game.play(move)
        seen.add(move.split(">")[0])
    assert "draw" in seen


def test_at_a_kitchen_table_the_hint_is_to_call_a_seat_that_plays_out_of_turn() -> None:
    game = Game("mattel-2003", players=3, key=bytes(32), referee="kitchen")
    assert isinstance(game, KitchenGame)
    wrong, other = (game.turn + 1) % 3, (game.turn + 2) % 3
    with pytest.raises(OutOfDate):
        hint(game.view(other), 1)
    game.play("draw", seat=wrong)
    game.play(f"h{game.hand(wrong)[0]}>d1", seat=wrong)
    with pytest.raises(OutOfDate):
        hint(game.view(wrong), 1)
    called = hint(game.view(other), 1)
    assert called.move == f"call {wrong}"  # if nobody does, it is their turn now
    assert called.move in map(str, game.legal_acts(other))
    assert (called.reasons, called.sentences, called.against) == ([], [], None)


def test_a_person_plays_a_game_to_its_end_by_hints_alone(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(stock=2, bots=[None, "random"], pace=0)) as table:
        for update in table.updates():
            if update.table.phase is Phase.BETWEEN:
                return
            assert update.own is not None
            if update.own.legal and update.version == table.now.version:
                given_hint = guest.hint(table.id)
                assert given_hint.version == update.version
                assert given_hint.move in update.own.legal
                table.play(given_hint.move)


def test_hints_are_for_players_and_can_be_switched_off(server: InThread) -> None:
    ann, eve = Account.create(server.url, "Ann"), Account.create(server.url, "Eve")
    table = ann.open_table(bots=[None, "eager"], pace=10_000)
    assert refusal_of(eve, table) == "seat.wanted"
    assert refusal_of(eve, "nowhere") == "not-found"
    assert refusal_of(Account(server.url), table) == "guest"
    assert refusal_of(ann, ann.open_table()) == "game.none"
    assert refusal_of(ann, ann.open_table(bots=[None, "eager"], pace=10_000, hints=False)) == "hints.off"


def test_a_hint_needs_the_players_turn(server: InThread) -> None:
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    with TableClient(ann, ann.open_table()) as hers, TableClient(bob, hers.id) as his:
        his.sit()
        his.ready()
        assert his.now.game is not None
        waiting, playing = (bob, ann) if his.now.game.turn == 0 else (ann, bob)
        assert refusal_of(waiting, hers.id) == "turn"
        assert playing.hint(hers.id).version == his.now.version


def test_a_bot_that_plays_for_somebody_needs_no_hints(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "eager"], clock=10, pace=10_000)) as table:
        keeper = server.hub._keepers[table.id]
        keeper._loop.call_soon_threadsafe(keeper._replace, 0, "clock")
        for update in table.updates():
            if update.table.seats[0].bot is not None:
                break
        assert refusal_of(guest, table.id) == "bot.plays"


def test_hints_are_rate_limited(tmp_path: Path) -> None:
    options: dict[str, Any] = {"bots": [None, "eager"], "pace": 10_000}
    with served(tmp_path, replace(UNLIMITED, hints=Rate(1, 0))) as server:
        guest = Account.create(server.url, "Ann")
        table = guest.open_table(**options)
        with suppress(Refused):
            guest.hint(table)
        assert refusal_of(guest, table) == "limited"
