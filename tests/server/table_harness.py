"""A table without a server: commands in, entries and events out."""

from dataclasses import dataclass, field
from typing import Any

from skipbo.game.table import RULINGS
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import decode_message
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import Update
from skipbo.protocol.options import TableOptions
from skipbo.server.store import log
from skipbo.server.store.interface import Guest
from skipbo.server.table.decider import decide
from skipbo.server.table.state import TableState
from skipbo.server.table.views import EncodedTable

SECRET = bytes(range(32))
ANN, BOB, CLEO, DAN = (Guest(name.lower(), name) for name in ("Ann", "Bob", "Cleo", "Dan"))
PEOPLE = (ANN, BOB, CLEO, DAN)


@dataclass
class LoggedTable:
    """A table with its whole log."""

    state: TableState
    entries: list[log.Entry] = field(default_factory=list)

    def do(self, guest: Guest, command: asked.TableCommand) -> list[TableEvent]:
        return self.add(guest.id, decide(self.state, guest, command))

    def add(self, by: str, event: log.LogEvent) -> list[TableEvent]:
        version = self.state.version + 1
        entry = log.Entry(version, 1000 * version, by, str(version), event)
        happened = self.state.apply(entry)
        self.entries.append(entry)
        return happened

    def play(self, guest: Guest, move: str | None = None) -> list[TableEvent]:
        """Makes a move; without one, the first legal move."""
        seat = self.state.seat_of(guest.id)
        assert seat is not None
        move = self.sees(guest).own.legal[0] if move is None else move  # type: ignore[union-attr]
        return self.do(guest, asked.Play(id="-", move=move, version=self.state.version))

    def play_turn(self) -> None:
        """Whoever is in turn discards the first card of the hand."""
        game = self.state.game
        assert game is not None
        guest = self.person_at(game.turn)
        legal = self.sees(guest).own.legal  # type: ignore[union-attr]
        self.play(guest, next(move for move in legal if ">d" in move))

    def person_at(self, seat: int) -> Guest:
        return next(guest for guest in PEOPLE if guest.id == self.state.seats[seat].guest)

    def sees(self, guest: Guest | None) -> Update:
        seat = None if guest is None else self.state.seat_of(guest.id)
        update = decode_message(EncodedTable(self.state).update(seat))
        assert isinstance(update, Update)
        return update

    def again(self) -> TableState:
        """The table made anew from its log."""
        return state_from_log(self.state.id, self.entries)


def state_from_log(table: str, entries: list[log.Entry]) -> TableState:
    state = TableState(table, entries[0])
    for entry in entries[1:]:
        state.apply(entry)
    return state


def open_table(owner: Guest = ANN, *, origin: log.Origin | None = None, **options: Any) -> LoggedTable:
    opened = log.Opened(options=TableOptions(**options), secret=SECRET, origin=origin, rulings=RULINGS)
    first = log.Entry(1, 1000, owner.id, "open", opened)
    return LoggedTable(TableState("table", first), [first])


def dealt(*guests: Guest, **options: Any) -> LoggedTable:
    """A table at which these people, or two, have been dealt their cards."""
    guests = guests or (ANN, BOB)
    table = open_table(guests[0], **({"players": len(guests)} | options))
    for guest in guests:
        table.do(guest, asked.Sit(id="-"))
    for guest in guests:
        table.do(guest, asked.Ready(id="-"))
    assert table.state.playing
    return table


def in_turn(table: LoggedTable) -> Guest:
    assert table.state.game is not None
    return table.person_at(table.state.game.turn)


def waiting(table: LoggedTable) -> Guest:
    """Somebody who is not in turn."""
    assert table.state.game is not None
    return table.person_at((table.state.game.turn + 1) % len(table.state.seats))
