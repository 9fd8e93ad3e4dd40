"""Events as sentences, with only what the viewer may see."""

from collections.abc import Iterator, Sequence

from skipbo.editions import Edition
from skipbo.game.card import Card
from skipbo.game.event import (
    Annulled,
    Called,
    CardReturned,
    Completed,
    Dealt,
    Discarded,
    DrawnCard,
    Drew,
    DrewForDealer,
    Ended,
    Event,
    Exposed,
    Ground,
    IrregularFinished,
    IrregularStands,
    IrregularTurn,
    KitchenEvent,
    LetStand,
    MayNotDraw,
    Overdrew,
    Passed,
    Penalised,
    Played,
    RefusedExposed,
    Shuffled,
    Stopped,
    Talked,
    Took,
    TurnBegan,
    Turned,
    seen_by,
)
from skipbo.game.outcome import How, Outcome
from skipbo.game.pile import PileKind
from skipbo.i18n import mark, translate_plural
from skipbo.i18n import translate as _
from skipbo.kernel.layout import WILD

SEAT_NAMES = (
    mark("South"),
    mark("Southwest"),
    mark("West"),
    mark("Northwest"),
    mark("North"),
    mark("Northeast"),
    mark("East"),
    mark("Southeast"),
)

# Who calls whom: the reader another seat, a seat the reader, a seat another
CALLS = {
    Ground.IRREGULAR: (
        mark("You call {called}, who plays out of turn."),
        mark("{seat} calls you, because you play out of turn."),
        mark("{seat} calls {called}, who plays out of turn."),
    ),
    Ground.TALK: (
        mark("You call {called}, who has talked."),
        mark("{seat} calls you, because you have talked."),
        mark("{seat} calls {called}, who has talked."),
    ),
    Ground.NONE: (
        mark("You call {called} without ground. Nothing changes."),
        mark("{seat} calls you without ground. Nothing changes."),
        mark("{seat} calls {called} without ground. Nothing changes."),
    ),
}


class Narrator:
    """Writes sentences for a seat, or for a spectator (None).

    A sentence with a verb has another text where the seat is the reader: "You play", "West plays".
    """

    def __init__(self, edition: Edition, seats: Sequence[str], viewer: int | None) -> None:
        self.edition = edition
        self.names = edition.names_in()
        self.viewer = viewer
        self.seats = [_("You") if seat == viewer else name for seat, name in enumerate(seats)]

    def narrate(self, events: Sequence[Event]) -> Iterator[tuple[int | None, str]]:
        """Yields a sentence for each event worth one, with the seat it is about."""
        for place, event in enumerate(events):
            following = events[place + 1] if place + 1 < len(events) else None
            if isinstance(event, TurnBegan) and isinstance(following, Drew) and event.seat != self.viewer:
                continue  # the drawing says whose turn begins
            yield getattr(event, "seat", None), self.sentence(seen_by(event, self.viewer))

    def sentence(self, event: Event) -> str:
        match event:
            case DrewForDealer(rounds=rounds):
                return self._drew_for_dealer(rounds)
            case Dealt(dealer=dealer):
                if dealer is None:
                    return _("The cards are dealt.")
                if dealer == self.viewer:
                    return _("The cards are dealt. You are the dealer.")
                return _("The cards are dealt. Dealer: {seat}.").format(seat=self.seats[dealer])
            case TurnBegan(seat=seat):
                if seat == self.viewer:
                    return _("Your turn.")
                return _("{seat}: a turn begins.").format(seat=self.seats[seat])
            case Drew(seat=seat, cards=None, count=count):
                text = translate_plural("{seat}: {count} card drawn.", "{seat}: {count} cards drawn.", count)
                return text.format(seat=self.seats[seat], count=count)
            case Drew(cards=cards):
                return _("You draw: {cards}.").format(cards=listed(cards or (), self.edition))
            case Played():
                return self._played(event)
            case Discarded(seat=seat, card=card, pile=number):
                return _("{seat}: {card} from {source} to {pile} {number}.").format(
                    seat=self.seats[seat],
                    card=_face(card, self.edition),
                    source=self.names.hand,
                    pile=self.names.discard,
                    number=number,
                )
            case Turned(seat=seat, card=card):
                return _("{seat}: next on the {pile}: {card}.").format(
                    seat=self.seats[seat], pile=self.names.stock, card=_face(card, self.edition)
                )
            case Completed(pile=number):
                return _("The run on {pile} {number} is complete: its cards are set aside.").format(
                    pile=self.names.building, number=number
                )
            case Shuffled(count=count):
                return _("The {count} cards set aside are shuffled into a new {pile}.").format(
                    pile=self.names.draw, count=count
                )
            case Passed(seat=seat):
                return _("{seat}: no card in the hand, pass.").format(seat=self.seats[seat])
            case Ended(outcome=outcome):
                return self.ended(outcome)
            case _:
                return kitchen_sentence(event, self.edition, self.seats, self.viewer)

    def _drew_for_dealer(self, rounds: Sequence[Sequence[DrawnCard]]) -> str:
        first, *others = (
            ", ".join(f"{self.seats[drawn.seat]} {_faces([drawn.card], self.edition)}" for drawn in each)
            for each in rounds
        )
        sentences = [_("Drawn for the deal: {cards}.").format(cards=first)]
        sentences += [_("Those who tie draw again: {cards}.").format(cards=cards) for cards in others]
        return " ".join(sentences)

    def _played(self, event: Played) -> str:
        places = {PileKind.STOCK: self.names.stock, PileKind.DISCARD: self.names.discard.numbered(event.number)}
        source = places.get(PileKind(event.source), self.names.hand)
        if event.owner != event.seat:
            if event.card == WILD:
                text = _("{seat}: {wild} as {card} from {source} ({owner}) to {pile} {number}.")
            else:
                text = _("{seat}: {card} from {source} ({owner}) to {pile} {number}.")
        elif event.card == WILD:
            text = _("{seat}: {wild} as {card} from {source} to {pile} {number}.")
        else:
            text = _("{seat}: {card} from {source} to {pile} {number}.")
        return text.format(
            seat=self.seats[event.seat],
            wild=self.names.wild,
            card=self.edition.the_card(event.stands_for),
            source=source,
            owner=self.seats[event.owner],
            pile=self.names.building,
            number=event.pile,
        )

    def ended(self, outcome: Outcome) -> str:
        sentences = []
        if outcome.how is How.BLOCKED:
            sentences.append(_("The game is blocked: everybody passed in turn, and nothing can change any more."))
        if not outcome.winners:
            sentences.append(_("Nobody wins and nobody scores."))
        elif outcome.winners == (self.viewer,):
            sentences.append(_("You have won the game and score {points}.").format(points=outcome.points))
        elif self.viewer in outcome.winners:
            sentences.append(_("Your side has won the game and scores {points}.").format(points=outcome.points))
        else:
            sentences.append(
                _("The game is won by {seats}. Points: {points}.").format(
                    seats=self.named(outcome.winners), points=outcome.points
                )
            )
        left = ", ".join(f"{name} {count}" for name, count in zip(self.seats, outcome.left, strict=True))
        sentences.append(_("Cards left in the {pile:s}: {counts}.").format(pile=self.names.stock, counts=left))
        return " ".join(sentences)

    def named(self, seats: Sequence[int]) -> str:
        return " + ".join(self.seats[seat] for seat in seats)

    def scores(self, sides: Sequence[Sequence[int]], scores: Sequence[int], points: int | None) -> str:
        shown = ", ".join(f"{self.named(side)} {score}" for side, score in zip(sides, scores, strict=True))
        return _("Scores: {scores}. The match goes to {points}.").format(scores=shown, points=points)

    def match_won(self, leaders: Sequence[int]) -> str:
        if self.viewer in leaders:
            return _("You have won the match.")
        return _("The match is won by {seats}.").format(seats=self.named(leaders))


def kitchen_sentence(event: KitchenEvent, edition: Edition, seats: Sequence[str], viewer: int | None) -> str:
    """The sentence for an event of a kitchen table."""
    names, seat, own = edition.names_in(), seats[event.seat], event.seat == viewer
    match event:
        case IrregularTurn(turn=turn):
            if own:
                return _("You play out of turn. It is the turn of {turn}.").format(turn=seats[turn])
            if turn == viewer:
                return _("{seat} plays out of turn. It is your turn.").format(seat=seat)
            return _("{seat} plays out of turn. It is the turn of {turn}.").format(seat=seat, turn=seats[turn])
        case IrregularFinished():
            if own:
                return _("Your turn out of order is over. It can be called until another player acts.")
            return _("{seat} has finished a turn out of order. It can be called until another player acts.").format(
                seat=seat
            )
        case LetStand():
            return _("You let the turn stand.") if own else _("{seat} lets the turn stand.").format(seat=seat)
        case IrregularStands():
            if own:
                return _("Nobody has called your turn out of order: it counts.")
            return _("Nobody has called the turn out of order of {seat}: it counts.").format(seat=seat)
        case CardReturned(card=card):
            text = _("The card that would have won goes back on the {pile} of {seat}: {card}.")
            if own:
                text = _("The card that would have won goes back on your {pile}: {card}.")
            return text.format(seat=seat, pile=names.stock, card=_face(card, edition))
        case Overdrew(card=card):
            if card is None:
                return _("{seat}: one card too many, shuffled into the {pile}.").format(seat=seat, pile=names.stock)
            return _("{seat}: one card too many ({card}), shuffled into the {pile}.").format(
                seat=seat, card=_face(card, edition), pile=names.stock
            )
        case Exposed(card=card):
            return _("{seat}: one card too many, now face up on the {pile}: {card}.").format(
                seat=seat, pile=names.draw, card=_face(card, edition)
            )
        case Took(cards=cards):
            return _("{seat}: taken face up from the {pile}: {cards}.").format(
                seat=seat, pile=names.draw, cards=_faces(cards, edition)
            )
        case RefusedExposed(cards=cards):
            return _("{seat}: refused, now face down under the {pile}: {cards}.").format(
                seat=seat, pile=names.draw, cards=_faces(cards, edition)
            )
        case Talked():
            return _("You have talked.") if own else _("{seat} has talked.").format(seat=seat)
        case Called(called=called, ground=ground):
            by_you, on_you, by_others = CALLS[ground]
            text = by_you if own else on_you if called == viewer else by_others
            return _(text).format(seat=seat, called=seats[called])
        case Stopped():
            return _("{seat}: the turn out of order stops here. Its cards stay where they are.").format(seat=seat)
        case Annulled():
            return _("{seat}: the turn out of order is annulled. Its cards go back.").format(seat=seat)
        case Penalised(count=count):
            text = translate_plural(
                "{seat}: {count} card goes unseen under the {pile}.",
                "{seat}: {count} cards go unseen under the {pile}.",
                count,
            )
            return text.format(seat=seat, count=count, pile=names.stock)
        case MayNotDraw():
            return _("{seat}: this turn begins without drawing.").format(seat=seat)


def _face(card: Card, edition: Edition) -> str:
    return edition.names_in().wild if card == WILD else edition.the_card(card)


def _faces(cards: Sequence[Card], edition: Edition) -> str:
    names = edition.names_in()
    return ", ".join(names.wild if card == WILD else edition.card_name(card) for card in cards)


def seat_name(name: str) -> str:
    """Translates the default names of seats; names that people chose stay as they are."""
    return _(name) if name in SEAT_NAMES else name


def listed(cards: Sequence[Card], edition: Edition) -> str:
    return ", ".join(edition.card_name(card) for card in cards)
