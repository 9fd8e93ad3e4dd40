"""What a client says about an answer before it gets one: how it may be packed, and that it has it already."""

from collections.abc import Mapping
from hashlib import blake2b

NOT = {"q=0", "q=0.0", "q=0.00", "q=0.000"}


def accepts(headers: Mapping[str, str], coding: str) -> bool:
    """Whether a body may be packed like this."""
    for offer in headers.get("accept-encoding", "").split(","):
        name, _, quality = (part.strip().lower() for part in offer.partition(";"))
        if name == coding:
            return quality not in NOT
    return False


def tag_of(*content: bytes) -> str:
    """A name for an answer that is made of this."""
    digest = blake2b(digest_size=12)
    for part in content:
        digest.update(b"%d:" % len(part) + part)
    return f'"{digest.hexdigest()}"'


def has(headers: Mapping[str, str], tag: str) -> bool:
    """Whether the client has the answer of this tag."""
    held = headers.get("if-none-match", "")
    return held.strip() == "*" or tag in {each.strip().removeprefix("W/") for each in held.split(",")}
