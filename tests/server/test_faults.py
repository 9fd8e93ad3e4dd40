"""Failures: a full disk, a store that does not answer, a network that drops, doubles and reorders messages."""

import asyncio
import random
import socket
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tools.server import free_port
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from skipbo.bots.bot import Bot
from skipbo.client import Account, AsyncTableClient, Refused, TableClient
from skipbo.client.async_client import new_id
from skipbo.game.view import View
from skipbo.protocol import commands as asked
from skipbo.server.store import schema, writer
from skipbo.server.store.interface import Addition, StoreFailed
from skipbo.server.store.log import UndoRequested
from skipbo.server.store.schema import FILE
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.store.writer import Writer
from skipbo.server.table import keeper
from tests.server.chaos import Play, Witness, rows_of_file
from tests.server.server_process import TRANSPORTS, InThread, served


@pytest.fixture(params=TRANSPORTS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[InThread]:
    with served(tmp_path, websocket=request.param) as server:
        yield server


class FullDisk:
    """While it is full, SQLite itself refuses to let the file grow."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: SqliteStore) -> None:
        self.full = False
        really = schema.connect

        def connect_to_full_disk(path: Path) -> sqlite3.Connection:
            connection = really(path)
            if self.full:
                connection.execute("PRAGMA max_page_count = 1")
            return connection

        monkeypatch.setattr(writer, "connect", connect_to_full_disk)
        self._store = store

    async def fill(self) -> None:
        self.full = True
        await self._store._change(lambda connection: connection.execute("PRAGMA max_page_count = 1"))


def test_nobody_sees_what_cannot_be_stored_and_the_table_continues_later(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = server.hub.store
    assert isinstance(store, SqliteStore)
    disk = FullDisk(monkeypatch, store)

    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table()
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await hers.wait_for_version(his.version)
            before = hers.now, his.now
            await disk.fill()
            heard = listen_for_refusals(hers)
            hers.resend = his.resend = 0.2
            text = "x" * 400  # which needs room, again and again
            talking = asyncio.create_task(say_often(hers, text))
            while "store" not in heard:
                await asyncio.sleep(0.01)
            stored = len(await store.read_log(table))
            assert hers.now.version <= stored  # nothing is seen that is not stored
            assert his.now.version <= stored
            assert before[0].table == hers.now.table
            disk.full = False
            await asyncio.wait_for(talking, 20)
            await his.wait_for_version(hers.version)
            assert his.now.game == hers.now.game
            assert len(await store.read_log(table)) == hers.version

    asyncio.run(play())


async def say_often(place: AsyncTableClient, text: str) -> None:
    for _number in range(40):
        await place.do(asked.Say(id=new_id(), text=text))


def listen_for_refusals(place: AsyncTableClient) -> list[str]:
    """The codes of the refusals that a client hears, those included that it deals with by itself."""
    heard: list[str] = []
    hear = place._hear

    async def overhear(message: Any, socket: Any) -> None:
        if hasattr(message, "code"):
            heard.append(message.code)
        await hear(message, socket)

    place._hear = overhear  # type: ignore[method-assign]
    return heard


def test_a_server_that_cannot_write_is_unhealthy_and_refuses(server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    assert health(server) == 200
    store = server.hub.store

    def fail(self: Writer, connection: Any, group: Any) -> None:  # noqa: ARG001
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "_commit", fail)
        assert health(server) == 503
        with pytest.raises(Refused) as refused:
            Account.create(server.url, "Ann")
        assert refused.value.code == "store"
        assert store.numbers()["store_available"] == 0
    assert health(server) == 200
    assert store.numbers()["store_available"] == 1


def health(server: InThread) -> int:
    connection = HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/healthz")
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_command_runs_once_if_its_commit_reports_a_failure_after_writing(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = server.hub.store
    assert isinstance(store, SqliteStore)
    commit, failures = Writer._commit, iter([True])

    def fail_once(self: Writer, connection: Any, group: Any) -> Any:
        answers = commit(self, connection, group)
        if next(failures, False):
            raise sqlite3.OperationalError("disk I/O error")
        return answers

    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "eager"], pace=10_000)) as table:
        table._client.resend = 0.2
        monkeypatch.setattr(Writer, "_commit", fail_once)
        before = table.now.version
        done = table.say("hello")
        assert done.version == before + 1
        assert len(asyncio.run(store.read_log(table.id))) == before + 1


def test_a_table_written_by_another_server_is_read_again(tmp_path: Path) -> None:
    """Two servers on one folder: neither can append what the other has appended."""
    with served(tmp_path) as one, served(tmp_path) as two:
        ann = Account.create(one.url, "Ann")
        table = ann.open_table()
        same = Account(two.url, ann.token)
        with TableClient(ann, table) as here, TableClient(same, table) as there:
            here.say("one")
            there.say("two")
            here.say("three")
            assert here.now.version == there.now.version + 1


def wait_for_turn(table: TableClient, seat: int, moves: int = 0) -> None:
    """Until it is the turn of a seat, after so many moves."""
    for update in table.updates():
        if update.game is not None and update.game.turn == seat and update.game.moves >= moves:
            return


def end_turn(table: TableClient) -> None:
    assert table.now.own is not None
    table.play(next(move for move in table.now.own.legal if ">d" in move))


def test_a_bot_that_fails_to_choose_is_stood_in_for_and_reported(
    server: InThread, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    honest = keeper.choose

    def fail(bot: Bot, view: View) -> str:
        if bot.name != keeper.STAND_IN:
            raise ZeroDivisionError
        return honest(bot, view)

    monkeypatch.setattr(keeper, "choose", fail)
    before = server.hub.metrics.defects
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "random"], pace=0)) as table:
        wait_for_turn(table, 0)
        end_turn(table)
        wait_for_turn(table, 0, moves=2)
    assert server.hub.metrics.defects > before
    assert any("bot failed" in record.getMessage() for record in caplog.records)


def test_a_bot_that_wakes_while_a_command_fails_plays_on(server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    append, failing = SqliteStore.append, threading.Event()

    async def fail_once(store: SqliteStore, addition: Addition) -> None:
        if failing.is_set():
            failing.clear()
            await asyncio.sleep(1.5)  # in which the bot wakes
            raise StoreFailed("the disk is full")
        await append(store, addition)

    monkeypatch.setattr(SqliteStore, "append", fail_once)
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "random"], pace=1000)) as table:
        wait_for_turn(table, 0)
        end_turn(table)
        failing.set()
        undone = server.run(server.hub.rooms[table.id].act(lambda _state: UndoRequested(0)))
        assert not undone
        wait_for_turn(table, 0, moves=2)


def test_a_client_that_stops_reading_is_closed_and_the_others_are_not_delayed(server: InThread) -> None:
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    with TableClient(ann, ann.open_table()) as table:
        stalled = socket.socket()
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", server.port))
        stalled.settimeout(0.5)
        stalled.sendall(
            f"GET /api/v1/tables/{table.id}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Authorization: Bearer {bob.token}\r\n\r\n".encode()
        )
        text = b'{"type":"sync"}'
        frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
        deadline = time.monotonic() + 20
        while not server.hub.metrics.slow_readers:
            assert time.monotonic() < deadline
            try:
                stalled.sendall(frame * 50)
            except OSError:
                time.sleep(0.01)
            table.say("still here")
        assert len(server.hub.rooms[table.id].listeners) == 1
        stalled.close()


# A bad network


def bad_line(dice: random.Random) -> list[float]:
    """After how many seconds a message arrives: not at all, once, or twice, and in any order."""
    chance = dice.random()
    if chance < 0.1:
        return []
    if chance < 0.2:
        return [0, dice.uniform(0, 0.05)]
    return [dice.uniform(0, 0.03)] if chance < 0.5 else [0]


@asynccontextmanager
async def proxy_to(server: InThread, dice: random.Random) -> AsyncIterator[str]:
    """A line to the server that drops, doubles, delays and reorders whole messages, and now and then breaks."""
    port = free_port()

    async def pump(source: Any, target: Any) -> None:
        loop, waiting = asyncio.get_running_loop(), set()

        async def pass_on(message: Any, delay: float) -> None:
            await asyncio.sleep(delay)
            with suppress(ConnectionClosed):
                await target.send(message)

        async for message in source:
            for delay in bad_line(dice):
                task = loop.create_task(pass_on(message, delay))
                waiting.add(task)
                task.add_done_callback(waiting.discard)
            if dice.random() < 0.005:
                return

    async def between(client: ServerConnection) -> None:
        assert client.request is not None
        headers = {"Authorization": client.request.headers["Authorization"]}
        address = f"ws://127.0.0.1:{server.port}{client.request.path}"
        async with connect(address, additional_headers=headers, compression=None, proxy=None) as behind:
            pumps = [asyncio.create_task(pump(client, behind)), asyncio.create_task(pump(behind, client))]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for each in pumps:
                each.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async with serve(between, "127.0.0.1", port, compression=None):
        yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("seed", [1, 2])
def test_over_a_bad_network_all_clients_see_the_same_table_in_the_end(server: InThread, seed: int) -> None:
    async def play() -> None:
        dice = random.Random(seed)
        folder = server.hub.store.path.parent  # type: ignore[attr-defined]
        async with proxy_to(server, dice) as line:
            game = Play()
            ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
            table = ann.open_table(stock=4, grace=86_400)
            game.places = [AsyncTableClient(Account(line, who.token), table) for who in (ann, bob)]
            for place in game.places:
                place.ping, place.resend, place.longest_pause = 0.1, 0.2, 0.1
            async with game.places[0], game.places[1]:
                await game.places[1].sit()
                async with asyncio.TaskGroup() as group:
                    players = [group.create_task(game.person(number, random.Random(number))) for number in range(2)]
                    game.going.set()
                    await asyncio.sleep(3)
                    await asyncio.wait_for(game.rest(), 30)
                    assert await Witness(game, rows_of_file(folder / FILE)).check() > 20
                    for player in players:
                        player.cancel()

    asyncio.run(play())


def test_a_client_reports_why_its_handshake_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        guest = Account(server.url, "nobody")
        with pytest.raises(Refused) as refused, TableClient(guest, "x"):
            pass
        assert refused.value.code == "guest"
