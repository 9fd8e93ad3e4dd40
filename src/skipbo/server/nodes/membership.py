"""A node among others: it says again and again that it is alive, keeps tables, and hears of what others do."""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from skipbo.server.json_log import log_event
from skipbo.server.nodes.bell import LATEST, Bell, NoBell
from skipbo.server.nodes.company import HOUSEKEEPING, NOBODY, News
from skipbo.server.nodes.roll import LEASE, Answer, Call, Roll
from skipbo.server.store.interface import StoreFailed

EVERY = 0.5  # seconds between calls, if nothing happens
GATHERING = 0.02  # seconds in which things that happen are gathered for one call
LOOKS_WITH_BELL = 8  # calls between looks at all logs, as long as the bell is heard
MARGIN = 0.2  # seconds that a node stops before its lease ends
PATIENCE = 5.0  # seconds for the last call


class Membership:
    others_write = True

    def __init__(self, address: str, bell: Bell | None = None) -> None:
        self._roll = Roll(address, secrets.token_hex(8))
        self._bell = bell or NoBell()
        self._has_bell = bell is not None
        self._guests: dict[str, dict[str, int]] = {}  # by table: how many connections each guest has here
        self._noted: set[tuple[str, str]] = set()  # the tables and guests that the roll has of us
        self._kept: set[str] = set()
        self._given: set[str] = set()  # what we keep no longer, although the roll may still say so
        self._until = 0.0  # when our lease ends
        self._elsewhere: dict[str, set[str]] = {}
        self._looked = 0  # calls since the last look at all logs
        self._why_lost = ""
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "nodes")
        self._task: asyncio.Task[None] | None = None
        self._news: News

    def begin(self, news: News) -> None:
        self._news = news
        self._bell.begin(self._heard)
        self._task = asyncio.get_running_loop().create_task(self._keep_calling())

    async def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._kept.clear()
        watched = [*self._guests]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().run_in_executor(self._thread, self._roll.leave)
        self._thread.shutdown(wait=False)
        self._ring(watched)
        await self._bell.end()

    # What happens here

    def arrive(self, table: str, guest: str) -> None:
        guests = self._guests.setdefault(table, {})
        guests[guest] = guests.get(guest, 0) + 1
        self._wake.set()

    def leave(self, table: str, guest: str) -> None:
        guests = self._guests[table]
        guests[guest] -= 1
        if not guests[guest]:
            del guests[guest]
        self._wake.set()

    def close(self, table: str) -> None:
        del self._guests[table]
        self._elsewhere.pop(table, None)
        self._wake.set()

    def keeps(self, table: str) -> bool:
        return table in self._kept and time.monotonic() < self._until

    def elsewhere(self, table: str) -> Set[str]:
        return self._elsewhere.get(table, NOBODY)

    def tell(self, table: str, version: int) -> None:
        if table in self._elsewhere:  # mostly nobody is: a proxy sends everybody at a table to the same node
            self._bell.ring(table, version)

    def complaints(self) -> list[str]:
        silent = self._has_bell and not self._bell.is_well
        return [
            *([f"the roll of the nodes cannot be called: {self._why_lost}"] if self._why_lost else []),
            *(["the bell is not heard: what others do is seen later"] if silent else []),
        ]

    # What happens elsewhere

    def _heard(self, table: str, version: int) -> None:
        if table not in self._guests:
            return
        if version:
            self._news.table_changed(table, version)
        else:
            self._wake.set()

    async def _keep_calling(self) -> None:
        while True:
            try:
                await self._call()
            except StoreFailed as error:
                if not self._why_lost:
                    log_event("roll lost", logging.ERROR, why=str(error))
                self._why_lost = str(error)
            except Exception as error:  # a defect must not end it: nobody would keep our tables, nor be told why
                log_event("roll failed", logging.ERROR, error=error)
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
                    await asyncio.sleep(GATHERING)

    async def _call(self) -> None:
        self._wake.clear()
        self._bell.test()
        self._looked += 1
        looks = not self._bell.is_well or self._looked >= LOOKS_WITH_BELL
        here = {(table, guest) for table, guests in self._guests.items() for guest in guests}
        watched = {*self._guests, HOUSEKEEPING}
        self._given |= self._kept - watched
        self._kept &= watched
        call = Call(
            arrived=sorted(here - self._noted),
            left=sorted(self._noted - here),
            watched=sorted(watched),
            wanted=sorted(watched - self._kept),
            given=sorted(self._given),
            asks_versions=looks,
        )
        begun = time.monotonic()
        answer = await asyncio.get_running_loop().run_in_executor(self._thread, self._roll.call, call)
        self._until = begun + LEASE - MARGIN
        if self._why_lost:
            self._why_lost = ""
            log_event("roll found again")
        if answer.struck_off:
            self._forget()
            return
        self._noted = here
        self._given.clear()
        self._looked = 0 if looks else self._looked
        self._kept |= answer.taken
        self._ring({*call.given, *(table for table, _guest in (*call.arrived, *call.left))})
        self._tell_news(answer)

    def _forget(self) -> None:
        """Begins anew: others may have taken our tables."""
        lost, self._kept = self._kept, set()
        self._noted.clear()
        self._given.clear()
        self._wake.set()
        for table in lost & self._guests.keys():
            self._news.people_changed(table)

    def _tell_news(self, answer: Answer) -> None:
        before, self._elsewhere = self._elsewhere, answer.elsewhere
        tables = before.keys() | answer.elsewhere.keys()
        moved = {table for table in tables if before.get(table, NOBODY) != answer.elsewhere.get(table, NOBODY)}
        for table in (moved | answer.taken) & self._guests.keys():
            self._news.people_changed(table)
        for table in answer.elsewhere.keys() - before.keys():  # they may have missed what was done before we knew
            self._bell.ring(table, LATEST)
        for table, version in answer.versions.items():
            self._news.table_changed(table, version)

    def _ring(self, tables: Iterable[str]) -> None:
        for table in tables:
            self._bell.ring(table, 0)
