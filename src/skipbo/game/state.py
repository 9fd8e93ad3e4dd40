"""The state of a game: the kernel's record and the history that led there. Copied, pickled, compared and taken back."""

from abc import ABC, abstractmethod
from itertools import islice
from typing import Any, NamedTuple, Self

import numpy as np

from skipbo.editions import Edition
from skipbo.errors import Malformed, NotLegal
from skipbo.game.card import Card
from skipbo.game.event import Event
from skipbo.game.move import Move
from skipbo.game.position import Position
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.event import new_events
from skipbo.kernel.layout import CARDS, GOING_ON, NO_SEAT, States, new_states
from skipbo.kernel.moves import KINDS

Deal = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
KEPT = ("table", "key", "start", "moves", "events", "shuffles", "dealer", "first", "_deal", "_given", "_past")


class Checkpoint(NamedTuple):
    """A moment of a game to which `rewind` goes back."""

    moves: int
    shuffles: int
    record: bytes


class GameState(ABC):
    """All that a game remembers; `Game` adds the rules by asking the kernel."""

    table: Table
    key: bytes | None  # None if the cards were given
    start: Position | None  # where a game began that was not dealt
    dealer: int | None
    first: int  # the seat that began
    moves: list[Move]
    events: list[Event]
    shuffles: list[tuple[Card, ...]]  # every draw pile made of spent cards, top first

    def _open(self, table: Table, record: States, key: bytes | None) -> None:
        self.table, self.key, self.start = table, key, None
        self.moves, self.events, self.shuffles = [], [], []
        self._deal: Deal | None = None
        self._given: tuple[bytes, ...] | None = None  # the shuffles that a record gives
        self._past: list[tuple[bytes, int, int]] = []  # before each move: the record, how many events and shuffles
        self._bind(record)
        dealer = int(self._states["dealer"][0])
        self.dealer = None if dealer == NO_SEAT else dealer
        self.first = int(self._states["first"][0])

    # The kernel's record; a referee who needs more than the game's own overrides these

    _new_record = staticmethod(new_states)

    @property
    def _record(self) -> States:
        return self._states

    def _bind(self, record: States) -> None:
        """Keeps a record, and looks into it: Python reads bytes quicker than arrays."""
        self._states = states = record
        self._hands = states["hand"][0].reshape(-1).data
        self._count, self._top, self._held = (states[name][0].data for name in ("count", "top", "held"))
        self._turn, self._how = states["turn"].data, states["how"].data
        self._mask = np.zeros(KINDS, np.int64)
        self._caused = new_events()  # what the last move has caused, as the kernel writes it
        self._pile = np.zeros(CARDS, np.uint8)  # the draw pile that was shuffled last, top first

    # Values

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in KEPT} | {"record": self._record.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name in KEPT:
            setattr(self, name, list(state[name]) if isinstance(state[name], list) else state[name])
        record = self._new_record()
        record[:] = np.frombuffer(state["record"], record.dtype)
        self._bind(record)

    def copy(self) -> Self:
        """A game that stands the same, and goes its own way from here."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        return type(self) is type(other) and self._identity() == other._identity()

    def _identity(self) -> tuple[object, ...]:
        began = self.table, self.key, self.dealer, self.first, self._deal, self.start, self._given
        return *began, self.moves, self.shuffles, self._record.tobytes()

    # Where it stands, and the way back

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def deal(self) -> Deal:
        """The stock piles and the draw pile before any hand was drawn, top first."""
        if self._deal is None:
            raise Malformed("position", _("This game began at a position: it has no deal, and no record."))
        return self._deal

    @property
    def turn(self) -> int:
        """The seat in turn."""
        return self._turn[0]

    @property
    def is_over(self) -> bool:
        return self._how[0] != GOING_ON

    @property
    def version(self) -> int:
        """The number of moves so far. A client names the version that its move was made for."""
        return len(self.moves)

    @property
    def states(self) -> States:
        """A copy of the kernel's record, as an array of one."""
        return self._states.copy()

    def undo(self) -> Move:
        """Takes the last move back, with all that followed from it, shuffles included."""
        if not self._past:
            raise NotLegal("undo", _("There is no move to take back."))
        past, seen, shuffles = self._past.pop()
        self._record[:] = np.frombuffer(past, self._record.dtype)
        del self.events[seen:], self.shuffles[shuffles:]
        return self.moves.pop()

    def checkpoint(self) -> Checkpoint:
        """This moment of the game; it stays known when the game forgets."""
        return Checkpoint(len(self.moves), len(self.shuffles), self._record.tobytes())

    def rewind(self, moves: int, start: Checkpoint) -> None:
        """Goes back to when the game had so many moves: to a checkpoint before, and on from there without events."""
        assert start.moves <= moves <= len(self.moves)
        again, known = self.moves[start.moves : moves], iter(self.shuffles[start.shuffles :])
        del self.moves[start.moves :], self.shuffles[start.shuffles :]
        self._record[:] = np.frombuffer(start.record, self._record.dtype)
        self.forget()
        for move in again:
            self.shuffles += islice(known, self._repeat(move))
            self.moves.append(move)

    @abstractmethod
    def _repeat(self, move: Move) -> int:
        """Makes a move that was made before; returns how many shuffles it needed."""

    def forget(self) -> None:
        """Drops what grows with the game and only looking back needs: the events, and what `undo` goes back to."""
        self._past.clear()
        self.events.clear()
