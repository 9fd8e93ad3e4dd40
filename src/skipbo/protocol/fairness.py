"""The proof that nobody chose the cards, and its check, which needs no server.

Before the deal the server publishes a commitment, SHA-256 of a secret, and every seat may add entropy. Secret and
entropy together make the key of all shuffles. After the game the server publishes the secret.
"""

import hashlib
import hmac
from collections.abc import Sequence

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.protocol.messages import Proof

SCHEME = 1


def secret_of_game(secret: bytes, number: int) -> bytes:
    """Returns the secret of one game, which says nothing about the secret of the next."""
    return hmac.digest(secret, b"skipbo game %d" % number, "sha256")


def commitment_to(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def key_of_game(secret: bytes, entropy: Sequence[str]) -> bytes:
    """Returns the key of all shuffles, which only somebody who knows the secret and all entropy can compute."""
    digest = hashlib.sha256(b"skipbo key %d\0" % SCHEME + secret)
    for addition in entropy:
        digest.update(hashlib.sha256(bytes.fromhex(addition)).digest())
    return digest.digest()


def check_proof(proof: Proof, seed: object, commitment: str | None = None) -> None:
    """Raises `Malformed` unless the secret fits the commitment and made the seed.

    `commitment` is the one that was seen before the deal; without it, the one in the proof.
    """
    if proof.scheme != SCHEME:
        raise Malformed("scheme", _("This version of skipbo does not know this proof: install a newer one."))
    try:
        secret = bytes.fromhex(proof.secret)
        key = key_of_game(secret, proof.entropy)
    except ValueError as error:
        raise Malformed("proof", _("The proof is not in hex.")) from error
    promised = proof.commitment if commitment is None else commitment.strip().lower()
    if commitment_to(secret) != promised:
        raise Malformed("commitment", _("The server's secret is not the one that it promised before the deal."))
    if key.hex() != seed:
        raise Malformed("seed", _("The cards do not follow from the secret and from the numbers that the seats added."))
