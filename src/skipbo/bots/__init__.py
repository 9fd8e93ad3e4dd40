"""Who plays: bots by name. A bot gets the view of its seat and its own dice, and answers with a move."""

import hashlib
import secrets
from collections.abc import Sequence

import numpy as np

from skipbo.acts import DRAW, REFUSE, TAKE, TAKE_TOP, Act
from skipbo.bots import playing
from skipbo.bots.ladder import NAMES
from skipbo.bots.playing import Bots
from skipbo.errors import Malformed
from skipbo.kernel.chance import DICE
from skipbo.kernel.layout import HAND, SEATS
from skipbo.kitchen_view import KitchenView
from skipbo.language import translate as _
from skipbo.moves import Move
from skipbo.view import View

CERTAIN = 1_000_000  # vigilance is rolled in parts of this


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


def check_vigilance(vigilance: float) -> None:
    if not 0 <= vigilance <= 1:
        raise Malformed("vigilance", _("Vigilance is a number from 0 to 1, not {number}.").format(number=vigilance))


class Bot:
    """One player at a table.

    >>> from skipbo.game import Game
    >>> game = Game()
    >>> Bot("eager").choose(game.view(game.turn)) in game.legal_moves
    True
    """

    def __init__(self, name: str, seed: int | None = None, vigilance: float = 1.0) -> None:
        check_vigilance(vigilance)
        self.name = name
        self.vigilance = vigilance  # how surely it notices a mistake at a kitchen table
        self._bots = np.full(SEATS, bot_number(name), np.uint8)
        self._dice = np.zeros(1, np.dtype((np.record, DICE)))
        mixed = secrets.token_bytes(8) if seed is None else hashlib.sha256(str(seed).encode()).digest()[:8]
        self._dice["bits"] = int.from_bytes(mixed, "little") | 1  # dice never start at zero
        self._move = np.zeros(1, np.int64)

    def choose(self, view: View) -> Move:
        """A legal move for the seat in turn, whose view this is."""
        playing.choose_moves(view.states(), self._bots, self._dice, self._move)
        return Move.from_code(self._move[0], view.turn, view.players, view.teams)

    # At a kitchen table: a bot never errs

    def act(self, view: KitchenView) -> Act:
        """What the seat in turn does, whose view this is: it draws to five before it plays, and takes what it can."""
        legal = view.legal_acts
        for word in (TAKE, TAKE_TOP, REFUSE):
            if word in legal:
                return Act(word)
        if len(view.hand) < HAND and DRAW in legal:
            return Act(DRAW)
        return Act.of(self.choose(view))

    def notices(self, view: KitchenView) -> Act | None:
        """The call that the seat of this view makes, or None. To be asked once for each mistake: the dice decide."""
        for act in view.legal_acts:
            if act.called is not None and view.has_ground(act.called):
                noticed = playing.roll_dice(self._dice, CERTAIN) < round(self.vigilance * CERTAIN)
                return act if noticed else None
        return None
