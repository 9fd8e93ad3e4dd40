"""Drives a table while anyone is connected: bot moves, turn clocks, absence timers.

Every node with connections to a table watches its clocks, which people see; only the one that keeps the table acts.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence, Set
from functools import partial
from typing import Any, TypeVar

from skipbo.bots.bot import Bot
from skipbo.game.kitchen.act import STAND
from skipbo.game.view import View
from skipbo.protocol.codec import encode
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import Presence
from skipbo.server.json_log import digest, log_event
from skipbo.server.limits import BOT_MOVE, SECOND_OF_THINKING
from skipbo.server.metrics import Metrics
from skipbo.server.nodes.company import Company
from skipbo.server.store.interface import Damaged, Guest, StoreFailed
from skipbo.server.store.log import ABSENCE, CLOCK
from skipbo.server.table.decider import bot_calls, bot_plays, come_back, substitute, withhold
from skipbo.server.table.room import Listener, Room, ignore_change, now
from skipbo.server.table.thinkers import Thinkers, searches

Share = Callable[[float, float, Sequence[Listener]], float]
Thought = TypeVar("Thought")

NO_CLOCK: tuple[int, int | None] = (0, None)  # otherwise when the turn began, and the seat in turn
STAND_IN = "eager"  # plays a move that another bot has failed to choose
FAIR_MOMENT = 4.0  # seconds in which people can call a turn out of order before a bot plays on
WITHOUT_PEOPLE = 0.9  # seconds before each move if bots play for everybody: whoever comes back shall find the game
RETRY = 1.0  # seconds until a bot tries again, or takes over, after a failure
TIME_TO_SHOW = 10.0  # seconds for the seats to show their entropy; a page that is being reloaded needs some
SHORTEST = 0.001  # seconds of a timer: uvloop makes one of 0 seconds that cannot say when it is due


def choose(bot: Bot, view: View) -> str:
    """Returns a bot's move. It may take long: run it in a thread."""
    return str(bot.act(view))


def notice(bot: Bot, view: View) -> str | None:
    call = bot.notices(view)
    return None if call is None else str(call)


def timed(think: Callable[[Bot, View], Thought], bot: Bot, view: View) -> tuple[Thought, float]:
    """Returns what a bot thinks, and the seconds of the processor's time that it took."""
    begun = time.thread_time()
    thought = think(bot, view)
    return thought, time.thread_time() - begun


class Keeper:
    """`share` charges those at the table for work of the bots, and for seconds of searching.

    It returns the seconds until the bots go on.
    """

    def __init__(self, room: Room, thinkers: Thinkers, metrics: Metrics, share: Share, company: Company) -> None:
        self._room = room
        self._company = company
        self._thinkers = thinkers
        self._metrics = metrics
        self._share = share
        self._debt = 0.0
        self._loop = asyncio.get_running_loop()
        self._bots: dict[tuple[int, str], Bot] = {}
        self._move: asyncio.Task[None] | None = None
        self._move_for = 0
        self._thought: asyncio.Future[Any] | None = None  # the last one; its thread goes on if nobody waits any more
        self._preparing: asyncio.Task[None] | None = None
        self._noticing: asyncio.Task[None] | None = None
        self._mistakes: frozenset[int] = frozenset()  # the seats that could be called at the last look
        self._others: set[asyncio.Task[None]] = set()
        self._away: dict[int, asyncio.TimerHandle] = {}
        self._returning: set[str] = set()  # the guests who get their seats back just now
        self._clock: asyncio.TimerHandle | None = None
        self._clock_for = NO_CLOCK
        self._showing: asyncio.TimerHandle | None = None
        self._showing_for = 0  # the version since which the seats show their entropy
        self._loaded_at = now()
        self._presence = b""  # as it was last sent
        self._arranged_at = 0  # the version of the table at the last look at people
        room.on_change = self.changed

    # Connections

    async def arrived(self, listener: Listener) -> None:
        """Gives the seat back to a player who returns, and sends presence."""
        room, guest = self._room, listener.guest
        seat = room.state.seat_of(guest.id)
        if seat is not None and room.state.seats[seat].bot is not None:
            await room.act(partial(come_back, guest=guest))
        await room.settle()  # do not look at what is not stored yet
        presence = self._presence
        self.changed(())
        if self._presence == presence:  # otherwise it has just been sent to everybody
            listener.send(presence)

    def heard_again(self, listener: Listener) -> None:
        """A listener that had fallen silent is heard: it was never gone, but a bot may play for its guest by now."""
        self._spawn(self._receive_again(listener))

    async def _receive_again(self, listener: Listener) -> None:
        try:
            await self._room.look()  # other nodes did not count it among ours meanwhile
            await self.arrived(listener)
        except StoreFailed:
            await self._look_again()

    def left(self) -> None:
        if self._room.listeners:
            self._spawn(self._look_again())
        else:
            self.stop()

    async def _look_again(self) -> None:
        """Looks at the table as it is stored, as soon as the store answers. Nobody may come to wake it."""
        while True:
            try:
                await self._room.settle()
                break
            except Damaged:
                return
            except StoreFailed:
                await asyncio.sleep(RETRY)
        self.changed(())

    def stop(self) -> None:
        for task in (self._move, *self._others):
            if task is not None:
                task.cancel()
        for timer in (self._clock, self._showing, *self._away.values()):
            if timer is not None:
                timer.cancel()
        self._move, self._clock, self._clock_for = None, None, NO_CLOCK
        self._showing, self._showing_for = None, 0
        self._away.clear()

    def end(self) -> None:
        self.stop()
        self._room.on_change = ignore_change

    def changed(self, happened: Sequence[TableEvent]) -> None:
        """Reacts to a change of the table, or of its connections."""
        if not self._room.listeners:
            self.stop()
            return
        state = self._room.state
        if state.options.clock is not None or not happened or self._arranged_at != state.arranged_at:
            self._arranged_at = state.arranged_at
            self._watch_people()
        self._watch_mistakes()
        self._let_bot_move()

    def _watch_people(self) -> None:
        """Looks at absence, clocks, shuffles and presence. A move changes none of these at a table without clocks."""
        here = self._room.guests_here()
        self._watch_searches()
        self._watch_absence(here)
        self._watch_returns()
        self._watch_clock()
        self._watch_showing()
        self._send_presence(here)

    def _send_presence(self, here: Set[str]) -> None:
        room = self._room
        seated = {seat.guest for seat in room.state.seats}
        message = encode(
            Presence(
                here=[seat.guest in here for seat in room.state.seats],
                grace=[self._left_of(self._away.get(number)) for number in range(len(room.state.seats))],
                spectators=len(here - seated),
                clock=self._left_of(self._clock),
                preparing=self._preparing is not None,
            )
        )
        if message != self._presence:
            self._presence = message
            room.send_to_all(message)

    def _left_of(self, timer: asyncio.TimerHandle | None) -> float | None:
        return None if timer is None else max(0.0, round(timer.when() - self._loop.time()))

    # Absence and clocks

    def _watch_absence(self, here: Set[str]) -> None:
        state = self._room.state
        playing = state.playing is not None
        for number, seat in enumerate(state.seats):
            waits = playing and seat.person_plays and seat.guest not in here
            if waits and number not in self._away:
                self._away[number] = self._timer(state.options.grace, number, ABSENCE)
            elif not waits and number in self._away:
                self._away.pop(number).cancel()

    def _watch_returns(self) -> None:
        """Gives their seats back to players who are here.

        A bot was let play in the moment in which they came, or by a node that did not know of them yet.
        """
        missed = {seat.guest for seat in self._room.state.seats if seat.missed} - self._returning
        for listener in self._room.listeners if missed else ():
            if listener.guest.id in missed and not listener.silent:
                missed.discard(listener.guest.id)
                self._returning.add(listener.guest.id)
                self._spawn(self._give_back(listener.guest))

    async def _give_back(self, guest: Guest) -> None:
        try:
            if await self._room.act(partial(come_back, guest=guest)):
                return
            await asyncio.sleep(RETRY)  # it is not stored, or they have left again
        finally:
            self._returning.discard(guest.id)
        await self._look_again()

    def _watch_clock(self) -> None:
        """Starts the clock of a turn, which does not run while the table is not loaded."""
        state = self._room.state
        seat = state.acting_seat()
        limit, clock = state.options.clock, state.clock
        if seat is None or not state.seats[seat].person_plays:
            clock = None
        wanted: tuple[int, int | None] = NO_CLOCK if clock is None else (clock.turn_at, seat)
        if wanted == self._clock_for:
            return
        self._clock_for = wanted
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if clock is not None and limit is not None and seat is not None:
            used = (now() - max(clock.turn_at, self._loaded_at)) / 1000
            self._clock = self._timer(limit - used, seat, CLOCK)

    def _watch_showing(self) -> None:
        """Ends the wait for entropy after some seconds. They begin anew when the table was left by everybody."""
        since = self._room.state.showing_at
        if since == self._showing_for:
            return
        self._showing_for = since
        if self._showing is not None:
            self._showing.cancel()
            self._showing = None
        if since:
            self._showing = self._loop.call_later(TIME_TO_SHOW, lambda: self._spawn(self._end_showing(since)))

    async def _end_showing(self, since: int) -> None:
        if not self._keeps:
            self._showing, self._showing_for = None, 0
        elif not await self._room.act(partial(withhold, since=since)):  # all is shown, or it could not be stored
            self._showing_for = 0
            await self._look_again()

    def _timer(self, seconds: float, seat: int, why: str) -> asyncio.TimerHandle:
        return self._loop.call_later(max(seconds, SHORTEST), self._replace, seat, why)

    def _replace(self, seat: int, why: str) -> None:
        if why == CLOCK:
            self._clock = None
        self._spawn(self._try_to_replace(seat, why))

    @property
    def _keeps(self) -> bool:
        """Whether this node acts. When that changes, it looks at the table again."""
        return self._company.keeps(self._room.id)

    async def _try_to_replace(self, seat: int, why: str) -> None:
        if not self._keeps or not await self._room.act(partial(substitute, seat=seat, why=why)):
            await asyncio.sleep(RETRY)  # it was too late, or is not stored, or others do it
        self._away.pop(seat, None)
        if self._clock is None:
            self._clock_for = NO_CLOCK  # start it again
        await self._look_again()

    # Bots

    def _let_bot_move(self) -> None:
        state = self._room.state
        seat = state.acting_seat()
        bot = None if seat is None or not self._keeps else state.seats[seat].bot
        if self._move is not None and (bot is None or self._move.done() or self._move_for != state.played_at):
            self._move.cancel()
            self._move = None
        if bot is not None and seat is not None and self._move is None:
            self._move_for = state.played_at
            self._move = self._spawn(self._bot_moves(seat, bot, state.version))

    async def _bot_moves(self, seat: int, bot: str, version: int) -> None:
        room = self._room
        await asyncio.sleep(max(self._pace, self._debt, FAIR_MOMENT if self._people_may_call() else 0))
        if self._noticing is not None:
            await asyncio.wait([self._noticing])
        game, move = room.state.playing, None
        if game is not None and room.state.played_at <= version and self._keeps:
            move = await self._choose(seat, bot, game.view(seat))
        self._move = None  # do not cancel it any more
        if move is not None and await room.act(partial(bot_plays, seat=seat, move=move, version=version)):
            self._metrics.bot_moves += 1
        else:  # what was seen is not stored, or was too late
            await asyncio.sleep(RETRY)
            await self._look_again()

    async def _choose(self, seat: int, bot: str, view: View) -> str:
        try:
            if searches(bot):
                await self._thinkers.until_prepared()
            return await self._think(choose, self._bot(seat, bot), view)
        except Exception as error:  # a defect of a bot must not stop the table
            self._report("bot failed", error, bot=bot)
            return await self._think(choose, Bot(STAND_IN), view)

    async def _think(self, think: Callable[[Bot, View], Thought], bot: Bot, view: View) -> Thought:
        """Returns what a bot thinks, which is paid for even if nobody waits for it any more."""
        while self._thought is not None:  # a bot must not think twice at a time, and a table has one place in the queue
            await asyncio.wait([self._thought])
        long = think is choose and searches(bot.name)
        threads = self._thinkers.searching if long else self._thinkers.quick
        self._metrics.bots_thinking += 1
        self._thought = self._loop.run_in_executor(threads, timed, think, bot, view)
        self._thought.add_done_callback(partial(self._pay, searched=long))
        thought: Thought = (await asyncio.shield(self._thought))[0]
        return thought

    def _pay(self, thought: asyncio.Future[Any], *, searched: bool) -> None:
        self._thought = None
        self._metrics.bots_thinking -= 1
        if not thought.cancelled() and thought.exception() is None:
            seconds: float = thought.result()[1]
            work = BOT_MOVE + (0 if searched else SECOND_OF_THINKING * seconds)
            self._debt = self._share(work, seconds if searched else 0.0, self._room.listeners)

    def _watch_searches(self) -> None:
        """Prepares searches as soon as a bot sits here that needs them, and not only when it is in turn."""
        if self._preparing is None and not self._thinkers.can_search:
            bots = [seat.bot for seat in self._room.state.seats if seat.bot is not None]
            if any(map(searches, bots)):
                self._preparing = self._spawn(self._prepare_searches())

    async def _prepare_searches(self) -> None:
        try:
            await self._thinkers.until_prepared()
        finally:
            self._preparing = None
        await self._look_again()

    @property
    def _pace(self) -> float:
        state = self._room.state
        people_play = any(seat.person_plays for seat in state.seats)
        return max(state.options.pace / 1000, 0 if people_play else WITHOUT_PEOPLE)

    # Mistakes at a kitchen table

    def _people_may_call(self) -> bool:  # rule: ruling.irregular-window
        """Returns whether somebody could call a turn out of order that is over, and has not said anything yet."""
        state, game = self._room.state, self._room.state.playing
        if game is None or not game.allows_mistakes:
            return False
        return any(seat.person_plays and STAND in game.legal_acts(number) for number, seat in enumerate(state.seats))

    def _watch_mistakes(self) -> None:
        """Lets the bots notice a mistake when it is made, or when the table is loaded while it can be called."""
        game, before = self._room.state.playing, self._mistakes
        self._mistakes = frozenset(
            seat
            for seat in range(len(self._room.state.seats))
            if game is not None and game.allows_mistakes and game.can_be_called(seat)
        )
        if self._mistakes - before and self._keeps:
            self._noticing = self._spawn(self._let_bots_notice())

    async def _let_bots_notice(self) -> None:
        """Gives each bot one chance to notice a mistake; the first to notice calls, whatever was done since."""
        room = self._room
        await asyncio.sleep(self._pace)
        for number, seat in enumerate(room.state.seats):
            game = room.state.playing
            if seat.bot is None or game is None:
                continue
            call = await self._think(notice, self._bot(number, seat.bot), game.view(number))
            if call is not None:
                await room.act(partial(bot_calls, seat=number, call=call))
                return

    def _bot(self, seat: int, name: str) -> Bot:
        key = (seat, name)
        if key not in self._bots:
            self._bots[key] = Bot(name, vigilance=self._room.state.options.vigilance)
        return self._bots[key]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._others.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Reports a defect, and looks at the table again: nobody else would."""
        self._others.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._report("table failed", error)
            self._loop.call_later(RETRY, self.changed, ())

    def _report(self, what: str, error: BaseException, **details: str) -> None:
        self._metrics.defects += 1
        log_event(what, logging.ERROR, error=error, table=digest(self._room.id), **details)
