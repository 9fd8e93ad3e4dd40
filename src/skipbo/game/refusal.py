"""The error for a move that is not legal: the id of the rule it breaks, and a sentence for the player."""

from skipbo.errors import NotLegal
from skipbo.game.move import Move
from skipbo.game.pile import PileKind
from skipbo.game.view import View
from skipbo.i18n import translate as _
from skipbo.kernel.layout import WILD
from skipbo.text import capitalized


def why_not(view: View, move: Move) -> NotLegal:
    """Returns the error for a move that the kernel refuses to the seat in turn, whose view this is."""
    names = view.edition.names_in()
    if view.outcome is not None:
        return NotLegal("win.stock", _("The game is over."))
    if move.is_pass:
        return NotLegal("ruling.no-discard", _("Only a player with an empty hand may pass: discard a card."))
    source, target = move.source, move.target
    if source.kind is PileKind.HAND:
        card = move.card
        assert card is not None
        if card not in view.hand:
            name = view.edition.card_name(card)
            return NotLegal("play.sources", _("There is no {card} in the hand.").format(card=name))
    else:
        from_discard = source.kind is PileKind.DISCARD
        if from_discard and source.owner(view.turn) != view.turn and not view.edition.partner_discards:
            return NotLegal("team.sources-1967", _("By this sheet a partner's discard piles may not be used."))
        card = view.top(source)
        if card is None:
            name = names.discard.numbered(source.number) if from_discard else names.stock
            return NotLegal("play.sources", _("There is no card on this pile: {pile}.").format(pile=name))
    assert target.kind is PileKind.BUILDING  # a card of the hand can always be discarded
    assert card is not None
    assert card != WILD  # a wild goes everywhere
    needed = view.next_cards[target.number - 1]
    rule = "build.start" if needed == 1 else "build.sequence"
    text = _("{card} does not go there: {pile} {number} needs {needed} or a {wild}.").format(
        card=view.edition.the_card(card),
        pile=names.building,
        number=target.number,
        needed=view.edition.the_card(needed),
        wild=names.wild,
    )
    return NotLegal(rule, capitalized(text))
