"""All tables in memory, and the connections to them."""

import asyncio
import hmac
import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from skipbo.errors import Malformed
from skipbo.game.table import RULINGS
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import encode
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Done, Hint, NewTable, Refusal
from skipbo.server.json_log import digest, log_event
from skipbo.server.limits import LONGEST_SEARCH_DEBT, Buckets, Limits, Places
from skipbo.server.metrics import Metrics
from skipbo.server.nodes.company import HOUSEKEEPING, Alone, Company
from skipbo.server.portions import Portions
from skipbo.server.store import log
from skipbo.server.store.interface import Addition, Guest, Store, StoreFailed
from skipbo.server.table.chronicle import Chronicles
from skipbo.server.table.decider import check_options, seat_for_hint
from skipbo.server.table.hints import hint
from skipbo.server.table.keeper import Keeper
from skipbo.server.table.replays import replay
from skipbo.server.table.room import NO_GUEST, Listener, Room, now
from skipbo.server.table.state import TableState
from skipbo.server.table.thinkers import Thinkers
from skipbo.server.table.traced_room import traced_rooms
from skipbo.server.table.views import table_summary
from skipbo.server.tracing import Tracing

ID_BYTES = 16  # of a table's id, which nobody can guess
OPENER_BYTES = 8  # of a digest that stands for an address
IDLE = 60.0  # seconds that a table without connections stays in memory
LOADING = 8  # most tables that are loaded at a time: all of a table's log is in memory meanwhile
LISTED = 100  # most tables that the lobby shows
LISTED_FOR = 24 * 3600 * 1000  # milliseconds that the lobby shows a table after its last change
PATIENCE = 20.0  # seconds that a request waits for a starting server, before it is refused
LOOK_REST = 0.005  # seconds between two looks at a table that other nodes change
RECHECK = 900.0  # seconds between checks of all tokens in use
SILENT_AFTER = 4.4  # seconds after which a guest who is not heard counts as away, although the connection stands
GLANCE = 0.5  # seconds between two looks at who is silent: all in all, the others see it within five
PARTS = 10  # of a look at all tables, with rests between them, so that many connections delay no move


class NotReady(Exception):
    """The server is still compiling the rules."""


class Hub:
    def __init__(
        self,
        store: Store,
        limits: Limits,
        company: Company | None = None,
        tracing: Tracing | None = None,
        prepare_searches: Callable[[], None] | None = None,
    ) -> None:
        self.id = secrets.token_hex(8)  # different after every start
        self.ready = asyncio.Event()  # set when the rules are compiled
        self.ready.set()
        self.store = store
        self.company = company or Alone()
        self.limits = limits
        self.tracing = tracing
        self.metrics = Metrics(self._numbers)
        self.rooms: dict[str, Room] = {}
        self.listeners: dict[str, list[Listener]] = {}  # by guest
        self.connections = 0
        self.is_leaving = False  # it will stop soon, and still serves everybody
        self.sockets = Places(limits.connections, limits.connections_of_guest)
        self.sockets_of_address = Places(limits.connections, limits.connections_of_address)
        self.work_of_guest = Buckets(limits.guest_work)
        self.work_of_address = Buckets(limits.address_work)
        self.searching_of_address = Buckets(limits.searching, longest_debt=LONGEST_SEARCH_DEBT)
        self.commands_of_guests = Buckets(limits.guest_commands)
        self.chat_of_guests = Buckets(limits.chat)
        self.guests_of_address = Buckets(limits.guests)
        self.tables_of_guest = Buckets(limits.tables)
        self.tables_of_address = Buckets(limits.address_tables)
        self.requests_of_address = Buckets(limits.requests)
        self.handshakes_of_address = Buckets(limits.handshakes)
        self.hints_of_guest = Buckets(limits.hints)
        self.replays_of_address = Buckets(limits.replays)
        self.logs_of_address = Buckets(limits.logs)
        self._room_type = Room if tracing is None else traced_rooms(tracing)
        self._opener_key = secrets.token_bytes(32)
        self._keepers: dict[str, Keeper] = {}
        self._looking: dict[str, bool] = {}  # by table: whether it has changed again since the look began
        self._looks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._loaders = asyncio.Semaphore(LOADING)
        self._portions = Portions()
        self.thinkers = Thinkers(limits.searches, prepare_searches)
        self._replayer = ThreadPoolExecutor(1, "replays")  # one worker, so that replays cannot delay play
        self._chronicles = Chronicles(store, self._replayer)

    def prepare(self, work: Callable[[], None]) -> None:
        """Does some work in a thread. Until it is done, what needs a table waits; everything else is served."""
        loop = asyncio.get_running_loop()
        self.ready.clear()

        def run() -> None:
            try:
                work()
            finally:
                with suppress(RuntimeError):  # the event loop has ended
                    loop.call_soon_threadsafe(self.ready.set)

        threading.Thread(target=run, name="preparing", daemon=True).start()

    async def _until_ready(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.ready.wait()
        except TimeoutError:
            raise NotReady from None

    def spend(self, cost: float, address: str, guest: str | None = None) -> float:
        """Charges an address, and a guest, for work; returns the seconds that they are to wait for more of it."""
        debt = self.work_of_address.spend(address, cost)
        return debt if guest is None else max(debt, self.work_of_guest.spend(guest, cost))

    def share(self, cost: float, searched: float, listeners: Sequence[Listener]) -> float:
        """Charges all who are at a table for its bots; returns the seconds until one of them is not in debt."""

        def pay(listener: Listener) -> float:
            debt = self.spend(cost / len(listeners), listener.address, listener.guest.id)
            return max(debt, self.searching_of_address.spend(listener.address, searched / len(listeners)))

        return min(map(pay, listeners), default=0.0)

    def _numbers(self) -> dict[str, float]:
        return {
            "ready": self.ready.is_set(),
            "connections": self.connections,
            "connections_limit": self.limits.connections,
            "tables_loaded": len(self.rooms),
            "complaints": len(self.complaints()),
        } | self.store.numbers()

    def complaints(self) -> list[str]:
        """Returns what a host should look at although moves can be stored."""
        return [*self.store.complaints(), *self.company.complaints()]

    async def open_table(
        self, owner: Guest, wanted: NewTable, origin: log.Origin | None = None, address: str = ""
    ) -> str:
        """Opens a table and returns its id; its owner sits down if that is wanted. Raises `Malformed`."""
        await self._until_ready()
        check_options(wanted.options)
        if wanted.seat is not None and wanted.seat >= wanted.options.players:
            raise Malformed("table.seat", describe("table.seat"))
        table = secrets.token_urlsafe(ID_BYTES)
        opened = log.Opened(options=wanted.options, secret=secrets.token_bytes(32), origin=origin, rulings=RULINGS)
        entry = log.Entry(1, now(), owner.id, "open", opened)
        summary = encode(table_summary(TableState(table, entry)))
        await self.store.append(Addition(table, entry, summary, opener=self._opener(address)))
        log_event("table opened", table=digest(table), edition=wanted.options.edition, players=wanted.options.players)
        if wanted.seat is not None:
            room = await self.room(table)
            assert room is not None
            await room.handle(owner, asked.Sit(id="open-sit", seat=wanted.seat), _ignore)
            if wanted.ready:
                await room.handle(owner, asked.Ready(id="open-ready"), _ignore)
            self._release_later(room)
        return table

    def _opener(self, address: str) -> bytes | None:
        """Returns a digest by which tables of one address are known until the server stops, and the address never."""
        return hmac.digest(self._opener_key, address.encode(), "sha256")[:OPENER_BYTES] if address else None

    async def room(self, table: str) -> Room | None:
        """Returns a table, loaded from its log if it is not in memory; None if there is no such table."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room | None:
        try:
            await self._until_ready()
            async with self._loaders:
                room = await self._room_type.load(table, self.store, self._portions, self.company)
            if room is not None:
                self.rooms[table] = room
                self._keepers[table] = Keeper(room, self.thinkers, self.metrics, self.share, self.company)
            return room
        finally:
            del self._loading[table]

    def is_in_use(self, table: str) -> bool:
        return table in self.rooms or table in self._loading

    def known_turn(self, table: str) -> int | None:
        """Returns the seat in turn at a table that is in memory; None if it is not, or if no game is being played."""
        room = self.rooms.get(table)
        return None if room is None or room.state.playing is None else room.state.playing.turn

    def keeps_house(self) -> bool:
        return self.company.keeps(HOUSEKEEPING)

    def is_connected(self, guest: str) -> bool:
        return guest in self.listeners

    async def enter(self, room: Room, listener: Listener, since: int | None) -> None:
        await room.attach(listener, since)
        self.listeners.setdefault(listener.guest.id, []).append(listener)
        self.connections += 1
        self.company.arrive(room.id, listener.guest.id)
        await self._keepers[room.id].arrived(listener)

    def leave(self, room: Room, listener: Listener) -> None:
        room.detach(listener)
        own = self.listeners.get(listener.guest.id, [])
        if listener in own:
            own.remove(listener)
            self.connections -= 1
            if not listener.silent:
                self.company.leave(room.id, listener.guest.id)
            if not room.listeners:
                self.company.close(room.id)
            if not own:
                del self.listeners[listener.guest.id]
        keeper = self._keepers.get(room.id)
        if keeper is not None:
            keeper.left()
        if not room.listeners:
            self._release_later(room)

    async def keep_listening(self) -> None:
        while True:
            rooms = [*self.rooms.values()]
            for part in range(PARTS):
                await asyncio.sleep(GLANCE / PARTS)
                self._notice_silence(rooms[part::PARTS])

    def _notice_silence(self, rooms: Sequence[Room]) -> None:
        """Notices who has fallen silent, as a telephone without a network does, and who is heard again."""
        for room in rooms:
            if self._is_alone(room):
                continue
            for listener in room.listeners:
                if (listener.silence() >= SILENT_AFTER) != listener.silent:
                    self._note_silence(room, listener)

    def _is_alone(self, room: Room) -> bool:
        """Whether there is nobody but one listener, who need not be asked for signs of life: nobody misses them."""
        return len(room.listeners) == 1 and not room.listeners[0].silent and not self.company.elsewhere(room.id)

    def _note_silence(self, room: Room, listener: Listener) -> None:
        listener.silent = not listener.silent
        if listener.silent:
            self.company.leave(room.id, listener.guest.id)
            self._keepers[room.id].left()
        else:
            self.company.arrive(room.id, listener.guest.id)
            self._keepers[room.id].heard_again(listener)

    def _release_later(self, room: Room) -> None:
        asyncio.get_running_loop().call_later(IDLE, self._release, room)

    def _release(self, room: Room) -> None:
        """Removes a table without connections from memory."""
        if not room.busy and self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self._keepers.pop(room.id).end()

    # What other nodes do

    def table_changed(self, table: str, version: int) -> None:
        room = self.rooms.get(table)
        if room is None or version <= room.version:
            return
        if table in self._looking:
            self._looking[table] = True
        else:
            task = asyncio.get_running_loop().create_task(self._look(room))
            self._looks.add(task)
            task.add_done_callback(self._looks.discard)
            self._looking[table] = False

    async def _look(self, room: Room) -> None:
        """Looks at a table until nothing more is told of it; with rests, because a bell may say anything."""
        try:
            await room.look()
            while self._looking[room.id]:
                self._looking[room.id] = False
                await asyncio.sleep(LOOK_REST)
                await room.look()
        except StoreFailed as error:  # the next look at all logs will find it
            log_event("store failed", logging.ERROR, table=digest(room.id), why=str(error))
        finally:
            del self._looking[room.id]

    def people_changed(self, table: str) -> None:
        keeper = self._keepers.get(table)
        if keeper is not None:
            keeper.changed(())

    def disconnect_guest(self, guest: str, code: int) -> None:
        """Closes every connection of a guest."""
        for listener in list(self.listeners.get(guest, [])):
            listener.close(code)

    async def recheck(self) -> None:
        """Closes connections whose token has become invalid, even if another process has revoked it."""
        for listener in [each for own in self.listeners.values() for each in own]:
            if await self.store.find_guest(listener.token_hash) is None:
                listener.close(NO_GUEST)

    async def keep_checking(self) -> None:
        while True:
            await asyncio.sleep(RECHECK)
            try:
                await self.recheck()
            except StoreFailed as error:
                log_event("store failed", logging.ERROR, why=str(error))

    async def lobby(self) -> list[bytes]:
        """Returns the summaries of the public tables."""
        return list(await self.store.list_tables(now() - LISTED_FOR, LISTED, self.limits.listed_of_address))

    async def rename(self, guest: Guest) -> None:
        """Renames a guest, on open connections too. Seats already taken keep the old name."""
        await self.store.rename_guest(guest)
        for listener in self.listeners.get(guest.id, ()):
            listener.guest = guest

    async def hint(self, table: str, guest: Guest) -> Hint | None:
        """Returns the move that the planner would play for a guest; None if there is no such table."""
        room = await self.room(table)
        if room is None:
            return None
        if not room.listeners:
            self._release_later(room)
        await room.look()  # a hint must not show what is not stored yet
        state = room.state
        seat = seat_for_hint(state, guest)
        assert state.game is not None
        view = state.game.view(seat)
        return await asyncio.get_running_loop().run_in_executor(self.thinkers.quick, hint, view, state.version)

    async def log(self, table: str, guest: Guest) -> bytes | None:
        """Returns the encoded log of a table as a guest may see it; None if there is no such table."""
        room = await self.room(table)
        if room is None:
            return None
        if not room.listeners:
            self._release_later(room)
        return await self._chronicles.log(table, room.version, guest)

    async def replay(self, record: bytes, number: int) -> bytes:
        await self._until_ready()
        return await asyncio.get_running_loop().run_in_executor(self._replayer, replay, record, number)

    def close(self) -> None:
        for keeper in self._keepers.values():
            keeper.stop()
        self.thinkers.close()
        self._replayer.shutdown(cancel_futures=True)
        self.store.close()
        if self.tracing is not None:
            self.tracing.close()


def _ignore(answer: Done | Refusal) -> None:
    """Ignores the answer to a command, because the table shows the result."""
