"""Games side by side of which every seat is played from outside: self-play with arrays, and without a suite."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from skipbo.batch import table_loops
from skipbo.bots.seeds import Seed, new_dice, seed_words
from skipbo.env.interface import Allowed, Dtype, Interface, Numbers, Rows, check_dtype, convert
from skipbo.env.seat_games import Actions, Flags, Rewards


class TableGames:
    """Games side by side. Game k of n plays the deals number k, k + n, k + 2n and so on of a seed.

    >>> games = TableGames(Interface.of(players=2, stock=5), 256, seed="docs")
    >>> rows, allowed, payoffs, over = games.new_arrays()
    >>> for _step in range(10):
    ...     games.look(rows, allowed)               # as the seat in turn of each game
    ...     games.act(allowed.argmax(axis=1), payoffs, over)
    >>> rows.shape, allowed.shape, payoffs.shape, set(games.turns.tolist())
    ((256, 87), (256, 125), (256, 2), {0, 1})

    `states`, `shown` and `numbers` are all that changes: with copies of them, the same games go on elsewhere.
    `dtype=np.float32` gives the same rows as floats.
    """

    def __init__(self, interface: Interface, count: int, seed: Seed, dtype: Dtype = np.uint8) -> None:
        self.interface, self.count = interface, count
        self._dtype = check_dtype(dtype)
        self._rows = interface.new_rows(count)[0]
        self.states = interface.table.states(count)
        self.shown = np.zeros(count, np.int64)  # the cards that everybody has seen
        self.numbers = np.arange(count)  # of the next deal of each game
        self._table, self._seed, self._dice = interface.table.states(), seed_words(seed), new_dice()
        self._renew(np.ones(count, np.bool_))

    @property
    def turns(self) -> NDArray[np.int64]:
        """The seat in turn of each game."""
        return self.states["turn"].astype(np.int64)

    def new_arrays(self) -> tuple[Numbers, Allowed, Rewards, Flags]:
        """Rows and masks to look into; payoffs, and which games are over, to act into."""
        count, interface = self.count, self.interface
        return (
            convert(interface.new_rows(count)[0], self._dtype),
            np.zeros((count, interface.actions), np.int8),
            np.zeros((count, interface.table.players)),
            np.zeros(count, np.bool_),
        )

    def look(self, rows: Numbers, allowed: Allowed) -> None:
        """Writes what the seat in turn may see of each game, and the actions it has."""
        seen = cast(Rows, rows) if rows.dtype == np.uint8 else self._rows
        table_loops.look(self.states, self.shown, self.interface.named(seen), allowed)
        if seen is not rows:
            np.copyto(rows, seen)

    def act(self, actions: Actions, payoffs: Rewards, over: Flags) -> None:
        """Makes the action of the seat in turn in each game, and deals the next game where one is over.

        `payoffs` has what every seat gets at the end of a game (`payoff`); it is 0 while a game goes on. An illegal
        action ends its game, and costs the seat that chose it 1.
        """
        table_loops.act(self.states, self.shown, actions, payoffs, over)
        self._renew(over)

    def _renew(self, wanted: Flags) -> None:
        table_loops.renew(
            self.states, self.shown, self._dice, self._table, self._seed, self.numbers, self.count, wanted
        )
