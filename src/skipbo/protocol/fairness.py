"""The proof that nobody chose the cards, and its check, which needs no server.

Before the deal the server publishes a commitment, SHA-256 of a secret, and every seat may commit to entropy. When all
commitments are made, the seats show their entropy. Secret and entropy together make the key of all shuffles. After the
game the server publishes the secret.
"""

import hashlib
import hmac
from collections.abc import Sequence

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.protocol.messages import FairPlay, Proof

SCHEME = 1
SEPARATOR = ","


def secret_of_game(secret: bytes, number: int) -> bytes:
    """Returns the secret of one game, which says nothing about the secret of the next."""
    return hmac.digest(secret, b"skipbo game %d" % number, "sha256")


def commitment_to(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def commitment_to_entropy(entropy: str) -> str:
    """Returns the commitment of a seat.

    It is not simply SHA-256 of the entropy: that is what the key is made of, so that the server could compute the key
    from the commitments before anybody has shown anything.
    """
    return hashlib.sha256(b"skipbo entropy %d\0" % SCHEME + bytes.fromhex(entropy)).hexdigest()


def commitments_of(fair: FairPlay) -> str:
    """Returns everything that is fixed while the seats show their entropy, as `check_proof` takes it.

    A seat that has made no commitment is bound to the entropy that it has shown at once, or to none.
    """
    if not fair.showing:
        return fair.commitment
    seats = zip(fair.commitments, fair.entropy, strict=True)
    return SEPARATOR.join([fair.commitment, *(made or commitment_to_entropy(shown) for made, shown in seats)])


def key_of_game(secret: bytes, entropy: Sequence[str]) -> bytes:
    """Returns the key of all shuffles, which only somebody who knows the secret and all entropy can compute."""
    digest = hashlib.sha256(b"skipbo key %d\0" % SCHEME + secret)
    for addition in entropy:
        digest.update(hashlib.sha256(bytes.fromhex(addition)).digest())
    return digest.digest()


def check_proof(proof: Proof, seed: object, commitment: str | None = None) -> None:
    """Raises `Malformed` unless secret and entropy fit the commitments and made the seed.

    `commitment` was noted before the deal: the server's alone, or the server's and those of all seats, separated by
    commas. Without it, the server's commitment is the one in the proof.
    """
    if proof.scheme != SCHEME:
        raise Malformed("scheme", _("This version of skipbo does not know this proof: install a newer one."))
    try:
        secret = bytes.fromhex(proof.secret)
        key = key_of_game(secret, proof.entropy)
    except ValueError as error:
        raise Malformed("proof", _("The proof is not in hex.")) from error
    promised, *seats = [proof.commitment] if commitment is None else _noted(commitment)
    if commitment_to(secret) != promised:
        raise Malformed("commitment", _("The server's secret is not the one that it promised before the deal."))
    if seats and [commitment_to_entropy(each) for each in proof.entropy] != seats:
        raise Malformed("commitment", _("The numbers of the seats are not those that they promised before the deal."))
    if key.hex() != seed:
        raise Malformed("seed", _("The cards do not follow from the secret and from the numbers that the seats added."))


def _noted(commitment: str) -> list[str]:
    return [each.strip() for each in commitment.lower().split(SEPARATOR)]
