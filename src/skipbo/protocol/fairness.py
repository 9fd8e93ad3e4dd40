"""How a table promises that nobody chooses the cards, and how anybody checks it. Nothing here needs the server.

Before the deal the server shows SHA-256 of a secret; every seat may add a number of its own; both together make the key
of all shuffles. After the game the secret is shown.
"""

import hashlib
import hmac
from collections.abc import Sequence

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.protocol.messages import Proof

SCHEME = 1


def secret_of_game(secret: bytes, number: int) -> bytes:
    """Each game has a secret of its own, so that showing one after its game tells nothing about the next."""
    return hmac.digest(secret, b"skipbo game %d" % number, "sha256")


def commitment_to(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def key_of_game(secret: bytes, entropy: Sequence[str]) -> bytes:
    """The key of all shuffles: nobody who knows less than the secret and every seat's addition can tell it."""
    digest = hashlib.sha256(b"skipbo key %d\0" % SCHEME + secret)
    for addition in entropy:
        digest.update(hashlib.sha256(bytes.fromhex(addition)).digest())
    return digest.digest()


def check_proof(proof: Proof, seed: object, commitment: str | None = None) -> None:
    """Raises `Malformed` unless the secret was promised and made the seed. `commitment` is what somebody saw before."""
    if proof.scheme != SCHEME:
        raise Malformed("scheme", _("This skipbo does not know how these cards were made: use a newer one."))
    try:
        secret = bytes.fromhex(proof.secret)
        key = key_of_game(secret, proof.entropy)
    except ValueError as error:
        raise Malformed("proof", _("The proof is not in hex.")) from error
    promised = proof.commitment if commitment is None else commitment.strip().lower()
    if commitment_to(secret) != promised:
        raise Malformed("commitment", _("The server's secret is not the one that it promised before the deal."))
    if key.hex() != seed:
        raise Malformed("seed", _("The cards were not made by the secret and by what the seats added."))
