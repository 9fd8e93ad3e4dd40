"""Games side by side on a GPU: states, observations, masks and rewards live there, and a step is one launch.

`pip install "skipbo[cuda]"`. The rules are those of every other environment; the same seed gives the same games.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from skipbo.batch.devices import load_gpu, load_steps
from skipbo.bots.ladder import NAMES, SIMPLE, all_simple
from skipbo.bots.seeds import Seed, new_dice, seed_words
from skipbo.env.dlpack import DeviceArray
from skipbo.env.interface import Interface
from skipbo.env.seat_games import bots_around
from skipbo.errors import Malformed
from skipbo.i18n import translate as _


class DeviceGames:
    """What both kinds have: arrays on the GPU, which every step writes anew.

    `observations` has a row of bytes for each game, `allowed` a byte for each action, and `over` whether the last step
    ended a game; where it did, the first two already show the next game. PyTorch and JAX read all of them in place
    (`DeviceArray`).
    """

    def __init__(self, interface: Interface, count: int, rewards: tuple[int, ...]) -> None:
        self._gpu, self._steps = load_gpu(), load_steps()
        self.interface, self.count = interface, count
        if interface.width + interface.actions > self._steps.ROOM:
            raise Malformed(
                "depth",
                _("An observation of {width} numbers is too large for a GPU: choose a smaller depth.").format(
                    width=interface.width
                ),
            )
        self._kernels = self._steps.kernels_for(np.dtype((np.record, interface.observation)), interface.actions)
        self._states = self._on_gpu(interface.table.states(self._steps.room_for(count)).view(np.uint32))
        self._rows, self.observations = self._rows_of(interface.width, np.uint8)
        self._masks, self.allowed = self._rows_of(interface.actions, np.int8)
        self.over, self._rewards = self._new_array((count,), np.bool_), self._new_array(rewards, np.float64)
        self._known = self._on_gpu(np.zeros(count, np.int64))  # the cards that were seen (`table_loops`, `seat_loops`)
        self._table = self._on_gpu(interface.table.states())

    def _on_gpu(self, array: Any) -> Any:
        return self._gpu.cuda.to_device(array)

    def _new_array(self, shape: tuple[int, ...], kind: type[np.generic]) -> DeviceArray:
        return DeviceArray(self._on_gpu(np.zeros(shape, kind)), self._gpu.cuda.synchronize)

    def _rows_of(self, width: int, kind: type[np.generic]) -> tuple[Any, DeviceArray]:
        """A row of bytes for each game: as words, with room for whole blocks, and as it is lent."""
        room = self._steps.room_for(self.count)
        words = self._on_gpu(np.zeros(room * width // 4, np.uint32))
        rows = words.view(kind).reshape(room, width)[: self.count]
        return words, DeviceArray(rows, self._gpu.cuda.synchronize)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        """Lets every thread play a game; does not wait for it."""
        arrays = self._states, self._rows, self._masks, self._known
        kernel[self._steps.blocks_holding(self.count), self._steps.THREADS](*arrays, *arguments)

    def _deals(self, seed: Seed) -> tuple[Any, Any, Any]:
        """The table, a seed and the numbers of the next games."""
        return self._table, self._on_gpu(seed_words(seed)), self._on_gpu(np.arange(self.count))

    def _checked(self, actions: Any) -> Any:
        """The actions as a kernel reads them, which checks nothing. What is not on the GPU is copied there."""
        layout = getattr(actions, "__cuda_array_interface__", None)
        if layout is None:
            actions = np.asarray(actions)
            layout = actions.__array_interface__
        else:
            actions = self._gpu.cuda.as_cuda_array(actions, sync=False)  # the queue keeps the order
        if tuple(layout["shape"]) != (self.count,) or layout["typestr"][1] not in "iu":
            raise Malformed("action", _("One action for each of the {count} games is needed.").format(count=self.count))
        return actions


class DeviceTableGames(DeviceGames):
    """Games of which every seat is played from outside, as in `TableGames`: self-play.

    `turns` has the seat in turn of each game, whose observation is shown, and `payoffs` what every seat gets at the end
    of a game, 0 while it goes on. Game k of n plays the deals number k, k + n, k + 2n and so on of a seed.
    """

    def __init__(self, interface: Interface, count: int, seed: Seed) -> None:
        super().__init__(interface, count, (count, interface.table.players))
        self.turns, self.payoffs = self._new_array((count,), np.int64), self._rewards
        self.begin(seed)

    def begin(self, seed: Seed) -> None:
        """Deals the first games of a seed, and looks at them."""
        self._deal = self._deals(seed)
        self._step(self.turns.array, anew=True)

    def step(self, actions: Any) -> None:
        """Makes the action of the seat in turn in each game, deals the next game where one is over, and looks at all.

        An illegal action ends its game, and costs the seat that chose it 1.
        """
        self._step(self._checked(actions), anew=False)

    def _step(self, actions: Any, *, anew: bool) -> None:
        ends = self.payoffs.array, self.over.array
        self._launch(self._kernels.step_tables, *self._deal, self.turns.array, actions, *ends, anew)


class DeviceSeatGames(DeviceGames):
    """Games in which a learner has one seat and simple bots play the others, as in the vector environment.

    `rewards` has what the learner gets at the end of each game, 0 while it goes on. `opponents` names one bot for all
    other seats, or one for each, from the left of the learner on.
    """

    def __init__(self, interface: Interface, opponents: str | Sequence[str], seat: int, count: int, seed: Seed) -> None:
        bots = bots_around(interface.table, seat, opponents)
        if not all_simple(bots):
            known = ", ".join(NAMES[kind] for kind in SIMPLE)
            raise Malformed(
                "bots", _("On a GPU, opponents must be bots that do not plan: {known}.").format(known=known)
            )
        super().__init__(interface, count, (count,))
        self.seat, self.rewards = seat, self._rewards
        self._bots, self._dice = self._on_gpu(bots), self._on_gpu(new_dice(count))
        self.begin(seed)

    def begin(self, seed: Seed) -> None:
        """Deals the first games of a seed, lets the bots play until the learner's first turn, and looks at them."""
        self._deal = self._deals(seed)
        self._step(self._deal[-1], anew=True)

    def step(self, actions: Any) -> None:
        """Makes the learner's actions, lets the bots play, deals the next game where one is over, and looks at all.

        An illegal action ends its game, and costs the learner 1.
        """
        self._step(self._checked(actions), anew=False)

    def _step(self, actions: Any, *, anew: bool) -> None:
        bots, ends = (self.seat, self._bots), (self.rewards.array, self.over.array)
        self._launch(self._kernels.step_seats, self._dice, *self._deal, *bots, actions, *ends, anew)
