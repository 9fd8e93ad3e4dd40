"""A table that people are at: commands come in one after another, are stored, and only then seen by anybody."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Protocol

from skipbo.errors import Malformed, OutOfDate, SkipboError
from skipbo.game.event import Ended
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import encode
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import Done, Kind, Refusal
from skipbo.record import to_line
from skipbo.server.metrics import digest, tell
from skipbo.server.store import log
from skipbo.server.store.interface import Addition, Conflict, FinishedGame, FinishedSeat, Guest, Store, StoreFailed
from skipbo.server.table.decider import decide, refusal
from skipbo.server.table.state import TableState
from skipbo.server.table.views import EncodedTable, EventBatch, show_summary

PORTION = 100  # entries of a long log that are taken at once: then other tables have their turn
HISTORY = 32  # how many entries a client may have missed and still be told what happened
SERVER = ""  # who is said to have given the commands of the server itself
NO_GUEST, SENT_AWAY = 4001, 4003  # why a socket is closed
NOT_LISTED = (log.Moved, log.Said)  # what changes nothing that the lobby shows

Decision = Callable[[TableState], log.LogEvent]
Reply = Callable[[Done | Refusal], None]


class Listener(Protocol):
    """Somebody who looks at the table."""

    guest: Guest
    token_hash: bytes

    def send(self, message: bytes) -> None: ...

    def close(self, code: int, reason: str = "") -> None: ...


def named(by: str, command: str) -> str:
    """A command: clients choose its id, each for themselves."""
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
    def __init__(self, table: str, store: Store) -> None:
        self.id = table
        self.listeners: list[Listener] = []
        self.state: TableState  # to be looked at by this class, and by who is told of a change
        self.on_change: Callable[[Sequence[TableEvent]], None] = nobody_listens
        self._store = store
        self._lock = asyncio.Lock()
        self._happened: deque[list[TableEvent]] = deque(maxlen=HISTORY)  # in each of the latest entries
        self._commands: dict[str, int] = {}  # of these entries, and the versions they made
        self._whole = False  # whether the state is that of the store
        self._told = 0  # the version that the listeners know
        self._encoded: EncodedTable | None = None  # the table as it was last sent

    @classmethod
    async def load(cls, table: str, store: Store) -> "Room | None":
        """The table from its log; None if there is no such table."""
        room = cls(table, store)
        if not await room._load():
            return None
        room._told = room.state.version
        return room

    async def _load(self) -> bool:
        entries = await self._store.read_log(self.id)
        if not entries:
            return False
        state = TableState(self.id, entries[0])
        self._commands.clear()
        self._happened.clear()
        for number, entry in enumerate(entries[1:], 1):
            self._remember(entry, state.apply(entry))
            if number % PORTION == 0:
                await asyncio.sleep(0)
        self.state = state
        self._encoded = None
        self._whole = True
        return True

    @property
    def busy(self) -> bool:
        return bool(self.listeners) or self._lock.locked()

    # Commands

    async def handle(self, guest: Guest, command: asked.TableCommand, reply: Reply) -> None:
        """Does what a guest asks, or says why not. Not to be cancelled: others wait to be told."""
        await self._do(guest.id, command.id, lambda state: decide(state, guest, command), reply)

    async def act(self, decision: Decision) -> bool:
        """Does what the server itself wants; answers whether it was done."""
        answers: list[Done | Refusal] = []
        await _surely(self._do(SERVER, None, decision, answers.append))
        return isinstance(answers[0], Done)

    async def _do(self, by: str, command: str | None, decision: Decision, reply: Reply) -> None:
        async with self._lock:
            try:
                answer = await self._judge(by, command, decision)
            except StoreFailed as error:
                self._whole = False
                tell("store failed", logging.ERROR, table=digest(self.id), why=str(error))
                answer = Refusal(command, Kind.FAILED, "store")
            except Exception as error:  # a defect of ours harms one command, not the table
                self._whole = False
                tell("command failed", logging.ERROR, error=error, table=digest(self.id))
                answer = Refusal(command, Kind.FAILED, "server")
            except asyncio.CancelledError:  # the server ends: only the store knows how far this has come
                self._whole = False
                raise
            reply(answer)
            if self._whole:
                self._broadcast()

    async def _judge(self, by: str, command: str | None, decision: Decision) -> Done | Refusal:
        """Decides, and stores what was decided; a command that is in the log already has its answer there."""
        while True:
            if not self._whole:
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
                known = await self._find_older(by, command)
                return refused(error, command, version) if known is None else Done(entry_id, known)
            try:
                await self._store.append(self._addition(entry, happened))
            except Conflict:  # by another server, or the command is older than what we remember
                self._whole = False
                known = None if command is None else await self._store.find_command(self.id, by, command)
                if known is not None:
                    await self._refresh()
                    return Done(entry_id, known)
                continue
            self._remember(entry, happened)
            return Done(entry_id, entry.version)

    async def _refresh(self) -> None:
        """After a failure only the store knows what was written."""
        if not self._whole:
            await self._load()
            self._broadcast()
            self.on_change(())

    def _remember(self, entry: log.Entry, happened: list[TableEvent]) -> None:
        self._happened.append(happened)
        self._commands[named(entry.by, entry.command)] = entry.version
        if len(self._commands) > HISTORY:
            del self._commands[next(iter(self._commands))]

    def _find_recent(self, by: str, command: str) -> int | None:
        """The version at which a command was done, if that is not long past."""
        return self._commands.get(named(by, command))

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
            summary=encode(show_summary(state)),
            listed=listed,
            seated=tuple((seat.guest, number) for number, seat in enumerate(state.seats) if seat.guest is not None),
            finished=finished_game(state) if ended else None,
        )

    # Listeners

    async def attach(self, listener: Listener, since: int | None) -> None:
        """From now on the listener is told everything; first, what it has missed. Raises where it may not look."""
        async with self._lock:
            await self._refresh()
            reason = self._unwelcome(listener.guest.id)
            if reason is not None:
                raise refusal(reason)
            self.listeners.append(listener)
            self._update(listener, since)

    def _unwelcome(self, guest: str) -> str | None:
        """Why somebody may not be here; None for everybody else."""
        if guest in self.state.kicked:
            return "kicked"
        return None if self.state.options.spectators or self._may_sit(guest) else "spectators"

    def _may_sit(self, guest: str) -> bool:
        state = self.state
        free = any(state.may_be_taken(number) for number in range(len(state.seats))) and not state.locked
        return state.seat_of(guest) is not None or guest == state.owner or free

    async def settle(self) -> None:
        """Waits until what is being written is written, or known not to be."""
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
        """The version that everybody may know of."""
        return self._told

    def _update(self, listener: Listener, since: int | None) -> None:
        happened = self._since(since)
        seat = self.state.seat_of(listener.guest.id)
        listener.send(self._encode().update(seat, None if happened is None else since, EventBatch(happened or ())))

    def _encode(self) -> EncodedTable:
        """Returns the table as it is now; what has not changed since the last time is not encoded again."""
        if self._encoded is None or self._encoded.version != self.state.version:
            self._encoded = EncodedTable(self.state, self._encoded)
        return self._encoded

    def _since(self, version: int | None) -> list[TableEvent] | None:
        """What happened after a version; None if that is not known any more."""
        if version is None or not self.state.version - len(self._happened) <= version <= self.state.version:
            return None
        missed = self.state.version - version
        if missed == 1:
            return self._happened[-1]
        return [each for happened in list(self._happened)[len(self._happened) - missed :] for each in happened]

    def _broadcast(self) -> None:
        """Tells all listeners what they do not know yet. Each seat's message is made once."""
        if self.state.version <= self._told:
            return
        known, self._told = self._told, self.state.version
        happened = self._since(known)
        encoded, batch, messages = self._encode(), EventBatch(happened or ()), dict[int | None, bytes]()
        for listener in list(self.listeners):
            reason = self._unwelcome(listener.guest.id)
            if reason is not None:
                listener.close(SENT_AWAY, reason)
                continue
            seat = self.state.seat_of(listener.guest.id)
            if seat not in messages:
                messages[seat] = encoded.update(seat, None if happened is None else known, batch)
            listener.send(messages[seat])
        self.on_change(happened or ())

    def tell_all(self, message: bytes) -> None:
        for listener in list(self.listeners):
            listener.send(message)


def nobody_listens(happened: Sequence[TableEvent]) -> None:
    pass


async def _surely(doing: Coroutine[Any, Any, None]) -> None:
    """To the end, even if who asked for it goes away meanwhile."""
    await asyncio.shield(asyncio.get_running_loop().create_task(doing))


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
