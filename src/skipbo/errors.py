"""Errors are of three kinds: malformed, not legal now, and stale or not your turn.

Each carries a code that a client can translate and a sentence that says what to do.
"""


class SkipboError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)  # both, so that an error can be pickled
        self.code, self.message = code, message

    def __str__(self) -> str:
        return self.message


class Malformed(SkipboError, ValueError):
    """Input without a meaning: an unknown edition, a move that cannot be read, a broken record."""


class NotLegal(SkipboError):
    """A move that can be read but that the rules do not allow now. The code is the id of the rule."""


class OutOfDate(SkipboError):
    """A move for another seat than the one in turn, or for a position that is past."""
