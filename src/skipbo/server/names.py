"""Names and other text of guests, cleaned before they are stored."""

import unicodedata

from skipbo.errors import Malformed
from skipbo.protocol.codes import describe

LONGEST_NAME = 24


def clean(text: str) -> str:
    """Returns text as it is stored: composed, without invisible characters or marks of the writing direction."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        character if unicodedata.category(character)[0] not in "CZ" or character == " " else " "
        for character in composed
        if unicodedata.category(character) != "Cf"
    )
    return " ".join(visible.split())


def clean_name(name: str) -> str:
    """Returns a guest's name as it is stored. Raises `Malformed` if nothing visible is left, or too much."""
    name = clean(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Malformed("name", describe("name"))
    return name
