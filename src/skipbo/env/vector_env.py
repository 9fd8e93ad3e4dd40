"""Gymnasium's vector environment: thousands of games a step, in compiled code, bots and new deals included.

>>> import gymnasium, skipbo.env
>>> envs = gymnasium.make_vec("skipbo/SkipBo-v1", num_envs=1024, opponents="eager")
>>> observations, infos = envs.reset(seed=1)
>>> actions = infos["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> observations.shape, infos["action_mask"].shape
((1024, 87), (1024, 125))
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.levels import DEFAULT_LEVEL
from skipbo.editions import DEFAULT
from skipbo.env.interface import DEPTH, Allowed, Interface, Rows
from skipbo.env.packages import missing
from skipbo.env.seat_games import Flags, SeatGames
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import CARDS

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as why:
    raise missing("Gymnasium", why) from None

Info = dict[str, Any]
Observations = NDArray[np.uint8] | NDArray[np.float32]
Stepped = tuple[Observations, NDArray[np.float64], Flags, Flags, Info]


class SkipBoVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Many games of one seat against bots, as in `SkipBoEnv`; `infos["action_mask"]` has the legal actions of each.

    By default a game that is over is dealt anew by the next step, whose action is ignored; Gymnasium's other autoreset
    modes work too. `dtype=np.float32` gives the same numbers as floats. `copy=False` writes into the same arrays at
    every step.
    """

    def __init__(
        self,
        num_envs: int = 1,
        edition: str = DEFAULT,
        *,
        players: int = 2,
        partners: bool = False,
        stock: int | None = None,
        opponents: str | Sequence[str] = DEFAULT_LEVEL,
        seat: int = 0,
        depth: int = DEPTH,
        dtype: type[np.uint8] | type[np.float32] = np.uint8,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        self.interface = Interface.of(edition, players=players, partners=partners, stock=stock, depth=depth)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = spaces.Box(0, CARDS, (self.interface.width,), dtype)
        self.single_action_space = spaces.Discrete(self.interface.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = SeatGames(self.interface, opponents, seat, num_envs)
        self._dtype, self._copy = np.dtype(dtype), copy
        self._over = np.zeros(num_envs, np.bool_)
        self._arrays = self._new_arrays()

    def _new_arrays(self) -> tuple[Rows, Allowed, NDArray[np.float64], Flags]:
        """Rows, masks, rewards, and which games are over."""
        count = self.num_envs
        return (
            np.empty((count, self.interface.width), np.uint8),
            np.empty((count, self.interface.actions), np.int8),
            np.empty(count, np.float64),
            np.empty(count, np.bool_),
        )

    def _next_arrays(self) -> tuple[Rows, Allowed, NDArray[np.float64], Flags]:
        if self._copy:
            self._arrays = self._new_arrays()
        return self._arrays

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observations, Info]:
        """Deals the first games of a seed, or new ones; with `options["reset_mask"]` only where it says so."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._games.begin(seed)
        wanted = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            wanted &= options["reset_mask"]
        self._games.renew(wanted)
        self._over &= ~wanted
        rows, allowed, _rewards, _over = self._next_arrays()
        self._games.look(rows, allowed)
        return self._converted(rows), self._infos(allowed)

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        rows, allowed, rewards, over = self._next_arrays()
        actions = self._checked(actions)
        infos: Info = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            last = self._games.act_and_renew(actions, rewards, over, rows, allowed)
            if last.size:
                infos = self._final_infos(last, over)
        else:
            assert self.autoreset_mode is AutoresetMode.NEXT_STEP or not self._over.any(), "reset what is over"
            self._games.act(actions, self._over, rewards, over, rows, allowed)
            allowed[over] = 0
        self._over = over.copy()
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._converted(rows), rewards, over, truncations, infos | self._infos(allowed)

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions as compiled code reads them, which checks nothing."""
        checked = np.ascontiguousarray(actions, np.int64)
        if checked.shape != (self.num_envs,):
            raise Malformed(
                "action", _("One action for each of the {count} games is needed.").format(count=self.num_envs)
            )
        return checked

    def _converted(self, rows: Rows) -> Observations:
        return rows if self._dtype == np.uint8 else rows.astype(self._dtype)

    def _infos(self, allowed: Allowed) -> Info:
        return {"action_mask": allowed, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, last: Rows, over: Flags) -> Info:
        observations = np.full(self.num_envs, None, object)
        for game, row in zip(np.flatnonzero(over), self._converted(last), strict=True):
            observations[game] = row
        return {"final_obs": observations, "_final_obs": over.copy()}
