"""Our rulings, where the sheets are silent."""

from skipbo.i18n import mark
from skipbo.rules.rule import (
    ALL,
    DEALT,
    FIRST,
    FIVE_OR_MORE,
    SEVERAL_LANGUAGES,
    SHORTENED,
    STANDARD,
    STOPPED,
    Rule,
)

SECTION = mark("Rulings")

RULINGS = (
    Rule(
        id="ruling.six",
        section=SECTION,
        editions=FIVE_OR_MORE,
        ruling=True,
        text=mark(
            "The sheet says “5 or more”. Six is the most: with more players too few cards would be left to draw."
        ),
    ),
    Rule(
        id="ruling.dealer-tie",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark(
            "Players who tie for the highest card draw again; if there are only {wild:s}, everybody does. "
            "{wild:A} is lower than any number."
        ),
    ),
    Rule(
        id="ruling.youngest",
        section=SECTION,
        editions=SHORTENED,
        ruling=True,
        text=mark(
            "Whoever opens the table says in which seat the youngest sits; otherwise the first seat begins. "
            "The youngest begins every {game} of a match."
        ),
    ),
    Rule(
        id="ruling.dealer-chosen",
        section=SECTION,
        editions=FIRST,
        ruling=True,
        text=mark("Whoever opens the table says who deals first; otherwise the first seat does."),
    ),
    Rule(
        id="ruling.highest-tie",
        section=SECTION,
        editions=FIRST,
        ruling=True,
        text=mark(
            "If several players show the highest card, the one who comes first to the dealer's left begins. "
            "If only {wild:s} are showing, the player to the dealer's left begins."
        ),
    ),
    Rule(
        id="ruling.packs-shuffled",
        section=SECTION,
        editions=FIRST,
        ruling=True,
        text=mark("For the {draw}, shuffle the rest of packs 1 and 2 together with pack 3."),
    ),
    Rule(
        id="ruling.optional-2016",
        section=SECTION,
        editions=SHORTENED,
        ruling=True,
        text=mark(
            "In one place the sheet speaks of playing all the cards you can. Everywhere else it says that you may: "
            "you never have to play."
        ),
    ),
    Rule(
        id="ruling.short-draw",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "If the {draw} runs out and there is no finished {building} to shuffle, take what is left "
            "and play with fewer cards, or even with none."
        ),
    ),
    Rule(
        id="ruling.refill-late",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "If your hand is empty because there was nothing to draw, and {building:a} is finished in the same turn, "
            "draw up to five cards at once and go on."
        ),
    ),
    Rule(
        id="ruling.no-discard",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "If your hand is empty and there is nothing to draw, your turn ends without a discard: you pass. "
            "With a card in hand you cannot pass."
        ),
    ),
    Rule(
        id="ruling.blocked",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "If all players pass one after the other, the {game} is blocked and stops. Whoever has the fewest cards "
            "left in the {stock} (as a team, in all of them) wins and scores as usual. If this is a tie, nobody wins "
            "and nobody scores."
        ),
    ),
    Rule(
        id="ruling.seats",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark("Partners sit opposite each other: two pairs crosswise with four players, three pairs with six."),
        other_texts={
            "brownfield-1967": mark(
                "The two teams sit in turn around the table: nobody sits beside a partner. "
                "With six players, the one opposite you is an opponent."
            )
        },
    ),
    Rule(
        id="ruling.partner-stock",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "You may even finish a partner's {stock}. "
            "The {game} still goes on until nothing is left of any {stock} of your team."
        ),
    ),
    Rule(
        id="ruling.partner-hand",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark(
            "What you ask your partner to play comes from your partner's {stock} or {discard:s}. "
            "Your partner's hand is not yours to play."
        ),
    ),
    Rule(
        id="ruling.cheating",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark(
            "Cheating here is talk that the sheet forbids, at a kitchen table, when an opponent calls it. "
            "No other way of cheating is possible."
        ),
    ),
    Rule(
        id="ruling.penalty-place",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark("The two penalty cards go face down under the {stock}. If it was already gone, they open it again."),
    ),
    Rule(
        id="ruling.draw-first",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark(
            "At a kitchen table, take your cards before you play: "
            "after your first play you can take none until your hand is played out."
        ),
    ),
    Rule(
        id="ruling.over-place",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark(
            "Extra cards are shuffled at once among the hidden cards of the {stock}; the card turned up stays on top. "
            "If the {stock} was already gone, they open it again."
        ),
    ),
    Rule(
        id="ruling.exposed-fit",
        section=SECTION,
        editions=FIRST,
        ruling=True,
        text=mark(
            "If you need two cards or more, and even more than you need lie face up, you cannot take them: "
            "your hand would be too large."
        ),
    ),
    Rule(
        id="ruling.columns",
        section=SECTION,
        editions=SEVERAL_LANGUAGES,
        ruling=True,
        text=mark(
            "The languages of this sheet disagree about a turn out of order. A table says by which of them it plays; "
            "unless it is chosen, by {main_language}. {columns}"
        ),
    ),
    Rule(
        id="ruling.irregular-act",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark("A turn is out of order from {first_act} on."),
    ),
    Rule(
        id="ruling.irregular-start",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark(
            "A turn out of order can begin only while the player in turn has neither drawn nor played. "
            "Later it is refused, and there is never more than one at a time."
        ),
    ),
    Rule(
        id="ruling.irregular-window",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark(
            "A turn out of order is over when another player does something, not with its own last card: "
            "until then anybody may call it. Those who could call it may also let it stand."
        ),
    ),
    Rule(
        id="ruling.irregular-cards",
        section=SECTION,
        editions=STOPPED,
        columns={"mattel-2003": ("en", "es", "pt")},
        ruling=True,
        text=mark(
            "When a turn out of order is stopped, what was played stays on the table and what was drawn stays in hand."
        ),
    ),
    Rule(
        id="ruling.irregular-win",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark(
            "If the last card of {stock:a} is played out of turn, the others may still call it. If nobody does, it "
            "wins; if somebody does, that card goes back to the {stock} it came from."
        ),
    ),
    Rule(
        id="ruling.false-call",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark("If somebody calls out a mistake that nobody made, nothing changes; the record keeps the call."),
        brief=mark("Nothing changes."),
    ),
)
