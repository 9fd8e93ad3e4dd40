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
from skipbo.env.interface import DEPTH, Allowed, Dtype, Interface, Numbers, Rows, check_dtype, convert
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
Stepped = tuple[Numbers, NDArray[np.float64], Flags, Flags, Info]


class SkipBoVectorEnv(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """Many games of one seat against bots, as in `SkipBoEnv`; `infos["action_mask"]` has the legal actions of each.

    By default a game that is over is dealt anew by the next step, whose action is ignored; Gymnasium's other autoreset
    modes work too. `max_episode_steps` cuts games short, as `TimeLimit` does for a single one. `dtype=np.float32` gives
    the same numbers as floats. `copy=False` writes observations, masks, rewards and terminations into the same arrays
    at every step.
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
        dtype: Dtype = np.uint8,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        self.interface = Interface.of(edition, players=players, partners=partners, stock=stock, depth=depth)
        self.num_envs, self._dtype = num_envs, check_dtype(dtype)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = spaces.Box(0, CARDS, (self.interface.width,), self._dtype)
        self.single_action_space = spaces.Discrete(self.interface.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = SeatGames(self.interface, opponents, seat, num_envs, max_episode_steps)
        self._copy = copy
        self._ended = np.zeros(num_envs, np.bool_)  # over or cut short
        self._arrays = self._new_arrays()
        self._numbers = convert(self._arrays[0], self._dtype)

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

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Numbers, Info]:
        """Deals the first games of a seed, or new ones; with `options["reset_mask"]` only where it says so.

        With a list of seeds, each game is that of `SkipBoEnv` with its seed; one whose seed is None plays on.
        """
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=seed, options=options)
            if seed is not None:
                self._games.begin(int(seed))
        else:
            self._begin_each(seed)
        wanted = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            wanted &= options["reset_mask"]
        self._games.renew(wanted)
        self._ended &= ~wanted
        rows, allowed, _rewards, _over = self._next_arrays()
        self._games.look(rows, allowed)
        return self._converted(rows), self._infos(allowed)

    def _begin_each(self, seeds: Sequence[int | None]) -> None:
        if len(seeds) != self.num_envs:
            raise Malformed("seed", _("One seed for each of the {count} games is needed.").format(count=self.num_envs))
        self._games.begin_each([None if seed is None else int(seed) for seed in seeds])

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        rows, allowed, rewards, over = self._next_arrays()
        actions = self._checked(actions)
        infos: Info = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            last, last_allowed = self._games.act_and_renew(actions, rewards, over, rows, allowed)
            if len(last):
                infos = self._final_infos(last, last_allowed, over | self._games.cut)
        else:
            assert self.autoreset_mode is AutoresetMode.NEXT_STEP or not self._ended.any(), "reset what is over"
            self._games.act(actions, self._ended, rewards, over, rows, allowed)
        truncations = self._games.cut.copy()
        self._ended = over | truncations
        return self._converted(rows), rewards, over, truncations, infos | self._infos(allowed)

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions as compiled code reads them, which checks nothing."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise Malformed(
                "action", _("One action for each of the {count} games is needed.").format(count=self.num_envs)
            )
        return np.ascontiguousarray(given.astype(np.int64, casting="same_kind", copy=False))

    def _converted(self, rows: Rows) -> Numbers:
        if self._copy or self._dtype is np.uint8:
            return convert(rows, self._dtype)
        np.copyto(self._numbers, rows)
        return self._numbers

    def _infos(self, allowed: Allowed) -> Info:
        return {"action_mask": allowed, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, last: Rows, last_allowed: Allowed, ended: Flags) -> Info:
        """How the games looked that have ended, and what could still be done in one that was cut short."""
        observations = np.full(self.num_envs, None, object)
        for game, row in zip(np.flatnonzero(ended), convert(last, self._dtype), strict=True):
            observations[game] = row
        masks = np.zeros((self.num_envs, self.interface.actions), np.int8)
        masks[ended] = last_allowed
        final = {"action_mask": masks, "_action_mask": ended.copy()}
        return {"final_obs": observations, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended}
