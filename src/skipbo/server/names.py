"""Names and other text of guests, cleaned before they are stored."""

import unicodedata

from skipbo.errors import Malformed
from skipbo.protocol.codes import describe

LONGEST_NAME = 24


def clean(text: str) -> str:
    """Text as it is stored: composed, without characters that are not seen or that turn the direction of others."""
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(
        character if unicodedata.category(character)[0] not in "CZ" or character == " " else " "
        for character in composed
        if unicodedata.category(character) != "Cf"
    )
    return " ".join(seen.split())


def clean_name(name: str) -> str:
    name = clean(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Malformed("name", describe("name"))
    return name
