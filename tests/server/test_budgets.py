"""Whoever makes the server work much is served later, and nobody else is; the door lets nobody fill the house."""

import gc
import logging
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from http import client
from pathlib import Path

import pytest
from tools.server import UNLIMITED
from websockets.exceptions import InvalidStatus

from skipbo.client import Account, Refused
from skipbo.protocol.codec import decode_message
from skipbo.protocol.messages import Pong
from skipbo.server import app
from skipbo.server.config import Settings
from skipbo.server.http import door
from skipbo.server.limits import LONGEST_DEBT, Bucket, Buckets, Rate
from skipbo.server.sockets.fast_websocket import FastWebSocket
from tests.server.server_process import TRANSPORTS, InThread, served
from tests.server.test_gateway import ask, come, join

REQUEST = b"GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_whoever_spends_more_than_they_have_waits_until_it_is_paid_but_never_for_ever() -> None:
    bucket = Bucket(Rate(10, 2), 0.0)
    assert bucket.spend(10, 0.0) == 0.0
    assert bucket.spend(4, 0.0) == 2.0
    assert bucket.spend(0, 1.0) == 1.0
    assert bucket.spend(1_000_000, 1.0) == LONGEST_DEBT
    assert bucket.spend(0, 1.0 + LONGEST_DEBT) == 0.0


def test_each_key_spends_its_own() -> None:
    buckets = Buckets(Rate(1, 1), clock=lambda: 0.0)
    assert buckets.spend("ann", 3) == 2.0
    assert buckets.spend("bob", 1) == 0.0


@pytest.mark.parametrize("websocket", TRANSPORTS)
def test_a_guest_in_debt_is_answered_later_and_others_at_once(tmp_path: Path, websocket: str | None) -> None:
    limits = replace(UNLIMITED, guest_work=Rate(10, 20))
    with served(tmp_path, limits, websocket=websocket) as server:
        (abuser, one), (honest, other) = come(server, "Ann"), come(server, "Bob")
        with join(abuser, one) as flood, join(honest, other) as quiet:
            for _ in range(20):
                flood.send('{"type":"ping"}')
            quiet.send('{"type":"ping"}')
            heard: list[str] = []

            def listen() -> None:
                answers = 0
                while answers < 20:
                    answers += isinstance(decode_message(flood.recv(20)), Pong)
                heard.append("flood")

            listening = threading.Thread(target=listen)
            listening.start()
            while not isinstance(decode_message(quiet.recv(5)), Pong):
                pass
            heard.append("quiet")
            listening.join()
        assert heard == ["quiet", "flood"]


def bot_moves(server: InThread) -> int:
    return server.hub.metrics.bot_moves


def test_bots_of_an_address_in_debt_play_on_slowly(tmp_path: Path) -> None:
    """Those at the table pay for its bots."""
    with served(tmp_path, replace(UNLIMITED, address_work=Rate(30, 3))) as server:
        guest = Account.create(server.url, "Ann")
        table = guest.open_table(players=6, bots=[None, *["eager"] * 5], pace=0, substitute="eager", ready=True)
        with join(guest, table) as watching:
            watching.send('{"type":"leave","id":"1"}')
            deadline = time.monotonic() + 20
            while not bot_moves(server) and time.monotonic() < deadline:
                time.sleep(0.01)
            begun, since = bot_moves(server), time.monotonic()
            time.sleep(2.0)
            made = bot_moves(server) - begun
            assert 0 <= made <= 6 * (time.monotonic() - since)


@contextmanager
def raw(server: InThread) -> Iterator[socket.socket]:
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)) as connection:
        yield connection


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_an_address_opens_only_so_many_connections_and_closing_one_makes_room(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, connections_of_address=3)) as server:
        with raw(server) as one, raw(server) as two, raw(server) as three:
            for each in (one, two, three):
                each.sendall(REQUEST)
                assert each.recv(12) == b"HTTP/1.1 200"
            with raw(server) as four:
                assert is_closed(four)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                assert ask(server, "GET", "/api/v1/server")[0] == 200
                break
            except (ConnectionError, client.RemoteDisconnected):
                time.sleep(0.01)
        else:
            raise AssertionError("closed connections keep their places")


def test_sockets_of_an_address_are_counted_apart_from_its_requests(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, connections_of_address=2)) as server:
        guest, table = come(server)
        with join(guest, table), join(guest, table):
            with pytest.raises(InvalidStatus) as denied, join(guest, table):
                pass
            assert denied.value.response.status_code == 429
            assert ask(server, "GET", "/api/v1/server")[0] == 200


def test_behind_a_proxy_the_door_is_open_to_all_because_they_share_its_address(tmp_path: Path) -> None:
    settings = Settings(port=0, proxies=["127.0.0.1"])
    with (
        served(tmp_path, replace(UNLIMITED, connections_of_address=1), settings) as server,
        raw(server) as one,
        raw(server) as two,
    ):
        for each in (one, two):
            each.sendall(REQUEST)
            assert each.recv(12) == b"HTTP/1.1 200"


def test_a_request_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.3)
    monkeypatch.setattr(app, "PATIENCE", 0.3)
    head = b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with served(tmp_path) as server:
        with raw(server) as silent, raw(server) as partial, raw(server) as again:
            partial.sendall(head)
            again.sendall(REQUEST)
            assert again.recv(12) == b"HTTP/1.1 200"
            again.sendall(head)
            assert is_closed(silent)
            assert is_closed(partial)
            while again.recv(4096):
                pass
        with raw(server) as slow:
            slow.sendall(head + b"Content-Length: 50\r\n\r\n{")
            assert slow.recv(12) == b"HTTP/1.1 400"


def test_a_connection_may_wait_between_two_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.2)
    with served(tmp_path) as server:
        http = client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        for _ in range(3):
            http.request("GET", "/api/v1/server")
            assert http.getresponse().read()
            time.sleep(0.5)
        http.close()


def test_many_requests_at_once_leave_others_their_turn_and_fill_no_memory(tmp_path: Path) -> None:
    with served(tmp_path) as server, raw(server) as flood:
        threading.Thread(target=send_until_closed, args=(flood, REQUEST * 200_000)).start()
        for _ in range(100):
            assert flood.recv(1 << 16)
            assert ask(server, "GET", "/api/v1/server")[0] == 200
            assert unread(server) < 1 << 20


def send_until_closed(connection: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        connection.sendall(data)


def unread(server: InThread) -> int:
    """The bytes that the server holds of requests that it has not begun."""
    return sum(len(getattr(each, "_unread", b"")) for each in list(server.connections))


def test_a_request_in_parts_is_read_as_a_whole(tmp_path: Path) -> None:
    body = b"{" + b" " * 9_000 + b'"name":"Ann"}'
    with served(tmp_path) as server:
        status, _, guest = ask(server, "POST", "/api/v1/guests", body, X_Long="y" * 5_000)
        assert (status, guest["name"]) == (201, "Ann")


def test_a_refused_handshake_is_no_defect_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with served(tmp_path) as server:
        _guest, table = come(server)
        with pytest.raises(InvalidStatus), join(Account(server.url, "nobody"), table):
            pass
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_whoever_hangs_up_at_once_is_no_defect_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with served(tmp_path) as server:
        guest, table = come(server)
        for where in ("nowhere", table) * 50:
            with raw(server) as hasty:
                hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # without a goodbye
                hasty.sendall(
                    f"GET /api/v1/tables/{where}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                    f"Authorization: {guest.headers['Authorization']}\r\n\r\n".encode()
                )
                hasty.recv(1)
    assert not [record.message for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_connection_that_has_ended_needs_no_collection_to_be_freed(tmp_path: Path) -> None:
    """The server asks for full collections so rarely that nobody could wait for one."""
    with served(tmp_path) as server:
        guest, table = come(server)
        gc.disable()
        try:
            before = sockets_in_memory()
            for _ in range(5):
                with join(guest, table):
                    pass
            deadline = time.monotonic() + 10
            while sockets_in_memory() > before and time.monotonic() < deadline:
                time.sleep(0.01)
            assert sockets_in_memory() == before
        finally:
            gc.enable()


def sockets_in_memory() -> int:
    return sum(type(each) is FastWebSocket for each in gc.get_objects())


def test_an_address_opens_only_so_many_tables_however_many_guests_it_has(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, address_tables=Rate(2, 0.001))) as server:
        come(server)
        come(server)
        with pytest.raises(Refused, match="Too many"):
            come(server)
