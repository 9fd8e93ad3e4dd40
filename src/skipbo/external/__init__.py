"""Bots from outside: what a bot's author writes, how a bot of any language is asked, and the referee between them.

Compiled bots (`skipbo.bots`) play millions of games a minute by themselves. Here any bot sits down beside them, one
move at a time, and gets nothing but the view of its seat.
"""

from random import Random
from typing import Protocol

from skipbo.game.move import Move
from skipbo.game.view import LegalMoves, View


class Player(Protocol):
    """A bot in Python. One is made for each seat of each game, so it may keep a plan in itself."""

    def choose(self, view: View, legal: LegalMoves, random: Random) -> Move | str:
        """One of the legal moves for the seat whose view this is. All chance comes from `random`."""


class BotFailed(Exception):
    """A bot crashed, stalled or answered nonsense; the message says how in one line."""
