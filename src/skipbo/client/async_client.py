"""The client for programs with an event loop: a connection to one table."""

import asyncio
import contextlib
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from skipbo.client.account import Account
from skipbo.client.errors import ConnectionFailed, Refused, final_error, silent
from skipbo.client.shuffle import Shuffle
from skipbo.errors import SkipboError
from skipbo.i18n import translate as _
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import encode
from skipbo.protocol.compatibility import decode_server_message
from skipbo.protocol.messages import Done, Kind, Message, Pong, Presence, Refusal, Update

FIRST_PAUSE = 0.1  # seconds before connecting again; twice as long after each failure


def new_id() -> str:
    return secrets.token_urlsafe(9)


@dataclass(slots=True)
class WaitingCommand:
    data: str
    answer: asyncio.Future[Done]
    refusal: Refusal | None = None  # the last one after which it is worth trying again


class AsyncTableClient:
    """
    async with AsyncTableClient(account, id) as table:
        async for update in table.updates():
            ...

    Reconnects after a loss. Where that cannot help, whatever waits for the table raises `Refused` or
    `ConnectionFailed`.
    """

    ping = 5.0  # seconds of silence after which the server is asked whether anything was missed
    lost = 10.0  # seconds of silence after which the connection is given up
    longest_pause = 2.0  # seconds between attempts to connect again, so that five are enough to be back
    patience = 300.0  # seconds without any message, whatever was tried, after which waiting ends with an error
    resend = 3.0  # seconds after which a command without an answer is sent again

    def __init__(self, account: Account, table: str) -> None:
        self.account = account
        self.id = table
        self.update: Update | None = None
        self.presence: Presence | None = None
        self.connected = False
        self._shuffle = Shuffle()
        self._showing: asyncio.Task[None] | None = None
        self._shown = ""  # the entropy that this task shows
        self._retry: asyncio.Task[Done] | None = None  # a commitment in place of one that is void
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, WaitingCommand] = {}
        self._news = asyncio.Condition()
        self._followers: list[deque[Update]] = []
        self._ended: SkipboError | None = None
        self._task: asyncio.Task[None] | None = None
        self._heard_at = 0.0  # when the last message came, by the loop's clock
        self._pause = FIRST_PAUSE

    async def __aenter__(self) -> "AsyncTableClient":
        self._task = asyncio.create_task(self._run())
        try:
            async with self._news:
                await self._news.wait_for(lambda: self.update is not None or self._ended is not None)
            self._check_ended()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stop()

    async def _stop(self) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._end(ConnectionFailed("closed", _("This program has closed its connection to the table.")))
        parts = [part for part in (self._showing, self._retry) if part is not None]
        await asyncio.gather(*parts, return_exceptions=True)

    @property
    def commitments(self) -> dict[int, str]:
        """By game, the commitments that were seen before its deal, as `check_proof` and `skipbo verify` take them."""
        return self._shuffle.commitments

    @property
    def now(self) -> Update:
        """The last update."""
        assert self.update is not None
        return self.update

    @property
    def version(self) -> int:
        return self.now.version

    # Commands

    async def do(self, command: asked.TableCommand) -> Done:
        """Sends a command until the server answers it for good, then waits until `now` shows it. Raises `Refused`."""
        loop = asyncio.get_running_loop()
        given_up_at = loop.time() + self.patience
        waiting = self._waiting[command.id] = WaitingCommand(encode(command).decode(), loop.create_future())
        try:
            while True:
                self._check_ended()
                await self._send(waiting.data)
                done, _pending = await asyncio.wait([waiting.answer], timeout=self.resend)
                if done:
                    await self.wait_for_version(waiting.answer.result().version)
                    return waiting.answer.result()
                if waiting.refusal is not None and loop.time() > given_up_at:
                    raise Refused(waiting.refusal)
        finally:
            del self._waiting[command.id]

    async def play(self, move: str) -> Done:
        return await self.do(asked.Play(id=new_id(), move=move, version=self.version))

    async def sit(self, seat: int | None = None) -> Done:
        return await self.do(asked.Sit(id=new_id(), seat=seat))

    async def ready(self, entropy: str | None = None) -> Done:
        """Is ready for the next game, and commits to entropy for its shuffle, random if none is given.

        The client shows the entropy by itself when every seat has committed. If another seat then withholds its own,
        the client is ready again with new entropy, up to three times for one game.
        """
        if entropy is None and self._retry is not None and not self._retry.done():
            return await asyncio.shield(self._retry)
        if entropy is None and self._shuffle.is_committed(self.now):
            return Done(new_id(), self.version)
        return await self._commit(entropy)

    async def _commit(self, entropy: str | None = None) -> Done:
        knows = bool(self.now.table.fair.commitments)  # a server of an older version does not: then we add nothing
        commitment = self._shuffle.commit(entropy) if knows else ""
        done = await self.do(asked.Ready(id=new_id(), commitment=commitment))
        if self._showing is not None:
            await asyncio.wait([self._showing])
        return done

    async def _show(self, entropy: str) -> None:
        with contextlib.suppress(SkipboError):  # it is shown already, or too late: the table says so
            await self.do(asked.Show(id=new_id(), entropy=entropy))

    def _take_part(self, update: Update) -> None:
        """Does for the shuffle what a table asks for."""
        entropy = self._shuffle.see(update)
        if entropy is not None and (entropy != self._shown or self._showing is None or self._showing.done()):
            self._showing, self._shown = asyncio.create_task(self._show(entropy)), entropy
        if self._shuffle.must_retry(update):
            self._retry = asyncio.create_task(self._commit())
            self._retry.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # perhaps nobody waits

    async def say(self, text: str) -> Done:
        return await self.do(asked.Say(id=new_id(), text=text))

    async def leave(self) -> Done:
        return await self.do(asked.Leave(id=new_id()))

    # Updates

    async def updates(self) -> AsyncIterator[Update]:
        """Yields the table as it is now and after every change, until an error ends the connection for good."""
        seen = deque([self.now])
        self._followers.append(seen)
        try:
            while True:
                while seen:
                    yield seen.popleft()
                async with self._news:
                    await self._news.wait_for(lambda: seen or self._ended is not None)
                if not seen:
                    self._check_ended()
        finally:
            self._followers.remove(seen)

    async def wait_for_version(self, version: int) -> Update:
        async with self._news:
            await self._news.wait_for(lambda: self._ended is not None or self.version >= version)
        self._check_ended()
        return self.now

    # The connection

    async def _run(self) -> None:
        """Keeps a connection until an error ends it for good."""
        loop = asyncio.get_running_loop()
        self._heard_at = loop.time()
        while True:
            try:
                await self._connect()
            except Exception as error:
                silence = loop.time() - self._heard_at
                why = final_error(error, self.account.url)
                if why is None and silence > self.patience:
                    why = silent(self.account.url, silence, error)
                if why is not None:
                    await self._end(why)
                    return
            finally:
                self._socket, self.connected = None, False
            await asyncio.sleep(self._pause * (0.5 + random.random()))  # so that not all clients reconnect at once
            self._pause = min(2 * self._pause, self.longest_pause)

    async def _connect(self) -> None:
        since = None if self.update is None else self.update.version
        address = self.account.socket_address(self.id, since)
        async with connect(
            address, additional_headers=self.account.headers, compression=None, ping_interval=None, proxy=None
        ) as socket:
            self._socket, self.connected = socket, True
            for waiting in self._waiting.values():
                await socket.send(waiting.data)
            await self._listen(socket)

    async def _listen(self, socket: ClientConnection) -> None:
        """Reads messages until the connection is lost. After some silence it sends a ping; after more, it gives up."""
        loop = asyncio.get_running_loop()
        connected_at = loop.time()
        while True:
            try:
                async with asyncio.timeout(self.ping):
                    data = await socket.recv()
            except TimeoutError:
                if loop.time() - max(self._heard_at, connected_at) > self.lost:
                    raise
                await socket.send(encode(asked.Ping()).decode())
                continue
            message = decode_server_message(data)
            self._heard_at, self._pause = loop.time(), FIRST_PAUSE
            if message is not None:
                await self._hear(message, socket)

    async def _hear(self, message: Message, socket: ClientConnection) -> None:
        match message:
            case Update():
                if self.update is None or message.version > self.update.version:
                    async with self._news:
                        self.update = message
                        self._take_part(message)
                        for seen in self._followers:
                            seen.append(message)
                        self._news.notify_all()
            case Done(id=command) | Refusal(id=str(command)):
                self._answer(command, message)
            case Pong():
                if self.update is None or message.version > self.update.version:
                    since = None if self.update is None else self.update.version
                    await socket.send(encode(asked.Sync(since=since)).decode())
            case Presence():
                self.presence = message

    def _answer(self, command: str, answer: Done | Refusal) -> None:
        waiting = self._waiting.get(command)
        if waiting is None or waiting.answer.done():
            return
        if isinstance(answer, Done):
            waiting.answer.set_result(answer)
        elif answer.kind in (Kind.LIMITED, Kind.FAILED):
            waiting.refusal = answer  # `do` sends the command again
        else:
            waiting.answer.set_exception(Refused(answer))

    async def _send(self, data: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(data)

    async def _end(self, why: SkipboError) -> None:
        """Wakes everything that waits, with this error; the first one stays."""
        async with self._news:
            self._ended = self._ended or why
            self._news.notify_all()
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(self._ended)

    def _check_ended(self) -> None:
        if self._ended is not None:
            raise self._ended.with_traceback(None)  # raised again and again, its traceback must not grow
