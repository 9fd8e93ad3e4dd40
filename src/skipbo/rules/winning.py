"""The rules of winning and scoring."""

from skipbo.i18n import mark
from skipbo.rules.rule import ALL, MODERN, Rule

SECTION = mark("Winning and scoring")

WINNING = (
    Rule(
        id="win.stock",
        section=SECTION,
        editions=ALL,
        text=mark("Whoever plays the last card of their own {stock} wins, and the {game} stops right there."),
    ),
    Rule(
        id="score.game",
        section=SECTION,
        editions=ALL,
        text=mark("The winner gets 25 points, and 5 more for every card still in the {stock:s} of the opponents."),
    ),
    Rule(
        id="score.match",
        section=SECTION,
        editions=MODERN,
        text=mark("You can play several {game:s} and add up the points. The first to have 500 wins the match."),
    ),
)
