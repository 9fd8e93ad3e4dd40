"""Grades: the level whose decisions are about as far behind the planner's, as `bench/grades.py` has measured it.

Nobody is graded above `master`, the planner itself: how far a search is ahead of it has not been measured.
"""

import tomllib
from functools import cache
from pathlib import Path

from skipbo.bots.levels import TEMPERATURES

FILE = Path(__file__).parent / "data" / "grades.toml"


def key_of(players: int, sides: int) -> str:
    return f"{players}/{sides}"


@cache
def all_grades() -> dict[str, dict[str, float]]:
    """How far a decision is behind the planner's in the mean, as a chance, by kind of table and by level."""
    found: dict[str, dict[str, float]] = tomllib.loads(FILE.read_text("utf-8"))["behind"]
    return found


def grade(behind: float, players: int, sides: int) -> str:
    """The level whose decisions are most nearly so far behind."""
    levels = all_grades()[key_of(players, sides)]
    return min(TEMPERATURES, key=lambda level: abs(levels[level] - behind))
