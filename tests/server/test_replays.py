"""Replays of finished games, move by move with open hands."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools.server import UNLIMITED

from skipbo.bots import Bot
from skipbo.client import Account, Refused, TableClient
from skipbo.errors import Malformed
from skipbo.game.event import Drew, seen_by
from skipbo.game.game import Game
from skipbo.game.kitchen.act import Act
from skipbo.game.kitchen.game import KitchenGame
from skipbo.protocol.codec import decode
from skipbo.protocol.messages import Phase, Replay
from skipbo.record import to_line, to_record
from skipbo.server.limits import Rate
from skipbo.server.table.keeper import choose
from skipbo.server.table.replays import MOST_MOVES, replay
from skipbo.server.table.views import game_view
from tests.server.server_process import InThread, served
from tests.server.test_play import best, play_to_the_end

GAMES: list[dict[str, Any]] = [
    {"edition": "mattel-2003", "players": 2, "stock": 5},
    {"edition": "brownfield-1967", "players": 6, "partners": True, "stock": 3},
    {"edition": "mattel-2003", "players": 3, "stock": 4, "referee": "kitchen"},
    {"edition": "brownfield-1967", "players": 2, "stock": 4, "referee": "kitchen"},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


def ask(server: InThread, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, {name.lower(): value for name, value in response.headers.items()}, content


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_frame_is_the_table_as_it_was(number: int) -> None:
    """A game with mistakes at the kitchen tables; what each seat saw then is in the frames."""
    game, bot = Game(key=bytes([number]) * 32, **GAMES[number]), Bot("eager", seed=number)
    then: list[tuple[int | None, str | None, list[Any], Any, list[list[int]]]] = []

    def note(by: int | None, move: str | None, events: list[Any]) -> None:
        hands = [[int(card) for card in game.hand(seat)] for seat in range(game.table.players)]
        then.append((by, move, events, game_view(game, 7), hands))

    note(None, None, list(game.events))
    while game.outcome is None:
        seat, move = game.turn, None
        if isinstance(game, KitchenGame) and game.version % 10 == 5:  # now and then somebody errs, or says so
            seat, move = next(
                (other, str(act))
                for other in (*range(1, game.table.players), 0)
                for act in reversed(list(game.legal_acts(other)))
            )
        events = game.play(choose(bot, game.view(seat)) if move is None else move, seat=seat)
        note(seat, str(game.moves[-1]), events)
    shown = decode(replay(to_line(to_record(game)), 7), Replay)
    assert [(each.by, each.move, each.happened, each.game, each.hands) for each in shown.frames] == then
    assert shown.frames[-1].game.outcome is not None
    assert (shown.dealer, shown.first) == (game.dealer, game.first)


def test_a_frame_names_the_seat_that_acts_out_of_turn() -> None:
    game = Game("mattel-2003", stock=1, key=bytes(32), referee="kitchen")
    other = 1 - game.turn
    game.play("draw", seat=other)
    game.play(f"call {other}")
    bot = Bot("eager", seed=0)
    while game.outcome is None:
        game.play(choose(bot, game.view(game.turn)))
    shown = decode(replay(to_line(to_record(game)), 1), Replay)
    assert shown.frames[1].by == other
    assert shown.frames[1].move == str(Act(word="draw", actor=other))
    assert shown.frames[2].by == 1 - other


def test_what_a_seat_drew_is_open_and_can_be_hidden_again() -> None:
    game = Game(key=bytes(32))
    whole = game.events[-1]
    assert isinstance(whole, Drew)
    assert whole.cards is not None
    assert seen_by(whole, None) == msgspec.structs.replace(whole, cards=None)


def test_a_game_that_is_too_long_has_no_replay() -> None:
    record = msgspec.structs.replace(to_record(Game(key=bytes(32))), moves=("pass",) * (MOST_MOVES + 1))
    with pytest.raises(Malformed, match="too long"):
        replay(to_line(record), 1)


def test_anyone_with_the_link_can_replay_a_finished_game(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    table = play_to_the_end(guest, stock=3, bots=[None, "eager"], pace=0)
    shown = guest.replay(table, 1)
    record = json.loads(guest.record(table, 1))
    assert [frame.move for frame in shown.frames[1:]] == record["moves"]
    assert [seat.name for seat in shown.seats] == [seat["name"] for seat in record["seats"]]
    assert [seat.player for seat in shown.seats] == ["person", "eager"]
    assert shown.frames[-1].game.number == 1
    outcome = shown.frames[-1].game.outcome
    assert outcome is not None
    assert list(outcome.winners) == record["result"]["winners"]
    with pytest.raises(Refused) as refused:
        guest.replay(table, 2)
    assert refused.value.code == "not-found"


def test_while_a_game_goes_on_nobody_gets_what_an_analysis_needs(server: InThread) -> None:
    """Neither players nor spectators; the games of the match that are over may be analysed, which tells nothing new."""
    ann, eve = Account.create(server.url, "Ann"), Account.create(server.url, "Eve")
    # More stock cards than a bot can play in the turn with which it may begin
    with TableClient(ann, ann.open_table(stock=15, games=2, bots=[None, "eager"], pace=0)) as table:
        for game in (1, 2):
            for guest in (ann, eve):
                for ask_for in (guest.record, guest.replay, guest.proof):
                    with pytest.raises(Refused) as refused:
                        ask_for(table.id, game)
                    assert refused.value.code == "not-found"
                if game == 2:
                    assert json.loads(guest.record(table.id, 1))["seed"]
            if game == 1:
                play(table)
                table.ready()
                assert table.now.table.phase is Phase.PLAYING


def play(table: TableClient) -> None:
    """Plays until the game is over."""
    for update in table.updates():
        if update.table.phase is not Phase.PLAYING:
            return
        if update.own is not None and update.own.legal and update.version == table.now.version:
            table.play(best(update))


def test_a_replay_is_compressed_on_request_and_has_an_etag(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    path = f"/api/v1/tables/{play_to_the_end(guest, stock=12, bots=[None, 'eager'], pace=0)}/games/1/replay"
    status, headers, plain = ask(server, path)
    assert status == 200
    assert "content-encoding" not in headers
    status, headers, packed = ask(server, path, Accept_Encoding="br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "Accept-Encoding"
    assert len(packed) < len(plain) / 4
    assert gzip.decompress(packed) == plain
    status, headers, nothing = ask(server, path, If_None_Match=headers["etag"], Accept_Encoding="gzip")
    assert (status, nothing) == (304, b"")
    assert ask(server, path, Accept_Encoding="gzip;q=0, *")[1].get("content-encoding") is None


def test_replays_are_rate_limited_except_when_nothing_has_changed(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, replays=Rate(1, 0))) as server:
        guest = Account.create(server.url, "Ann")
        path = f"/api/v1/tables/{play_to_the_end(guest, stock=1, bots=[None, 'eager'], pace=0)}/games/1/replay"
        _status, headers, _body = ask(server, path)
        assert ask(server, path, If_None_Match=headers["etag"])[0] == 304
        assert ask(server, path)[0] == 429
