"""The edge of the server: identities, origins, sizes, rate limits, settings, health and metrics."""

import gc
import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from http import client
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import HTTPConnection
from tools.server import UNLIMITED, Process
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from skipbo.cli import main
from skipbo.client import Account, Refused, TableClient
from skipbo.errors import Malformed
from skipbo.protocol.codec import decode_message
from skipbo.protocol.messages import Pong, Refusal, Update
from skipbo.server.config import Settings, read_settings
from skipbo.server.http.endpoints import RequestRefused
from skipbo.server.http.identity import COOKIE, cookie_token, hash_of, origin_allowed
from skipbo.server.limits import Bucket, Buckets, Rate, household
from skipbo.server.metrics import Metrics
from skipbo.server.store.schema import FILE
from tests.server.server_process import TRANSPORTS, InThread, served


@pytest.fixture(scope="module", params=TRANSPORTS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    settings = Settings(port=0, origins=["https://cards.example"])
    with served(tmp_path_factory.mktemp("data"), settings=settings, websocket=request.param) as server:
        yield server


def ask(server: InThread, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], Any]:
    http = client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    http.request(method, path, body, sent)
    response = http.getresponse()
    content = response.read()
    http.close()
    kind = response.headers.get("Content-Type", "")
    told = json.loads(content) if content and kind == "application/json" else content.decode()
    return response.status, {name.lower(): value for name, value in response.headers.items()}, told


def join(account: Account, table: str, **options: Any) -> AbstractContextManager[ClientConnection]:
    socket: AbstractContextManager[ClientConnection] = connect(
        account.socket_address(table, None),
        additional_headers=options.pop("headers", account.headers),
        compression=options.pop("compression", None),
        proxy=None,
        **options,
    )
    return socket


def farewell(socket: ClientConnection) -> tuple[int, str]:
    """Listens until the server closes; how it does."""
    while True:
        try:
            socket.recv(5)
        except ConnectionClosed:
            return socket.close_code or 0, socket.close_reason or ""


def come(server: InThread, name: str = "Ann") -> tuple[Account, str]:
    guest = Account.create(server.url, name)
    return guest, guest.open_table(bots=[None, "eager"], pace=10_000)


# Identity


def test_a_browser_gets_its_token_in_a_cookie_that_scripts_cannot_read(server: InThread) -> None:
    status, headers, guest = ask(server, "POST", "/api/v1/guests", b'{"name":"Ann","cookie":true}')
    assert status == 201
    assert guest["token"] is None
    cookie = headers["set-cookie"]
    assert re.fullmatch(rf"{COOKIE}=[\w-]{{43}}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax", cookie)
    own = f"http://127.0.0.1:{server.port}"
    status, _, me = ask(server, "GET", "/api/v1/me", Cookie=cookie.partition(";")[0], Origin=own)
    assert (status, me["name"]) == (200, "Ann")


def connection(**headers: str) -> HTTPConnection:
    """A connection that was opened with these headers."""
    return HTTPConnection(
        {"type": "http", "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}
    )


def test_the_cookie_is_found_among_others_and_malformed_ones_are_ignored() -> None:
    assert cookie_token(connection(cookie=f"a=b; {COOKIE}=t; c=d")) == "t"
    assert cookie_token(connection(cookie="\x00;;=;")) is None
    assert cookie_token(connection(cookie=f"{COOKIE}={'t' * 1000}")) is None


def test_the_store_holds_no_token(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    assert guest.token is not None
    path = server.hub.store.path  # type: ignore[attr-defined]
    content = b"".join(file.read_bytes() for file in Path(path).parent.iterdir())
    assert guest.token.encode() not in content
    assert hash_of(guest.token) in content


def test_a_request_without_a_token_gets_a_null_name(server: InThread) -> None:
    status, _, answer = ask(server, "GET", "/api/v1/me")
    assert (status, answer) == (200, {"name": None, "named": False})


def test_an_invalid_token_is_refused(server: InThread) -> None:
    assert ask(server, "GET", "/api/v1/me", Authorization="Bearer nobody")[0] == 401
    assert ask(server, "GET", "/api/v1/me", Authorization="Basic x")[0] == 401
    assert ask(server, "GET", "/api/v1/me", Cookie="skipbo=nobody")[0] == 401
    _guest, table = come(server)
    with pytest.raises(InvalidStatus) as denied, join(Account(server.url, "nobody"), table):
        pass
    assert denied.value.response.status_code == 401


def test_a_new_token_invalidates_the_old_one_and_closes_its_connections(server: InThread) -> None:
    guest, table = come(server)
    with join(guest, table) as socket:
        status, _, answer = ask(server, "POST", "/api/v1/me/token", b"{}", **guest.headers)
        assert status == 200
        assert farewell(socket) == (4001, "guest")
    assert ask(server, "GET", "/api/v1/me", **guest.headers)[0] == 401
    assert ask(server, "GET", "/api/v1/me", Authorization=f"Bearer {answer['token']}")[0] == 200


def test_a_token_revoked_by_another_process_is_noticed(server: InThread) -> None:
    guest, table = come(server)
    other, _table = come(server, "Bob")
    with join(guest, table) as socket, join(other, table) as still_here:
        (here,) = [own for own in server.hub.listeners.values() if own[0].token_hash == hash_of(guest.token or "")]
        server.run(server.hub.store.replace_token(here[0].guest.id, None))
        server.run(server.hub.recheck())
        assert farewell(socket) == (4001, "guest")
        still_here.send('{"type":"ping"}')
        hear(still_here, Pong)


def test_a_revoked_token_is_refused_and_its_cookie_deleted(server: InThread) -> None:
    guest, _table = come(server)
    status, headers, _ = ask(server, "DELETE", "/api/v1/me", **guest.headers)
    assert status == 204
    assert re.match(rf'{COOKIE}=""; .*Max-Age=0; Path=/', headers["set-cookie"])
    assert ask(server, "GET", "/api/v1/me", **guest.headers)[0] == 401


def test_a_guest_changes_the_name(server: InThread) -> None:
    guest, _table = come(server)
    assert ask(server, "PATCH", "/api/v1/me", b'{"name":" Anna "}', **guest.headers)[2]["name"] == "Anna"
    status, _, refusal = ask(server, "PATCH", "/api/v1/me", '{"name":"\u200b"}'.encode(), **guest.headers)
    assert (status, refusal["code"]) == (400, "name")


# Origins


def test_a_page_of_another_origin_cannot_use_our_cookie(server: InThread) -> None:
    guest, table = come(server)
    cookie = f"{COOKIE}={guest.token}"
    own, evil = f"http://127.0.0.1:{server.port}", "https://evil.example"
    assert ask(server, "POST", "/api/v1/me/token", b"{}", Cookie=cookie, Origin=evil)[0] == 403
    for origin, welcome in ((own, True), ("https://cards.example", True), (evil, False), ("null", False)):
        headers = {"Cookie": cookie, "Origin": origin}
        if welcome:
            with join(guest, table, headers=headers) as socket:
                assert isinstance(decode_message(socket.recv(5)), Update)
        else:
            with pytest.raises(InvalidStatus) as denied, join(guest, table, headers=headers):
                pass
            assert denied.value.response.status_code == 403


def test_a_handshake_with_a_cookie_needs_an_origin(server: InThread) -> None:
    guest, table = come(server)
    with pytest.raises(InvalidStatus) as denied, join(guest, table, headers={"Cookie": f"{COOKIE}={guest.token}"}):
        pass
    assert denied.value.response.status_code == 403


def test_origins_are_compared_exactly() -> None:
    allowed = frozenset({"https://cards.example"})
    assert origin_allowed(connection(origin="https://cards.example"), allowed)
    for origin in ("https://cards.example.evil.org", "http://cards.example", "https://cards.example:444", "file://x"):
        assert not origin_allowed(connection(origin=origin, host="x"), allowed)


def test_no_exception_is_kept_to_be_raised_again() -> None:
    """Each time it is raised its traceback grows, and holds on to whatever the request had in memory."""
    modules = [module for name, module in sys.modules.items() if name.startswith("skipbo.")]
    kept = [each for module in modules for each in vars(module).values() if isinstance(each, BaseException)]
    assert kept == []


# Sizes


def test_a_message_that_is_too_large_closes_the_connection(server: InThread) -> None:
    guest, table = come(server)
    with join(guest, table) as socket:
        socket.send("x" * (16 * 1024 + 1))
        assert farewell(socket)[0] == 1009


def test_messages_are_not_compressed(server: InThread) -> None:
    guest, table = come(server)
    with join(guest, table, compression="deflate") as socket:
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


def test_a_body_that_is_too_large_is_refused(server: InThread) -> None:
    status, _, refusal = ask(server, "POST", "/api/v1/guests", b'{"name":"' + b"x" * 20_000 + b'"}')
    assert (status, refusal["code"]) == (413, "too-large")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"name":1}', b'{"name":"Ann","more":1}', b"\xff", b"[" * 10_000])
def test_a_malformed_body_is_refused(server: InThread, body: bytes) -> None:
    status, _, refusal = ask(server, "POST", "/api/v1/guests", body)
    assert (status, refusal["kind"]) == (400, "malformed")


def test_post_needs_json_content_type(server: InThread) -> None:
    assert ask(server, "POST", "/api/v1/guests", b'{"name":"Ann"}', Content_Type="text/plain")[0] == 400


def test_unknown_paths_and_methods_are_refused(server: InThread) -> None:
    assert ask(server, "GET", "/nothing")[0] == 404
    assert ask(server, "PUT", "/api/v1/guests")[0] == 405
    assert ask(server, "GET", "/api/v1/tables/none")[0] == 404
    assert ask(server, "GET", "/api/v1/tables/none/games/1/record")[0] == 404
    assert ask(server, "GET", "/api/v1/tables/none/games/1/proof")[0] == 404


# Messages


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "{}", '{"type":"fly"}', '{"type":"play"}', '{"type":"ping","more":1}', '{"type":"sit","id":""}'],
)
def test_a_malformed_message_is_refused_and_changes_nothing(server: InThread, text: str) -> None:
    guest, table = come(server)
    with join(guest, table) as socket:
        before = hear(socket, Update)
        socket.send(text)
        assert hear(socket, Refusal).code == "message"
        socket.send('{"type":"sync"}')
        assert hear(socket, Update) == before


def hear(socket: ClientConnection, kind: type[Any]) -> Any:
    while True:
        message = decode_message(socket.recv(5))
        if isinstance(message, kind):
            return message


def test_a_binary_message_is_refused(server: InThread) -> None:
    guest, table = come(server)
    with join(guest, table) as socket:
        socket.send(b'{"type":"ping"}')
        assert hear(socket, Refusal).code == "message"


# Rates


def test_a_bucket_refills() -> None:
    bucket = Bucket(Rate(2, 1), 0)
    assert [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(0.5), bucket.take(1.6)] == [
        True,
        True,
        False,
        False,
        True,
    ]


def test_buckets_are_kept_for_the_keys_used_last() -> None:
    now = 0.0
    buckets = Buckets(Rate(1, 0), most=2, clock=lambda: now)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")  # and "a" is forgotten
    assert buckets.take("a")


def test_commands_above_the_rate_limit_are_refused(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, commands=Rate(3, 0))) as server:
        guest, table = come(server)
        with join(guest, table) as socket:
            for number in range(5):
                socket.send(json.dumps({"type": "lock", "id": str(number), "on": bool(number % 2)}))
            answers = [message for message in heard(socket) if message["type"] in ("done", "refused")]
            assert [answer.get("code", "done") for answer in answers] == ["done"] * 3 + ["limited"] * 2


def heard(socket: ClientConnection) -> list[Any]:
    messages = []
    try:
        while True:
            messages.append(json.loads(socket.recv(0.3)))
    except TimeoutError:
        return messages


def test_a_client_that_asks_much_at_once_is_answered_and_not_closed_as_slow(server: InThread) -> None:
    account = Account.create(server.url, "Ann")
    asked = 5 * UNLIMITED.queue
    with join(account, account.open_table(), max_queue=None) as socket:
        for _time in range(asked):
            socket.send('{"type":"sync"}')
        socket.send('{"type":"ping"}')
        heard = []
        while not (message := str(socket.recv(30))).startswith('{"type":"pong"'):
            heard.append(message.startswith('{"type":"update"'))
    assert sum(heard) == asked + 1  # the first comes with the connection


def test_chat_has_its_own_rate_limit(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, chat=Rate(1, 0))) as server:
        guest, table = come(server)
        with join(guest, table) as socket:
            for number in range(2):
                socket.send(json.dumps({"type": "say", "id": str(number), "text": "hello"}))
            assert hear(socket, Refusal).code == "limited"


@pytest.mark.parametrize("websocket", TRANSPORTS)
def test_a_client_that_sends_only_nonsense_is_disconnected(tmp_path: Path, websocket: str | None) -> None:
    with served(tmp_path, replace(UNLIMITED, faults=Rate(3, 0)), websocket=websocket) as server:
        guest, table = come(server)
        with join(guest, table) as socket:
            for _number in range(4):
                socket.send("nonsense")
            assert farewell(socket)[0] == 1008


@pytest.mark.parametrize("limit", ["requests", "guests", "tables", "handshakes", "connections", "connections_of_guest"])
def test_requests_guests_tables_handshakes_and_connections_are_limited(tmp_path: Path, limit: str) -> None:
    most: Any = 2 if limit.startswith("connections") else Rate(4 if limit == "requests" else 2, 0)
    with served(tmp_path, replace(UNLIMITED, **{limit: most})) as server:
        with pytest.raises((Refused, InvalidStatus)) as refused:
            open_everything(server, 3)
        why = refused.value
        assert isinstance(why, Refused | InvalidStatus)
        assert why.code == "limited" if isinstance(why, Refused) else why.response.status_code == 429


def open_everything(server: InThread, times: int) -> None:
    guest = Account.create(server.url, "Ann")
    table = guest.open_table()
    with ExitStack() as sockets:
        for _number in range(times):
            decode_message(sockets.enter_context(join(guest, table)).recv(5))
            Account.create(server.url, "Bob")
            guest.open_table()


def test_many_handshakes_at_once_get_no_more_sockets_than_one_after_the_other(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, connections_of_guest=5)) as server:
        guest, table = come(server)
        with ExitStack() as sockets, ThreadPoolExecutor(20) as crowd:
            coming = [crowd.submit(lambda: join(guest, table).__enter__()) for _number in range(20)]
            admitted = [each.result() for each in coming if each.exception() is None]
            for socket in admitted:
                sockets.callback(socket.close)
            assert len(admitted) == 5
            assert all(isinstance(each.exception(), InvalidStatus | None) for each in coming)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "testclient", False),
    ],
)
def test_a_house_is_one_address_however_many_it_has(one: str, other: str, same: bool) -> None:
    assert (household(one) == household(other)) is same


@pytest.mark.parametrize("path", ["/metrics", "/api/v1/openapi.json", "/api/v1/lobby"])
def test_everything_that_costs_work_is_limited(tmp_path: Path, path: str) -> None:
    with served(tmp_path, replace(UNLIMITED, requests=Rate(2, 0))) as server:
        assert [ask(server, "GET", path)[0] for _number in range(4)] == [200, 200, 429, 429]


def test_refused_requests_leave_nothing_in_memory(tmp_path: Path) -> None:
    """An exception that is made once and raised again and again keeps every request that met it alive."""
    with served(tmp_path, replace(UNLIMITED, requests=Rate(1, 0))) as server:
        for _number in range(50):
            ask(server, "POST", "/api/v1/guests", b'{"name":"%s"}' % (b"x" * 10_000))
            ask(server, "GET", "/api/v1/nothing")
        gc.collect()
        kept = [each for each in gc.get_objects() if isinstance(each, RequestRefused)]
    assert len(kept) < 5


# For the host


def test_health_and_metrics_are_served(server: InThread) -> None:
    assert ask(server, "GET", "/healthz")[::2] == (200, "ok\n")
    guest, table = come(server)
    with TableClient(guest, table) as place:
        place.say("hello")
        text = ask(server, "GET", "/metrics")[2]
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(numbers["skipbo_connections"]) >= 1
    assert float(numbers['skipbo_commands_total{outcome="done"}']) >= 1
    assert float(numbers["skipbo_writes_total"]) >= float(numbers["skipbo_commits_total"]) >= 1
    assert float(numbers['skipbo_command_milliseconds_bucket{le="+Inf"}']) >= 1


def test_a_bucket_of_the_histogram_counts_all_shorter_times() -> None:
    metrics = Metrics(dict)
    for seconds in (0.0005, 0.003, 100):
        metrics.command_time.observe(seconds)
    text = metrics.exposition().decode()
    assert 'bucket{le="1"} 1.0\n' in text
    assert 'bucket{le="5"} 2.0\n' in text
    assert 'bucket{le="+Inf"} 3.0\n' in text


def test_metrics_are_written_as_prometheus_reads_them(server: InThread) -> None:
    with TableClient(*come(server)) as place:
        place.say("hello")
    families = {family.name: family for family in text_string_to_metric_families(ask(server, "GET", "/metrics")[2])}
    ours = {name: family.type for name, family in families.items() if not name.startswith("process_")}
    assert ours == {
        "skipbo_build_info": "gauge",
        "skipbo_ready": "gauge",
        "skipbo_complaints": "gauge",
        "skipbo_commands": "counter",
        "skipbo_refusals": "counter",
        "skipbo_slow_readers": "counter",
        "skipbo_bot_moves": "counter",
        "skipbo_bots_thinking": "gauge",
        "skipbo_defects": "counter",
        "skipbo_connections": "gauge",
        "skipbo_connections_limit": "gauge",
        "skipbo_tables_loaded": "gauge",
        "skipbo_damaged_tables": "gauge",
        "skipbo_store_available": "gauge",
        "skipbo_store_bytes": "gauge",
        "skipbo_commits": "counter",
        "skipbo_writes": "counter",
        "skipbo_commit_seconds": "counter",
        "skipbo_command_milliseconds": "histogram",
        "skipbo_loop_lag_milliseconds": "histogram",
    }
    assert all(family.documentation for family in families.values())


def test_two_servers_in_one_process_have_separate_metrics(server: InThread, tmp_path: Path) -> None:
    with served(tmp_path) as other, TableClient(*come(server)) as place:
        place.say("hello")
        assert server.hub.metrics.commands["done"] > other.hub.metrics.commands["done"] == 0


def test_settings_come_from_options_then_the_environment_then_a_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 1\nhost = "a"\ndata = "b"\norigins = ["https://x.example"]\n')
    environment = {"SKIPBO_PORT": "2", "SKIPBO_HOST": "c", "SKIPBO_PROXIES": "10.0.0.1,10.0.0.2"}
    settings = read_settings({"port": 3, "host": None}, environment, file)
    assert (settings.port, settings.host, settings.data) == (3, "c", "b")
    assert settings.origins == ["https://x.example"]
    assert settings.proxies == ["10.0.0.1", "10.0.0.2"]


@pytest.mark.parametrize(
    "text", ["port = [", 'port = "many"', "port = 70000", 'log_level = "loud"', "shutdown = -1", "unknown = 1", "\xff"]
)
def test_invalid_settings_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(Malformed):
        read_settings({}, {}, file)


def test_forwarded_headers_are_trusted_only_from_proxies_in_the_settings(tmp_path: Path) -> None:
    for proxies, scheme in (([], "http"), (["127.0.0.1"], "https")):
        settings = Settings(port=0, proxies=proxies)
        with served(tmp_path / scheme, settings=settings) as server:
            status, headers, _ = ask(
                server, "POST", "/api/v1/guests", b'{"name":"Ann","cookie":true}', X_Forwarded_Proto="https"
            )
            assert status == 201
            assert ("Secure" in headers["set-cookie"]) == (scheme == "https")


# A process


def test_the_command_serves_until_a_signal_and_logs_no_secrets(tmp_path: Path) -> None:
    process = Process(tmp_path / "data")
    guest = Account.create(process.url, "Very Secret Name")
    table = guest.open_table(bots=[None, "eager"], pace=10_000)
    with connect(guest.socket_address(table, None), additional_headers=guest.headers, proxy=None) as socket:
        decode_message(socket.recv(5))
        assert process.stop() in (0, -15)
        assert farewell(socket)[0] == 1012
    log = process.log()
    lines = [line for line in log.splitlines() if not line.startswith("skipbo: compiling")]  # where it is the first
    events = [json.loads(line)["event"] for line in lines]
    assert events[:2] == ["integrity checked", "serving"]
    assert events[-1] == "stopped"
    for secret in ("Very Secret Name", table, guest.token or "?"):
        assert secret not in log


@pytest.mark.parametrize("where", ["option", "environment", "file"])
def test_a_restored_backup_continues_where_it_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    options = {"option": ["--data", str(tmp_path / "data")], "file": ["--config", str(tmp_path / "settings.toml")]}
    if where == "environment":
        monkeypatch.setenv("SKIPBO_DATA", str(tmp_path / "data"))
    (tmp_path / "settings.toml").write_text(f"data = {json.dumps(str(tmp_path / 'data'))}\n")
    with served(tmp_path / "data") as server:
        guest, table = come(server)
        with TableClient(guest, table) as place:
            place.say("before")
            with pytest.raises(SystemExit) as ended:
                main(["backup", *options.get(where, []), str(tmp_path / "copy")])
            assert ended.value.code == 0, capsys.readouterr().err
            then = place.now
            place.say("after")
    (tmp_path / "restored").mkdir()
    (tmp_path / "copy").rename(tmp_path / "restored" / FILE)
    with served(tmp_path / "restored") as server:
        again = Account(server.url, guest.token)
        with TableClient(again, table) as place:
            assert (place.now.version, place.now.game, place.now.own) == (then.version, then.game, then.own)
            place.say("again")


def test_the_error_for_a_port_in_use_names_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path / "one") as server, pytest.raises(SystemExit) as ended:
        main(["serve", "--port", str(server.port), "--data", str(tmp_path / "two")])
    assert ended.value.code == 1
    assert f"127.0.0.1:{server.port}" in capsys.readouterr().err
