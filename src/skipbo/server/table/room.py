"""An open table: runs commands one after another, stores each, and only then sends its events to anybody."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence, Set
from typing import Any, Protocol

from skipbo.errors import Malformed, OutOfDate, SkipboError
from skipbo.game.event import Ended
from skipbo.i18n import mark
from skipbo.protocol import commands
from skipbo.protocol.codec import encode
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import Done, Kind, Refusal
from skipbo.record import to_line
from skipbo.server.json_log import digest, log_event
from skipbo.server.nodes.company import Alone, Company
from skipbo.server.portions import Portions
from skipbo.server.store import log
from skipbo.server.store.interface import (
    Addition,
    Conflict,
    Damaged,
    FinishedGame,
    FinishedSeat,
    Guest,
    Store,
    StoreFailed,
)
from skipbo.server.table.decider import decide, refusal, why_not_admitted
from skipbo.server.table.state import TableState
from skipbo.server.table.views import EncodedTable, EventBatch, Step, table_summary

HISTORY = 32  # the latest entries whose events are kept for clients that missed them
SERVER = ""  # stands for a guest's id in commands of the server itself
NO_GUEST, SENT_AWAY = 4001, 4003  # codes with which a socket is closed
CANNOT_APPLY = mark("entry {version} cannot be applied: {error}")
NOT_LISTED = (log.Moved, log.ChatSent)  # change nothing that the lobby shows

Decision = Callable[[TableState], log.LogEvent]
Reply = Callable[[Done | Refusal], None]


class Listener(Protocol):
    """A connection that is sent every change of the table."""

    guest: Guest
    token_hash: bytes
    address: str
    silent: bool  # it is open, but nothing has been heard for so long that the guest counts as away

    def silence(self) -> float:
        """Returns the seconds since anything was heard."""

    def send(self, message: bytes) -> None: ...

    def close(self, code: int, reason: str = "") -> None: ...


def command_key(by: str, command: str) -> str:
    """Returns a key for a command; its id alone is not enough, because every client chooses its own ids."""
    return f"{by} {command}"


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def refused(error: SkipboError, command: str | None, version: int | None = None) -> Refusal:
    if isinstance(error, Malformed):
        kind = Kind.MALFORMED
    else:
        kind = Kind.OUT_OF_DATE if isinstance(error, OutOfDate) else Kind.NOT_LEGAL
    return Refusal(command, kind, error.code, version)


class Room:
    def __init__(self, table: str, store: Store, portions: Portions, company: Company | None = None) -> None:
        self.id = table
        self.listeners: list[Listener] = []
        self.state: TableState  # ahead of the store while a command is being stored
        self.on_change: Callable[[Sequence[TableEvent]], None] = ignore_change
        self._store = store
        self._append: Callable[[Addition], Awaitable[None]] = store.append
        self._portions = portions
        self._company = company or Alone()
        self._lock = asyncio.Lock()
        self._history: deque[Step] = deque(maxlen=HISTORY)  # of the latest entries
        self._commands: dict[str, int] = {}  # the commands of these entries, and the versions that they made
        self._in_step = False  # whether the state is that of the store
        self._sent = 0  # the version that the listeners know
        self._encoded: EncodedTable | None = None  # the table as it was last sent

    @classmethod
    async def load(cls, table: str, store: Store, portions: Portions, company: Company | None = None) -> "Room | None":
        """Reads a table from its log; returns None if there is no such table."""
        room = cls(table, store, portions, company)
        if not await room._load():
            return None
        room._sent = room.state.version
        return room

    async def _load(self) -> bool:
        entries = await self._store.read_log(self.id)
        if not entries:
            return False
        self._commands.clear()
        self._history.clear()
        state = self._begin(entries[0])
        await self._portions.run(state.prepare())
        await self._portions.run(self._apply_all(entries[1:], state))
        self.state = state
        self._encoded = None
        self._in_step = True
        return True

    def _apply_all(self, entries: Iterable[log.Entry], state: TableState) -> Iterator[None]:
        for entry in entries:
            self._remember(entry, Step(self._apply(state, entry), state.guests))
            yield

    def _begin(self, entry: log.Entry) -> TableState:
        try:
            return TableState(self.id, entry)
        except Exception as error:
            raise self._damaged(entry, error) from error

    def _apply(self, state: TableState, entry: log.Entry) -> list[TableEvent]:
        try:
            return state.apply(entry)
        except Exception as error:
            raise self._damaged(entry, error) from error

    def _damaged(self, entry: log.Entry, error: Exception) -> Damaged:
        damaged = Damaged(CANNOT_APPLY, version=entry.version, error=repr(error))
        self._store.damage.note_table(self.id, str(damaged))
        return damaged

    @property
    def busy(self) -> bool:
        return bool(self.listeners) or self._lock.locked()

    # Commands

    async def handle(self, guest: Guest, command: commands.TableCommand, reply: Reply) -> None:
        """Runs the command of a guest and replies. Do not cancel it: others wait for its events."""
        await self._do(guest.id, command.id, lambda state: decide(state, guest, command, self.is_here), reply)

    async def act(self, decision: Decision) -> bool:
        """Runs a command of the server itself; returns whether it was accepted."""
        answers: list[Done | Refusal] = []
        await _run_to_end(self._do(SERVER, None, decision, answers.append))
        return isinstance(answers[0], Done)

    async def _do(self, by: str, command: str | None, decision: Decision, reply: Reply) -> None:
        async with self._lock:
            try:
                answer = await self._decide(by, command, decision)
            except Damaged:  # which the log has already
                self._in_step = False
                answer = Refusal(command, Kind.FAILED, "damaged")
                for listener in list(self.listeners):
                    listener.close(SENT_AWAY, "damaged")
            except StoreFailed as error:
                self._in_step = False
                log_event("store failed", logging.ERROR, table=digest(self.id), why=str(error))
                answer = Refusal(command, Kind.FAILED, "store")
            except Exception as error:  # a defect fails one command, not the table
                self._in_step = False
                log_event("command failed", logging.ERROR, error=error, table=digest(self.id))
                answer = Refusal(command, Kind.FAILED, "server")
            except asyncio.CancelledError:  # the server stops: only the store knows what was written
                self._in_step = False
                raise
            reply(answer)
            if self._in_step:
                self._broadcast()

    async def _decide(self, by: str, command: str | None, decision: Decision) -> Done | Refusal:
        """Decides and stores; a command that the log has already gets the answer of the first time."""
        while True:
            if not self._in_step:
                await self._refresh()
            version = self.state.version
            entry_id = str(version + 1) if command is None else command
            known = self._find_recent(by, entry_id)
            if known is not None:
                return Done(entry_id, known)
            try:
                entry = log.Entry(version + 1, now(), by, entry_id, decision(self.state))
                happened = self.state.apply(entry)
            except SkipboError as error:
                if await self._catch_up():
                    continue
                known = await self._find_older(by, command)
                return refused(error, command, version) if known is None else Done(entry_id, known)
            try:
                await self._append(self._addition(entry, happened))
            except Conflict:  # another server wrote this version, or the command is older than our history
                self._in_step = False
                known = None if command is None else await self._store.find_command(self.id, by, command)
                if known is not None:
                    await self._refresh()
                    return Done(entry_id, known)
                continue
            self._company.tell(self.id, entry.version)
            self._remember(entry, Step(happened, self.state.guests))
            return Done(entry_id, entry.version)

    async def _refresh(self) -> None:
        """Reads the log again after a failure, when only the store knows what was written."""
        if not self._in_step:
            if not await self._load():
                raise StoreFailed("the log of an open table is gone")
            self._broadcast()
            self.on_change(())

    async def look(self) -> None:
        """Reads what other nodes have written."""
        async with self._lock:
            await self._refresh()
            await self._catch_up()
            self._broadcast()

    async def _catch_up(self) -> bool:
        """Applies what other nodes have written; returns whether there was anything."""
        if not self._company.others_write:
            return False
        entries = await self._store.read_log(self.id, self.state.version)
        if entries:
            self._in_step = False  # until all are applied
            await self._portions.run(self._apply_all(entries, self.state))
            self._in_step = True
        return bool(entries)

    def _remember(self, entry: log.Entry, step: Step) -> None:
        self._history.append(step)
        self._commands[command_key(entry.by, entry.command)] = entry.version
        if len(self._commands) > HISTORY:
            del self._commands[next(iter(self._commands))]

    def _find_recent(self, by: str, command: str) -> int | None:
        """Returns the version that a recent command made."""
        return self._commands.get(command_key(by, command))

    async def _find_older(self, by: str, command: str | None) -> int | None:
        if command is None or self.state.version <= len(self._commands) + 1:
            return None
        return await self._store.find_command(self.id, by, command)

    def _addition(self, entry: log.Entry, happened: Iterable[TableEvent]) -> Addition:
        state = self.state
        ended = state.playing is None and any(isinstance(each, Ended) for each in happened)
        if isinstance(entry.event, NOT_LISTED) and not ended:
            return Addition(self.id, entry)
        listed = state.options.public and any(seat.guest is not None for seat in state.seats)
        return Addition(
            self.id,
            entry,
            summary=encode(table_summary(state)),
            listed=listed,
            seated=tuple((seat.guest, number) for number, seat in enumerate(state.seats) if seat.guest is not None),
            finished=finished_game(state) if ended else None,
        )

    # Listeners

    async def attach(self, listener: Listener, since: int | None) -> None:
        """Sends the listener what it has missed, and from now on every change. Raises if the guest may not watch."""
        async with self._lock:
            await self._refresh()
            await self._catch_up()
            self._broadcast()
            reason = why_not_admitted(self.state, listener.guest.id)
            if reason is not None:
                raise refusal(reason)
            self.listeners.append(listener)
            self._update(listener, since)

    def guests_here(self) -> Set[str]:
        """Returns the guests who are connected, here or at another node."""
        here = {listener.guest.id for listener in self.listeners if not listener.silent}
        return here | self._company.elsewhere(self.id)

    def is_here(self, guest: str) -> bool:
        return guest in self.guests_here()

    async def settle(self) -> None:
        """Waits until the running command is stored, or has failed."""
        async with self._lock:
            await self._refresh()

    def detach(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)

    async def sync(self, listener: Listener, since: int | None) -> None:
        async with self._lock:
            await self._refresh()
            self._update(listener, since)

    @property
    def version(self) -> int:
        """The version that was last sent."""
        return self._sent

    def _update(self, listener: Listener, since: int | None) -> None:
        steps = self._since(since)
        seat = self.state.seat_of(listener.guest.id)
        listener.send(self._encode().update(seat, None if steps is None else since, EventBatch(*steps or ())))

    def _encode(self) -> EncodedTable:
        """Returns the table as it is now; what has not changed since the last time is not encoded again."""
        if self._encoded is None or self._encoded.version != self.state.version:
            self._encoded = EncodedTable(self.state, self._encoded)
        return self._encoded

    def _since(self, version: int | None) -> list[Step] | None:
        """Returns what happened after a version; None if it is no longer known."""
        if version is None or not self.state.version - len(self._history) <= version <= self.state.version:
            return None
        missed = self.state.version - version
        if missed == 1:
            return [self._history[-1]]
        return list(self._history)[len(self._history) - missed :]

    def _broadcast(self) -> None:
        """Sends every listener the events that it does not know yet. Each seat's message is encoded once."""
        if self.state.version <= self._sent:
            return
        known, self._sent = self._sent, self.state.version
        steps = self._since(known)
        encoded, batch, messages = self._encode(), EventBatch(*steps or ()), dict[int | None, bytes]()
        for listener in list(self.listeners):
            reason = why_not_admitted(self.state, listener.guest.id)
            if reason is not None:
                listener.close(SENT_AWAY, reason)
                continue
            seat = self.state.seat_of(listener.guest.id)
            if seat not in messages:
                messages[seat] = encoded.update(seat, None if steps is None else known, batch)
            listener.send(messages[seat])
        self.on_change([event for step in steps or () for event in step.events])

    def send_to_all(self, message: bytes) -> None:
        for listener in list(self.listeners):
            listener.send(message)


def ignore_change(happened: Sequence[TableEvent]) -> None:
    pass


async def _run_to_end(work: Coroutine[Any, Any, None]) -> None:
    """Runs to completion even if the caller is cancelled."""
    await asyncio.shield(asyncio.get_running_loop().create_task(work))


def finished_game(state: TableState) -> FinishedGame:
    game = state.game
    assert game is not None
    assert game.outcome is not None
    outcome, record = game.outcome, state.record()
    return FinishedGame(
        number=state.number,
        record=to_line(record),
        proof=encode(state.proof()),
        edition=record.edition,
        names=tuple(seat.name for seat in record.seats),
        players=tuple(
            FinishedSeat(seat.guest, number, number in outcome.winners, outcome.points * (number in outcome.winners))
            for number, seat in enumerate(state.seats)
            if seat.guest is not None
        ),
    )
