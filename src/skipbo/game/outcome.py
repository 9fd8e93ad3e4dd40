"""How a game ended, and for whom."""

from dataclasses import dataclass
from enum import Enum
from typing import Any


class How(Enum):
    STOCK = "stock"  # a stock pile, or all of a team's, was finished
    BLOCKED = "blocked"  # everybody passed in turn


@dataclass(frozen=True, slots=True)
class Outcome:
    how: How
    winners: tuple[int, ...]  # seats; empty if nobody won
    left: tuple[int, ...]  # cards left in each seat's stock pile
    points: int  # what the winner or the winning team scores

    def as_dict(self) -> dict[str, Any]:
        """As records and messages write it."""
        return {"how": self.how.value, "winners": list(self.winners), "left": list(self.left), "points": self.points}
