"""Shuffles that the engine made, against which the page tests its own check of them."""

import hashlib
from itertools import product
from typing import Any

import msgspec

from skipbo import Game
from skipbo.editions import EDITIONS, Dealer
from skipbo.protocol.fairness import SCHEME, commitment_to, key_of_game, secret_of_game
from skipbo.record import to_record


def vectors() -> list[dict[str, Any]]:
    cases = product(EDITIONS, (2, 4, 6), (None, 1))
    return [vector(*case) for case in cases if case[2] is None or has_dealer(case[0])]


def has_dealer(edition: str) -> bool:
    return EDITIONS[edition].dealer is not Dealer.NONE


def vector(edition: str, players: int, dealer: int | None) -> dict[str, Any]:
    secret = secret_of_game(hashlib.sha256(edition.encode()).digest(), players)
    entropy = ["", *(f"{seat:02x}" * 7 * seat for seat in range(1, players))]
    key = key_of_game(secret, entropy)
    game = Game(edition, players=players, stock=5, dealer=dealer, key=key)
    proof = {"scheme": SCHEME, "secret": secret.hex(), "commitment": commitment_to(secret), "entropy": entropy}
    return {"proof": proof, "record": msgspec.to_builtins(to_record(game))}
