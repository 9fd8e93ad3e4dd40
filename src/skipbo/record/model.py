"""A record as a value: one field for each field of the format, in the order of the format.

msgspec reads and writes these types. A record that was read has values of these types and ranges; whether the game
holds is `check`'s to say.
"""

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from skipbo.game.card import HIGHEST
from skipbo.game.outcome import Outcome
from skipbo.game.table import FIRST_RULINGS

VERSION: Literal[1] = 1

CardNumber: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST)]  # 0 is a wild
Cards: TypeAlias = tuple[CardNumber, ...]  # top card first

Deal = TypeVar("Deal")
Shuffles = TypeVar("Shuffles")
Moves = TypeVar("Moves")


class RecordedSeat(Struct, frozen=True):
    name: str
    player: str  # `person` or the name of a bot


class RecordedDeal(Struct, frozen=True):
    """The cards as dealt, before any hand is drawn."""

    stocks: tuple[Cards, ...]  # by seat
    draw: Cards


class RecordForm(Struct, Generic[Deal, Shuffles, Moves], frozen=True, kw_only=True, omit_defaults=True):
    """The fields of a record. Its long lists are values, or the text of them where values would take too long."""

    skipbo: Literal[1]  # the version of the format
    edition: str
    stock: int
    house: dict[str, int]  # options that the sheet does not have
    referee: str
    seats: tuple[RecordedSeat, ...]
    teams: tuple[tuple[int, ...], ...]
    dealer: int | None  # None where the sheet has no dealer
    first: int
    deal: Deal
    shuffles: Shuffles
    moves: Moves
    result: Outcome | None  # None while the game goes on
    seed: str | None = None
    commitment: str | None = None
    column: str | None = None  # the language of the sheet that was played by, where it is not the first
    rulings: int = FIRST_RULINGS  # those that a kitchen game was judged by: see `skipbo.game.table`


AnyRecord: TypeAlias = RecordForm[Any, Any, Any]


class Record(
    RecordForm[RecordedDeal, tuple[Cards, ...], tuple[str, ...]], frozen=True, kw_only=True, omit_defaults=True
):
    def __repr__(self) -> str:
        return f"<Record {self.edition}, {len(self.seats)} players, {len(self.moves)} moves>"
