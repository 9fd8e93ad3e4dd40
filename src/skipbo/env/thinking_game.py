"""One game after another in which a learner has one seat, and at least one of the bots around thinks for long.

It does for one game what `SeatGames` does for many; but there bots play in compiled code, and a search is none.
"""

import hashlib
from collections.abc import Sequence

import numpy as np

from skipbo.batch import table_loops
from skipbo.bots.bot import Bot, check_bot
from skipbo.bots.seeds import Seed, new_dice, seed_words
from skipbo.env.interface import Allowed, Interface, Rows
from skipbo.env.seat_games import Actions, Flags, Rewards, names_around
from skipbo.game.game import new_key
from skipbo.game.view import see
from skipbo.kernel.chance import Words
from skipbo.kernel.layout import GOING_ON


class ThinkingGame:
    """Games 0, 1, 2 … of a seed, in arrays of one, so that `SkipBoEnv` need not know which kind it plays."""

    def __init__(self, interface: Interface, opponents: str | Sequence[str], seat: int) -> None:
        table = interface.table
        self.interface, self.seat = interface, seat
        self._names = names_around(table, seat, opponents)
        for name in self._names:
            check_bot(name)
        self.states, self._table, self._dice = table.states(), table.states(), new_dice()
        self._shown, self._number = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._payoffs, self._over = np.zeros((1, table.players)), np.zeros(1, np.bool_)
        self._bots: list[Bot] = []
        self.begin(new_key(None))

    def begin(self, seed: Seed) -> None:
        self._seed = seed_words(seed)
        self._number[0] = 0

    def renew(self, wanted: Flags) -> None:
        """Deals the next game, and lets the bots play until the learner's first turn.

        A game that is over before that is passed over, because there is nothing in it to choose.
        """
        going_on = False
        while not going_on:
            self._bots = [
                Bot(name, seed_of_bot(self._seed, int(self._number[0]), seat)) for seat, name in enumerate(self._names)
            ]
            deals = self._dice, self._table, self._seed, self._number, 1
            table_loops.renew(self.states, self._shown, *deals, wanted)
            going_on = self._let_others_play()

    def look(self, rows: Rows, allowed: Allowed) -> None:
        """Writes what the learner may see, and the actions it has."""
        self.interface.doors.look(self.states, self.seat, self.interface.named(rows), allowed[0])

    def act(
        self, actions: Actions, _resting: Flags, rewards: Rewards, over: Flags, rows: Rows, allowed: Allowed
    ) -> None:
        """Makes the learner's action, lets the bots play until its next turn, and looks.

        A game that is over has no actions.
        """
        over[0] = self._play(actions) or not self._let_others_play()
        rewards[0] = self._payoffs[0, self.seat]
        self.look(rows, allowed)
        if over[0]:
            allowed[:] = 0

    def _let_others_play(self) -> bool:
        """Returns whether the game goes on after that."""
        table = self.interface.table
        while self.states["how"][0] == GOING_ON:
            turn = int(self.states["turn"][0])
            if turn == self.seat:
                return True
            move = self._bots[turn].choose(see(self.states, turn, table, None))
            self._play(np.array([self.interface.action(move, turn)]))
        return False

    def _play(self, actions: Actions) -> bool:
        """Makes the action of the seat in turn; returns whether that was the last one."""
        table_loops.act(self.states, self._shown, actions, self._payoffs, self._over)
        return bool(self._over[0])


def seed_of_bot(seed: Words, number: int, seat: int) -> int:
    """The seed of a bot's dice in one game of a seed."""
    text = f"{seed.tobytes().hex()} {number} {seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
