"""The fast path hears and writes what uvicorn's own class hears and writes, and is used only where it does."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
import uvicorn
from hypothesis import example, given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from skipbo.server.sockets.fast_websocket import OTHER_FRAMES, TURN, WAITING, FastWebSocket, frame
from skipbo.server.sockets.rehearsal import HANDSHAKE, Wire, masked
from skipbo.server.sockets.transport import STATE_KEY

LARGEST = 200


async def settle() -> None:
    for _turn in range(10):
        await asyncio.sleep(0)


async def accept(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})


def connect(kind: type[WebSocketsSansIOProtocol], app: Any) -> tuple[WebSocketsSansIOProtocol, Wire]:
    config = uvicorn.Config(app, ws_max_size=LARGEST, ws_ping_interval=None, ws_per_message_deflate=False)
    config.load()
    protocol, wire = kind(config=config, server_state=ServerState(), app_state={}), Wire()
    protocol.connection_made(wire)
    return protocol, wire


async def converse(
    kind: type[WebSocketsSansIOProtocol], pieces: Sequence[bytes], early: bytes = b""
) -> tuple[list[Any], bytes]:
    """What an app hears that is sent these pieces, and something together with the handshake; what is written back."""
    heard = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await accept(receive, send)
        while (message := await receive())["type"] != "websocket.disconnect":
            heard.append(message)

    protocol, wire = connect(kind, app)
    protocol.data_received(HANDSHAKE + early)
    await settle()
    for piece in pieces:
        if piece and not wire.is_closing():
            protocol.data_received(piece)
            await asyncio.sleep(0)
    await settle()
    protocol.connection_lost(None)
    await settle()
    return heard, bytes(wire.written).partition(b"\r\n\r\n")[2]


NOTHING = st.just(b"")
texts = st.text(max_size=LARGEST // 4).map(str.encode)
usual = st.builds(masked, st.just(0x81), texts, st.binary(min_size=4, max_size=4))
control = st.builds(masked, st.sampled_from((0x89, 0x8A)), st.binary(max_size=125))
parts = st.tuples(texts, texts, st.none() | control).map(
    lambda three: masked(0x01, three[0]) + (three[2] or b"") + masked(0x80, three[1])
)
odd = st.one_of(
    st.builds(masked, st.sampled_from((0x81, 0x82, 0x01, 0x80, 0xC1, 0x83, 0x09)), st.binary(max_size=LARGEST + 100)),
    st.builds(masked, st.just(0x88), st.sampled_from((b"", b"\x03\xe8", b"\x03\xe8bye", b"\x03"))),
    st.builds(masked, st.just(0x81), texts, mark=st.just(0)),
    st.just(b"\x81\xff" + bytes(8) + b"mask"),
    st.binary(max_size=20),
)


@st.composite
def streams(draw: st.DrawFn, frames: st.SearchStrategy[bytes], last: st.SearchStrategy[bytes] = NOTHING) -> list[bytes]:
    """Frames in pieces that need not be frames."""
    stream = b"".join(draw(st.lists(frames, max_size=8))) + draw(last)
    cuts = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    return [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


# The second piece of a message, which looks like a message of its own
INNER = b"\x81\x82\x80\x80\x80\x80\xc1\xc2"
NESTED = [b"\x81\x88\x80\x80\x80\x80", INNER]


@given(streams(usual | control | parts))
@example(NESTED)
def test_messages_in_any_pieces_are_received_as_by_the_library(pieces: list[bytes]) -> None:
    short, long = (asyncio.run(converse(kind, pieces)) for kind in (FastWebSocket, WebSocketsSansIOProtocol))
    assert short == long


@given(streams(usual))
@example(NESTED)
def test_messages_sent_with_the_handshake_are_received_as_by_the_library(pieces: list[bytes]) -> None:
    early, *later = pieces
    short, long = (asyncio.run(converse(kind, later, early)) for kind in (FastWebSocket, WebSocketsSansIOProtocol))
    assert short == long


@given(streams(usual | control | parts, odd))
def test_invalid_frames_are_answered_as_by_the_library(pieces: list[bytes]) -> None:
    """But the library forgets what it has heard in the same moment before."""
    (heard, written), (by_library, same) = (
        asyncio.run(converse(kind, pieces)) for kind in (FastWebSocket, WebSocketsSansIOProtocol)
    )
    assert written == same
    assert heard[: len(by_library)] == by_library


def test_reading_pauses_while_many_messages_are_queued() -> None:
    async def play() -> None:
        sent, taken = [str(number) for number in range(2 * WAITING)], list[str]()
        go_on = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await accept(receive, send)
            await go_on.wait()
            while len(taken) < len(sent):
                taken.append((await scope["state"][STATE_KEY].receive())["text"])

        protocol, wire = connect(FastWebSocket, app)
        protocol.data_received(HANDSHAKE)
        await settle()
        for number, text in enumerate(sent, 1):
            protocol.data_received(masked(0x81, text.encode()))
            assert wire.reading == (number <= WAITING)
        go_on.set()
        await settle()
        assert taken == sent
        assert wire.reading

    asyncio.run(play())


async def quiet_app(_scope: Any, receive: Any, send: Any) -> None:
    await accept(receive, send)
    await asyncio.Event().wait()


def test_a_flood_of_pings_is_read_a_few_at_a_time_and_then_slowly() -> None:
    async def flood() -> None:
        protocol, wire = connect(FastWebSocket, quiet_app)
        protocol.data_received(HANDSHAKE)
        await settle()
        wire.written.clear()
        protocol.data_received(masked(0x89, b"") * 10_000)
        assert bytes(wire.written) == b"\x8a\x00" * TURN
        assert not wire.reading
        await settle()
        assert bytes(wire.written) == b"\x8a\x00" * (int(OTHER_FRAMES.burst) + 1)
        await asyncio.sleep(1.5 / OTHER_FRAMES.per_second)
        assert len(wire.written) // 2 <= OTHER_FRAMES.burst + 4

    asyncio.run(flood())


def test_whoever_reads_no_pongs_gets_none() -> None:
    async def flood() -> None:
        protocol, wire = connect(FastWebSocket, quiet_app)
        protocol.data_received(HANDSHAKE)
        await settle()
        wire.written.clear()
        protocol.pause_writing()
        protocol.data_received(masked(0x89, b"?"))
        assert not wire.written
        protocol.resume_writing()
        protocol.data_received(masked(0x89, b"!"))
        assert wire.written == b"\x8a\x01!"

    asyncio.run(flood())


@pytest.mark.parametrize("frames", [masked(0x8A, b""), masked(0x01, b"") + masked(0x00, b"") * 9_999])
def test_a_flood_of_pongs_or_pieces_is_read_slowly(frames: bytes) -> None:
    async def flood() -> None:
        protocol, wire = connect(FastWebSocket, quiet_app)
        protocol.data_received(HANDSHAKE)
        await settle()
        protocol.data_received(frames * (10_000 // (len(frames) // 6)))
        await settle()
        assert not wire.reading

    asyncio.run(flood())


def test_texts_are_read_no_faster_than_they_are_taken() -> None:
    async def flood() -> None:
        protocol, wire = connect(FastWebSocket, quiet_app)
        protocol.data_received(HANDSHAKE)
        await settle()
        protocol.data_received(masked(0x81, b"") * 10_000)
        await settle()
        assert len(protocol.queue) == WAITING + 1  # type: ignore[arg-type]
        assert not wire.reading

    asyncio.run(flood())


@pytest.mark.parametrize("frames", [masked(0x81, b"\xff"), masked(0x01, b"\xff") + masked(0x80, b"")])
def test_invalid_utf_8_closes_the_connection_without_a_word_in_the_log(
    frames: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    heard, written = asyncio.run(converse(FastWebSocket, [frames]))
    assert heard == []
    assert written == b"\x88\x02" + (1007).to_bytes(2, "big")
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1400, 65_535, 65_536, 100_000])
def test_a_frame_is_encoded_as_by_the_library(size: int) -> None:
    message = b"x" * size
    assert frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
