"""What happened: each move becomes a few events, which clients can animate and logs can tell."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from skipbo.cards import Card
from skipbo.kitchen_events import KitchenEvent, Overdrew
from skipbo.outcome import Outcome


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


Event: TypeAlias = (
    Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | KitchenEvent
)


HIDING = (Drew, Overdrew)  # what only its own seat sees wholly


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as a seat may see it; None is a spectator."""
    if not isinstance(event, HIDING) or event.seat == seat:
        return event
    return replace(event, cards=None) if isinstance(event, Drew) else replace(event, card=None)
