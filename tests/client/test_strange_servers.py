"""A client understands a newer server, and reports an error instead of waiting for ever when a server is broken."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from tools.server import free_port
from websockets.asyncio.server import ServerConnection

from skipbo.client import Account, AsyncTableClient, ConnectionFailed, Refused, TableClient
from skipbo.errors import SkipboError
from skipbo.protocol.codec import encode, to_builtins
from skipbo.protocol.messages import Kind, Lobby, Refusal, TableSummary, Update
from tests.client.strange_server import Script, http_json, http_page, page, stay, tcp_server, web_socket_server
from tests.server.table_harness import ANN, BOB, dealt

LIMIT = 10.0  # seconds that a client may take until it reports an error
UPDATE = dealt(ANN, BOB).sees(ANN)

Act = Callable[[Account], None]


async def enter_async(account: Account) -> None:
    async with AsyncTableClient(account, "table"):
        pass


async def do_async(account: Account) -> None:
    async with AsyncTableClient(account, "table") as table:
        await table.say("hello")


async def follow_async(account: Account) -> None:
    async with AsyncTableClient(account, "table") as table:
        async for _update in table.updates():
            pass


def in_loop(act: Callable[[Account], Awaitable[None]]) -> Act:
    async def run(account: Account) -> None:
        await act(account)

    return lambda account: asyncio.run(run(account))


def enter(account: Account) -> None:
    with TableClient(Account(account.url, account.token), "table"):
        pass


def do(account: Account) -> None:
    with TableClient(Account(account.url, account.token), "table") as table:
        table.say("hello")


def follow(account: Account) -> None:
    with TableClient(Account(account.url, account.token), "table") as table:
        for _update in table.updates():
            pass


ENTER = {"async enter": in_loop(enter_async), "sync enter": enter}
WAIT = {
    "async do": in_loop(do_async),
    "async updates": in_loop(follow_async),
    "sync do": do,
    "sync updates": follow,
}


def error_of(act: Act, url: str) -> SkipboError:
    """The error that ends what a client does; fails if the client still waits after the limit."""
    ended: list[BaseException | None] = []

    def run() -> None:
        try:
            act(Account(url, "token"))
        except BaseException as error:
            ended.append(error)
        else:
            ended.append(None)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(LIMIT)
    assert ended, "the client waits for ever"
    assert isinstance(ended[0], SkipboError), repr(ended[0])
    return ended[0]


# Something broken


async def send_page(socket: ServerConnection) -> None:
    await socket.send("<html><body>Bad gateway</body></html>")
    await stay(socket)


async def send_half_an_update(socket: ServerConnection) -> None:
    await socket.send('{"type":"update","version":"one"}')
    await stay(socket)


async def send_a_list(socket: ServerConnection) -> None:
    await socket.send("[1,2]")
    await stay(socket)


async def send_garbage(socket: ServerConnection) -> None:
    await socket.send(b"\xff\xfe\xfd")
    await stay(socket)


async def break_the_framing(socket: ServerConnection) -> None:
    socket.transport.write(b"\xff\xff\xff\xff")
    await stay(socket)


def closing(code: int) -> Script:
    async def close(socket: ServerConnection) -> None:
        await socket.close(code, "because")

    close.__name__ = f"close_with_{code}"
    return close


BROKEN: list[Script] = [
    send_page,
    send_half_an_update,
    send_a_list,
    send_garbage,
    break_the_framing,
    *map(closing, (1002, 1003, 1007, 1008, 1009, 4999)),
]
broken = pytest.mark.parametrize("script", BROKEN, ids=lambda script: script.__name__)


@broken
@pytest.mark.parametrize("act", ENTER.values(), ids=ENTER)
def test_entering_a_broken_server_is_an_error(act: Act, script: Script) -> None:
    with web_socket_server(script) as url:
        error_of(act, url)


@broken
@pytest.mark.parametrize("act", WAIT.values(), ids=WAIT)
def test_a_server_that_breaks_later_ends_whoever_waits(act: Act, script: Script) -> None:
    async def break_later(socket: ServerConnection) -> None:
        await socket.send(encode(UPDATE).decode())
        await asyncio.sleep(0.05)
        await script(socket)

    with web_socket_server(break_later) as url:
        error_of(act, url)


@pytest.mark.parametrize("status", [200, 403, 404])
@pytest.mark.parametrize("act", ENTER.values(), ids=ENTER)
def test_a_page_instead_of_a_socket_is_an_error_that_shows_the_page(act: Act, status: int) -> None:
    with web_socket_server(stay, lambda _before: page(status)) as url:
        text = str(error_of(act, url))
        assert str(status) in text
        assert "Sign in" in text


@pytest.mark.parametrize("act", WAIT.values(), ids=WAIT)
def test_a_page_where_the_socket_was_ends_whoever_waits(act: Act) -> None:
    async def restart(socket: ServerConnection) -> None:
        await socket.send(encode(UPDATE).decode())
        await asyncio.sleep(0.05)
        await socket.close(1012)

    with web_socket_server(restart, lambda before: page(200) if before else None) as url:
        assert "Sign in" in str(error_of(act, url))


@pytest.mark.parametrize("answer", [b"220 mail.example ready\r\n", b"HTTP/1.1 101 Yes\r\n\r\n", b"\x00\x01\x02\r\n"])
@pytest.mark.parametrize("act", ENTER.values(), ids=ENTER)
def test_what_does_not_speak_websocket_is_an_error(act: Act, answer: bytes) -> None:
    with tcp_server(answer) as url:
        error_of(act, url)


# Trouble that may pass


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AsyncTableClient, "patience", 0.3)


async def greet(socket: ServerConnection) -> None:
    """Shows the table, and fails soon after."""
    await socket.send(encode(UPDATE).decode())
    await asyncio.sleep(0.05)
    await socket.close(1011)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("act", ENTER.values(), ids=ENTER)
def test_nobody_waits_for_ever_for_a_server_that_cannot_be_reached(act: Act) -> None:
    assert "has not answered" in str(error_of(act, f"http://127.0.0.1:{free_port()}"))


@pytest.mark.parametrize("act", WAIT.values(), ids=WAIT)
def test_nobody_waits_for_ever_for_a_server_that_does_not_come_back(act: Act, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AsyncTableClient, "patience", 2.0)  # for a second attempt, on a busy machine too
    with web_socket_server(greet, lambda before: page(502) if before else None) as url:
        text = str(error_of(act, url))
    assert "has not answered" in text
    assert "502" in text


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("act", ENTER.values(), ids=ENTER)
def test_nobody_waits_for_ever_for_a_server_that_always_fails(act: Act) -> None:
    with web_socket_server(closing(1011)) as url:
        assert "1011" in str(error_of(act, url))


def refusing(kind: Kind) -> Script:
    async def refuse(socket: ServerConnection) -> None:
        await socket.send(encode(UPDATE).decode())
        async for message in socket:
            await socket.send(encode(Refusal(msgspec.json.decode(message)["id"], kind, "later")).decode())

    return refuse


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", [Kind.LIMITED, Kind.FAILED])
@pytest.mark.parametrize("act", [WAIT["async do"], do], ids=["async", "sync"])
def test_nobody_waits_for_ever_for_a_server_that_always_asks_to_try_again(
    act: Act, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AsyncTableClient, "resend", 0.1)
    with web_socket_server(refusing(kind)) as url:
        assert error_of(act, url).code == "later"


@pytest.mark.parametrize("act", ENTER.values(), ids=ENTER)
def test_a_server_that_comes_back_is_found_again(act: Act) -> None:
    with web_socket_server(greet, lambda before: page(502) if before < 2 else None) as url:
        act(Account(url, "token"))


# Leaving


def test_leaving_ends_what_other_tasks_wait_for() -> None:
    async def play(url: str) -> None:
        async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
            async with AsyncTableClient(Account(url, "token"), "table") as table:
                others = [
                    group.create_task(error_in(table.say("hello"))),
                    group.create_task(error_in(follow_all(table))),
                ]
                await asyncio.sleep(0.1)
            for other in others:
                assert (await other).code == "closed"

    with web_socket_server(speak_only_once) as url:
        asyncio.run(play(url))


async def speak_only_once(socket: ServerConnection) -> None:
    await socket.send(encode(UPDATE).decode())
    await stay(socket)


async def follow_all(table: AsyncTableClient) -> None:
    async for _update in table.updates():
        pass


async def error_in(doing: Awaitable[object]) -> SkipboError:
    with pytest.raises(SkipboError) as error:
        await doing
    return error.value


def test_leaving_ends_what_other_threads_wait_for() -> None:
    with web_socket_server(speak_only_once) as url, ThreadPoolExecutor() as threads:
        account = Account(url, "token")
        with TableClient(account, "table") as table:
            others: list[Future[Any]] = [threads.submit(table.say, "hello"), threads.submit(list, table.updates())]
            time.sleep(0.2)
        for other in others:
            error = other.exception(LIMIT)
            assert isinstance(error, SkipboError)
            assert error.code == "closed"


# HTTP


@pytest.mark.parametrize("status", [200, 404, 502])
def test_a_page_instead_of_an_answer_is_an_error_that_shows_the_page(status: int) -> None:
    with tcp_server(http_page(status)) as url:
        for ask in (Account(url).lobby, lambda: Account(url).record("table", 1)):
            with pytest.raises(ConnectionFailed, match="Sign in") as failed:
                ask()
            assert str(status) in str(failed.value)


def test_a_token_is_not_carried_to_another_server() -> None:
    with tcp_server(http_json({})) as other:
        away = f"HTTP/1.1 302 Found\r\nLocation: {other}/api/v1/lobby\r\nContent-Length: 0\r\n\r\n".encode()
        with tcp_server(away) as url, pytest.raises(ConnectionFailed, match="302"):
            Account(url, "token").lobby()


def test_what_does_not_speak_http_is_an_error() -> None:
    with tcp_server(b"220 mail.example ready\r\n") as url, pytest.raises(ConnectionFailed, match="220 mail"):
        Account(url).lobby()


def test_an_answer_without_what_is_needed_is_an_error() -> None:
    with tcp_server(http_json({"games": "many"})) as url, pytest.raises(ConnectionFailed, match="games"):
        Account(url).statistics()


def test_what_a_newer_server_adds_to_an_answer_is_ignored() -> None:
    lobby = Lobby(
        tables=[
            TableSummary(
                id="t",
                phase=UPDATE.table.phase,
                options=UPDATE.table.options,
                seats=UPDATE.table.seats,
                locked=False,
                made_at=1,
            )
        ]
    )
    with tcp_server(http_json(with_unknown_fields(to_builtins(lobby)))) as url:
        assert Account(url).lobby() == lobby.tables


# A newer server


def with_unknown_fields(value: Any) -> Any:
    """The same as a newer server might send it: a field more in every object."""
    if isinstance(value, dict):
        return {name: with_unknown_fields(each) for name, each in value.items()} | {"new_in_2030": {"type": "played"}}
    return [with_unknown_fields(each) for each in value] if isinstance(value, list) else value


def newer_update() -> str:
    update = with_unknown_fields(to_builtins(UPDATE))
    update["happened"].insert(1, {"type": "juggled", "seat": 0})
    return encode(update).decode()


async def speak_newer(socket: ServerConnection) -> None:
    await socket.send('{"type":"weather","sky":"blue"}')
    await socket.send(newer_update())
    async for text in socket:
        await socket.send('{"type":"weather","sky":"grey"}')
        command = msgspec.json.decode(text)
        if command["type"] == "say":
            await socket.send(
                encode({"type": "done", "id": command["id"], "version": UPDATE.version, "at": 5}).decode()
            )
        elif command["type"] == "leave":
            refused = {"type": "refused", "id": command["id"], "kind": "not_legal", "code": "game.going", "more": []}
            await socket.send(encode(refused).decode())


def check_quick(update: Update) -> None:
    assert (update.table, update.game, update.own) == (UPDATE.table, UPDATE.game, UPDATE.own)
    assert update.happened == UPDATE.happened


def test_an_async_client_ignores_what_a_newer_server_adds() -> None:
    async def play(url: str) -> None:
        async with asyncio.timeout(LIMIT), AsyncTableClient(Account(url, "token"), "table") as table:
            assert (await table.say("hello")).version == UPDATE.version
            with pytest.raises(Refused) as refused:
                await table.leave()
            assert refused.value.code == "game.going"
            async for update in table.updates():
                check_quick(update)
                break

    with web_socket_server(speak_newer) as url:
        asyncio.run(play(url))


def test_a_sync_client_ignores_what_a_newer_server_adds() -> None:
    def play(account: Account) -> None:
        with TableClient(Account(account.url, account.token), "table") as table:
            assert table.say("hello").version == UPDATE.version
            check_quick(next(table.updates()))
            raise SkipboError("played", "to the end")

    with web_socket_server(speak_newer) as url:
        assert error_of(play, url).code == "played"
