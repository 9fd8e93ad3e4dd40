"""Advice in sentences: a move in words, and why it is better than another. They name cards and players."""

from collections.abc import Sequence
from dataclasses import dataclass

from skipbo.editions import Edition, Term
from skipbo.game.move import Move
from skipbo.game.pile import PileKind
from skipbo.game.view import View
from skipbo.i18n import mark
from skipbo.i18n import translate as _
from skipbo.kernel.layout import WILD

MOVES = {
    "play": mark("Play {card:the} from your {source} on {pile}."),
    "play_of_partner": mark("Play {card:the} from {source} ({owner}) on {pile}."),
    "discard": mark("Discard {card:the} on {pile}."),
    "pass": mark("Pass"),
}
REASONS = {
    "wins": mark("This wins the game."),
    "only_move": mark("It is your only move."),
    "as_good": mark("Your other moves are just as good."),
    "slight": mark("It is only slightly better than your other moves."),
    # own progress
    "stock_now": mark("Each card off your {stock} brings you nearer to winning."),
    "stock_soon": mark("It clears the way for {card:the} on your {stock}."),
    "path_ready": mark("Then your own cards lead all the way to {needed:the} on your {stock}."),
    "path_lacks": mark("Then you lack only {card:a} for {needed:the} on your {stock}."),
    "path_open": mark("Do not cover {card:the}: you need it to reach {needed:the} on your {stock}."),
    "path_nearer": mark("It brings you nearer to {needed:the} on your {stock}."),
    # the hand
    "empties": mark("It empties your {hand}: you draw new cards at once."),
    "draws": mark("Next turn you draw a new card for {card:the}."),
    "draws_more": mark("You keep fewer cards and draw more next turn."),
    "saves": mark("It saves {card:the} for later."),
    "keeps_useful": mark("Keep {card:the}: you can soon play it."),
    "plays_fitting": mark("Play {card:the} while it fits."),
    "spare": mark("You have {card:a} to spare."),
    # wilds
    "saves_wild": mark("It saves your {wild} for later."),
    "frees_wild": mark("It takes {wild:the} off your {discard}."),
    "open_wild": mark("Do not cover {wild:the}."),
    # the order of the player's own discard piles
    "run": mark("{card:The} goes on {needed:the}: you can play them one after the other."),
    "equal": mark("{card:The} goes on an equal card and covers nothing else."),
    "step": mark("{card:The} lies in good order on {needed:the}."),
    "empty": mark("{card:The} covers nothing on an empty {discard}."),
    "high": mark("High cards can wait: rather {card:the} than {needed:the}."),
    "burial": mark("On {pile}, {card:the} would bury {needed:the}."),
    "order": mark("It keeps your {discard:s} in better order."),
    # opponents
    "gift": mark("Keep {card:the}: {seat} needs {needed:a} and would get it."),
    "gift_if_played": mark("Do not play {card:the}: {seat} needs {needed:a} and would get it."),
    "help": mark("Keep {card:the}: it would help {seat}, who needs {needed:a}."),
    "help_if_played": mark("Do not play {card:the}: it would help {seat}, who needs {needed:a}."),
    "block": mark("{seat} needs {needed:a}: play yours first."),
    "block_with_wild": mark("{seat} needs {needed:a}: {wild:the} takes its place."),
    "hinder": mark("It leaves {seat} less chance to play {needed:the}."),
    "deny": mark("Otherwise {seat} could play {card:the} from {discard:a}."),
    # the building piles
    "variety": mark("Then the {building:s} need more different cards."),
    "less_to_build_on": mark("It leaves the others less to build on."),
    "uncompleted": mark("Few cards are left to draw: do not complete {building:a} yet."),
    "completed": mark("Few cards are left to draw: a complete {building} brings cards back."),
    # partners
    "partner_stock": mark("It plays {card:the} for {seat}, your partner."),
    "partner_helped": mark("{card:The} helps {seat}, your partner, who needs {needed:a}."),
    "partner_open": mark("It leaves the way open for {seat}, your partner, who needs {needed:a}."),
}

TEXTS = tuple(REASONS)  # compiled code names them by their numbers


@dataclass(frozen=True)
class Sentence:
    """A text by its name, and what it names: cards (0 is a wild), a seat, the number of an own discard pile."""

    text: str
    card: int | None = None
    needed: int | None = None
    seat: int | None = None
    pile: int | None = None

    def write(self, edition: Edition, seats: Sequence[str]) -> str:
        """Returns the sentence in the language in use, with the names of an edition and of the seats."""
        names = edition.names_in()
        values: dict[str, object] = dict(names.by_name())
        values |= {
            name: the_card(card, edition) for name in ("card", "needed") if (card := getattr(self, name)) is not None
        }
        if self.seat is not None:
            values["seat"] = seats[self.seat]
        if self.pile is not None:
            values["pile"] = names.discard.numbered(self.pile)
        return _(REASONS[self.text]).format(**values)


def move_sentence(move: Move, view: View, seats: Sequence[str]) -> str:
    """Returns a move of the player in turn in words, in the language in use."""
    text = MOVES[name_of(move, view)]
    if move.is_pass:
        return _(text)
    names, source = view.edition.names_in(), move.source
    card = view.top(source) if move.card is None else move.card
    assert card is not None
    sources = {PileKind.HAND: names.hand, PileKind.STOCK: names.stock}
    values = {
        "card": the_card(card, view.edition),
        "source": sources.get(source.kind) or names.discard.numbered(source.number),
        "pile": (names.discard if move.ends_turn else names.building).numbered(move.target.number),
        "owner": seats[source.owner(view.turn)],
    }
    return _(text).format(**values)


def name_of(move: Move, view: View) -> str:
    """The name of the text for a move."""
    if move.ends_turn:
        return "pass" if move.is_pass else "discard"
    return "play" if move.source.owner(view.turn) == view.turn else "play_of_partner"


def the_card(card: int, edition: Edition) -> Term:
    return edition.names_in().wild if card == WILD else edition.the_card(card)
