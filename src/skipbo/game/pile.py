"""A pile as people write it: `s`, `d3`, `b1`, `h`; the pile of a partner with the seat first: `2s`, `2d4`."""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from operator import index

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import BUILDINGS, DISCARDS, SEATS, STOCKS


class PileKind(StrEnum):
    """The value is the word that events and messages use; people type its first letter."""

    STOCK = "stock"
    DISCARD = "discard"
    HAND = "hand"
    BUILDING = "building"
    NOWHERE = "nowhere"  # a pass moves no card: it goes from nowhere to nowhere

    __repr__ = Enum.__str__  # as it can be typed


_KINDS = {kind[0]: kind for kind in PileKind if kind is not PileKind.NOWHERE}
_NUMBERS = {PileKind.DISCARD: range(1, DISCARDS + 1), PileKind.BUILDING: range(1, BUILDINGS + 1)}
_OWNED = (PileKind.STOCK, PileKind.DISCARD)
_WRITTEN = re.compile(r"(?P<seat>[0-5])?(?P<letter>[sdhb])(?P<number>[1-4])?")
_NO_PILE = "-"


@dataclass(frozen=True, slots=True, repr=False)
class Pile:
    """Discard and building piles have a `number` from 1, others 0. `seat` names the owner, None the player's own.

    >>> Pile.parse("2d4")
    Pile.parse('2d4')
    >>> Pile(PileKind.BUILDING, 3) == Pile.parse("b3")
    True
    """

    kind: PileKind
    number: int = 0
    seat: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", index(self.number))
        object.__setattr__(self, "seat", None if self.seat is None else index(self.seat))
        owned = self.seat is None or (self.kind in _OWNED and 0 <= self.seat < SEATS)
        if not owned or self.number not in _NUMBERS.get(self.kind, (0,)):
            raise _no_pile(str(self))

    @staticmethod
    def parse(text: str) -> "Pile":
        return _parse(text)

    def owner(self, player: int) -> int:
        """The seat whose pile it is, in a move of `player`."""
        return player if self.seat is None else self.seat

    def index(self, player: int) -> int:
        """The kernel's number of this pile, in a move of `player`. A hand has none."""
        if self.kind is PileKind.BUILDING:
            return self.number - 1
        assert self.kind in _OWNED
        return STOCKS[self.owner(player)] + self.number

    def __str__(self) -> str:
        if self.kind is PileKind.NOWHERE:
            return _NO_PILE
        return f"{'' if self.seat is None else self.seat}{self.kind[0]}{self.number or ''}"

    def __repr__(self) -> str:
        return f"Pile.parse('{self}')"


@lru_cache(maxsize=256)
def _parse(text: str) -> Pile:
    if text == _NO_PILE:
        return NOWHERE
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise _no_pile(text)
    seat = None if match["seat"] is None else int(match["seat"])
    return Pile(_KINDS[match["letter"]], int(match["number"] or 0), seat)


def _no_pile(text: str) -> Malformed:
    return Malformed("pile", _("“{text}” is not a pile. Write for example s, d3, b1, h, 2s or 2d4.").format(text=text))


HAND = Pile(PileKind.HAND)
NOWHERE = Pile(PileKind.NOWHERE)
