"""Bots by name. A bot gets the view of its seat and has its own dice; it returns a move."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skipbo.bots import ladder
from skipbo.bots.ladder import NAMES, PLANNER, WEIGHING, Bots
from skipbo.bots.levels import LEVELS, TEMPERATURES, WORLDS
from skipbo.bots.planner.parameters import new_parameters
from skipbo.bots.planner.weights import Seated, format_of, parameters_with, read_weights, weights_of
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.searcher.searcher import NAME as SEARCHER
from skipbo.bots.searcher.searcher import Budget, Searcher, is_searcher
from skipbo.bots.searcher.strength import strengths_of
from skipbo.bots.seeds import dice_of
from skipbo.errors import Malformed
from skipbo.game.kitchen.act import DRAW, REFUSE, STAND, TAKE, TAKE_TOP, Act
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.i18n import translate as _
from skipbo.kernel.layout import FULL_HAND, SEATS, States

QUICK = (*NAMES, *TEMPERATURES)  # bots that play by the thousand
OFFERED = (*QUICK, *WORLDS)  # bots that anybody may seat: none reads a file or thinks for long
KNOWN = (*NAMES, SEARCHER, *LEVELS)
OWN_WEIGHTS = "planner:"
CERTAIN = 1_000_000  # vigilance is rolled in parts of this number


def is_ours(name: str) -> bool:
    """Whether a name belongs to a bot of this package: its own name, a level, or one that says what it goes by.

    These are `planner:FILE`, with weights from a file, and `searcher:BUDGET`.
    """
    return name in KNOWN or name.startswith(OWN_WEIGHTS) or is_searcher(name)


def plays_in_batches(name: str) -> bool:
    """Whether a bot of ours chooses so quickly that whole games are played by the thousand, in compiled code alone."""
    return is_ours(name) and budget_of(name) is None


def budget_of(name: str) -> Budget | None:
    """The budget of a bot that searches; None for one that does not."""
    if name in WORLDS:
        return Budget(WORLDS[name])
    return Budget.of(name) if is_searcher(name) else None


def check_bot(name: str) -> None:
    if budget_of(name) is None and not name.startswith(OWN_WEIGHTS):
        _check_among(name, KNOWN)


def check_offered(name: str) -> None:
    """Raises `Malformed` for all bots that a client may not seat."""
    _check_among(name, OFFERED)


def _check_among(name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise Malformed(
            "bots", _("There is no bot “{name}”. The bots are: {known}.").format(name=name, known=", ".join(known))
        )


def parameters_of(name: str, table: Seated) -> States:
    """The parameters that a bot has at a table; a bot that searches has none."""
    check_bot(name)
    if budget_of(name) is not None:
        raise Malformed(
            "bots",
            _("“{name}” thinks for too long to play games by the thousand: let it play in the arena.").format(
                name=name
            ),
        )
    if name.startswith(OWN_WEIGHTS):
        return parameters_with(PLANNER, read_weights(Path(name.removeprefix(OWN_WEIGHTS))))
    if name in TEMPERATURES:
        return parameters_with(PLANNER, weights_of(format_of(table)), TEMPERATURES[name])
    kind = NAMES.index(name)
    return parameters_with(kind, weights_of(format_of(table)) if kind in WEIGHING else None)


def find_bots(names: Sequence[str], table: Seated) -> Bots:
    """The bots of a table, from one name for each seat or one for all seats."""
    if len(names) not in (1, table.players):
        raise Malformed(
            "bots",
            _("Name one bot for all seats or one for each of the {players}, not {count}.").format(
                players=table.players, count=len(names)
            ),
        )
    return seat_parameters([parameters_of(names[seat % len(names)], table) for seat in range(table.players)])


def seat_parameters(by_seat: Sequence[States]) -> Bots:
    """The bots of a table, from the parameters of each seat."""
    bots = new_parameters(SEATS)
    bots[: len(by_seat)] = np.concatenate(by_seat)
    return bots


def check_vigilance(vigilance: float) -> None:
    if not 0 <= vigilance <= 1:
        raise Malformed(
            "vigilance", _("Vigilance must be a number from 0 to 1, not {number}.").format(number=vigilance)
        )


class Bot:
    """One bot at a table.

    >>> from skipbo.game.game import Game
    >>> game = Game()
    >>> Bot("eager").choose(game.view(game.turn)) in game.legal_moves
    True
    """

    def __init__(self, name: str, seed: int | None = None, vigilance: float = 1.0, threads: int = 1) -> None:
        check_bot(name)
        check_vigilance(vigilance)
        self.name = name
        self.vigilance = vigilance  # the chance that it notices a mistake at a kitchen table
        self._bots = new_parameters(SEATS)
        self._format = ""
        self._dice = dice_of(seed)
        self._move = np.zeros(1, np.int64)
        budget = budget_of(name)
        self._searcher = None if budget is None else Searcher(budget, self._dice, threads)
        self._workspace = new_workspaces(1 if self._searcher is None else 0)  # a searcher has its own

    def choose(self, view: View) -> Move:
        """Returns a legal move for the seat in turn, or for one that plays out of turn, whose view this is."""
        if self._format != format_of(view):
            self._format = format_of(view)
            self._bots[:] = parameters_of(NAMES[PLANNER] if self._searcher else self.name, view)
        states, seat = view.states(), view.turn
        if view.actor is not None and view.actor == view.seat:  # it stands in for a player who took somebody's turn
            states["turn"] = seat = view.actor
        if self._searcher is not None:
            self._move[0] = self._searcher.choose(states, self._bots, strengths_of(view))
        else:
            ladder.choose_moves(states, self._bots, self._dice, self._workspace, self._move)
        return Move.from_code(self._move[0], seat, view.players, view.teams)

    # At a kitchen table, where a bot makes no mistakes

    def act(self, view: View) -> Move:
        """Returns what the seat does that the game waits for, whose view this is."""
        return self.draws(view) or self.lets_stand(view) or self.choose(view)

    def draws(self, view: View) -> Act | None:
        """Returns what the seat in turn does before it plays: it takes exposed cards if it can, and draws to five."""
        words = (TAKE, TAKE_TOP, REFUSE, DRAW) if len(view.hand) < FULL_HAND else (TAKE, TAKE_TOP, REFUSE)
        return next((act for act in map(Act.parse, words) if act in view.legal_acts), None)

    def lets_stand(self, view: View) -> Act | None:  # rule: ruling.irregular-win
        """Returns that it lets a turn out of order stand, when it can do nothing else but call it."""
        stand = Act.parse(STAND)
        return stand if not view.legal_moves and stand in view.legal_acts else None

    def notices(self, view: View) -> Move | None:
        """Returns the call that the seat of this view makes, or None. Ask once for each mistake: the dice decide."""
        if not view.calls:
            return None
        noticed = ladder.roll_dice(self._dice, CERTAIN) < round(self.vigilance * CERTAIN)
        return view.calls[0] if noticed else None
