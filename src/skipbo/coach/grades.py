"""Grades: the level whose decisions cost about as much as a player's, as `bench/grades.py` has measured it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from skipbo.bots.levels import LEVELS

FILE = Path(__file__).parent / "data" / "grades.toml"


def key_of(players: int, sides: int) -> str:
    return f"{players}/{sides}"


@cache
def costs_of_levels(key: str) -> Mapping[str, float]:
    """The mean cost of a decision, as a chance, by level."""
    found: dict[str, float] = tomllib.loads(FILE.read_text("utf-8"))["costs"][key]
    return found


def grade(cost: float, players: int, sides: int) -> str:
    """The level whose decisions cost most nearly so much, in the mean of a game."""
    costs = costs_of_levels(key_of(players, sides))
    return min(LEVELS, key=lambda level: abs(costs[level] - cost))
