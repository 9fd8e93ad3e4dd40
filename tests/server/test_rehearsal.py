"""The fast path is used where it does what uvicorn does; with another uvicorn the server serves all the same."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn.protocols.websockets.auto as auto
import uvicorn.protocols.websockets.websockets_sansio_impl as inside
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from skipbo.client import Account
from skipbo.server.sockets.fast_websocket import FastWebSocket
from skipbo.server.sockets.rehearsal import AUTO, websocket_protocol, works
from tests.server.server_process import served
from tests.server.test_play import play_to_the_end

FAST_PATH = "skipbo.server.sockets.fast_websocket"


def test_the_fast_path_works_with_the_uvicorn_that_is_installed() -> None:
    assert works(FastWebSocket)
    assert websocket_protocol() is FastWebSocket


class AnotherQueue(WebSocketsSansIOProtocol):
    """Applications receive from a queue of another name."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.messages = self.queue

    def handle_connect(self, event: Any) -> None:
        given, self.queue = self.queue, self.messages
        super().handle_connect(event)
        self.queue = given

    async def receive(self) -> Any:
        message = await self.messages.get()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        return message


class AnotherBackpressure(WebSocketsSansIOProtocol):
    """Whether the peer reads is no longer kept in `writable`."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.peer_reads = asyncio.Event()
        self.peer_reads.set()

    def pause_writing(self) -> None:
        self.peer_reads.clear()

    def resume_writing(self) -> None:
        self.peer_reads.set()

    async def send(self, message: Any) -> None:
        await self.peer_reads.wait()
        await super().send(message)


class AnotherScope(WebSocketsSansIOProtocol):
    """The scope of a connection has no state."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "scope":
            value = {key: each for key, each in value.items() if key != "state"}
        super().__setattr__(name, value)


CHANGED: list[Any] = [AnotherQueue, AnotherBackpressure, AnotherScope]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], None]]:
    """Makes a class, or the lack of one, what is found inside uvicorn."""

    def change(kind: Any) -> None:
        if kind is None:
            monkeypatch.delattr(inside, "WebSocketsSansIOProtocol")
        else:
            monkeypatch.setattr(inside, "WebSocketsSansIOProtocol", kind)
            monkeypatch.setattr(auto, "AutoWebSocketsProtocol", kind)
        monkeypatch.delitem(sys.modules, FAST_PATH)
        websocket_protocol.cache_clear()

    yield change
    websocket_protocol.cache_clear()


@pytest.mark.parametrize("kind", [*CHANGED, None], ids=lambda kind: "Nothing" if kind is None else kind.__name__)
def test_a_server_with_another_uvicorn_serves_without_the_fast_path(
    install: Callable[[Any], None], kind: Any, tmp_path: Path
) -> None:
    install(kind)
    assert websocket_protocol() == AUTO
    with served(tmp_path) as server:
        play_to_the_end(Account.create(server.url, "Ann"), stock=1, bots=[None, "eager"], pace=0)


def test_the_fast_path_is_not_used_where_uvicorn_would_choose_another_class(
    install: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(WebSocketsSansIOProtocol)
    monkeypatch.setattr(auto, "AutoWebSocketsProtocol", AnotherQueue)
    assert websocket_protocol() == AUTO


def test_the_fast_path_survives_a_change_that_does_not_matter(install: Callable[[Any], None]) -> None:
    class Harmless(WebSocketsSansIOProtocol):
        """A class of the next version, with something more in it."""

        def __init__(self, **given: Any) -> None:
            super().__init__(**given)
            self.trailers: list[bytes] = []

    install(Harmless)
    assert websocket_protocol() != AUTO
