"""Games as a seat sees them, update by update, against which the page tests the scenes of its board."""

from collections.abc import Iterator
from random import Random
from typing import Any

from skipbo import Game
from skipbo.game.event import seen_by
from skipbo.game.view import as_numbers
from skipbo.protocol.codec import to_builtins
from skipbo.server.table.views import game_view

MOVES = 90
OWN = 0
TABLES: list[dict[str, Any]] = [
    {"edition": "mattel-2003", "players": 2, "stock": 4},
    {"edition": "mattel-2003", "players": 4, "stock": 4, "partners": True},
    {"edition": "mattel-2003", "players": 3, "stock": 4, "referee": "kitchen"},
    {"edition": "brownfield-1967", "players": 2, "stock": 4, "referee": "kitchen"},
]


def games() -> list[list[dict[str, Any]]]:
    return [list(played(Random(f"{place}"), **table)) for place, table in enumerate(TABLES)]


def played(dice: Random, edition: str, **table: Any) -> Iterator[dict[str, Any]]:
    """Every scene of a game in which people do what they like."""
    game = Game(edition, key=dice.randbytes(32), **table)
    told = 0
    for version in range(MOVES):
        yield {
            "version": version,
            "game": to_builtins(game_view(game, number=1)),
            "hand": as_numbers(game.hand(OWN)),
            "legal": game.legal_acts(OWN).texts(),
            "happened": [to_builtins(seen_by(event, OWN)) for event in game.events[told:]],
            "edition": edition,
        }
        told = len(game.events)
        if game.outcome is not None:
            return
        act(game, dice)


def act(game: Game, dice: Random) -> None:
    """Makes a move: onto a building pile if possible; at a kitchen table sometimes too many cards or out of turn."""
    seat = game.turn
    if game.allows_mistakes and dice.random() < 0.1:
        seat = dice.randrange(game.table.players)
    legal = game.legal_acts(seat).texts() or game.legal_acts(game.turn).texts()
    for wanted, chance in ((">b", 0.7), ("draw", 0.8), ("take", 0.5), (">d", 0.9)):
        fitting = [move for move in legal if wanted in move]
        if fitting and dice.random() < chance:
            game.play(dice.choice(fitting), seat=seat)
            return
    game.play(dice.choice(legal), seat=seat)
