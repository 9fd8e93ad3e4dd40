"""Frames that go the short way are those of the long one."""

import pytest
from websockets.frames import Frame, Opcode

from skipbo.server.framing import frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1400, 65_535, 65_536, 100_000])
def test_a_frame_is_what_the_protocol_says(size: int) -> None:
    message = b"x" * size
    assert frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
