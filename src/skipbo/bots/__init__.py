"""Who plays: bots by name. A bot gets the view of its seat and its own dice, and answers with a move."""

import hashlib
import secrets
from collections.abc import Sequence

import numpy as np

from skipbo.bots import playing
from skipbo.bots.ladder import NAMES
from skipbo.bots.playing import Bots
from skipbo.errors import Malformed
from skipbo.kernel.chance import DICE
from skipbo.kernel.layout import SEATS
from skipbo.language import translate as _
from skipbo.moves import Move
from skipbo.view import View


def bot_number(name: str) -> int:
    if name not in NAMES:
        raise Malformed(
            "bots", _("There is no bot “{name}”. The bots are: {known}.").format(name=name, known=", ".join(NAMES))
        )
    return NAMES.index(name)


def find_bots(names: Sequence[str], players: int) -> Bots:
    """The bots at each seat, by name; one name serves all seats."""
    if len(names) not in (1, players):
        raise Malformed(
            "bots",
            _("Name one bot for all seats or one for each of the {players}, not {count}.").format(
                players=players, count=len(names)
            ),
        )
    bots = np.zeros(SEATS, np.uint8)
    bots[:players] = [bot_number(name) for name in names]
    return bots


class Bot:
    """One player at a table.

    >>> from skipbo.game import Game
    >>> game = Game()
    >>> Bot("eager").choose(game.view(game.turn)) in game.legal_moves
    True
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._bots = np.full(SEATS, bot_number(name), np.uint8)
        self._dice = np.zeros(1, np.dtype((np.record, DICE)))
        mixed = secrets.token_bytes(8) if seed is None else hashlib.sha256(str(seed).encode()).digest()[:8]
        self._dice["bits"] = int.from_bytes(mixed, "little") | 1  # dice never start at zero
        self._move = np.zeros(1, np.int64)

    def choose(self, view: View) -> Move:
        """A legal move for the seat in turn, whose view this is."""
        playing.choose_moves(view.states(), self._bots, self._dice, self._move)
        return Move.from_code(self._move[0], view.turn, view.players, view.teams)
