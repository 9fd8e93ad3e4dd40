"""A table in the middle of a game, which the rules show as an example."""

from skipbo.editions import Edition
from skipbo.game.card import Card
from skipbo.game.view import View

EXAMPLE_PLAYERS = 2


def example_view(edition: Edition) -> View:
    """Returns the view of the first of two players. It is only to be drawn: no kernel has dealt it."""
    return View(
        edition=edition,
        column=edition.find_column(),
        seat=0,
        turn=0,
        players=EXAMPLE_PLAYERS,
        teams=EXAMPLE_PLAYERS,
        dealer=None,
        hand=_cards(0, 1, 6, edition.ranks, edition.ranks),
        hands=(5, 5),
        stocks=((Card(4), 28), (Card(9), 30)),
        discards=(
            (_cards(edition.ranks - 1, 8), _cards(10), _cards(7), ()),
            (_cards(2, 11), (), (), ()),
        ),
        building=(_cards(1, 2, 3), _cards(1, 2, 3, 4, 5, 6, 7, 0), (), ()),
        draw=edition.cards - 28 - 30 - 10 - 6 - 11,
        spent=(),
        passes=0,
        outcome=None,
        record=b"",
    )


def _cards(*ranks: int) -> tuple[Card, ...]:
    return tuple(map(Card, ranks))
