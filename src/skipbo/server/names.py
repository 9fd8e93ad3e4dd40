"""Names and other text of guests, cleaned before they are stored."""

import unicodedata

from skipbo.errors import Malformed
from skipbo.protocol.codes import describe

LONGEST_NAME = 24

# Characters that are drawn as nothing although their category says otherwise
_BLANK = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)}
_BLANK |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}  # variation selectors


def clean(text: str) -> str:
    """Returns text as it is stored: composed, without invisible characters or marks of the writing direction."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        character if unicodedata.category(character)[0] not in "CZ" or character == " " else " "
        for character in composed
        if unicodedata.category(character) != "Cf" and ord(character) not in _BLANK
    )
    return " ".join(visible.split())


def clean_name(name: str) -> str:
    """Returns a guest's name as it is stored. Raises `Malformed` if nothing visible is left, or too much."""
    name = clean(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Malformed("name", describe("name"))
    return name
