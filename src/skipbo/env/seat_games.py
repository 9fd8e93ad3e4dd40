"""Games in which a learner has one seat and bots play the others: what both Gymnasium environments are made of."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.batch import seat_loops
from skipbo.bots.bot import find_bots
from skipbo.bots.ladder import Bots, workspaces_for
from skipbo.bots.levels import seat_opponents
from skipbo.bots.seeds import Seed, new_dice, seed_words
from skipbo.env.interface import Allowed, Interface, Rows
from skipbo.errors import Malformed
from skipbo.game.game import new_key
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.chance import Words
from skipbo.kernel.compiler import bound

Flags = NDArray[np.bool_]
Actions = NDArray[np.int64]
Rewards = NDArray[np.float64]
Loop = Callable[..., None]

BOUND = ("_renew_loop", "_act_loop", "_look_loop")  # attributes that copies bind anew


def names_around(table: Table, seat: int, opponents: str | Sequence[str]) -> list[str]:
    """The bot at each seat where a learner has one: one for all others, or one for each from the learner's left on.

    The learner's own seat has the name of the first.
    """
    if not 0 <= seat < table.players:
        raise Malformed("seat", _("There is no seat {seat}.").format(seat=seat))
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    others = seat_opponents(names, table.players, table.partners)
    by_seat = {(seat + 1 + place) % table.players: name for place, name in enumerate(others)}
    return [by_seat.get(number, others[0]) for number in range(table.players)]


def bots_around(table: Table, seat: int, opponents: str | Sequence[str]) -> Bots:
    """The same bots with all that they play by. Raises `Malformed` for one that thinks for long."""
    return find_bots(names_around(table, seat, opponents), table)


class SeatGames:
    """Games side by side. Game k of n plays the deals number k, k + n, k + 2n and so on of a seed.

    A game is cut short after `limit` actions of the learner; `cut` says which games the last step has brought to that
    number, those that it ended among them.
    """

    def __init__(
        self, interface: Interface, opponents: str | Sequence[str], seat: int, count: int, limit: int | None = None
    ) -> None:
        table = interface.table
        self.interface, self.seat, self.count = interface, seat, count
        self._bots = bots_around(table, seat, opponents)
        self._workspaces = workspaces_for(self._bots)
        self.states, self._table = table.states(count), table.states()
        self._seen, self._dice = np.zeros(count, np.int64), new_dice(count)
        self._numbers, self._strides = np.zeros(count, np.int64), np.zeros(count, np.int64)  # of the next deals
        self.cut = np.zeros(count, np.bool_)
        self._limit, self._steps = limit, np.zeros(count, np.int64)
        self.begin(new_key(None))
        self._bind()

    def _bind(self) -> None:
        """Finds the loops that are compiled for these games: once for all steps."""
        games, bots = (self.states, self._seen, self._dice), (self._bots, self._workspaces)
        numbers, flags, rewards = self._numbers, np.zeros(1, np.bool_), np.zeros(1)
        seen = self.interface.new_rows(1)[1], np.zeros((1, 1), np.int8)
        self._renew_loop: Loop = bound(
            seat_loops.renew, *games, self._table, self._seeds[0], numbers, 1, 0, *bots, flags
        )
        self._act_loop: Loop = bound(seat_loops.act, *games, 0, *bots, numbers, flags, rewards, flags, *seen)
        self._look_loop: Loop = bound(seat_loops.look, self.states, self._seen, 0, flags, *seen)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in BOUND}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._bind()

    def begin(self, seed: Seed) -> None:
        """Begins with the first deals of a seed, as soon as games are wanted."""
        self._seeds, self._together = [seed_words(seed)] * self.count, True
        self._numbers[:], self._strides[:] = np.arange(self.count), self.count

    def begin_each(self, seeds: Sequence[Seed | None]) -> None:
        """The same with a seed for each game, all of whose deals it plays; without one it goes on with those it has."""
        self._together = False
        for game, seed in enumerate(seeds):
            if seed is not None:
                self._seeds[game] = seed_words(seed)
                self._numbers[game], self._strides[game] = 0, 1

    def renew(self, wanted: Flags) -> None:
        """Deals the next game where it is wanted, and lets the bots play until the learner's first turn."""
        if self._limit:
            self._steps[wanted] = 0
        if self._together:
            self._deal(slice(None), wanted, self._seeds[0], self.count)
        else:
            for game in np.flatnonzero(wanted).tolist():
                only = slice(game, game + 1)
                self._deal(only, wanted[only], self._seeds[game], int(self._strides[game]))

    def look(self, rows: Rows, allowed: Allowed) -> None:
        """Writes what the learner may see of each game, and the actions it has."""
        self._look(np.ones(self.count, np.bool_), rows, allowed)

    def act(
        self, actions: Actions, resting: Flags, rewards: Rewards, over: Flags, rows: Rows, allowed: Allowed
    ) -> None:
        """Makes the learner's actions, deals the next game where one rests, and looks at all of them.

        A game that is over has no actions.
        """
        self._act(actions, resting, rewards, over, rows, allowed)
        self._renew_and_look(resting, rows, allowed)

    def act_and_renew(
        self, actions: Actions, rewards: Rewards, over: Flags, rows: Rows, allowed: Allowed
    ) -> tuple[Rows, Allowed]:
        """Makes the learner's actions, deals the next game where one is over or cut short, and looks at all of them.

        Returns how each of those games looked at its end, and the actions that it had.
        """
        self._act(actions, np.zeros(self.count, np.bool_), rewards, over, rows, allowed)
        ended = over | self.cut
        last, last_allowed = rows[ended], allowed[ended]
        self._renew_and_look(ended, rows, allowed)
        return last, last_allowed

    def _act(
        self, actions: Actions, resting: Flags, rewards: Rewards, over: Flags, rows: Rows, allowed: Allowed
    ) -> None:
        games, bots = (self.states, self._seen, self._dice), (self._bots, self._workspaces)
        records = self.interface.named(rows)
        self._act_loop(*games, self.seat, *bots, actions, resting, rewards, over, records, allowed)
        if self._limit:
            self._steps += ~resting
            np.logical_and(self._steps == self._limit, ~resting, out=self.cut)

    def _renew_and_look(self, wanted: Flags, rows: Rows, allowed: Allowed) -> None:
        if wanted.any():
            self.renew(wanted)
            self._look(wanted, rows, allowed)

    def _deal(self, where: slice, wanted: Flags, seed: Words, stride: int) -> None:
        games = self.states[where], self._seen[where], self._dice[where]
        deals = self._table, seed, self._numbers[where], stride
        self._renew_loop(*games, *deals, self.seat, self._bots, self._workspaces, wanted)

    def _look(self, wanted: Flags, rows: Rows, allowed: Allowed) -> None:
        self._look_loop(self.states, self._seen, self.seat, wanted, self.interface.named(rows), allowed)
