"""A view of a kitchen table: the part that a seat may see."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.errors import NotLegal, SkipboError
from skipbo.game.card import CARD_OF
from skipbo.game.kitchen.act import Act
from skipbo.game.outcome import Outcome
from skipbo.game.position import DRAWING, Position
from skipbo.game.table import KITCHEN, Table
from skipbo.game.view import LegalMoves, MoveTexts, View, as_numbers, fields_of
from skipbo.i18n import translate as _
from skipbo.kernel.doors import kitchen as kitchen_door
from skipbo.kernel.kitchen.state import ACT_KINDS, Kitchens, new_kitchens
from skipbo.kernel.layout import DRAW_PILE, GOING_ON, NO_SEAT, SEATS


@cache
def _texts(actor: int | None, seat: int, players: int, teams: int) -> MoveTexts:
    return MoveTexts(lambda code: Act.from_code(code, seat, players, teams).by(actor))


class LegalActs(LegalMoves):
    """The legal acts of a seat; a seat that is not in turn is named in each of them."""

    def __init__(self, mask: NDArray[np.int64], seat: int, turn: int, players: int, teams: int) -> None:
        super().__init__(mask, seat, players, teams)
        self._actor = None if seat == turn else seat

    def __iter__(self) -> Iterator[Act]:
        return (Act.from_code(code, *self._table).by(self._actor) for code in self.codes)

    def texts(self) -> list[str]:
        return list(map(_texts(self._actor, *self._table).__getitem__, self.codes))

    def __contains__(self, move: object) -> bool:
        try:
            move = Act.parse(move) if isinstance(move, str) else move
        except SkipboError:
            return False
        named = move.actor if isinstance(move, Act) else None
        return named in (None, self._table[0]) and super().__contains__(move)


def legal_acts(kitchens: Kitchens, seat: int) -> LegalActs:
    mask = np.zeros(ACT_KINDS, np.int64)
    kitchen_door.legal(kitchens, seat, mask)
    now = kitchens["now"]
    return LegalActs(mask, seat, int(now["turn"][0]), int(now["players"][0]), int(now["teams"][0]))


@dataclass(frozen=True, kw_only=True, repr=False)
class KitchenView(View):
    """A view with what everybody knows about mistakes. `exposed` lists the exposed cards from the bottom up."""

    skipped: int | None  # the seat whose turn the actor took
    early: int | None  # the seat that has drawn out of turn, which alone is no offence here
    finished: bool  # whether the irregular turn is over, and can still be called
    stood: tuple[int, ...]  # the seats that have let it stand
    begun: bool  # whether the player in turn has drawn or played
    drawing: int  # whether the seat that acts may draw: OPEN, OVER or FORBIDDEN
    offered: bool  # whether exposed cards wait for an answer
    talked: tuple[int, ...]  # the seats that can be called for talking
    owes: tuple[int, ...]  # the seats whose next turn begins without drawing
    kitchen: bytes  # the kernel's view of the whole table

    def kitchens(self) -> Kitchens:
        """The kernel's view as a record of its own."""
        return np.frombuffer(self.kitchen, new_kitchens().dtype).copy()

    @property
    def is_over_unless_called(self) -> bool:  # rule: ruling.irregular-win
        return self.finished and bool(self.states()["how"][0] != GOING_ON)

    @cached_property
    def legal_acts(self) -> LegalActs:
        if self.seat is None:
            return LegalActs(np.zeros(ACT_KINDS, np.int64), NO_SEAT, self.turn, self.players, self.teams)
        return legal_acts(self.kitchens(), self.seat)

    @cached_property
    def calls(self) -> tuple[Act, ...]:
        return tuple(act for act in self.legal_acts if act.called is not None and self.has_ground(act.called))

    def has_ground(self, called: int) -> bool:
        """Whether a call of this seat would be right; everybody sees who plays out of turn and who talks."""
        return self.seat is not None and bool(kitchen_door.has_ground(self.kitchens(), self.seat, called))

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The moves that every game has, without the acts of the kitchen; none for a seat that does not act now."""
        acting = self.turn if self.actor is None or self.finished else self.actor
        words = self.legal_acts.words[:-1] if self.seat == acting else [0] * (ACT_KINDS - 1)
        return LegalMoves(np.array(words, np.int64), acting, self.players, self.teams)

    def position(self) -> Position:
        return with_course(super().position(), self.kitchens())

    def public_dict(self) -> dict[str, Any]:
        kitchen = {
            "actor": self.actor,
            "skipped": self.skipped,
            "early": self.early,
            "finished": self.finished,
            "stood": list(self.stood),
            "begun": self.begun,
            "drawing": self.drawing,
            "offered": self.offered,
            "exposed": as_numbers(self.exposed),
            "talked": list(self.talked),
            "owes": list(self.owes),
        }
        return super().public_dict() | {"kitchen": kitchen}


def with_course(position: Position, kitchens: Kitchens) -> Position:
    """A position with what a kitchen table knows besides the cards.

    Raises `NotLegal` during a turn out of order: how the table stood before it is not part of a position.
    """
    actor = seat_or_none(kitchens["actor"])
    if actor is not None:
        raise NotLegal(
            "position",
            _("Seat {seat} is playing out of turn: a position can be written when that turn is over.").format(
                seat=actor
            ),
        )
    begun = bool(kitchens["begun"][0])
    return replace(
        position,
        referee=KITCHEN,
        passed=seats_of(kitchens["passed"]),
        exposed=int(kitchens["exposed"][0]),
        begun=DRAWING[int(kitchens["drawing"][0])] if begun else None,
        offered=begun and bool(kitchens["offered"][0]),
        early=seat_or_none(kitchens["early"]),
        talked=seats_of(kitchens["talked"]),
        owes=seats_of(kitchens["owes"]),
    )


def seat_or_none(number: NDArray[np.uint8]) -> int | None:
    return None if number[0] == NO_SEAT else int(number[0])


def seats_of(bits: NDArray[np.uint8]) -> tuple[int, ...]:
    """The seats whose bit is set."""
    word = int(bits[0])
    return tuple(seat for seat in range(SEATS) if word >> seat & 1)


def see_kitchen(kitchens: Kitchens, seat: int | None, table: Table, outcome: Outcome | None) -> KitchenView:
    """The view of a seat, from the record of a kitchen table."""
    views = new_kitchens()
    kitchen_door.see(kitchens, NO_SEAT if seat is None else seat, views)
    now = views["now"]
    exposed, card = [], now["top"][0, DRAW_PILE]
    for _place in range(views["exposed"][0]):
        exposed.append(CARD_OF[card])
        card = now["under"][0, card]
    return KitchenView(
        **fields_of(now, seat, table.edition, table.column, outcome),
        exposed=tuple(reversed(exposed)),
        actor=seat_or_none(views["actor"]),
        skipped=seat_or_none(views["skipped"]),
        early=seat_or_none(views["early"]),
        finished=bool(views["finished"][0]),
        stood=seats_of(views["stood"]),
        begun=bool(views["begun"][0]),
        drawing=int(views["drawing"][0]),
        offered=bool(views["offered"][0]),
        talked=seats_of(views["talked"]),
        owes=seats_of(views["owes"]),
        kitchen=views.tobytes(),
    )
