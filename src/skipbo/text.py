"""Text made fit to be printed."""

SHOWN = 200  # characters of a child's own words in a message


def printable(text: str) -> str:
    """A record may hold anything: what could move a cursor or cannot be written at all is shown as an escape."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def capitalized(text: str) -> str:
    """Returns a sentence that begins with a capital; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def shorten(text: str) -> str:
    """Words of a stranger on one line: nothing in them can move a cursor."""
    text = printable(text)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
