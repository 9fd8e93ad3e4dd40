"""Kills the server again and again under play: `python -m tests.server.chaos --kills 500`.

At every third table somebody watches who sends whatever may do harm. After every restart each acknowledged command is
in the log exactly once, at the version that was acknowledged, and every client sees what the log says.
"""

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from tools.server import Process
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from skipbo.client import Account, AsyncTableClient, Refused
from skipbo.client.async_client import new_id
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import decode_message
from skipbo.protocol.messages import Kind, Phase, Update
from skipbo.server.store.log import Entry, event_from_bytes
from skipbo.server.store.schema import FILE
from skipbo.server.table.room import SERVER
from skipbo.server.table.state import TableState
from skipbo.server.table.views import EncodedTable


@dataclass
class Play:
    """People at many tables who play as fast as they can, until they are told to rest."""

    places: list[AsyncTableClient] = field(default_factory=list)
    acknowledged: dict[str, tuple[str, int]] = field(default_factory=dict)  # by command: the table and the version
    going: asyncio.Event = field(default_factory=asyncio.Event)
    resting: set[int] = field(default_factory=set)
    hasty: bool = True  # their clients try again sooner than those of people do, which saves a test time

    async def open_table(self, url: str, number: int, stack: AsyncExitStack) -> str:
        """Opens a table for two or three people, who sit down."""
        people = [Account.create(url, f"Person {number} {which}") for which in range(2 + number % 2)]
        table = people[0].open_table(players=len(people), stock=4, ready=False, grace=86_400)
        for account in people:
            place = AsyncTableClient(account, table)
            if self.hasty:
                place.ping, place.resend, place.longest_pause = 0.5, 1.0, 0.2
            await stack.enter_async_context(place)
            self.places.append(place)
            if account is not people[0]:
                await place.sit()
        return table

    async def person(self, number: int, dice: random.Random) -> None:
        place = self.places[number]
        while True:
            if not self.going.is_set():
                self.resting.add(number)
                await self.going.wait()
                self.resting.discard(number)
            command = self.choose(place.now, dice)
            try:
                if command is None:
                    await self.get_ready(place)
                    continue
                done = await place.do(command)
            except Refused as refused:
                self.note_refusal(command, refused)
                await place.wait_for_version(place.version)  # somebody was quicker: look again
                continue
            self.acknowledged[command.id] = place.id, done.version

    def note_refusal(self, command: asked.TableCommand | None, refused: Refused) -> None:
        """Others may want to know."""

    async def get_ready(self, place: AsyncTableClient) -> None:
        """Is ready for the next game, with entropy that the client shows by itself."""
        update = place.now
        assert update.own is not None
        if update.table.phase is Phase.PLAYING or update.table.seats[update.own.seat].ready:
            await asyncio.sleep(0.005)
        else:
            await place.ready()

    def choose(self, update: Update, dice: random.Random) -> asked.TableCommand | None:
        assert update.own is not None
        if update.table.phase is not Phase.PLAYING:
            return None
        if dice.random() < 0.02:
            return asked.Say(id=new_id(), text="hello")
        if update.table.undo is not None and update.own.seat in update.table.undo.waiting:
            return asked.AnswerUndo(id=new_id(), agree=dice.random() < 0.5, version=update.version)
        if not update.own.legal:
            return None
        if dice.random() < 0.05 and update.table.undo is None and update.game and update.game.moves > 2:
            return asked.Undo(id=new_id(), version=update.version)
        move = min(update.own.legal, key=lambda move: (">b" not in move, dice.random()))
        return asked.Play(id=new_id(), move=move, version=update.version)

    async def rest(self) -> None:
        self.going.clear()
        while len(self.resting) < len(self.places):
            await asyncio.sleep(0.005)


class WatchedPlay(Play):
    """Remembers the moves that were refused, but for those that others were faster than."""

    def __init__(self, *, hasty: bool = True) -> None:
        super().__init__(hasty=hasty)
        self.refusals: list[str] = []

    def note_refusal(self, command: asked.TableCommand | None, refused: Refused) -> None:
        if isinstance(command, asked.Play) and refused.kind is not Kind.OUT_OF_DATE:
            self.refusals.append(refused.code)


ABUSE = (
    "",
    "null",
    "[" * 5_000,
    '{"type":"ping"}',
    '{"type":"sync","since":0}',
    '{"type":"sit","id":"again"}',
    '{"type":"leave","id":"again"}',
    '{"type":"ready","id":"again"}',
    '{"type":"start","id":"again"}',
    '{"type":"kick","id":"again","seat":0}',
    '{"type":"play","id":"again","move":"s>b1","version":9}',
    '{"type":"undo","id":"again","version":9}',
    '{"type":"say","id":"again","text":"buy"}',
)


async def abuse(account: Account, table: str, dice: random.Random) -> None:
    """Watches a table, sends whatever may do harm, leaves without a word, and comes back."""
    while True:
        with suppress(OSError, WebSocketException):
            async with connect(account.socket_address(table, None), additional_headers=account.headers) as socket:
                for _message in range(dice.randrange(200)):
                    await socket.send(dice.choice(ABUSE))
                    if dice.random() < 0.5:
                        await socket.ping()
                    if dice.random() < 0.1:
                        await asyncio.sleep(0.02)
                socket.transport.abort()
        await asyncio.sleep(0.05)


ROWS = "SELECT version, at, guest, command, event FROM log WHERE table_id = ? AND version > ? ORDER BY version"
ReadRows = Callable[[str, int], list[Any]]  # of a table, after a version


class Witness:
    """Reads the logs as they are on the disk, by nobody's code but its own, and holds players and tables to them."""

    def __init__(
        self, play: Play, read_rows: ReadRows, as_told: Callable[[Update], Update] = lambda told: told
    ) -> None:
        self._play = play
        self._read_rows = read_rows
        self._as_told = as_told  # less than all, while a node of an older version tells it
        self._tables: dict[str, TableState] = {}
        self._written: dict[str, tuple[str, int]] = {}  # by command: the table and the version
        self._all: set[tuple[str, str, str]] = set()  # the table, the guest and the command of each entry
        self._found = 0

    def find(self) -> int:
        """Reads what came since the last time; returns how many acknowledged commands were found in the log so far."""
        for table in {place.id for place in self._play.places}:
            self._read(table)
        acknowledged = self._play.acknowledged
        for command, where in islice(acknowledged.items(), self._found, None):
            assert self._written.get(command) == where, f"acknowledged {where}, written {self._written.get(command)}"
        self._found = len(acknowledged)
        return self._found

    def find_again(self) -> int:
        """The same, from the beginning of each log."""
        return Witness(self._play, self._read_rows).find()

    async def check(self) -> int:
        """Finds what came since the last time, and compares what every client sees with the log."""
        self.find()
        for place in self._play.places:
            state = await self._wait_for(place)
            seen = place.now
            told = decode_message(EncodedTable(state).update(None if seen.own is None else seen.own.seat))
            assert isinstance(told, Update)
            seen, told = self._as_told(seen), self._as_told(told)
            assert (seen.version, seen.table, seen.game, seen.own) == (told.version, told.table, told.game, told.own)
        return self._found

    async def _wait_for(self, place: AsyncTableClient) -> TableState:
        """Waits until a client has seen all of the log. Clients show their entropy even while their players rest."""
        while True:
            state = self._tables[place.id]
            await asyncio.wait_for(place.wait_for_version(state.version), 30)
            if place.version == state.version:
                return state
            self._read(place.id)

    def _read(self, table: str) -> None:
        known = self._tables[table].version if table in self._tables else 0
        for version, at, guest, command, event in self._read_rows(table, known):
            self._apply(table, Entry(version, at, guest, command, event_from_bytes(event)))

    def _apply(self, table: str, entry: Entry) -> None:
        """Applies an entry, which asserts that no version is missing."""
        if entry.version == 1:
            self._tables[table] = TableState(table, entry)
            return
        self._tables[table].apply(entry)
        if entry.by != SERVER:
            assert (table, entry.by, entry.command) not in self._all, "written twice"
            self._all.add((table, entry.by, entry.command))
            self._written[entry.command] = table, entry.version

    async def check_all(self) -> int:
        """Everything once more, from the beginning."""
        return await Witness(self._play, self._read_rows).check()


def rows_of_database(address: str) -> ReadRows:
    def read(table: str, after: int) -> list[Any]:
        with closing(psycopg.connect(address)) as connection:
            return connection.execute(ROWS.replace("?", "%s"), (table, after)).fetchall()

    return read


def rows_of_file(path: Path) -> ReadRows:
    def read(table: str, after: int) -> list[Any]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(ROWS, (table, after)).fetchall()

    return read


async def run(folder: Path, kills: int, tables: int, seed: int) -> int:
    dice = random.Random(seed)
    server = Process(folder)
    play, abusers = Play(), list[asyncio.Task[None]]()
    try:
        async with AsyncExitStack() as stack:
            for number in range(tables):
                table = await play.open_table(server.url, number, stack)
                if number % 3 == 0:
                    abuser = Account.create(server.url, f"Person {number}")
                    abusers.append(asyncio.create_task(abuse(abuser, table, random.Random(dice.random()))))
            async with asyncio.TaskGroup() as group:
                players = [
                    group.create_task(play.person(number, random.Random(dice.random())))
                    for number in range(len(play.places))
                ]
                witness = Witness(play, rows_of_file(folder / FILE))
                for kill in range(1, kills + 1):
                    play.going.set()
                    await asyncio.sleep(dice.uniform(0.02, 0.4))
                    server.kill()
                    await asyncio.to_thread(server.start)
                    await asyncio.wait_for(play.rest(), 60)
                    found = await witness.check()
                    print(f"\r{kill} kills, {found} acknowledged commands, none lost", end="", file=sys.stderr)
                assert await witness.check_all() == found
                for player in players:
                    player.cancel()
    finally:
        for each in abusers:
            each.cancel()
        await asyncio.gather(*abusers, return_exceptions=True)
        server.kill()
    print(file=sys.stderr)
    return len(play.acknowledged)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=time.time_ns() & 0xFFFFFFFF)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(Path(folder) / "data", options.kills, options.tables, options.seed))
    print(
        f"{options.kills} kills, {found} acknowledged commands: none lost, none doubled, every view as the log has it"
    )


if __name__ == "__main__":
    main()
