"""Levels for people: the planner at five temperatures, each a step weaker than the next, and above them a searcher."""

from collections.abc import Sequence

from skipbo.errors import Malformed
from skipbo.i18n import translate as _

# The temperature of each level, in points of the planner's evaluation, weak to strong; found by bench/levels.py
TEMPERATURES = {
    "novice": 1.55,
    "casual": 0.84,
    "steady": 0.45,
    "sharp": 0.21,
    "master": 0.0,
}
# The worlds of the first round of a level that searches: a decision takes half a second at most, even on a slow core
WORLDS = {
    "grandmaster": 64,
}
LEVELS = (*TEMPERATURES, *WORLDS)  # weak to strong
DEFAULT_LEVEL = "steady"


def seat_opponents(bots: Sequence[str], players: int | None, partners: bool) -> list[str]:
    """The bots at the other seats: one for each, one for all, or without any the default level."""
    if players is None:
        players = len(bots) + 1 if len(bots) > 1 else 4 if partners else 2
    names = list(bots) or [DEFAULT_LEVEL]
    if len(names) not in (1, players - 1):
        raise Malformed(
            "bots",
            _("Name one bot for all other seats or one for each of the {others}, not {count}.").format(
                others=players - 1, count=len(names)
            ),
        )
    return names * (players - 1) if len(names) == 1 else names
