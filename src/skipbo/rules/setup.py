"""The object, the cards, the deal, and who begins."""

from skipbo.i18n import mark
from skipbo.rules.rule import ALL, DEALT, FIRST, MODERN, SHORTENED, STANDARD, Rule

SECTION = mark("Cards and set-up")

SETTING_UP = (
    Rule(
        id="object",
        section=SECTION,
        editions=ALL,
        text=mark("Be the first to play every card of your {stock}: then you win."),
    ),
    Rule(
        id="deck.modern",
        section=SECTION,
        editions=MODERN,
        text=mark(
            "The deck has {cards} cards: every number from 1 to {ranks} twelve times, and {wilds} {wild:s}. "
            "Leave any blank cards in the box."
        ),
    ),
    Rule(
        id="deck.packs",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "Three numbered packs make {cards} cards. Each pack has 60: every rank from Ace (which is 1) to King "
            "({ranks}) four times, and 8 {wild:s}. A card always belongs to the same pack."
        ),
    ),
    Rule(
        id="deck.separate",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "After a {game}, put the cards back into their three packs: "
            "the next {stock:s} come from packs 1 and 2 again."
        ),
    ),
    Rule(
        id="players",
        section=SECTION,
        editions=ALL,
        text=mark("Two to six people can play."),
    ),
    Rule(
        id="stock.size",
        section=SECTION,
        editions=ALL,
        text=mark(
            "Every player is dealt a {stock}: 30 cards when two, three or four play, 20 cards when five or six play."
        ),
    ),
    Rule(
        id="stock.short",
        section=SECTION,
        editions=MODERN,
        text=mark("For a quick {game}, deal only 10 cards to each {stock}. Nothing else changes."),
    ),
    Rule(
        id="stock.packs",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "Only packs 1 and 2 are dealt to the {stock:s}. The cards left over from these two, and all of pack 3, "
            "make the {draw}."
        ),
    ),
    Rule(
        id="stock.top",
        section=SECTION,
        editions=ALL,
        text=mark(
            "Your {stock} always shows its top card: when you play it, turn up the next one. "
            "The cards below it stay hidden from everybody, from you too."
        ),
    ),
    Rule(
        id="draw.pile",
        section=SECTION,
        editions=ALL,
        text=mark("The cards that are not dealt lie face down in the middle of the table: they are the {draw}."),
    ),
    Rule(
        id="layout",
        section=SECTION,
        editions=DEALT,
        text=mark("Your {stock} lies at your right, and your {discard:s} to the left of it."),
    ),
    Rule(
        id="start.empty",
        section=SECTION,
        editions=ALL,
        text=mark("{building:S} and {discard:s} come later: each one begins when somebody lays its first card."),
    ),
    Rule(
        id="dealer.first",
        section=SECTION,
        editions=STANDARD,
        text=mark(
            "To choose the dealer, everyone draws one card, and the highest number deals. "
            "{wild:A} counts for nothing here."
        ),
    ),
    Rule(
        id="dealer.any",
        section=SECTION,
        editions=FIRST,
        text=mark("Agree among yourselves who deals first: it can be anybody."),
    ),
    Rule(
        id="dealer.moves",
        section=SECTION,
        editions=DEALT,
        text=mark("For the next {game}, the player to the dealer's left becomes the dealer."),
    ),
    Rule(
        id="first.left",
        section=SECTION,
        editions=STANDARD,
        text=mark("The player to the dealer's left takes the first turn."),
    ),
    Rule(
        id="first.youngest",
        section=SECTION,
        editions=SHORTENED,
        text=mark("The youngest at the table takes the first turn."),
    ),
    Rule(
        id="first.highest",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "Look at the cards turned up on the {stock:s}: the player with the highest one takes the first turn. "
            "{wild:A} counts for nothing here."
        ),
    ),
    Rule(
        id="turn.left",
        section=SECTION,
        editions=ALL,
        text=mark("Turns pass to the left, clockwise around the table."),
    ),
)
