"""All tables that people are at, and all who are there."""

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor

import msgspec

from skipbo.errors import Malformed
from skipbo.protocol import commands as asked
from skipbo.protocol.codes import describe
from skipbo.protocol.form import encode
from skipbo.protocol.messages import Done, NewTable, Refusal, TableSummary
from skipbo.server import log
from skipbo.server.deciding import check_options
from skipbo.server.fold import TableState
from skipbo.server.keeping import Keeper
from skipbo.server.limits import Buckets, Limits
from skipbo.server.room import NO_GUEST, Listener, Room, now
from skipbo.server.showing import show_summary
from skipbo.server.store import Addition, Guest, Store, StoreFailed
from skipbo.server.telemetry import Metrics, digest, tell

ID_BYTES = 16  # of a table: nobody finds one by guessing
THINKERS = 2
IDLE = 60.0  # seconds that an empty table stays in memory
LISTED = 100  # tables that the lobby shows at most
LISTED_FOR = 24 * 3600 * 1000  # milliseconds after its last change that a table is shown
RECHECK = 900.0  # seconds after which everybody is asked for their token again


class Hub:
    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.metrics = Metrics()
        self.rooms: dict[str, Room] = {}
        self.listeners: dict[str, list[Listener]] = {}  # by guest
        self.connections = 0
        self.commands_of_guests = Buckets(limits.guest_commands)
        self.chat_of_guests = Buckets(limits.chat)
        self.guests_of_address = Buckets(limits.guests)
        self.tables_of_guest = Buckets(limits.tables)
        self.requests_of_address = Buckets(limits.requests)
        self.handshakes_of_address = Buckets(limits.handshakes)
        self._keepers: dict[str, Keeper] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._thinkers = ThreadPoolExecutor(THINKERS, "bots")

    async def open_table(self, owner: Guest, wanted: NewTable, origin: log.Origin | None = None) -> str:
        """A new table whose owner sits down at once, if they want to. Raises `Malformed` where it cannot be."""
        check_options(wanted.options)
        if wanted.seat is not None and wanted.seat >= wanted.options.players:
            raise Malformed("table.seat", describe("table.seat"))
        table = secrets.token_urlsafe(ID_BYTES)
        opened = log.Opened(options=wanted.options, secret=secrets.token_bytes(32), origin=origin)
        entry = log.Entry(1, now(), owner.id, "open", opened)
        summary = encode(show_summary(TableState(table, entry)))
        await self.store.append(Addition(table, entry, summary))
        tell("table opened", table=digest(table), edition=wanted.options.edition, players=wanted.options.players)
        if wanted.seat is not None:
            room = await self.room(table)
            assert room is not None
            await room.handle(owner, asked.Sit(id="open-sit", seat=wanted.seat), _ignore)
            if wanted.ready:
                await room.handle(owner, asked.Ready(id="open-ready"), _ignore)
            self._release_later(room)
        return table

    async def room(self, table: str) -> Room | None:
        """A table, from its log where nobody is there yet; None if there is no such table."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room | None:
        try:
            room = await Room.load(table, self.store)
            if room is not None:
                self.rooms[table] = room
                self._keepers[table] = Keeper(room, self._thinkers, self.metrics)
            return room
        finally:
            del self._loading[table]

    async def enter(self, room: Room, listener: Listener, since: int | None) -> None:
        await room.attach(listener, since)
        self.listeners.setdefault(listener.guest.id, []).append(listener)
        self.connections += 1
        await self._keepers[room.id].arrived(listener)

    def leave(self, room: Room, listener: Listener) -> None:
        room.detach(listener)
        own = self.listeners.get(listener.guest.id, [])
        if listener in own:
            own.remove(listener)
            self.connections -= 1
            if not own:
                del self.listeners[listener.guest.id]
        keeper = self._keepers.get(room.id)
        if keeper is not None:
            keeper.left()
        if not room.listeners:
            self._release_later(room)

    def _release_later(self, room: Room) -> None:
        asyncio.get_running_loop().call_later(IDLE, self._release, room)

    def _release(self, room: Room) -> None:
        """Forgets a table that nobody is at: its log has it all."""
        if not room.busy and self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self._keepers.pop(room.id).end()

    def dismiss(self, guest: str, code: int) -> None:
        """Closes every socket of a guest."""
        for listener in list(self.listeners.get(guest, [])):
            listener.close(code)

    async def recheck(self) -> None:
        """Closes the sockets of those whose token is worth nothing any more, whoever has taken it away."""
        for listener in [each for own in self.listeners.values() for each in own]:
            if await self.store.find_guest(listener.token_hash) is None:
                listener.close(NO_GUEST)

    async def keep_checking(self) -> None:
        while True:
            await asyncio.sleep(RECHECK)
            try:
                await self.recheck()
            except StoreFailed as error:
                tell("store failed", logging.ERROR, why=str(error))

    async def lobby(self) -> list[TableSummary]:
        summaries = await self.store.list_tables(now() - LISTED_FOR, LISTED)
        return [msgspec.json.decode(summary, type=TableSummary) for summary in summaries]

    def close(self) -> None:
        for keeper in self._keepers.values():
            keeper.stop()
        self._thinkers.shutdown(cancel_futures=True)
        self.store.close()


def _ignore(answer: Done | Refusal) -> None:
    """The table itself tells what became of it."""
