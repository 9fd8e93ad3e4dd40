"""What happens at a kitchen table besides: mistakes, and how they are judged."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from skipbo.cards import Card


class Ground(Enum):
    """Why a call was right, or that it was not."""

    IRREGULAR = "irregular"
    TALK = "talk"
    NONE = "none"  # rule: ruling.false-call


@dataclass(frozen=True, slots=True)
class IrregularTurn:
    """A seat begins to play although it is the turn of another."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class Overdrew:
    """A card beyond the fifth, shuffled among the face-down cards of one's stock pile; only its owner saw it."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Exposed:
    """A card beyond the fifth, left face up on the draw pile."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Took:
    """Exposed cards taken into the hand; `left` others went face down to the bottom of the draw pile."""

    seat: int
    cards: tuple[Card, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Exposed cards that went face down to the bottom of the draw pile."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Talked:
    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    seat: int
    called: int
    ground: Ground


@dataclass(frozen=True, slots=True)
class Stopped:
    """An irregular turn was noticed; its cards stay where they are."""

    seat: int


@dataclass(frozen=True, slots=True)
class Annulled:
    """An irregular turn was noticed; its cards went back to where they were."""

    seat: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """Cards put unseen under a stock pile, for talking."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class MayNotDraw:
    """A turn begins without drawing, for having played out of turn."""

    seat: int


KitchenEvent: TypeAlias = (
    IrregularTurn | Overdrew | Exposed | Took | Refused | Talked | Called | Stopped | Annulled | Penalised | MayNotDraw
)
