"""Events: what each move caused, defined once for the engine, the server's messages and every client.

In JSON an event is an object whose `type` names it; cards are numbers, and cards that the reader may not see are null.
"""

from enum import Enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from skipbo.game.card import Card
from skipbo.game.outcome import Outcome


class EventBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    pass


class DrawnCard(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    card: Card


class DrewForDealer(EventBase, frozen=True, tag="drew_for_dealer"):  # rule: dealer.first, ruling.dealer-tie
    """The cards drawn for the deal, round by round: the highest deals, and those who tie draw again."""

    rounds: tuple[tuple[DrawnCard, ...], ...]


class Dealt(EventBase, frozen=True):
    dealer: int | None
    first: int


class Drew(EventBase, frozen=True):
    """Cards drawn into a hand. Only its own player sees `cards`; for everybody else they are null."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None


class Played(EventBase, frozen=True):
    """A card played on a building pile, where it stands for the number `stands_for`.

    `source` is `stock`, `discard` or `hand`, of seat `owner`; `number` is the discard pile from 1 to 4, otherwise 0.
    """

    seat: int
    card: Card
    source: str
    owner: int
    number: int
    pile: int
    stands_for: Card


class Turned(EventBase, frozen=True):
    """The next card of a stock pile, now face up."""

    seat: int
    card: Card


class Completed(EventBase, frozen=True):
    """A building pile that is full; its cards are now spent."""

    pile: int


class Shuffled(EventBase, frozen=True):
    """The spent cards became the draw pile."""

    count: int


class Discarded(EventBase, frozen=True):
    seat: int
    card: Card
    pile: int


class Passed(EventBase, frozen=True):
    """A turn that ended without a discard, because the hand was empty."""

    seat: int


class TurnBegan(EventBase, frozen=True, tag="turn_began"):
    seat: int


class Ended(EventBase, frozen=True):
    outcome: Outcome


# At a kitchen table: mistakes, and how they are judged


class Ground(Enum):
    """Why a call was right, or that it was not."""

    IRREGULAR = "irregular"
    TALK = "talk"
    NONE = "none"  # rule: ruling.false-call

    def __repr__(self) -> str:
        """So that what holds it can be typed back."""
        return str(self)


class IrregularTurn(EventBase, frozen=True, tag="irregular_turn"):
    """A seat begins to play although it is the turn of another."""

    seat: int
    turn: int


class IrregularFinished(EventBase, frozen=True, tag="irregular_finished"):
    """A turn out of order is over; until another seat acts, it can still be called."""

    seat: int


class LetStand(EventBase, frozen=True, tag="let_stand"):
    """A player will not call the turn out of order that is over."""

    seat: int


class IrregularStands(EventBase, frozen=True, tag="irregular_stands"):
    """Nobody has called a turn out of order in time: it counts like any other."""

    seat: int


class Overdrew(EventBase, frozen=True):
    """A card beyond the fifth, shuffled into the face-down cards of the player's stock pile.

    Only the player saw `card`; for everybody else it is null.
    """

    seat: int
    card: Card | None


class Exposed(EventBase, frozen=True):
    """A card beyond the fifth, left face up on the draw pile."""

    seat: int
    card: Card


class Took(EventBase, frozen=True):
    """Exposed cards taken into the hand; `left` others went face down to the bottom of the draw pile."""

    seat: int
    cards: tuple[Card, ...]
    left: int


class RefusedExposed(EventBase, frozen=True, tag="refused_exposed"):
    """Exposed cards that went face down to the bottom of the draw pile."""

    seat: int
    cards: tuple[Card, ...]


class Talked(EventBase, frozen=True):
    """A player talked to a partner."""

    seat: int


class Called(EventBase, frozen=True):
    """Seat `seat` called a mistake of seat `called`."""

    seat: int
    called: int
    ground: Ground


class Stopped(EventBase, frozen=True):
    """An irregular turn was noticed; its cards stay where they are."""

    seat: int


class CardReturned(EventBase, frozen=True, tag="card_returned"):
    """The card that would have won out of turn goes back from a building pile to the stock pile of a seat."""

    seat: int
    card: Card
    building: int


class Annulled(EventBase, frozen=True):
    """An irregular turn was noticed; its cards went back to where they were."""

    seat: int


class Penalised(EventBase, frozen=True):
    """Cards put unseen under a stock pile, for talking."""

    seat: int
    count: int


class MayNotDraw(EventBase, frozen=True, tag="may_not_draw"):
    """A turn begins without drawing, for having played out of turn."""

    seat: int


KitchenEvent: TypeAlias = (
    IrregularTurn
    | IrregularFinished
    | LetStand
    | IrregularStands
    | Overdrew
    | Exposed
    | Took
    | RefusedExposed
    | Talked
    | Called
    | Stopped
    | CardReturned
    | Annulled
    | Penalised
    | MayNotDraw
)


Event: TypeAlias = (
    DrewForDealer
    | Dealt
    | Drew
    | Played
    | Turned
    | Completed
    | Shuffled
    | Discarded
    | Passed
    | TurnBegan
    | Ended
    | KitchenEvent
)


HIDING = (Drew, Overdrew)  # events that only their own seat sees whole


def seen_by(event: Event, seat: int | None) -> Event:
    """Returns the event as a seat may see it; None is a spectator."""
    if not isinstance(event, HIDING) or event.seat == seat:
        return event
    return replace(event, cards=None) if isinstance(event, Drew) else replace(event, card=None)
