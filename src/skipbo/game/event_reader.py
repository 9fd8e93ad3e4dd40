"""Events read from the records in which the kernel writes them."""

from collections.abc import Callable, Iterator
from struct import Struct
from typing import TypeAlias

from skipbo.game.card import CARDS, Card
from skipbo.game.event import (
    Completed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Passed,
    Played,
    Shuffled,
    TurnBegan,
    Turned,
)
from skipbo.game.pile import PileKind
from skipbo.kernel import event as kernel
from skipbo.kernel.event import EVENT, Events
from skipbo.kernel.layout import NO_SEAT

Row: TypeAlias = tuple[int, ...]

_ROW = Struct(f"{EVENT.itemsize}B")
_FIELDS = ("kind", "dealer", "seat", "card", "source", "owner", "number", "pile", "stands_for", "count", "cards")
assert EVENT.fields is not None
KIND, DEALER, SEAT, CARD, SOURCE, OWNER, NUMBER, PILE, STANDS_FOR, COUNT, DRAWN = (
    EVENT.fields[name][1] for name in _FIELDS
)
# The words without the property of an enum, because this runs for every card played
_SOURCES: dict[int, str] = {
    kernel.HAND: PileKind.HAND._value_,
    kernel.STOCK: PileKind.STOCK._value_,
    kernel.DISCARD: PileKind.DISCARD._value_,
}


def rows_of(events: Events, count: int) -> Iterator[Row]:
    """The numbers of the first events, as bytes, because Python reads the fields of a record slowly."""
    return _ROW.iter_unpack(events.tobytes()[: count * _ROW.size])


def _drawn(row: Row) -> tuple[Card, ...]:
    return tuple(CARDS[rank] for rank in row[DRAWN : DRAWN + row[COUNT]])


def _played(row: Row) -> Played:
    source, card, stands_for = _SOURCES[row[SOURCE]], CARDS[row[CARD]], CARDS[row[STANDS_FOR]]
    return Played(row[SEAT], card, source, row[OWNER], row[NUMBER], row[PILE], stands_for)


# By the number of a kind; what an end needs more than these numbers, its game knows
READERS: dict[int, Callable[[Row], Event]] = {
    kernel.DEALT: lambda row: Dealt(None if row[DEALER] == NO_SEAT else row[DEALER], row[SEAT]),
    kernel.TURN_BEGAN: lambda row: TurnBegan(row[SEAT]),
    kernel.DREW: lambda row: Drew(row[SEAT], row[COUNT], _drawn(row)),
    kernel.SHUFFLED: lambda row: Shuffled(row[COUNT]),
    kernel.PLAYED: _played,
    kernel.COMPLETED: lambda row: Completed(row[PILE]),
    kernel.TURNED: lambda row: Turned(row[SEAT], CARDS[row[CARD]]),
    kernel.DISCARDED: lambda row: Discarded(row[SEAT], CARDS[row[CARD]], row[PILE]),
    kernel.PASSED: lambda row: Passed(row[SEAT]),
}
