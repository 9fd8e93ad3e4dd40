"""Guests who cheat together: they sit, leave, come back, kick, undo, stall, watch, and share all that they see.

Nobody gets a card of a second hand, no clock gives more time than the table's, and a table with a bot in turn moves on.
"""

import shutil
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from skipbo.bots.bot import Bot
from skipbo.client import Account, Refused
from skipbo.game.view import View
from skipbo.kernel.layout import FULL_HAND
from skipbo.protocol import commands as asked
from skipbo.protocol.messages import Done, Phase
from skipbo.server.store.interface import Addition, StoreFailed
from skipbo.server.store.log import Entry
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.table import keeper
from tests.server.cheaters import PATIENCE, AtOnce, Cheater, Judge, StoppedClock, Watcher, settle
from tests.server.server_process import InThread
from tests.server.test_machine import KnownDeals

NAMES = ("Ann", "Bob", "Cleo", "Dan")
CLOCK = 10
people = st.integers(0, len(NAMES) - 1)
seats = st.integers(0, 3)
REACTIONS = st.sampled_from(["leave", "drop", "agree", "wait"])
TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "referee": "kitchen"},
    {"players": 3, "bots": [None, None, "eager"]},
    {"players": 2, "referee": "kitchen", "edition": "brownfield-1967"},
    {"players": 4, "partners": True, "bots": [None, None, None, "eager"]},
]


class Faults:
    """A store and a bot that fail as often as they are told to."""

    def __init__(self, store: SqliteStore, judge: Judge) -> None:
        self.judge = judge
        self.left = {"disk": 0, "bot": 0}
        self._append, self._read_log, self._choose = store.append, store.read_log, keeper.choose

    def is_due(self, what: str) -> bool:
        self.left[what] -= 1
        due = self.left[what] >= 0
        self.judge.failures += due and what == "disk"
        return due

    async def append(self, addition: Addition) -> None:
        if self.is_due("disk"):
            raise StoreFailed("the disk is full")
        await self._append(addition)

    async def read_log(self, table: str) -> list[Entry]:
        if self.is_due("disk"):
            raise StoreFailed("the disk does not answer")
        return await self._read_log(table)

    def choose(self, bot: Bot, view: View) -> str:
        if self.is_due("bot"):
            raise ZeroDivisionError
        return self._choose(bot, view)


class CheatingMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clock = StoppedClock()
        self.judge = Judge(self.clock)
        self.store = SqliteStore(self.folder)
        self.faults = Faults(self.store, self.judge)
        self.patches: list[Any] = [
            patch("skipbo.server.hub.secrets", KnownDeals),
            patch("skipbo.server.table.room.time", self.clock),
            patch("skipbo.server.table.thinkers.ThreadPoolExecutor", lambda *_what, **_options: AtOnce()),
            patch.object(self.store, "append", self.faults.append),
            patch.object(self.store, "read_log", self.faults.read_log),
            patch.object(keeper, "choose", self.faults.choose),
            patch.object(keeper, "Bot", partial(Bot, seed=0)),
        ]
        for each in self.patches:
            each.start()
        self.server = InThread(self.store)
        self.clock.stop(self.server)
        self.commands = 0
        self.bot_since: tuple[tuple[int, int, int], float] | None = None  # what a bot must do, and since when
        self.guests = [Cheater(Account.create(self.server.url, name), name, self.judge) for name in NAMES]
        self.watcher = Watcher(Account.create(self.server.url, "Eve"), "Eve", self.judge)
        self.table = ""

    def teardown(self) -> None:
        try:
            if self.bot_since is not None:
                self.pass_time(PATIENCE + 1)
        finally:
            self.clock.run()
            for guest in (*self.guests, self.watcher):
                guest.disconnect()
            self.server.stop()
            for each in self.patches:
                each.stop()
            shutil.rmtree(self.folder)

    @initialize(
        kind=st.integers(0, len(TABLES) - 1), grace=st.sampled_from([0, 5]), spare=st.integers(0, len(NAMES) - 1)
    )
    def open(self, kind: int, grace: int, spare: int) -> None:
        """Some of the guests play already, the others watch. Somebody may own the table without a seat."""
        options = TABLES[kind]
        self.gather(
            self.guests[spare].account.open_table(
                seat=None, stock=2, clock=CLOCK, grace=grace, pace=1000, vigilance=1.0, **options
            )
        )
        for person in range(len(NAMES)):
            if person != spare:
                self.do(person, asked.Sit)
        for person in range(len(NAMES)):
            self.do(person, asked.Ready)
        assert self.watcher.seen is not None
        assert self.watcher.seen.table.phase is Phase.PLAYING
        self.play_on(4, True)  # only then everybody holds cards

    def gather(self, table: str) -> None:
        """Everybody goes to a table, and watches."""
        self.table, self.bot_since = table, None
        for guest in (*self.guests, self.watcher):
            guest.connect(table)
        self.look()

    # What they do

    def do(self, person: int, kind: Any, **fields: Any) -> bool:
        """Returns whether a command was accepted."""
        self.commands += 1
        answer = self.guests[person].send(kind(id=f"c{self.commands}", **fields))
        accepted = isinstance(answer, Done)
        if accepted and kind is asked.AnswerUndo and fields["agree"]:
            seat = self.guests[person].seat
            assert seat is not None
            self.judge.agreed.add(seat)
        if accepted and kind is asked.Play:
            self.judge.moved(self.guests[person], fields["version"])
        self.look()
        return accepted

    def look(self) -> None:
        """Everybody reads what they were sent; whoever only watches reports it first."""
        self.server.run(settle(self.server))
        everybody = (self.watcher, *self.guests)
        for guest in everybody:
            guest.begin(asked.Ping())
        for guest in everybody:
            guest.finish()
        self.watch_bots()

    def watch_bots(self) -> None:
        """Looks, as everybody sees it, whether a bot that is to play moves in time."""
        game = None if self.watcher.seen is None else self.watcher.seen.game
        if self.watcher.seen is None or game is None or game.outcome is not None:
            self.bot_since = None
            return
        kitchen = game.kitchen
        seat = game.turn if kitchen is None or kitchen.actor is None or kitchen.finished else kitchen.actor
        waits_for = game.number, game.moves, seat
        if self.watcher.seen.table.seats[seat].bot is None:
            self.bot_since = None
        elif self.bot_since is None or self.bot_since[0] != waits_for:
            self.bot_since = waits_for, self.clock.passed
        else:
            assert self.clock.passed - self.bot_since[1] <= PATIENCE, "a bot in turn does not move"

    def pass_time(self, seconds: float) -> None:
        for _second in range(int(seconds)):
            self.clock.passed += 1
            self.look()
            self.judge.let_time_pass(self.table)

    @rule(seconds=st.sampled_from([1, 4, 6, CLOCK - 1, CLOCK + 1]))
    def stall(self, seconds: int) -> None:
        self.pass_time(seconds)

    @rule(person=people, seat=st.none() | seats)
    def sit(self, person: int, seat: int | None) -> None:
        self.do(person, asked.Sit, seat=seat)

    @rule(person=people)
    def leave(self, person: int) -> None:
        self.do(person, asked.Leave)

    @rule(person=people, other=people, kicks=st.booleans())
    def change_seats(self, person: int, other: int, kicks: bool) -> None:
        """Somebody goes to the seat of another, who makes room or is sent away, and back."""
        mine, theirs = self.guests[person].seat, self.guests[other].seat
        if kicks and theirs is not None:
            self.do(person, asked.Kick, seat=theirs)
        else:
            self.do(other, asked.Leave)
        self.do(person, asked.Leave)
        self.do(person, asked.Sit, seat=theirs)
        self.do(person, asked.Leave)
        self.do(person, asked.Sit, seat=mine)

    @rule(person=people, seat=seats)
    def kick(self, person: int, seat: int) -> None:
        self.do(person, asked.Kick, seat=seat)

    @rule(person=people, seat=seats)
    def substitute(self, person: int, seat: int) -> None:
        self.do(person, asked.Substitute, seat=seat)

    @rule(person=people, on=st.booleans())
    def lock(self, person: int, on: bool) -> None:
        self.do(person, asked.Lock, on=on)

    @rule()
    def begin_another_game(self) -> None:
        for person in range(len(NAMES)):
            self.do(person, asked.Ready)
        self.do(0, asked.Start)

    @rule(person=people, choice=st.integers(0, 20))
    def play(self, person: int, choice: int) -> None:
        seen = self.guests[person].seen
        if seen is not None and seen.own is not None and seen.own.legal:
            move = seen.own.legal[choice % len(seen.own.legal)]
            self.do(person, asked.Play, move=move, version=seen.version)

    @rule(moves=st.integers(1, 12), discards=st.booleans())
    def play_on(self, moves: int, discards: bool) -> None:
        """Whoever is in turn moves as they should, until a bot is in turn."""
        for _move in range(moves):
            for person, guest in enumerate(self.guests):
                seen = guest.seen
                if seen is None or seen.own is None or seen.game is None or seen.game.turn != seen.own.seat:
                    continue
                legal = [move for move in seen.own.legal if "call" not in move]
                if "draw" in legal and len(seen.own.hand) < FULL_HAND:
                    legal = ["draw"]
                if legal:
                    wanted = [move for move in legal if (">d" in move) == discards] or legal
                    self.do(person, asked.Play, move=wanted[0], version=seen.version)

    @rule(person=people)
    def undo(self, person: int) -> None:
        self.do(person, asked.Undo, version=self.guests[person].version)

    @rule(person=people, agree=st.booleans())
    def answer_undo(self, person: int, agree: bool) -> None:
        self.do(person, asked.AnswerUndo, agree=agree, version=self.guests[person].version)

    @rule(choice=st.integers(0, 20), other=people, how=REACTIONS)
    def take_back(self, choice: int, other: int, how: str) -> None:
        """Whoever is in turn moves and wants to undo it, and another does something about that, or nothing."""
        game = None if self.watcher.seen is None else self.watcher.seen.game
        for person, guest in enumerate(self.guests):
            if game is not None and guest.seat == game.turn:
                self.play(person, choice)
                self.undo(person)
        if how == "leave":
            self.do(other, asked.Leave)
        elif how == "drop":
            self.guests[other].disconnect()
        elif how == "agree":
            self.answer_undo(other, True)
        self.pass_time(6 if how in ("drop", "wait") else 0)

    @rule(person=people)
    def come_back(self, person: int) -> None:
        self.do(person, asked.ComeBack)

    @rule(choice=st.integers(0, 20))
    def come_back_when_time_is_over(self, choice: int) -> None:
        """Whoever is in turn waits until a bot takes over, comes back at once and moves."""
        for _second in range(CLOCK + 2):
            self.pass_time(1)
            for person, guest in enumerate(self.guests):
                seen = self.watcher.seen
                if seen is None or seen.game is None or guest.seat is None or guest.seat != seen.game.turn:
                    continue
                if seen.table.seats[guest.seat].bot is not None:
                    self.do(person, asked.ComeBack)
                    self.play(person, choice)
                    return

    @rule(person=people)
    def drop(self, person: int) -> None:
        self.guests[person].disconnect()
        self.look()

    @rule(person=people, missed=st.none() | st.integers(0, 40))
    def connect_again(self, person: int, missed: int | None) -> None:
        """With the events of the last versions, or without."""
        guest = self.guests[person]
        guest.connect(self.table, None if missed is None else max(0, self.watcher.version - missed))
        self.look()

    @rule(person=people)
    def talk(self, person: int) -> None:
        self.do(person, asked.Say, text="I hold three wilds")

    @rule(person=people)
    def ask_for_a_hint(self, person: int) -> None:
        guest = self.guests[person]
        with suppress(Refused):
            move = guest.account.hint(self.table).move
            assert guest.seat is not None, "a hint for somebody without a seat"
            assert not guest.connected or guest.seen is None or move in legal_for(guest), "a hint of another hand"

    @rule(person=people)
    def look_at_cards(self, person: int) -> None:
        seen = self.watcher.seen
        if seen is not None and seen.game is not None:
            self.guests[person].look_at_cards(seen.game.number)

    @rule(person=people, moves=st.integers(0, 10), seat=st.none() | st.integers(0, 1))
    def go_on_with_a_finished_game(self, person: int, moves: int, seat: int | None) -> None:
        seen = self.watcher.seen
        if seen is None or seen.game is None or seen.table.phase is Phase.PLAYING:
            return
        with suppress(Refused):
            self.gather(self.guests[person].account.continue_game(self.table, seen.game.number, moves, seat))
            for other in range(len(NAMES)):
                self.do(other, asked.Sit)
                self.do(other, asked.Ready)

    @rule(what=st.sampled_from(["disk", "bot"]), often=st.integers(1, 3))
    def let_something_fail(self, what: str, often: int) -> None:
        """If a bot is in turn, nobody does anything until it must have moved."""
        self.faults.left[what] = often
        if self.bot_since is not None:
            self.pass_time(PATIENCE + 1)


def legal_for(guest: Cheater) -> list[str]:
    assert guest.seen is not None
    assert guest.seen.own is not None
    return guest.seen.own.legal


def cheat(examples: int, steps: int, *, anew: bool = False) -> None:
    """The same cheats each time, or new ones."""
    profile = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=not anew,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(CheatingMachine, settings=profile)


def test_guests_who_cheat_together_gain_nothing() -> None:
    cheat(8, 30)


@pytest.mark.parametrize("often", [1, 3, 6])
def test_time_runs_out_although_the_disk_fails_at_that_moment(often: int) -> None:
    machine = CheatingMachine()
    try:
        machine.open(kind=0, grace=5, spare=3)
        machine.let_something_fail("disk", often)
        machine.stall(CLOCK + 2)
        machine.pass_time(2 * often)
        assert machine.faults.left["disk"] < 0
        assert machine.watcher.seen is not None
        assert [seat.bot for seat in machine.watcher.seen.table.seats].count("eager") == 1
    finally:
        machine.teardown()


def test_an_undo_gives_no_time_for_a_turn_that_is_over() -> None:
    """Against a bot nobody is asked, so that a player could go back to the same turn again and again."""
    machine = CheatingMachine()
    try:
        machine.open(kind=0, grace=5, spare=3)
        machine.do(1, asked.Leave)
        for _time in range(6):
            machine.stall(4)
            machine.play_on(1, True)
            machine.stall(2)
            machine.undo(0)
    finally:
        machine.teardown()


def test_leaving_and_sitting_again_gives_no_time_for_a_turn_that_is_over() -> None:
    machine = CheatingMachine()
    try:
        machine.open(kind=0, grace=5, spare=3)
        assert machine.watcher.seen is not None
        assert machine.watcher.seen.game is not None
        late = machine.watcher.seen.game.turn
        machine.stall(CLOCK)
        assert machine.watcher.seen.table.seats[late].bot is not None
        machine.change_seats(late, 3, False)
        assert machine.guests[late].seat == late
        machine.play_on(1, True)
    finally:
        machine.teardown()


@pytest.mark.slow
def test_guests_who_cheat_for_long_gain_nothing() -> None:
    cheat(20, 50)


@pytest.mark.endless
def test_guests_who_cheat_in_new_ways_gain_nothing() -> None:
    cheat(1_000, 50, anew=True)
