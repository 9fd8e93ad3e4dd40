"""HTTP content negotiation: `Accept-Encoding` and ETags."""

from collections.abc import Mapping
from hashlib import blake2b

REFUSED = {"q=0", "q=0.0", "q=0.00", "q=0.000"}


def accepts(headers: Mapping[str, str], encoding: str) -> bool:
    """Returns whether the client takes a body in this encoding."""
    for offer in headers.get("accept-encoding", "").split(","):
        name, _, quality = (part.strip().lower() for part in offer.partition(";"))
        if name == encoding:
            return quality not in REFUSED
    return False


def etag_of(*content: bytes) -> str:
    """Returns the ETag of an answer that is made of these parts."""
    digest = blake2b(digest_size=12)
    for part in content:
        digest.update(b"%d:" % len(part) + part)
    return f'"{digest.hexdigest()}"'


def has_etag(headers: Mapping[str, str], etag: str) -> bool:
    """Returns whether `If-None-Match` names this ETag."""
    held = headers.get("if-none-match", "")
    return held.strip() == "*" or etag in {each.strip().removeprefix("W/") for each in held.split(",")}
