"""Retention: tables that nobody touches are archived, then they expire; so do guests who never played.

It works in the background, one table after another with a pause between them, so that nobody waits for it.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

from skipbo.server.json_log import log_event
from skipbo.server.store.interface import START, Damaged, Mark, Store, StoreFailed

DAY = 24 * 3600 * 1000  # milliseconds
FIRST = 60.0  # seconds after the start
EVERY = 3600.0  # seconds between sweeps
PAUSE = 0.02  # seconds after each table, for everybody else
PAGE = 100  # tables or guests that are looked up at once
PROGRESS = 1000  # tables after which the log says how far it is

Find = Callable[[int, Mark, int], Awaitable[Sequence[Mark]]]


@dataclass(slots=True)
class Sweep:
    """What one sweep has done."""

    archived: int = 0
    expired: int = 0
    guests: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.archived or self.expired or self.guests)

    def log(self, event: str) -> None:
        log_event(event, archived=self.archived, expired=self.expired, guests=self.guests)


class Retention:
    """Days after which a table is archived, and expires, if nobody touches it; 0 means never.

    `in_use` says whether a table is in memory, `is_here` whether a guest is connected: these are left alone. Of several
    servers, the one for which `is_ours` is true does it.
    """

    def __init__(
        self,
        store: Store,
        archive_after: int,
        expire_after: int,
        in_use: Callable[[str], bool],
        is_here: Callable[[str], bool],
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._archive_after = min(filter(None, (archive_after, expire_after)), default=0)  # only archived tables expire
        self._expire_after = expire_after
        self._in_use = in_use
        self._is_here = is_here
        self._is_ours = is_ours

    async def keep_sweeping(self) -> None:
        pause = FIRST
        while True:
            await asyncio.sleep(pause)
            pause = EVERY
            try:
                if self._is_ours():
                    await self.sweep()
            except StoreFailed as error:
                log_event("retention failed", logging.ERROR, why=str(error))

    async def sweep(self) -> Sweep:
        done, now = Sweep(), time.time_ns() // 1_000_000
        if self._archive_after:
            before = now - self._archive_after * DAY
            async for table in self._pages(self._store.idle_tables, before):
                done.archived += await self._archive(table, before)
                if done.archived % PROGRESS == PROGRESS - 1:
                    done.log("retention goes on")
        if self._expire_after:
            before = now - self._expire_after * DAY
            async for table in self._pages(self._store.archived_tables, before):
                done.expired += not self._in_use(table) and await self._store.expire(table, before)
            done.guests = await self._expire_guests(before)
        if not done.is_empty:
            done.log("retention done")
        return done

    async def _pages(self, find: Find, before: int) -> AsyncIterator[str]:
        mark = START
        while page := await find(before, mark, PAGE):
            for each in page:
                yield each[1]
                await asyncio.sleep(PAUSE)
            mark = page[-1]

    async def _archive(self, table: str, before: int) -> bool:
        if self._in_use(table):
            return False
        try:
            return await self._store.archive(table, before)
        except Damaged:  # which the log has already; it stays as it is
            return False

    async def _expire_guests(self, before: int) -> int:
        last, expired = "", 0
        while page := await self._store.idle_guests(before, last, PAGE):
            expired += await self._store.expire_guests([guest for guest in page if not self._is_here(guest)])
            last = page[-1]
            await asyncio.sleep(PAUSE)
        return expired
