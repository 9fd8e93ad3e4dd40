"""Guests who cheat at a real server whose time a test lets pass, and a judge who knows only what they were sent."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from skipbo.client import Account, Refused
from skipbo.game.event import HIDING, Dealt, Drew, Exposed, Overdrew, Penalised, Shuffled, TurnBegan, Turned
from skipbo.protocol import commands as asked
from skipbo.protocol import events
from skipbo.protocol.codec import decode_message, encode
from skipbo.protocol.messages import Done, GameView, Pong, Refusal, Update
from tests.server.server_process import InThread

Result = TypeVar("Result")

EPOCH = 1_700_000_000
REVEALING = (Drew, Turned, Shuffled, Overdrew, Exposed, Penalised)
TOLERANCE = 3.0  # seconds: steps of time, and the moment in which a bot takes over
RETRY = 2.0  # seconds for each failure of the disk, which delays what must be stored
PATIENCE = 20.0  # seconds in which a bot in turn must have moved: pace, a fair moment, and some retries


class StoppedClock:
    """The time of a server: it stands still unless somebody lets it pass."""

    def __init__(self) -> None:
        self.passed = 0.0
        self._from = time.monotonic()
        self._real: float | None = None

    def stop(self, server: InThread) -> None:
        server._loop.time = self._time  # type: ignore[method-assign]

    def run(self) -> None:
        """Lets time pass by itself again, from where it is."""
        self._real = time.monotonic()

    def _time(self) -> float:
        return self._from + self.passed + (0 if self._real is None else time.monotonic() - self._real)

    # In place of the module `time`, where tables ask for the date

    def time_ns(self) -> int:
        return int((EPOCH + self.passed) * 1_000_000_000)


class AtOnce(Executor):
    """Runs everything at once, so that bots have thought when the loop goes on."""

    def submit(self, work: Callable[..., Result], /, *arguments: Any, **named: Any) -> "Future[Result]":
        done: Future[Result] = Future()
        try:
            done.set_result(work(*arguments, **named))
        except Exception as error:
            done.set_exception(error)
        return done


async def settle(server: InThread) -> None:
    """Waits until nothing happens at any table unless time passes."""
    for _time in range(3):
        for room in list(server.hub.rooms.values()):
            async with room._lock:  # `Room.settle` would do what the server may have forgotten to do
                pass
        for _round in range(20):
            await asyncio.sleep(0)


class Cheater:
    """A guest with a socket, who hands everything to the judge."""

    def __init__(self, account: Account, name: str, judge: "Judge") -> None:
        self.account = account
        self.name = name
        self.judge = judge
        self.table = ""
        self.seen: Update | None = None
        self._socket: ClientConnection | None = None
        self._open = ExitStack()

    @property
    def connected(self) -> bool:
        return self._socket is not None

    def connect(self, table: str, since: int | None = None) -> None:
        """Watches a table, if that is allowed."""
        self.disconnect()
        self.table, self.seen = table, None
        with suppress(InvalidStatus):
            socket = connect(
                self.account.socket_address(table, since),
                additional_headers=self.account.headers,
                compression=None,
                proxy=None,
                max_queue=None,
            )
            self._socket = self._open.enter_context(socket)
            self.send(asked.Ping())

    def disconnect(self) -> None:
        self._socket = None
        self._open.close()

    def send(self, command: asked.Command) -> Done | Refusal | Pong | None:
        """Returns the answer, or None without a connection."""
        self.begin(command)
        return self.finish()

    def begin(self, command: asked.Command) -> None:
        """Sends a command; the answer is for `finish`, so that others can ask meanwhile."""
        with suppress(ConnectionClosed):
            if self._socket is not None:
                self._socket.send(encode(command).decode())

    def finish(self) -> Done | Refusal | Pong | None:
        try:
            while self._socket is not None:
                message = decode_message(self._socket.recv(20))
                if isinstance(message, Update):
                    self.read(message)
                elif isinstance(message, Done | Refusal | Pong):
                    return message
        except ConnectionClosed:
            self._socket = None
        return None

    def read(self, update: Update) -> None:
        self.seen = update
        self.judge.hear(self, update)

    @property
    def seat(self) -> int | None:
        return None if self.seen is None or self.seen.own is None else self.seen.own.seat

    @property
    def version(self) -> int:
        return 0 if self.seen is None else self.seen.version

    def look_at_cards(self, game: int) -> None:
        """Asks for everything that shows all hands, which is for finished games."""
        for ask in (self.account.replay, self.account.record, self.account.proof):
            with suppress(Refused):
                ask(self.table, game)
                self.judge.shown_openly(self.table, game)


class Watcher(Cheater):
    """A guest who only watches, and sees every version of the table."""

    def read(self, update: Update) -> None:
        super().read(update)
        self.judge.watch(self.table, update)


@dataclass
class Turns:
    """The turns of a game as somebody sees them who only watches, and the time that people took for each."""

    begun: list[tuple[int, int]] = field(default_factory=list)  # the moves before each turn, and its seat
    spent: dict[tuple[int, int], float] = field(default_factory=dict)
    over: set[tuple[int, int]] = field(default_factory=set)  # those that a bot finishes, because their time was over
    revealing: list[bool] = field(default_factory=list)  # whether each move showed a card


class Judge:
    """Knows what every guest was sent, and what a guest who only watches has seen of the table."""

    def __init__(self, clock: StoppedClock) -> None:
        self.clock = clock
        self.hands: dict[tuple[str, str, int], set[int]] = {}  # by guest, table and game: the seats whose cards came
        self.finished: set[tuple[str, int]] = set()
        self.failures = 0  # of the disk, since the last look
        self.agreed: set[int] = set()  # the seats that have agreed to the undo that is asked for
        self._asked: set[int] = set()  # the seats that must agree
        self._games: dict[tuple[str, int], Turns] = {}
        self._watched: Update | None = None
        self._watched_at = 0.0

    # Hidden cards

    def hear(self, guest: Cheater, update: Update) -> None:
        """A guest gets the cards of one hand in a game, and those only of a seat that they hold."""
        game = update.game
        if game is None:
            return
        if game.outcome is not None:  # from now on everybody may see all hands of it
            self.finished.add((guest.table, game.number))
            return
        number, own = game.number, update.own
        shown: list[tuple[int, int]] = []
        for event in reversed(update.happened):
            if isinstance(event, Dealt):
                shown.append((number, -1))
                number -= 1
            elif isinstance(event, HIDING) and (event.cards if isinstance(event, Drew) else event.card) is not None:
                shown.append((number, event.seat))
        if own is not None and own.hand:
            shown.append((game.number, own.seat))
        for played, seat in shown:
            known = self.hands.setdefault((guest.name, guest.table, played), set())
            known |= {seat} - {-1}
            assert len(known) <= 1, f"{guest.name} has seen the hands of seats {sorted(known)} in one game"
        drawn = {seat for played, seat in shown if played == game.number and seat >= 0}
        assert not drawn or (own is not None and drawn == {own.seat}), f"{guest.name} saw cards of seats {drawn}"

    def shown_openly(self, table: str, game: int) -> None:
        assert (table, game) in self.finished, "the hands of a game were shown before its end"

    # What is undone, and the time that turns take

    def watch(self, table: str, update: Update) -> None:
        """Looks at the table through somebody who only watches; every version comes this way."""
        self.let_time_pass(table)
        self._watched, self._watched_at = update, self.clock.passed
        game = update.game
        if game is None:
            return
        assert update.own is None
        turns = self._games.get((table, game.number))
        if turns is None:
            turns = self._games[table, game.number] = Turns([(game.moves, game.turn)], revealing=[True] * game.moves)
        self._watch_undo(update, game, turns)
        turns.revealing += [any(isinstance(each, REVEALING) for each in update.happened)] * (
            game.moves - len(turns.revealing)
        )
        if any(isinstance(each, TurnBegan) for each in update.happened) and turns.begun[-1][0] < game.moves:
            turns.begun.append((game.moves, game.turn))
            turns.over.discard(turns.begun[-1])
            for turn in [turn for turn in turns.spent if turn[0] > game.moves]:
                del turns.spent[turn]  # it was undone, and the game has gone another way
        for event in update.happened:
            if isinstance(event, events.Substituted) and event.why == "clock" and event.seat == game.turn:
                turns.over.add(turns.begun[-1])

    def moved(self, guest: Cheater, version: int) -> None:
        """A person has made a move at a version; whoever only watches does not know it yet."""
        update = self._watched
        if update is None or update.version < version:
            return  # the turn may have begun after what was watched
        if update.game is not None and guest.seat == update.game.turn:
            turns = self._games.get((guest.table, update.game.number))
            assert turns is None or turns.begun[-1] not in turns.over, f"{guest.name} moved when their time was over"

    def _watch_undo(self, update: Update, game: GameView, turns: Turns) -> None:
        for event in update.happened:
            if isinstance(event, events.UndoAsked):
                self.agreed.clear()
                self._asked = {
                    number
                    for number, seat in enumerate(update.table.seats)
                    if seat.person and seat.bot is None and number % game.sides != event.seat % game.sides
                }
            elif isinstance(event, events.Undone):
                undone = turns.revealing[-event.moves :]
                alone = len(undone) == 1 and not undone[0]
                assert alone or self._asked <= self.agreed, "a card was shown and hidden again without consent"
                del turns.revealing[-event.moves :]
        while len(turns.begun) > 1 and turns.begun[-1][0] > game.moves:
            turns.begun.pop()

    def let_time_pass(self, table: str) -> None:
        """Counts the time since the last look for the person in turn."""
        update, seconds, failures = self._watched, self.clock.passed - self._watched_at, self.failures
        self._watched_at, self.failures = self.clock.passed, 0
        if update is None or update.game is None or update.game.outcome is not None:
            return
        turns = self._games.get((table, update.game.number))
        irregular = update.game.kitchen is not None and update.game.kitchen.actor is not None
        seat = update.table.seats[update.game.turn]
        limit = update.table.options.clock
        if turns is None or irregular or not seat.person or seat.bot is not None or limit is None:
            return
        turn = turns.begun[-1][0], update.game.turn
        turns.spent[turn] = turns.spent.get(turn, 0) + seconds - RETRY * failures
        assert turns.spent[turn] <= limit + TOLERANCE, f"a person took {turns.spent[turn]} s for a turn of {limit} s"
