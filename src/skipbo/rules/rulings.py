"""Our rulings, where the sheets are silent."""

from skipbo.i18n import mark
from skipbo.rules.rule import ALL, DEALT, FIRST, SHORTENED, STANDARD, STOPPED, Rule

SECTION = mark("Rulings")

RULINGS = (
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
        id="ruling.dealer-tie",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark(
            "Players who tie for the highest card draw again; if there are only {wild}s, everybody does. "
            "A {wild} is lower than any number."
        ),
    ),
    Rule(
        id="ruling.youngest",
        section=SECTION,
        editions=SHORTENED,
        ruling=True,
        text=mark(
            "You say in which seat the youngest sits; if you do not, the first seat begins. "
            "In a match, the next {game} begins one seat further to the left."
        ),
    ),
    Rule(
        id="ruling.highest-tie",
        section=SECTION,
        editions=FIRST,
        ruling=True,
        text=mark(
            "If several players show the highest card, the one who comes first to the dealer's left begins. "
            "If only {wild}s are showing, the player to the dealer's left begins."
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
        id="ruling.penalty-place",
        section=SECTION,
        editions=STANDARD,
        ruling=True,
        text=mark("The two penalty cards go face down under the {stock}. If it was already gone, they open it again."),
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
        id="ruling.irregular-cards",
        section=SECTION,
        editions=STOPPED,
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
            "If the last card of a {stock} is played out of turn before anybody notices, it wins: "
            "with that card the turn is over."
        ),
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
        id="ruling.draw-first",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "Take your cards before you play: after your first play you can take none until your hand is played out."
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
        id="ruling.false-call",
        section=SECTION,
        editions=DEALT,
        ruling=True,
        text=mark("If somebody calls out a mistake that nobody made, nothing changes; the record keeps the call."),
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
        id="ruling.seats",
        section=SECTION,
        editions=ALL,
        ruling=True,
        text=mark(
            "Two teams take turns around the table: seats 0, 2 (and 4) against seats 1, 3 (and 5). "
            "Three pairs sit face to face: 0 with 3, 1 with 4, 2 with 5."
        ),
    ),
)
