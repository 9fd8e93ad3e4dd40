"""A WebSocket at a table: takes commands one after another, and queues what the client has not read, up to a limit."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import cast

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from skipbo.errors import Malformed, SkipboError
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import decode_command, encode
from skipbo.protocol.messages import Done, Kind, Pong, Refusal
from skipbo.server.hub import Hub, NotReady
from skipbo.server.json_log import digest, log_event
from skipbo.server.limits import KIBIBYTE, MESSAGE, Bucket
from skipbo.server.metrics import DONE
from skipbo.server.sockets.transport import transport_of
from skipbo.server.store.interface import Damaged, Guest, StoreFailed
from skipbo.server.table.room import NO_GUEST, SENT_AWAY, Room, refused

POLICY, TRY_LATER = 1008, 1013
NO_TABLE = 4004
REASONS = {NO_TABLE: "not-found", NO_GUEST: "guest", POLICY: "limited", TRY_LATER: "store"}


class Connection:
    """The outgoing side of one WebSocket.

    Messages of one step of the event loop are written together. While the peer does not read, a writer task waits for
    it, and further messages are queued.
    """

    __slots__ = (
        "_code",
        "_due",
        "_loop",
        "_most",
        "_queue",
        "_reader",
        "_reason",
        "_socket",
        "_writer",
        "address",
        "busy",
        "guest",
        "overrun",
        "silent",
        "token_hash",
        "transport",
    )

    def __init__(self, socket: WebSocket, guest: Guest, token_hash: bytes, address: str, most: int) -> None:
        self.guest = guest
        self.token_hash = token_hash
        self.address = address
        self.busy = False  # with a command, which must not be cancelled
        self.overrun = False
        self.silent = False
        self._loop = asyncio.get_running_loop()
        self._reader = asyncio.current_task()
        self._socket = socket
        self.transport = transport_of(socket)
        self._due = False  # whether a flush is scheduled
        self._most = most
        self._queue: deque[bytes] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._code = 0
        self._reason = ""

    def send(self, message: bytes) -> None:
        if self._code:
            return
        if len(self._queue) < self._most:
            self._queue.append(message)
            if not self._due:
                self._due = True
                self._loop.call_soon(self._flush)
        else:
            self._give_up()

    def _flush(self) -> None:
        self._due = False
        if self._writer is None and not self.transport.write_now(self._queue):
            self._start_writer()

    def silence(self) -> float:
        return self.transport.silence()

    @property
    def is_closing(self) -> bool:
        return self._code != 0

    @property
    def is_behind(self) -> bool:
        """Whether many messages are queued."""
        return len(self._queue) > self._most // 4

    async def catch_up(self) -> None:
        """Waits until the queue is written."""
        await asyncio.sleep(0)
        if self._writer is not None:
            await self._writer

    def _give_up(self) -> None:
        """Drops the peer, which does not read, without a close frame, which it would not read either."""
        self._code = POLICY
        self._queue.clear()
        self.overrun = True
        if self._writer is not None:
            self._writer.cancel()
        if self._reader is not None and not self.busy:
            self._reader.cancel()

    def close(self, code: int, reason: str = "") -> None:
        """Closes the WebSocket after the queue is written. The reason is a code of `protocol.codes`."""
        if not self._code:
            self._code, self._reason = code, reason or REASONS[code]
            self._start_writer()

    def _start_writer(self) -> None:
        if self._writer is None:
            self._writer = self._loop.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            await self.transport.drain(self._queue)
            if self._code and self._socket.application_state is not WebSocketState.DISCONNECTED:
                await self._socket.close(self._code, self._reason)
        except (WebSocketDisconnect, RuntimeError):
            self._queue.clear()  # the connection is lost, which `SocketSession.run` will notice
        finally:
            self._writer = None


class SocketSession:
    """One WebSocket, from the accepted handshake to its end."""

    def __init__(self, hub: Hub, socket: WebSocket, guest: Guest, token_hash: bytes, address: str, room: Room) -> None:
        limits, now = hub.limits, time.monotonic()
        self._hub = hub
        self._socket = socket
        self._room = room
        self._connection = Connection(socket, guest, token_hash, address, limits.queue)
        self._commands = Bucket(limits.commands, now)
        self._faults = Bucket(limits.faults, now)
        self._work = hub.work_of_guest.of(guest.id)
        self._work_of_address = hub.work_of_address.of(address)

    async def run(self, since: int | None) -> None:
        hub, room, connection = self._hub, self._room, self._connection
        try:
            await self._enter(since)
            while not connection.overrun:
                message = await connection.transport.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if connection.is_closing:
                    continue
                text = cast(str | None, message.get("text"))
                connection.busy = True
                await self._take(text)
                connection.busy = False
                debt = self._charge(len(text or ""))
                if debt:
                    await asyncio.sleep(debt)
                if connection.is_behind:  # a client that asks much at once is not a slow reader: answer first
                    await connection.catch_up()
        except asyncio.CancelledError:
            if not connection.overrun:
                raise
        finally:
            if connection.overrun:
                hub.metrics.slow_readers += 1
            hub.leave(room, connection)
            log_event("socket closed", table=digest(room.id), guest=self._connection.guest.id)

    def _charge(self, size: int) -> float:
        """Charges for a message; returns the seconds to wait before the next."""
        cost, now = MESSAGE + KIBIBYTE * size / 1024, time.monotonic()
        debt, debt_of_address = self._work.spend(cost, now), self._work_of_address.spend(cost, now)
        return debt if debt > debt_of_address else debt_of_address

    async def _enter(self, since: int | None) -> None:
        try:
            await self._hub.enter(self._room, self._connection, since)
            log_event("socket opened", table=digest(self._room.id), guest=self._connection.guest.id)
        except Damaged:
            self._connection.close(SENT_AWAY, "damaged")
        except StoreFailed:
            self._connection.close(TRY_LATER)
        except SkipboError as error:
            self._connection.close(SENT_AWAY, error.code)

    async def _take(self, text: str | None) -> None:
        now = time.monotonic()
        try:
            if text is None:
                raise Malformed("message", "")
            command = decode_command(text)
        except Malformed as error:
            self._blame(refused(error, None), now)
            return
        if not self._allowed(command, now):
            given = None if isinstance(command, asked.Sync | asked.Ping) else command.id
            self._blame(Refusal(given, Kind.LIMITED, "limited"), now)
        elif isinstance(command, asked.Ping):
            self._answer(Pong(self._room.version))
        elif isinstance(command, asked.Sync):
            await self._sync(command.since)
        else:
            await self._do(command)
            self._hub.metrics.command_time.observe(time.monotonic() - now)

    async def _do(self, command: asked.TableCommand) -> None:
        stale = False

        def reply(answer: Done | Refusal) -> None:
            nonlocal stale
            stale = isinstance(answer, Refusal) and answer.kind is Kind.OUT_OF_DATE
            self._answer(answer)

        if isinstance(command, asked.Sit):
            await self._learn_name()
        await self._room.handle(self._connection.guest, command, reply)
        if stale:  # the client does not know the table as it is
            await self._sync(getattr(command, "version", None))

    async def _learn_name(self) -> None:
        """Looks the guest up again, who sits down with the name of now: another node may have changed it."""
        with suppress(StoreFailed):  # which the command will say
            guest = await self._hub.store.find_guest(self._connection.token_hash)
            self._connection.guest = guest or self._connection.guest

    def _blame(self, refusal: Refusal, now: float) -> None:
        """Refuses a message that counts as a fault, and closes the connection after too many."""
        self._answer(refusal)
        if not self._faults.take(now):
            self._connection.close(POLICY)

    def _allowed(self, command: asked.Command, now: float) -> bool:
        hub, guest = self._hub, self._connection.guest.id
        if not self._commands.take(now) or not hub.commands_of_guests.take(guest):
            return False
        return not isinstance(command, asked.Say) or hub.chat_of_guests.take(guest)

    async def _sync(self, since: int | None) -> None:
        try:
            await self._room.sync(self._connection, since)
        except StoreFailed:
            self._answer(Refusal(None, Kind.FAILED, "store"))

    def _answer(self, answer: Done | Refusal | Pong) -> None:
        self._connection.send(encode(answer))
        if not isinstance(answer, Pong):
            outcome = DONE if isinstance(answer, Done) else answer.kind.value
            self._hub.metrics.commands[outcome] += 1


async def serve_socket(
    hub: Hub, socket: WebSocket, guest: Guest, token_hash: bytes, address: str, table: str, since: int | None
) -> None:
    """Accepts a handshake that has been admitted, and serves the table to it."""
    await socket.accept()
    try:
        room = await hub.room(table)
    except Damaged:
        await socket.close(SENT_AWAY, "damaged")
        return
    except StoreFailed:
        await socket.close(TRY_LATER, REASONS[TRY_LATER])
        return
    except NotReady:
        await socket.close(TRY_LATER, "starting")
        return
    if room is None:
        await socket.close(NO_TABLE, REASONS[NO_TABLE])
        return
    await SocketSession(hub, socket, guest, token_hash, address, room).run(since)
