"""Why a move is not legal: the id of the rule it breaks, and a sentence for the player."""

from skipbo.errors import NotLegal
from skipbo.game.card import Card
from skipbo.game.move import BUILDING, DISCARD, HAND, PASSED, STOCK, Move
from skipbo.game.view import View
from skipbo.i18n import translate as _
from skipbo.kernel.layout import WILD


def why_not(view: View, move: Move) -> NotLegal:
    """The error for a move that the kernel refuses to the seat in turn, whose view this is."""
    names = view.edition.names_in()
    if view.outcome is not None:
        return NotLegal("win.stock", _("The game is over."))
    if move.source == PASSED:
        return NotLegal("ruling.no-discard", _("Only a player with an empty hand may pass: discard a card."))
    card: Card | None
    if move.source == HAND:
        card = move.card
        if card not in view.hand:
            return NotLegal("play.sources", _("There is no {card} in the hand.").format(card=card))
    else:
        owner = view.turn if move.seat is None else move.seat
        if owner != view.turn and move.source == DISCARD and not view.edition.partner_discards:
            return NotLegal("team.sources-1967", _("By this sheet a partner's discard piles may not be used."))
        pile = view.discards[owner][move.number - 1] if move.source == DISCARD else ()
        card = view.stocks[owner][0] if move.source == STOCK else (pile[-1] if pile else None)
        if card is None:
            name = names.stock if move.source == STOCK else f"{names.discard} {move.number}"
            return NotLegal("play.sources", _("There is no card on this pile: {pile}.").format(pile=name))
    assert move.target == BUILDING  # a card of the hand can always be discarded
    assert card is not None
    assert card != WILD  # a wild goes everywhere
    needed = len(view.building[move.pile - 1]) + 1
    rule = "build.start" if needed == 1 else "build.sequence"
    return NotLegal(
        rule,
        _("{card} does not go there: {pile} {number} needs {needed} or a {wild}.").format(
            card=card, pile=names.building, number=move.pile, needed=needed, wild=names.wild
        ),
    )
