"""The schema is complete, and the server keeps to it whatever it is sent."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from websockets.sync.client import ClientConnection, connect

import skipbo.server
from skipbo.client import Account
from skipbo.errors import Malformed
from skipbo.protocol import commands, events, messages
from skipbo.protocol.codec import decode_command, decode_message, encode
from skipbo.protocol.codes import SENTENCES, describe
from skipbo.protocol.schema import components
from skipbo.server.http.openapi import document
from tests.server.server_process import InThread, served
from tests.server.table_harness import dealt

schema = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="module")
def account(server: InThread) -> Account:
    return Account.create(server.url, "Ann")


def test_no_two_events_and_no_two_messages_have_the_same_type() -> None:
    for union in (events.TableEvent, commands.Command, messages.Message):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(tags) == len(set(tags))


@given(st.from_type(commands.TableCommand))  # type: ignore[arg-type]
def test_a_command_survives_the_wire(command: Any) -> None:
    try:
        assert decode_command(encode(command)) == command
    except Malformed:
        with pytest.raises(msgspec.ValidationError):  # what the type's own limits do not allow
            msgspec.convert(msgspec.to_builtins(command), commands.Command)


def test_an_update_is_what_the_schema_says() -> None:
    table = dealt(referee="kitchen")
    update = table.sees(None)
    assert decode_message(encode(update)) == update


def test_every_refusal_has_a_sentence() -> None:
    source = "\n".join(path.read_text("utf-8") for path in Path(skipbo.server.__file__).parent.rglob("*.py"))
    used = set(re.findall(r'(?:refusal|describe)\("([\w.-]+)"\)', source))
    used |= set(re.findall(r'(?:Refusal|Declined)\([^()"]*"([\w.-]+)"', source))
    assert len(used) > 20
    assert used <= SENTENCES.keys()
    assert describe("build.wild") == "The rules do not allow it: build.wild."


def test_every_type_of_the_protocol_is_in_the_schema_once() -> None:
    named = components("#/")
    assert not any("." in name for name in named)
    for kind in (*get_args(commands.Command), *get_args(messages.Message), *get_args(events.TableEvent)):
        assert kind.__name__ in named


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
def test_http_answers_as_it_promises(case: schemathesis.Case[Any], server: InThread, account: Account) -> None:
    if case.operation.label.startswith("DELETE") or case.path.endswith("/me/token"):
        account = Account.create(server.url, "Somebody")  # who will not be known any more
    response = case.call(base_url=server.url, headers=account.headers)
    checks = [not_a_server_error, response_schema_conformance, status_code_conformance, unsupported_method]
    case.validate_response(response, checks=checks)


mutations = st.sampled_from(["drop", "add", "swap", "cut", "double"])
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


@st.composite
def frames(draw: st.DrawFn) -> str | bytes:
    """Messages that mean something, nearly something, or nothing."""
    kind = draw(st.sampled_from([*get_args(commands.Command), None]))
    if kind is None:
        return draw(st.text(max_size=200) | st.binary(max_size=200) | anything.map(_to_json))
    fields: dict[str, Any] = {"type": kind.__struct_config__.tag}
    for name in kind.__struct_fields__:
        fields[name] = draw(anything | st.sampled_from([0, 1, "x", "s>b1", True, 10**18]))
    for _change in range(draw(st.integers(0, 2))):
        fields.pop(draw(st.sampled_from(sorted(fields))), None)
        fields[draw(st.sampled_from(["id", "version", "seat", "more", "type"]))] = draw(anything)
        if not fields:
            break
    text = _to_json(fields)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.lists(frames(), min_size=1, max_size=15))
def test_no_frame_breaks_a_table(server: InThread, account: Account, sent: list[str | bytes]) -> None:
    """Whatever is sent is answered; what is refused changes nothing; the table is there afterwards."""
    table = account.open_table(bots=[None, "eager"], pace=10_000)
    address = account.socket_address(table, None)
    with connect(address, additional_headers=account.headers, compression=None, proxy=None, max_queue=None) as socket:
        for frame in [*sent, '{"type":"ping"}']:
            before = server.hub.rooms[table].version
            socket.send(frame)
            wanted = messages.Done | messages.Refusal | messages.Pong
            answer = hear(socket, messages.Update if _is_sync(frame) else wanted)
            if isinstance(answer, messages.Done):
                assert answer.version <= before + 1
            else:
                assert server.hub.rooms[table].version == before
    with connect(address, additional_headers=account.headers, compression=None, proxy=None, max_queue=None) as socket:
        assert isinstance(decode_message(socket.recv(10)), messages.Update)


def hear(socket: ClientConnection, kind: Any) -> Any:
    while not isinstance(message := decode_message(socket.recv(10)), kind):
        pass
    return message


def _is_sync(frame: str | bytes) -> bool:
    try:
        return isinstance(frame, str) and isinstance(decode_command(frame), commands.Sync)
    except Malformed:
        return False
