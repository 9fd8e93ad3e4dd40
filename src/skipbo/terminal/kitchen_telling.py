"""What happens at a kitchen table, told in sentences. They begin with who acts, as all others do."""

from collections.abc import Sequence

from skipbo.cards import Card
from skipbo.editions import Names
from skipbo.kernel.layout import WILD
from skipbo.kitchen_events import (
    Annulled,
    Called,
    Exposed,
    Ground,
    IrregularTurn,
    KitchenEvent,
    MayNotDraw,
    Overdrew,
    Penalised,
    Refused,
    Stopped,
    Talked,
    Took,
)
from skipbo.language import translate as _
from skipbo.language import translate_plural


def kitchen_sentence(event: KitchenEvent, names: Names, seats: Sequence[str]) -> str:
    """The sentence for an event as a seat may see it."""
    seat = seats[event.seat]
    match event:
        case IrregularTurn(turn=turn):
            return _("{seat}: plays out of turn. It is the turn of: {turn}.").format(seat=seat, turn=seats[turn])
        case Overdrew(card=None):
            return _("{seat}: one card too many, shuffled into {pile}.").format(seat=seat, pile=names.stock)
        case Overdrew(card=card):
            return _("{seat}: one card too many ({card}), shuffled into {pile}.").format(
                seat=seat, card=card, pile=names.stock
            )
        case Exposed(card=card):
            return _("{seat}: one card too many, now face up on {pile}: {card}.").format(
                seat=seat, pile=names.draw, card=_face(card, names)
            )
        case Took(cards=cards):
            return _("{seat}: taken face up from {pile}: {cards}.").format(
                seat=seat, pile=names.draw, cards=_faces(cards, names)
            )
        case Refused(cards=cards):
            return _("{seat}: refused, now face down under {pile}: {cards}.").format(
                seat=seat, pile=names.draw, cards=_faces(cards, names)
            )
        case Talked():
            return _("{seat}: talks.").format(seat=seat)
        case Called(called=called, ground=Ground.IRREGULAR):
            return _("{seat}: calls {called}, who plays out of turn.").format(seat=seat, called=seats[called])
        case Called(called=called, ground=Ground.TALK):
            return _("{seat}: calls {called}, who has talked.").format(seat=seat, called=seats[called])
        case Called(called=called):
            return _("{seat}: calls {called} without ground. Nothing changes.").format(seat=seat, called=seats[called])
        case Stopped():
            return _("{seat}: the turn out of order stops here. Its cards stay where they are.").format(seat=seat)
        case Annulled():
            return _("{seat}: the turn out of order is annulled. Its cards go back.").format(seat=seat)
        case Penalised(count=count):
            text = translate_plural(
                "{seat}: {count} card goes unseen under {pile}.", "{seat}: {count} cards go unseen under {pile}.", count
            )
            return text.format(seat=seat, count=count, pile=names.stock)
        case MayNotDraw():
            return _("{seat}: this turn begins without drawing.").format(seat=seat)


def _face(card: Card, names: Names) -> str:
    return names.wild if card == WILD else str(card)


def _faces(cards: Sequence[Card], names: Names) -> str:
    return ", ".join(_face(card, names) for card in cards)
