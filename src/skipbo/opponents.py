"""Whom a person plays with who has said little: what was not said follows from the rest."""

from collections.abc import Sequence

from skipbo.bots.levels import DEFAULT_LEVEL
from skipbo.errors import Malformed
from skipbo.language import translate as _


def seat_opponents(bots: Sequence[str], players: int | None, partners: bool) -> list[str]:
    """The bot at each other seat. One serves all of them; without any, that of the middle level."""
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
