"""What a page asks before it has a table: the guest, the guest's tables, the lobby, the server."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tools.server import UNLIMITED

from skipbo import __version__
from skipbo.client import Account, AsyncTableClient, TableClient
from skipbo.protocol import commands as asked
from skipbo.protocol.messages import Phase
from skipbo.server import hub
from skipbo.server.config import Settings
from skipbo.server.store.schema import FILE, MIGRATIONS
from tests.server.server_process import TRANSPORTS, InThread, served
from tests.server.test_gateway import ask, farewell, join
from tests.server.test_play import play_to_the_end, until


@pytest.fixture(scope="module", params=TRANSPORTS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data"), websocket=request.param) as server:
        yield server


# Own tables


def test_own_tables_are_listed_the_latest_first(server: InThread) -> None:
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    finished = play_to_the_end(ann, stock=1, bots=[None, "eager"], pace=0)
    going = ann.open_table(bots=[None, "eager"], pace=10_000)
    gathering = ann.open_table(players=3, seat=2)
    bob.open_table()
    found = ann.tables()
    assert [(own.table.id, own.seat) for own in found] == [(gathering, 2), (going, 0), (finished, 0)]
    assert [own.table.phase for own in found] == [Phase.GATHERING, Phase.PLAYING, Phase.BETWEEN]
    with TableClient(ann, finished) as table:
        table.say("hello")
    assert ann.tables()[0].table.id == finished
    assert ann.tables()[0].changed_at >= found[0].changed_at


def test_whose_turn_it_is_is_told_of_a_table_that_is_being_played(server: InThread) -> None:
    ann = Account.create(server.url, "Ann")
    gathering = ann.open_table()
    going = ann.open_table(bots=[None, "eager"], pace=10_000)
    with TableClient(ann, going) as table:
        game = table.now.game
        turns = {own.table.id: own.turn for own in ann.tables()}
    assert game is not None
    assert turns == {gathering: None, going: game.turn}


def test_a_table_that_a_guest_left_or_was_kicked_from_is_not_listed(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table()
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            assert bob.tables() == []
            await his.sit()
            assert [own.table.id for own in bob.tables()] == [table]
            await hers.do(asked.Kick(id="out", seat=1))
            assert bob.tables() == []
            await hers.leave()
            assert ann.tables() == []

    asyncio.run(play())


def test_own_tables_need_a_token(server: InThread) -> None:
    assert ask(server, "GET", "/api/v1/me/tables")[0] == 401


TO_THE_FIRST_VERSION = """
    DROP TABLE archive; DROP INDEX summaries_changed;
    ALTER TABLE summaries DROP COLUMN opener; ALTER TABLE log DROP COLUMN checksum;
    DROP TABLE seated; ALTER TABLE guests DROP COLUMN named;
    PRAGMA user_version = 1
"""


def test_an_older_store_rebuilds_the_seats_of_guests_from_its_log(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann, bob, cleo = (Account.create(server.url, name) for name in ("Ann", "Bob", "Cleo"))
        table = ann.open_table(players=4)
        for guest in (bob, cleo):
            with TableClient(guest, table) as place:
                place.sit()
        with TableClient(cleo, table) as place:
            place.leave()
        before = [guest.tables() for guest in (ann, bob, cleo)]
    assert [len(tables) for tables in before] == [1, 1, 0]
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.executescript(TO_THE_FIRST_VERSION)
    assert len(MIGRATIONS) == 3
    with served(tmp_path) as server:
        again = [Account(server.url, guest.token).tables() for guest in (ann, bob, cleo)]
    assert again == before


# Names


def test_a_guest_without_a_name_is_given_one_and_can_change_it(server: InThread) -> None:
    status, _, guest = ask(server, "POST", "/api/v1/guests", b"{}")
    assert status == 201
    assert guest["name"]
    assert guest["named"] is False
    headers = {"Authorization": f"Bearer {guest['token']}"}
    assert ask(server, "GET", "/api/v1/me", **headers)[2] == {"name": guest["name"], "named": False}
    assert ask(server, "PATCH", "/api/v1/me", b'{"name":"Ann"}', **headers)[2]["named"] is True
    assert ask(server, "GET", "/api/v1/me", **headers)[2]["named"] is True


def test_a_spectator_who_changes_the_name_sits_down_under_the_new_one(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "B.")
        table = ann.open_table()
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            ask(server, "PATCH", "/api/v1/me", b'{"name":"Bob"}', **bob.headers)
            await his.sit()
            assert (await until(hers, lambda update: update.table.seats[1].person)).table.seats[1].name == "Bob"

    asyncio.run(play())


# The lobby


def test_one_address_cannot_fill_the_lobby(tmp_path: Path) -> None:
    def open_tables(server: InThread, number: int, address: str) -> list[str]:
        headers = {"X-Forwarded-For": address}
        guest = ask(server, "POST", "/api/v1/guests", b"{}", **headers)[2]
        headers["Authorization"] = f"Bearer {guest['token']}"
        body = b'{"options":{"public":true},"seat":0}'
        return [ask(server, "POST", "/api/v1/tables", body, **headers)[2]["id"] for _ in range(number)]

    settings = Settings(port=0, proxies=["127.0.0.1"])
    with served(tmp_path, replace(UNLIMITED, listed_of_address=10), settings) as server:
        honest = open_tables(server, 1, "192.0.2.1")
        many = open_tables(server, 60, "2001:db8::1") + open_tables(server, 50, "2001:db8::2")  # of one house
        last = open_tables(server, 1, "192.0.2.2")
        listed = [table["id"] for table in ask(server, "GET", "/api/v1/lobby")[2]["tables"]]
        assert listed == [*last, *reversed(many[-10:]), *honest]
    for file in tmp_path.iterdir():
        assert not any(address in file.read_bytes() for address in (b"192.0.2.1", b"2001:db8"))


def test_a_lobby_that_has_not_changed_is_not_sent_again(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    guest.open_table(public=True)
    _status, headers, _lobby = ask(server, "GET", "/api/v1/lobby")
    tag = headers["etag"]
    status, headers, nothing = ask(server, "GET", "/api/v1/lobby", If_None_Match=f'"other", {tag}')
    assert (status, headers["etag"], nothing) == (304, tag, "")
    guest.open_table(public=True)
    status, headers, lobby = ask(server, "GET", "/api/v1/lobby", If_None_Match=tag)
    assert status == 200
    assert headers["etag"] != tag
    assert len(lobby["tables"]) >= 2


# Undo


def test_an_update_names_the_seats_that_must_agree_to_an_undo(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table()
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await his.ready()
            await hers.wait_for_version(his.version)
            assert hers.now.game is not None
            mover, other = (hers, his) if hers.now.game.turn == 0 else (his, hers)
            assert mover.now.own is not None
            assert mover.now.own.undo is None
            await mover.play(next(move for move in mover.now.own.legal if ">d" in move))
            await other.wait_for_version(mover.version)
            assert mover.now.own.undo == [1 - mover.now.own.seat]  # the next player has drawn
            assert other.now.own is not None
            assert other.now.own.undo is None

    asyncio.run(play())


# The server


@pytest.mark.parametrize(
    ("settings", "local"),
    [
        ({}, True),
        ({"url": "https://cards.example"}, False),
        ({"proxies": ["10.0.0.1"]}, False),
        ({"host": "0.0.0.0"}, False),
    ],
)
def test_server_info_has_versions_and_whether_only_this_machine_reaches_it(
    tmp_path: Path, settings: dict[str, Any], local: bool
) -> None:
    ids = set()
    for _start in range(2):
        with served(tmp_path, settings=Settings(port=0, **settings)) as server:
            status, _, told = ask(server, "GET", "/api/v1/server")
        assert status == 200
        ids.add(told.pop("id"))
        assert told == {"version": __version__, "protocol": 1, "ready": True, "local": local}
    assert len(ids) == 2


def test_only_what_needs_a_table_waits_for_the_rules_to_be_compiled(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "PATIENCE", 0.1)
    guest = Account.create(server.url, "Ann")
    table = guest.open_table(bots=[None, "eager"], pace=10_000)
    server.run(set_ready(server, False))
    server.hub.rooms.clear()
    assert ask(server, "GET", "/api/v1/server")[2]["ready"] is False
    assert ask(server, "GET", "/api/v1/lobby")[0] == 200
    status, _, refusal = ask(server, "POST", "/api/v1/tables", b'{"options":{}}', **guest.headers)
    assert (status, refusal["code"]) == (503, "starting")
    with join(guest, table) as socket:
        assert farewell(socket) == (1013, "starting")
    with ThreadPoolExecutor() as others:
        opening, coming = others.submit(guest.open_table), others.submit(enter, guest, table)
        time.sleep(0.5)
        assert not opening.done()
        assert not coming.done()
        server.run(set_ready(server, True))
        assert opening.result(10) != table
        assert coming.result(10) == table


async def set_ready(server: InThread, ready: bool) -> None:
    (server.hub.ready.set if ready else server.hub.ready.clear)()


def enter(guest: Account, table: str) -> str:
    with TableClient(guest, table) as place:
        return place.now.table.id
