"""Errors are of three kinds: malformed, not legal now, and stale or not your turn.

Each carries a code that a client can translate and a sentence that says what to do.
"""


class SkipboError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Malformed(SkipboError, ValueError):
    """What was given means nothing: an unknown edition, a move that cannot be read, a broken record."""


class NotLegal(SkipboError):
    """A move that can be read but that the rules do not allow now. The code is the id of the rule."""


class OutOfDate(SkipboError):
    """A move for another seat than the one in turn, or for a position that is past."""
