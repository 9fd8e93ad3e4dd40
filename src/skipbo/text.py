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


def shortened(label: str, letters: int) -> str:
    """The end of a long name, because the end of a command line says most.

    >>> shortened("eager", 12), shortened("process:python3 my_bot.py", 12)
    ('eager', '…3 my_bot.py')
    """
    return label if len(label) <= letters else "…" + label[1 - letters :]
