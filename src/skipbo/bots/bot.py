"""Who plays: bots by name. A bot gets the view of its seat and its own dice, and answers with a move."""

import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skipbo.bots import ladder
from skipbo.bots.ladder import NAMES, PLANNER, Bots
from skipbo.bots.levels import LEVELS
from skipbo.bots.planner.parameters import new_brains
from skipbo.bots.planner.weights import Seated, brain_with, format_of, read_weights, weights_of
from skipbo.bots.planner.workspace import new_desks
from skipbo.errors import Malformed
from skipbo.game.kitchen.act import DRAW, REFUSE, TAKE, TAKE_TOP, Act
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.i18n import translate as _
from skipbo.kernel.chance import DICE
from skipbo.kernel.layout import FULL_HAND, SEATS, States

KNOWN = (*NAMES, *LEVELS)
OWN_WEIGHTS = "planner:"
CERTAIN = 1_000_000  # vigilance is rolled in parts of this


def is_compiled(name: str) -> bool:
    """Whether a name stands for one of our bots: its name, a level's, or `planner:FILE` for weights of one's own."""
    return name in KNOWN or name.startswith(OWN_WEIGHTS)


def check_bot(name: str) -> None:
    if not name.startswith(OWN_WEIGHTS):
        check_known(name)


def check_known(name: str) -> None:
    """For names from strangers: nothing that reads a file."""
    if name not in KNOWN:
        raise Malformed(
            "bots", _("There is no bot “{name}”. The bots are: {known}.").format(name=name, known=", ".join(KNOWN))
        )


def brain_of(name: str, table: Seated) -> States:
    """The brain of a bot at a table."""
    check_bot(name)
    if name.startswith(OWN_WEIGHTS):
        return brain_with(PLANNER, read_weights(Path(name.removeprefix(OWN_WEIGHTS))))
    if name in LEVELS:
        return brain_with(PLANNER, weights_of(format_of(table)), LEVELS[name])
    kind = NAMES.index(name)
    return brain_with(kind, weights_of(format_of(table)) if kind == PLANNER else None)


def find_bots(names: Sequence[str], table: Seated) -> Bots:
    """The bots at each seat of a table, by name; one name serves all seats."""
    if len(names) not in (1, table.players):
        raise Malformed(
            "bots",
            _("Name one bot for all seats or one for each of the {players}, not {count}.").format(
                players=table.players, count=len(names)
            ),
        )
    return seat_brains([brain_of(names[seat % len(names)], table) for seat in range(table.players)])


def seat_brains(brains: Sequence[States]) -> Bots:
    """The bots of a table from the brain at each seat."""
    bots = new_brains(SEATS)
    bots[: len(brains)] = np.concatenate(brains)
    return bots


def check_vigilance(vigilance: float) -> None:
    if not 0 <= vigilance <= 1:
        raise Malformed("vigilance", _("Vigilance is a number from 0 to 1, not {number}.").format(number=vigilance))


class Bot:
    """One player at a table.

    >>> from skipbo.game.game import Game
    >>> game = Game()
    >>> Bot("eager").choose(game.view(game.turn)) in game.legal_moves
    True
    """

    def __init__(self, name: str, seed: int | None = None, vigilance: float = 1.0) -> None:
        check_bot(name)
        check_vigilance(vigilance)
        self.name = name
        self.vigilance = vigilance  # how surely it notices a mistake at a kitchen table
        self._bots = new_brains(SEATS)
        self._format = ""
        self._desk = new_desks()
        self._dice = np.zeros(1, np.dtype((np.record, DICE)))
        mixed = secrets.token_bytes(8) if seed is None else hashlib.sha256(str(seed).encode()).digest()[:8]
        self._dice["bits"] = int.from_bytes(mixed, "little") | 1  # dice never start at zero
        self._move = np.zeros(1, np.int64)

    def choose(self, view: View) -> Move:
        """A legal move for the seat in turn, whose view this is."""
        if self._format != format_of(view):
            self._format = format_of(view)
            self._bots[:] = brain_of(self.name, view)
        ladder.choose_moves(view.states(), self._bots, self._dice, self._desk, self._move)
        return Move.from_code(self._move[0], view.turn, view.players, view.teams)

    # At a kitchen table: a bot never errs

    def act(self, view: View) -> Move:
        """Returns what the seat in turn does, whose view this is."""
        return self.draws(view) or self.choose(view)

    def draws(self, view: View) -> Act | None:
        """Returns what the seat in turn does before it plays: it takes exposed cards if it can, and draws to five."""
        words = (TAKE, TAKE_TOP, REFUSE, DRAW) if len(view.hand) < FULL_HAND else (TAKE, TAKE_TOP, REFUSE)
        return next((act for act in map(Act.parse, words) if act in view.legal_acts), None)

    def notices(self, view: View) -> Move | None:
        """Returns the call that the seat of this view makes, or None. Ask once for each mistake: the dice decide."""
        if not view.calls:
            return None
        noticed = ladder.roll_dice(self._dice, CERTAIN) < round(self.vigilance * CERTAIN)
        return view.calls[0] if noticed else None
