"""Games that the engine dealt and played, against which the page tests its own check of them."""

import hashlib
from itertools import product
from typing import Any

from skipbo import Game
from skipbo.bots import Bot
from skipbo.editions import EDITIONS, Dealer
from skipbo.protocol.codec import to_builtins
from skipbo.protocol.fairness import SCHEME, commitment_to, key_of_game, secret_of_game
from skipbo.record import to_record

# In these, spent cards are shuffled, stock cards turned up and turns passed; games of `random` end because all pass
LONG: list[dict[str, Any]] = [
    {"bot": "eager", "edition": "mattel-2003", "players": 2, "stock": 30},
    {"bot": "eager", "edition": "holiday-2010", "players": 3, "stock": 25},
    {"bot": "random", "edition": "francais-2003", "players": 4, "stock": 20, "partners": True},
    {"bot": "eager", "edition": "mattel-2016", "players": 5, "stock": 20},
    {"bot": "eager", "edition": "brownfield-1967", "players": 6, "stock": 20, "partners": True},
    {"bot": "random", "edition": "holiday-2010", "players": 6, "stock": 20},
]


def vectors() -> list[dict[str, Any]]:
    """Short games at every kind of table."""
    cases = product(EDITIONS, (2, 4, 6), (None, 1))
    strict = [short(*case) for case in cases if case[2] is None or has_dealer(case[0])]
    return strict + [short(row.id, 4, referee="kitchen") for row in EDITIONS.values() if row.special_situations]


def short(edition: str, players: int, dealer: int | None = None, referee: str | None = None) -> dict[str, Any]:
    partners = players == 4
    return vector("eager", edition, players, partners=partners, stock=1, dealer=dealer, referee=referee)


def long_vectors() -> list[dict[str, Any]]:
    return [vector(**game) for game in LONG]


def has_dealer(edition: str) -> bool:
    return EDITIONS[edition].dealer is not Dealer.NONE


def vector(bot: str, edition: str, players: int, **table: Any) -> dict[str, Any]:
    """A game of bots of one kind, as its events tell it, as its record keeps it, and the proof of its shuffles."""
    secret = secret_of_game(hashlib.sha256(edition.encode()).digest(), players)
    entropy = ["", *(f"{seat:02x}" * 7 * seat for seat in range(1, players))]
    game = Game(edition, players=players, key=key_of_game(secret, entropy), **table)
    seats = Bot(bot, seed=0)
    while game.outcome is None:
        game.play(seats.act(game.view(game.acting)), seat=game.acting)
    proof = {"scheme": SCHEME, "secret": secret.hex(), "commitment": commitment_to(secret), "entropy": entropy}
    return {
        "proof": proof,
        "record": to_builtins(to_record(game)),
        "events": to_builtins(game.events),
        "view": to_builtins(game.public_dict()),
    }
