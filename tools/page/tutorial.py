"""The small game of the tutorial, played by the engine.

Its cards are laid so that its story has all that a beginner needs. Each frame is what the learner, at seat 0, sees; the
page waits for the learner's next move or shows the other's.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from skipbo.editions import DEFAULT, find_edition
from skipbo.game.event import Event, seen_by
from skipbo.game.game import Game
from skipbo.game.table import STRICT, Table
from skipbo.game.view import as_numbers
from skipbo.kernel.layout import COPIES, WILD
from skipbo.protocol.codec import to_builtins
from skipbo.record import assemble_record, default_seats, game_from_record
from skipbo.server.table.views import game_view

LEARNER, OTHER = 0, 1
STOCKS = [[1, 4, 9, 5], [6, 8, 3, 12]]
# What is drawn in turn: five cards at first, later as many as were played, and five more for a hand that is played out
HANDS = [[2, WILD, 12, 7, 11], [5, 3, 3, 10, 2], [1, 2, 10], [4, 12], [8, 1, 2], [6, 9, 11, 4, 7]]
DRAWN = [card for hand in HANDS for card in hand]

# The steps of the story: which text is shown, and what is played before the next. The first moves are the learner's.
STORY = [
    ("stock", "s>b1"),
    ("hand", "h2>b1"),
    ("wild", "hW>b1"),
    ("stock-again", "s>b1"),
    ("discard", "h12>d1 | h5>b1 s>b1 h10>d1"),
    ("new-pile", "h1>b2 h2>b2"),
    ("block", "h11>d1 | h3>b2 h4>b2 h12>d2"),
    ("way", "h7>b1 h8>b1 s>b1"),
    ("complete", "h10>b1 d1>b1 d1>b1"),
    ("refill", "h1>b1 h2>b1"),
    ("win", "s>b2"),
]


def tutorial() -> dict[str, Any]:
    game = laid_out()
    frames = [frame(game, None, game.events)]
    steps = []
    for text, moves in STORY:
        steps.append({"text": text, "at": len(frames) - 1})
        for by, move in moves_of(moves):
            assert game.turn == by, f"{move}: it is the other's turn"
            frames.append(frame(game, move, game.play(move)))
    assert game.outcome is not None, "the story has no end"
    assert game.outcome.winners == (LEARNER,)
    return {"edition": DEFAULT, "frames": frames, "steps": steps}


def laid_out() -> Game:
    table = Table.of(find_edition(DEFAULT), players=2, stock=len(STOCKS[LEARNER]))
    edition = table.edition
    deck = Counter({WILD: edition.wilds} | dict.fromkeys(range(1, edition.ranks + 1), COPIES))
    rest = deck - Counter(DRAWN) - Counter(card for stock in STOCKS for card in stock)
    record = assemble_record(
        table=table,
        seats=default_seats(table.players),
        dealer=OTHER,
        first=LEARNER,
        stocks=STOCKS,
        draw=[*DRAWN, *rest.elements()],
        shuffles=[],
        moves=[],
        outcome=None,
        seed=None,
        commitment=None,
        referee=STRICT,
    )
    return game_from_record(record)


def moves_of(text: str) -> Iterator[tuple[int, str]]:
    for seat, moves in zip((LEARNER, OTHER), text.split("|"), strict=False):
        yield from ((seat, move) for move in moves.split())


def frame(game: Game, move: str | None, events: list[Event]) -> dict[str, Any]:
    """Returns what the learner sees after a move, and what of it they saw happen."""
    return {
        "move": move,
        "happened": to_builtins([seen_by(event, LEARNER) for event in events]),
        "game": to_builtins(game_view(game, 1)),
        "hand": as_numbers(game.hand(LEARNER)),
        "legal": game.legal_acts(LEARNER).texts(),
    }
