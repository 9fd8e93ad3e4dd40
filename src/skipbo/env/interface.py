"""The interface of a learner at a table: the layout of what it sees, and the numbers of what it does."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import DEFAULT, Edition
from skipbo.env.doors import Allowed, Doors, Observations
from skipbo.errors import Malformed
from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.game.view import View
from skipbo.i18n import translate as _
from skipbo.kernel.actions import action_count, action_of_move, move_of_action
from skipbo.kernel.compiler import plain
from skipbo.kernel.layout import CARDS, SEATS, States
from skipbo.kernel.observation import observation_type
from skipbo.kernel.unfolding import OF_LAST_PACK, OUTCOMES

__all__ = ["DEPTH", "Allowed", "Dtype", "Interface", "Numbers", "Observations", "Rows", "check_dtype", "convert"]

Rows = NDArray[np.uint8]
Numbers = NDArray[np.uint8] | NDArray[np.float32]  # the same in the type that a learner wants
Dtype = type[np.uint8] | type[np.float32]
DTYPES: tuple[Dtype, ...] = (np.uint8, np.float32)

TWO = 2
DEPTH = 4  # cards of each discard pile that a learner sees in order, unless it wants more; they cost time


def check_dtype(dtype: Dtype) -> Dtype:
    """Returns the type, however it is written. Raises `Malformed` for others: `int8` cannot hold every number."""
    for known in DTYPES:
        if np.dtype(dtype) == known:
            return known
    raise Malformed("dtype", _("Observations are uint8 or float32, not {dtype}.").format(dtype=np.dtype(dtype)))


def convert(rows: Rows, dtype: Dtype) -> Numbers:
    """Returns the same numbers in the type that a learner wants; the rows themselves if they have it."""
    return rows if dtype is np.uint8 else rows.astype(np.float32)


@dataclass(frozen=True)
class Interface:
    """
    >>> interface = Interface.of(players=2)
    >>> interface.width, interface.actions
    (87, 125)
    >>> interface.move(124, seat=0), interface.action(Move.parse("s>b2"), seat=0)
    (Move.parse('pass'), 1)
    """

    table: Table
    depth: int = DEPTH

    @classmethod
    def of(
        cls,
        edition: str | Edition = DEFAULT,
        *,
        players: int = 2,
        partners: bool = False,
        stock: int | None = None,
        depth: int = DEPTH,
    ) -> "Interface":
        """Raises `Malformed` for a table that the sheet does not allow."""
        return cls.at(Table.of(edition, players=players, partners=partners, stock=stock), depth)

    @classmethod
    def at(cls, table: Table, depth: int = DEPTH) -> "Interface":
        """Raises `Malformed` for a depth that no pile has."""
        if not 1 <= depth <= CARDS:
            raise Malformed("depth", _("A depth is a number of cards, from 1 to {most}.").format(most=CARDS))
        return cls(table, depth)

    def __deepcopy__(self, _memo: object) -> "Interface":
        """Itself: it never changes, and OpenSpiel copies it with every state."""
        return self

    def __reduce__(self) -> tuple[type["Interface"], tuple[Table, int]]:
        """Leaves out what is cached: a compiled function cannot be pickled."""
        return Interface, (self.table, self.depth)

    @cached_property
    def observation(self) -> np.dtype[np.void]:
        """The layout: with two seats for two players, otherwise with six."""
        return observation_type(TWO if self.table.players == TWO else SEATS, self.depth)

    @property
    def width(self) -> int:
        """The numbers of an observation."""
        return self.observation.itemsize

    @cached_property
    def actions(self) -> int:
        """The number of actions."""
        return int(plain(action_count)(self._blank[0]))

    @cached_property
    def outcomes(self) -> int:
        """The number of outcomes that a chance can have: ranks, and once more those of the last pack."""
        return OUTCOMES if self.table.edition.packs else OF_LAST_PACK

    @cached_property
    def _blank(self) -> States:
        return self.table.states()

    @cached_property
    def doors(self) -> Doors:
        """The kernel's functions for one game, and observations of this layout."""
        return Doors(self.observation)

    def code(self, action: int) -> int:
        """The kernel's number of the move that an action is; -1 if it is none."""
        return int(plain(move_of_action)(self._blank[0], action))

    def move(self, action: int, seat: int) -> Move:
        """The move that an action of a seat is."""
        return Move.from_code(self.code(action), seat, self.table.players, self.table.teams)

    def action(self, move: Move, seat: int) -> int:
        """The action that a move of a seat is."""
        code = move.code(seat, self.table.players, self.table.teams)
        return int(plain(action_of_move)(self._blank[0], code))

    def look(self, view: View) -> tuple[Rows, Allowed]:
        """What a learner sees in the view of its seat, and the actions that it has: byte for byte as in the game.

        Raises `Malformed` for the view of another kind of table.
        """
        table = self.table
        if view.seat is None or (view.players, view.teams, view.edition) != (table.players, table.teams, table.edition):
            raise Malformed("view", _("This is not the view of a seat at this table."))
        rows, records = self.new_rows(1)
        allowed = np.zeros(self.actions, np.int8)
        self.doors.look(view.states(), view.seat, records, allowed)
        return rows[0], allowed

    def new_rows(self, count: int) -> tuple[Rows, Observations]:
        """Room for observations: as a row of bytes each and, in the same memory, as records with named fields."""
        rows = np.zeros((count, self.width), np.uint8)
        return rows, self.named(rows)

    def named(self, rows: Rows) -> Observations:
        """Rows of bytes as records with named fields; the same memory, no copy."""
        return rows.view(np.dtype((np.record, self.observation))).reshape(rows.shape[:-1])
