"""What happened: each move becomes a few events, which clients can animate and logs can tell."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from skipbo.game.card import Card
from skipbo.game.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Dealt:
    dealer: int | None
    first: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Cards drawn into a hand; whoever does not hold the hand sees only how many."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card on a building pile. `owner` is whose pile it came from, `number` which discard pile (0: not one)."""

    seat: int
    card: Card
    source: str
    owner: int
    number: int
    pile: int
    stands_for: Card


@dataclass(frozen=True, slots=True)
class Turned:
    """The next card of a stock pile, now face up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Completed:
    pile: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The spent cards became the draw pile."""

    count: int


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: int
    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome


# At a kitchen table: mistakes, and how they are judged


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


Event: TypeAlias = (
    Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | KitchenEvent
)


HIDING = (Drew, Overdrew)  # what only its own seat sees wholly


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as a seat may see it; None is a spectator."""
    if not isinstance(event, HIDING) or event.seat == seat:
        return event
    return replace(event, cards=None) if isinstance(event, Drew) else replace(event, card=None)
