"""A bell between the workers of one machine: a socket for each of them, in a folder that they share."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

from skipbo.server.nodes.bell import Heard, Rings, read

LARGEST = 64 * 1024  # bytes of a message
AT_ONCE = 16  # messages that are read before others have their turn


class LocalBell:
    is_well = True  # what the system does not deliver is seen at the next look at all logs

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._path = folder / name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._rings = Rings(self._send)
        self._heard: Heard

    def begin(self, heard: Heard) -> None:
        self._heard = heard
        self._path.unlink(missing_ok=True)  # of a worker before us that was killed
        self._socket.bind(str(self._path))
        asyncio.get_running_loop().add_reader(self._socket, self._read)

    def ring(self, table: str, version: int) -> None:
        self._rings.add(table, version)

    def test(self) -> None:
        pass

    async def end(self) -> None:
        self._send()
        asyncio.get_running_loop().remove_reader(self._socket)
        self._path.unlink(missing_ok=True)
        self._socket.close()

    def _send(self) -> None:
        messages = self._rings.messages(self._path.name)
        for other in self._folder.iterdir() if messages else ():
            if other != self._path:
                for message in messages:
                    with suppress(OSError):  # it has ended, or does not read
                        self._socket.sendto(message, str(other))

    def _read(self) -> None:
        for _message in range(AT_ONCE):
            try:
                data = self._socket.recv(LARGEST)
            except OSError:
                return
            for table, version in read(data)[1]:
                self._heard(table, version)
