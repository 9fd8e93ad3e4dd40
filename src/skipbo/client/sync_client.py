"""The client for programs without an event loop: a thread of its own runs the asynchronous one."""

import asyncio
import queue
import threading
from collections.abc import Coroutine, Iterator
from types import TracebackType
from typing import Any, TypeVar

from skipbo.client.account import Account
from skipbo.client.async_client import AsyncTableClient
from skipbo.protocol import commands as asked
from skipbo.protocol.messages import Done, Presence, Update

Result = TypeVar("Result")


class TableClient:
    """
    account = Account.create("http://127.0.0.1:8470", "Ann")
    with TableClient(account, account.open_table(bots=[None, "eager"])) as table:
        for update in table.updates():
            ...
    """

    def __init__(self, account: Account, table: str) -> None:
        self._account = account
        self.id = table
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="skipbo-client", daemon=True)
        self._client: AsyncTableClient

    def __enter__(self) -> "TableClient":
        self._thread.start()
        try:
            self._client = self._run(self._enter())
        except BaseException:
            self._stop()
            raise
        return self

    async def _enter(self) -> AsyncTableClient:
        return await AsyncTableClient(self._account, self.id).__aenter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._run(self._client.__aexit__(kind, error, traceback))
        self._stop()

    def _stop(self) -> None:
        self._run(self._finish())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _finish(self) -> None:
        """Lets the calls of other threads end, with the error that the end of the connection is for them."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
        await self._loop.shutdown_asyncgens()

    @property
    def now(self) -> Update:
        return self._client.now

    @property
    def presence(self) -> Presence | None:
        return self._client.presence

    def do(self, command: asked.TableCommand) -> Done:
        return self._run(self._client.do(command))

    def play(self, move: str) -> Done:
        return self._run(self._client.play(move))

    def sit(self, seat: int | None = None) -> Done:
        return self._run(self._client.sit(seat))

    def ready(self, entropy: str | None = None) -> Done:
        return self._run(self._client.ready(entropy))

    def say(self, text: str) -> Done:
        return self._run(self._client.say(text))

    def leave(self) -> Done:
        return self._run(self._client.leave())

    def updates(self) -> Iterator[Update]:
        """Yields the table as it is now and after every change."""
        seen: queue.SimpleQueue[Update | BaseException] = queue.SimpleQueue()
        following = asyncio.run_coroutine_threadsafe(self._follow(seen), self._loop)
        try:
            while True:
                update = seen.get()
                if isinstance(update, BaseException):
                    raise update
                yield update
        finally:
            following.cancel()

    async def _follow(self, seen: "queue.SimpleQueue[Update | BaseException]") -> None:
        try:
            async for update in self._client.updates():
                seen.put(update)
        except Exception as error:
            seen.put(error)

    def _run(self, doing: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result()
