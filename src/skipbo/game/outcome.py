"""The outcome of a game: its end, its winners, its points."""

from enum import Enum
from typing import Any

from msgspec import Struct


class How(Enum):
    STOCK = "stock"  # a stock pile, or all of a team's, was finished
    BLOCKED = "blocked"  # everybody passed in turn

    def __repr__(self) -> str:
        """So that what holds it can be typed back."""
        return str(self)


class Outcome(Struct, frozen=True):
    how: How
    winners: tuple[int, ...]  # seats; empty if nobody won
    left: tuple[int, ...]  # cards left in each seat's stock pile
    points: int  # what the winner or the winning team scores

    def as_dict(self) -> dict[str, Any]:
        """As records and messages write it."""
        return {"how": self.how.value, "winners": list(self.winners), "left": list(self.left), "points": self.points}
