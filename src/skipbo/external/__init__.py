"""Bots outside this process, in Python or any other language.

Compiled bots (`skipbo.bots`) play millions of games a minute among themselves. An external bot is asked move by move,
and gets nothing but the view of its seat.
"""

from random import Random
from typing import Protocol

from skipbo.game.move import Move
from skipbo.game.view import LegalMoves, View


class Player(Protocol):
    """A bot in Python. Each seat of each game gets an object of its own, which may keep a plan."""

    def choose(self, view: View, legal: LegalMoves, random: Random) -> Move | str:
        """Returns one of the legal moves of the seat whose view this is. All chance comes from `random`."""


class BotFailed(Exception):
    """A bot crashed, stalled or sent an invalid answer; the message says in one line what happened."""
