"""Games in which a learner has one seat and bots play the others: what both Gymnasium environments are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from skipbo.kernel.layout import States

Flags = NDArray[np.bool_]
Actions = NDArray[np.int64]
Rewards = NDArray[np.float64]

BOUND = ("_portions", "_renew_loop", "_act_loop", "_look_loop")  # attributes that copies bind anew
PORTION = 1024  # games that are made and looked at in one go: so many stay in the cache of a core


@dataclass(frozen=True)
class Portion:
    """Some of the games: views of the arrays of all."""

    where: slice
    states: States
    seen: NDArray[np.int64]
    dice: States
    numbers: NDArray[np.int64]  # of the next deal of each game


def bots_around(table: Table, seat: int, opponents: str | Sequence[str]) -> Bots:
    """The bots of a table at which a learner has a seat: one for all other seats, or one for each from its left on."""
    if not 0 <= seat < table.players:
        raise Malformed("seat", _("There is no seat {seat}.").format(seat=seat))
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    others = seat_opponents(names, table.players, table.partners)
    by_seat = {(seat + 1 + place) % table.players: name for place, name in enumerate(others)}
    return find_bots([by_seat.get(number, others[0]) for number in range(table.players)], table)


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
        """Cuts the games into portions, and finds the loops that are compiled for them: once for all steps."""
        self._portions = [
            Portion(part, self.states[part], self._seen[part], self._dice[part], self._numbers[part])
            for part in (slice(begin, begin + PORTION) for begin in range(0, self.count, PORTION))
        ]
        games, bots = (self.states, self._seen, self._dice), (self._bots, self._workspaces)
        numbers, flags, rewards = self._numbers, np.zeros(1, np.bool_), np.zeros(1)
        self._renew_loop = bound(seat_loops.renew, *games, self._table, self._seeds[0], numbers, 1, 0, *bots, flags)
        self._act_loop = bound(seat_loops.act, *games, 0, *bots, numbers, flags, rewards, flags)
        records, allowed = self.interface.new_rows(1)[1], np.zeros((1, 1), np.int8)
        self._look_loop = bound(seat_loops.look, self.states, self._seen, 0, records, allowed)

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
        for part in self._portions:
            self._renew(part, wanted)

    def look(self, rows: Rows, allowed: Allowed) -> None:
        """Writes what the learner may see of each game, and the actions it has."""
        for part in self._portions:
            self._look(part, rows, allowed)

    def act(
        self, actions: Actions, resting: Flags, rewards: Rewards, over: Flags, rows: Rows, allowed: Allowed
    ) -> None:
        """Makes the learner's actions, deals the next game where one rests, and looks at all of them."""
        for part in self._portions:
            self._act(part, actions, resting, rewards, over)
            self._renew(part, resting)
            self._look(part, rows, allowed)

    def act_and_renew(
        self, actions: Actions, rewards: Rewards, over: Flags, rows: Rows, allowed: Allowed
    ) -> tuple[Rows, Allowed]:
        """Makes the learner's actions, deals the next game where one is over or cut short, and looks at all of them.

        Returns how each of those games looked at its end, and the actions that it had.
        """
        resting = np.zeros(self.count, np.bool_)
        last = []
        for part in self._portions:
            self._act(part, actions, resting, rewards, over)
            ended = over | self.cut if self._limit else over
            last.append(self._last_look(part, ended))
            self._renew(part, ended)
            self._look(part, rows, allowed)
        last_rows, last_allowed = zip(*last, strict=True)
        return np.concatenate(last_rows), np.concatenate(last_allowed)

    def _act(self, part: Portion, actions: Actions, resting: Flags, rewards: Rewards, over: Flags) -> None:
        where = part.where
        self._act_loop(
            part.states,
            part.seen,
            part.dice,
            self.seat,
            self._bots,
            self._workspaces,
            actions[where],
            resting[where],
            rewards[where],
            over[where],
        )
        if self._limit:
            self._steps[where] += ~resting[where]
            self.cut[where] = (self._steps[where] == self._limit) & ~resting[where]

    def _renew(self, part: Portion, wanted: Flags) -> None:
        where = part.where
        if self._limit:
            self._steps[where][wanted[where]] = 0
        if self._together:
            self._deal(part, wanted[where], self._seeds[0], self.count)
        else:
            for game in np.flatnonzero(wanted[where]).tolist():
                place = where.start + game
                only = slice(game, game + 1)
                alone = Portion(where, part.states[only], part.seen[only], part.dice[only], part.numbers[only])
                self._deal(alone, np.ones(1, np.bool_), self._seeds[place], int(self._strides[place]))

    def _deal(self, part: Portion, wanted: Flags, seed: Words, stride: int) -> None:
        self._renew_loop(
            part.states,
            part.seen,
            part.dice,
            self._table,
            seed,
            part.numbers,
            stride,
            self.seat,
            self._bots,
            self._workspaces,
            wanted,
        )

    def _look(self, part: Portion, rows: Rows, allowed: Allowed) -> None:
        records = self.interface.named(rows[part.where])
        self._look_loop(part.states, part.seen, self.seat, records, allowed[part.where])

    def _last_look(self, part: Portion, ended: Flags) -> tuple[Rows, Allowed]:
        places = np.flatnonzero(ended[part.where])
        rows, records = self.interface.new_rows(places.size)
        allowed = np.zeros((places.size, self.interface.actions), np.int8)
        self._look_loop(part.states[places], part.seen[places], self.seat, records, allowed)
        return rows, allowed
