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


def vectors() -> list[dict[str, Any]]:
    cases = product(EDITIONS, (2, 4, 6), (None, 1))
    strict = [vector(*case) for case in cases if case[2] is None or has_dealer(case[0])]
    return strict + [vector(row.id, 4, None, "kitchen") for row in EDITIONS.values() if row.special_situations]


def has_dealer(edition: str) -> bool:
    return EDITIONS[edition].dealer is not Dealer.NONE


def vector(edition: str, players: int, dealer: int | None, referee: str | None = None) -> dict[str, Any]:
    secret = secret_of_game(hashlib.sha256(edition.encode()).digest(), players)
    entropy = ["", *(f"{seat:02x}" * 7 * seat for seat in range(1, players))]
    key = key_of_game(secret, entropy)
    partners = players == 4
    game = Game(edition, players=players, partners=partners, stock=1, dealer=dealer, key=key, referee=referee)
    bot = Bot("eager", seed=0)
    while game.outcome is None:
        game.play(bot.act(game.view(game.acting)), seat=game.acting)
    proof = {"scheme": SCHEME, "secret": secret.hex(), "commitment": commitment_to(secret), "entropy": entropy}
    return {
        "proof": proof,
        "record": to_builtins(to_record(game)),
        "events": to_builtins(game.events),
        "view": to_builtins(game.public_dict()),
    }
