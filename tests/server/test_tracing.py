"""Traces, as a collector receives them: a span for each command and request, and no secret in any."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from tools.server import Process, free_port
from websockets.sync.client import connect

from skipbo.client import Account, TableClient
from skipbo.errors import Malformed
from skipbo.server.json_log import digest
from skipbo.server.table.room import Room
from skipbo.server.tracing import is_wanted, start_tracing
from tests.server.server_process import served
from tests.server.test_play import play_to_the_end

NAME = "Ann of the secret name"


class Collector:
    """Receives traces as OTLP over HTTP, like any collector."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        bodies = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/traces"
                bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_given: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def resources(self) -> list[dict[str, str]]:
        sent = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        found = [each.resource.attributes for request in sent for each in request.resource_spans]
        return [{pair.key: pair.value.string_value for pair in attributes} for attributes in found]

    def spans(self) -> list[Span]:
        sent = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        scopes = [scope for request in sent for each in request.resource_spans for scope in each.scope_spans]
        return [span for scope in scopes for span in scope.spans]

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans() if span.name == name]


def attributes_of(span: Span) -> dict[str, str | int]:
    return {
        pair.key: pair.value.string_value if pair.value.HasField("string_value") else pair.value.int_value
        for pair in span.attributes
    }


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    collector = Collector()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "200")
    yield collector
    collector.close()


@contextmanager
def process(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path / "data")
    try:
        yield server
    finally:
        server.stop()


def test_a_command_is_a_span_that_contains_what_was_decided_stored_and_broadcast(
    tmp_path: Path, collector: Collector
) -> None:
    with process(tmp_path) as server:
        guest = Account.create(server.url, NAME)
        table = play_to_the_end(guest, stock=10, bots=[None, "eager"], pace=0)  # long enough for both to play
    played = [span for span in collector.named("command") if attributes_of(span)["skipbo.command"] == "play"]
    assert played
    assert {attributes_of(span)["skipbo.table"] for span in played} == {digest(table)}
    assert {attributes_of(span)["skipbo.outcome"] for span in played} == {"done"}
    last = played[-1]
    parts = sorted(
        (span for span in collector.spans() if span.parent_span_id == last.span_id),
        key=lambda span: span.start_time_unix_nano,
    )
    assert [span.name for span in parts] == ["decide", "store", "broadcast"]
    for earlier, later in zip([last, *parts], [*parts, last], strict=True):
        assert earlier.start_time_unix_nano <= later.end_time_unix_nano
    assert parts[0].end_time_unix_nano <= parts[1].start_time_unix_nano
    by_bots = collector.named("command of the server")
    assert "bot_plays" in {attributes_of(span)["skipbo.command"] for span in by_bots}
    (resource,) = {tuple(sorted(each.items())) for each in collector.resources()}
    assert dict(resource)["service.name"] == "skipbo"


@pytest.mark.slow
def test_a_request_is_a_span_named_by_its_route(tmp_path: Path, collector: Collector) -> None:
    with process(tmp_path) as server:
        guest = Account.create(server.url, NAME)
        guest.open_table(bots=[None, "eager"])
    (opened,) = collector.named("POST /api/v1/tables")
    assert attributes_of(opened) == {
        "http.request.method": "POST",
        "http.route": "/api/v1/tables",
        "http.response.status_code": 201,
    }
    assert opened.kind == Span.SPAN_KIND_SERVER


@pytest.mark.slow
def test_no_secret_is_in_any_byte_that_is_sent(tmp_path: Path, collector: Collector) -> None:
    with process(tmp_path) as server:
        guest = Account.create(server.url, NAME)
        table = play_to_the_end(guest, stock=1, bots=[None, "eager"], pace=0)
        with TableClient(guest, table) as place:
            place.say("a secret word")
        guest.replay(table, 1)
    sent = b"".join(collector.bodies)
    assert digest(table).encode() in sent
    assert guest.token is not None
    for secret in (table, guest.token, NAME, "a secret word"):
        assert secret.encode() not in sent
    known = {"table", "command", "outcome", "listeners"}
    names = {key for span in collector.spans() for key in attributes_of(span)}
    assert {name for name in names if not name.startswith("http.")} == {f"skipbo.{name}" for name in known}
    assert not any(span.events or span.status.message for span in collector.spans())


@pytest.mark.slow
def test_a_command_that_cannot_be_stored_is_an_error_without_its_reason(tmp_path: Path, collector: Collector) -> None:
    with process(tmp_path) as server:
        guest = Account.create(server.url, NAME)
        table = guest.open_table(bots=[None, "eager"], pace=10_000)
        with connect(guest.socket_address(table, None), additional_headers=guest.headers, proxy=None) as socket:
            (tmp_path / "data" / "tables.sqlite3").rename(tmp_path / "away")
            number, answer = 0, ""
            while '"store"' not in answer:  # it is noticed within a twentieth of a second
                number += 1
                assert number < 10_000
                socket.send(f'{{"type":"say","id":"{number}","text":"hello"}}')
                answer = str(socket.recv(10))
        (tmp_path / "away").rename(tmp_path / "data" / "tables.sqlite3")
    failed = [span for span in collector.named("command") if span.status.code == Status.STATUS_CODE_ERROR]
    assert attributes_of(failed[0])["skipbo.outcome"] == "failed"
    assert failed[0].status.message == ""


@pytest.mark.slow
def test_a_collector_that_does_not_answer_neither_stops_play_nor_keeps_the_server_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{free_port()}")
    with process(tmp_path) as server:
        play_to_the_end(Account.create(server.url, NAME), stock=1, bots=[None, "eager"], pace=0)
        begun = time.monotonic()
        server.stop()
        assert time.monotonic() - begun < 10


def test_without_the_variables_nothing_is_traced_or_imported(tmp_path: Path) -> None:
    assert start_tracing({}) is None
    with served(tmp_path) as server:
        assert server.hub._room_type is Room
    code = "import sys, skipbo.server.launcher; print([name for name in sys.modules if 'opentelemetry' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, True),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_SERVICE_NAME": "skipbo"}, False),
    ],
)
def test_the_usual_variables_switch_traces_on_and_off(environment: dict[str, str], wanted: bool) -> None:
    assert is_wanted(environment) == wanted


def test_a_protocol_that_we_do_not_speak_is_refused_with_the_one_that_we_do() -> None:
    environment = {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}
    with pytest.raises(Malformed, match="http/protobuf"):
        start_tracing(environment)


def test_without_the_package_a_start_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo.server.tracing.find_spec", lambda _name: None)
    with pytest.raises(Malformed, match=r"skipbo\[otel\]"):
        start_tracing({"OTEL_TRACES_EXPORTER": "otlp"})
