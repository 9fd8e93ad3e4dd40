"""The threads in which bots think, so that the event loop never waits for them.

Bots that search have threads of their own, and few: they delay neither quick bots nor hints, and they give way to
everything else that this machine does. A table has one thought at a time, so that the queue takes all tables in turn.
"""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from skipbo.bots.bot import budget_of
from skipbo.server.json_log import log_event

QUICK = 2  # threads
GIVES_WAY = 10  # the priority of a search: the higher, the later it gets a processor


def searches(bot: str) -> bool:
    return budget_of(bot) is not None


class Thinkers:
    """`prepare` loads what searches need, before the first of them; it may take a minute where nothing is compiled."""

    def __init__(self, at_once: int, prepare: Callable[[], None] | None = None) -> None:
        self.quick = ThreadPoolExecutor(QUICK, "bots")
        self.searching = ThreadPoolExecutor(at_once, "searches", initializer=give_way)
        self._prepare = prepare
        self._prepared = asyncio.Event()
        self._begun = False
        if prepare is None:
            self._prepared.set()

    @property
    def can_search(self) -> bool:
        return self._prepared.is_set()

    async def until_prepared(self) -> None:
        """Waits until searches can begin. Nothing is loaded before the first call: many servers never search."""
        if not self._begun and self._prepare is not None:
            self._begun = True
            run = (self._prepare, asyncio.get_running_loop())
            threading.Thread(target=self._run, args=run, name="preparing searches", daemon=True).start()
        await self._prepared.wait()

    def _run(self, prepare: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        give_way()
        try:
            prepare()
        except Exception as error:  # then each search fails or compiles for itself
            log_event("searches not prepared", error=error)
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(self._prepared.set)

    def close(self) -> None:
        for threads in (self.quick, self.searching):
            threads.shutdown(cancel_futures=True)


def give_way() -> None:
    """Lets this thread work only when no other has work to do. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # some sandboxes forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVES_WAY)
