"""A client that can fall silent."""

import base64
import socket

from skipbo.client import Account
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import encode
from skipbo.server.sockets.rehearsal import masked
from tests.server.server_process import InThread

TEXT, PONG = 0x81, 0x8A


class Telephone:
    """A client without a library that would answer pings: when it says nothing, nothing is said."""

    def __init__(self, server: InThread, account: Account, table: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        key = base64.b64encode(bytes(16)).decode()
        self._socket.sendall(
            f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {account.token}\r\n\r\n".encode()
        )
        assert b"101" in self._socket.recv(64)

    def send(self, *commands: asked.Command) -> None:
        for command in commands:
            self._socket.sendall(masked(TEXT, encode(command)))

    def give_sign_of_life(self) -> None:
        self._socket.sendall(masked(PONG, b""))

    def hang_up(self) -> None:
        self._socket.close()
