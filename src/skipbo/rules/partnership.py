"""Playing in teams."""

from skipbo.i18n import mark
from skipbo.rules.rule import ALL, FIRST, MODERN, SHORTENED, STANDARD, Rule

SECTION = mark("Partnership")

PARTNERSHIP = (
    Rule(
        id="team.pairs",
        section=SECTION,
        editions=MODERN,
        text=mark("Partners play two by two: four players make two pairs, and six players make three."),
    ),
    Rule(
        id="team.threes",
        section=SECTION,
        editions=FIRST,
        text=mark("Four players make two teams of two, and six players make two teams of three."),
    ),
    Rule(
        id="team.sources",
        section=SECTION,
        editions=MODERN,
        text=mark(
            "In your turn you may use your partner's {stock} and {discard:s} as if they were yours. "
            "You may not use your partner's hand."
        ),
    ),
    Rule(
        id="team.sources-1967",
        section=SECTION,
        editions=FIRST,
        text=mark(
            "In your turn you may use your partners' {stock:s} as if they were yours. "
            "You may not use their {discard:s} or their hands."
        ),
    ),
    Rule(
        id="team.goes-on",
        section=SECTION,
        editions=ALL,
        text=mark("When your own {stock} is gone, you keep taking turns and help your team with the others."),
    ),
    Rule(
        id="team.win",
        section=SECTION,
        editions=ALL,
        text=mark(
            "The {game} stops when a team has no card left in any {stock}. That team wins, and scores as a single "
            "player would."
        ),
    ),
    Rule(
        id="team.silent",
        section=SECTION,
        editions=STANDARD,
        text=mark(
            "While it is your turn, your partner says nothing. "
            "You alone may ask for a play, such as “your 7, please” or “your {wild} as a 4”."
        ),
    ),
    Rule(
        id="team.no-talk",
        section=SECTION,
        editions=(*SHORTENED, *FIRST),
        text=mark("Partners do not help each other with words: no advice, no hints, no orders."),
    ),
    Rule(
        id="team.cheat",
        section=SECTION,
        editions=STANDARD,
        text=mark(
            "Whoever cheats, for example by talking in a partner's turn, adds two cards from the {draw} "
            "to their own {stock} without looking at them."
        ),
        brief=mark("Two cards go unseen into the player's {stock}."),
    ),
)
