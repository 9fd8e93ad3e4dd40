"""A client that can fall silent."""

import base64
import contextlib
import socket
import threading
from typing import Self

from skipbo.client import Account
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import encode
from skipbo.server.sockets.rehearsal import masked
from tests.server.server_process import InThread

TEXT, PONG = 0x81, 0x8A
OFTEN = 0.05  # seconds between two signs of life


class Telephone:
    """A client without a library that would answer pings: only while it is on it gives signs of life."""

    def __init__(self, server: InThread, account: Account, table: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        key = base64.b64encode(bytes(16)).decode()
        self._socket.sendall(
            f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {account.token}\r\n\r\n".encode()
        )
        assert b"101" in self._socket.recv(64)
        self._on = threading.Event()
        self._hung_up = threading.Event()
        self._thread = threading.Thread(target=self._give_signs_of_life)
        self._thread.start()

    def send(self, *commands: asked.Command) -> None:
        for command in commands:
            self._socket.sendall(masked(TEXT, encode(command)))

    def switch_on(self) -> None:
        self._on.set()

    def switch_off(self) -> None:
        self._on.clear()

    def hang_up(self) -> None:
        self._hung_up.set()
        self._thread.join()
        self._socket.close()

    def _give_signs_of_life(self) -> None:
        while not self._hung_up.wait(OFTEN):
            if self._on.is_set():
                with contextlib.suppress(OSError):  # the server may be gone first
                    self._socket.sendall(masked(PONG, b""))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
