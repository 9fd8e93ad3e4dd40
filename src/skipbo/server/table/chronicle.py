"""The chronicle of a table: the events of its latest game, from the deal on, for guests who have not seen them all.

It is made from the stored log with a state of its own, in a thread, so that it delays nobody who plays.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import Executor

from msgspec import Raw, Struct

from skipbo.protocol.codec import encode
from skipbo.protocol.events import Said
from skipbo.server.portions import with_rests
from skipbo.server.store import log
from skipbo.server.store.interface import Guest, Store
from skipbo.server.table.decider import refusal, why_not_admitted
from skipbo.server.table.state import TableState
from skipbo.server.table.views import EventBatch, Step

KEPT = 16  # chronicles, those used last: the next guest who asks waits only for what is new
MOST_ENTRIES = 100_000  # of a table's log, some 300 games: a longer one is not read again


class _TableLog(Struct, frozen=True):
    """A log whose steps are encoded already; on the wire it is `messages.TableLog`."""

    game: int
    version: int
    names: list[str | None]
    steps: list[Raw]


class _LogStep(Struct, frozen=True):
    version: int
    happened: list[Raw]


class Chronicle:
    def __init__(self, table: str, opened: log.Entry) -> None:
        self.state = TableState(table, opened)
        self._names = self._current_names()  # before the first step
        self._steps: list[tuple[int, Step]] = []  # with their versions
        for _step in with_rests(self.state.prepare()):
            pass

    def add(self, entries: Iterable[log.Entry]) -> None:
        """Adds the next entries of the log. It may take long: run it in a thread."""
        for entry in with_rests(entries):
            number, names = self.state.number, self._current_names()
            happened = [event for event in self.state.apply(entry) if not isinstance(event, Said)]
            if self.state.number > number:
                self._names, self._steps = names, []
            if happened:
                self._steps.append((entry.version, Step(happened, self.state.guests)))

    def seen_by(self, seat: int | None) -> bytes:
        """Returns the encoded log as the guest at a seat may see it; None is a spectator. Run it in a thread."""
        steps = [
            Raw(encode(_LogStep(version, EventBatch(step).seen_by(seat, self.state))))
            for version, step in with_rests(self._steps)
        ]
        return encode(_TableLog(self.state.number, self.state.version, self._names, steps))

    def _current_names(self) -> list[str | None]:
        return [seat.name for seat in self.state.seats]


class Chronicles:
    """The chronicles used last. They are made one at a time: all of a table's log is in memory meanwhile."""

    def __init__(self, store: Store, replayer: Executor) -> None:
        self._store = store
        self._replayer = replayer
        self._kept: OrderedDict[str, Chronicle] = OrderedDict()
        self._lock = asyncio.Lock()

    async def log(self, table: str, version: int, guest: Guest) -> bytes:
        """Returns the encoded log of a table, which has this version or a later one. Raises if it is refused."""
        if version > MOST_ENTRIES:
            raise refusal("log.length")
        async with self._lock:
            chronicle = await self._up_to_date(table)
            reason = why_not_admitted(chronicle.state, guest.id)
            if reason is not None:
                raise refusal(reason)
            seat = chronicle.state.seat_of(guest.id)
            return await asyncio.get_running_loop().run_in_executor(self._replayer, chronicle.seen_by, seat)

    async def _up_to_date(self, table: str) -> Chronicle:
        chronicle = self._kept.pop(table, None)  # for good, if anything fails
        entries = await self._store.read_log(table, 0 if chronicle is None else chronicle.state.version)
        if chronicle is None or entries:
            loop = asyncio.get_running_loop()
            chronicle = await loop.run_in_executor(self._replayer, _continue, table, chronicle, entries)
        self._kept[table] = chronicle
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return chronicle


def _continue(table: str, chronicle: Chronicle | None, entries: list[log.Entry]) -> Chronicle:
    if chronicle is None:
        chronicle, entries = Chronicle(table, entries[0]), entries[1:]
    chronicle.add(entries)
    return chronicle
