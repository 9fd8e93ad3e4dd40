"""The rules about mistakes: too many cards drawn, or a turn out of order."""

from skipbo.i18n import mark
from skipbo.rules.rule import ANNULLED, DEALT, FIRST, SHORTENED, STANDARD, STOPPED, Rule

SECTION = mark("Special situations")

SPECIAL_SITUATIONS = (
    Rule(
        id="over.shuffle",
        section=SECTION,
        editions=STANDARD,
        text=mark("If you took too many cards, shuffle the extra ones into your own {stock}."),
        brief=mark("A card too many is shuffled into your {stock}."),
    ),
    Rule(
        id="over.expose",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "If you took too many cards, keep the first five in the order they came and lay the others face up on the "
            "{draw}. The next player takes them or says no; if it is no, they go face down under the {draw}."
        ),
        brief=mark("A card too many lies face up on the {draw}, for the next player."),
    ),
    Rule(
        id="over.all-or-none",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "Cards that lie face up on the {draw} are taken together or not at all. Only a player who is one card "
            "short may take just the top one; the others then go face down under the {draw}."
        ),
    ),
    Rule(
        id="irregular.noticed",
        section=SECTION,
        editions=STOPPED,
        columns={"mattel-2003": ("en", "es", "pt")},
        text=mark(
            "If somebody {offence} out of turn and another player says so before that turn is over, "
            "it stops there. The player whose turn it really was goes on."
        ),
        brief=mark("The turn stops there."),
    ),
    Rule(
        id="irregular.annulled",
        section=SECTION,
        editions=ANNULLED,
        columns={"mattel-2003": ("fr",)},
        text=mark(
            "If somebody {offence} out of turn and another player says so before that turn is over, "
            "it is undone and all its cards go back. The player whose turn it really was goes on."
        ),
        brief=mark("The turn is undone, and its cards go back."),
    ),
    Rule(
        id="irregular.penalty",
        section=SECTION,
        editions=DEALT,
        text=mark("Whoever was caught playing out of turn takes no cards at the start of their next real turn."),
        brief=mark("The player's next real turn begins without drawing."),
    ),
    Rule(
        id="irregular.stands",
        section=SECTION,
        editions=DEALT,
        text=mark(
            "If nobody notices a turn out of order until it is over, it counts like any other. "
            "The player to the left of whoever took it goes on."
        ),
    ),
    Rule(
        id="special.none",
        section=SECTION,
        editions=SHORTENED,
        text=mark("This sheet says nothing about mistakes: nobody can take too many cards or play out of turn."),
    ),
)
