"""Gymnasium: one seat against bots, one game at a time.

>>> import gymnasium, skipbo.env
>>> env = gymnasium.make("skipbo/SkipBo-v1", players=3, opponents="eager")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from skipbo.bots.bot import budget_of
from skipbo.bots.levels import DEFAULT_LEVEL
from skipbo.editions import DEFAULT
from skipbo.env.interface import DEPTH, Allowed, Dtype, Interface, Numbers, Rows, check_dtype, convert
from skipbo.env.packages import missing
from skipbo.env.seat_games import SeatGames
from skipbo.env.thinking_game import ThinkingGame
from skipbo.game.drawing import draw_table
from skipbo.game.game import outcome_of
from skipbo.game.view import see
from skipbo.kernel.layout import CARDS

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as why:
    raise missing("Gymnasium", why) from None

Info = dict[str, Any]


def thinks_long(opponents: str | Sequence[str]) -> bool:
    """Whether one of the bots searches."""
    return any(budget_of(name) is not None for name in ([opponents] if isinstance(opponents, str) else opponents))


class SkipBoEnv(gymnasium.Env[Numbers, np.int64]):
    """One seat against bots. `info["action_mask"]` has the legal actions; an illegal one loses the game.

    `opponents` names one bot for all other seats, or one for each, from the left of the learner on; with bots that
    think for long a step takes as long as they do. A win is worth 1, and the sides that lose share -1.
    `dtype=np.float32` gives the same numbers as floats.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        edition: str = DEFAULT,
        *,
        players: int = 2,
        partners: bool = False,
        stock: int | None = None,
        opponents: str | Sequence[str] = DEFAULT_LEVEL,
        seat: int = 0,
        depth: int = DEPTH,
        dtype: Dtype = np.uint8,
        render_mode: str | None = None,
    ) -> None:
        self.interface = Interface.of(edition, players=players, partners=partners, stock=stock, depth=depth)
        self._dtype = check_dtype(dtype)
        self.observation_space = spaces.Box(0, CARDS, (self.interface.width,), self._dtype)
        self.action_space = spaces.Discrete(self.interface.actions)
        self.render_mode = render_mode
        self._games: SeatGames | ThinkingGame
        if thinks_long(opponents):
            self._games = ThinkingGame(self.interface, opponents, seat)
        else:
            self._games = SeatGames(self.interface, opponents, seat, 1)
        self._resting, self._wanted = np.zeros(1, np.bool_), np.ones(1, np.bool_)
        self._rewards, self._over = np.zeros(1), np.zeros(1, np.bool_)
        self._allowed: Allowed = np.zeros((1, self.interface.actions), np.int8)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Numbers, Info]:
        """Deals game 0 of a seed; without one, the next game of the last seed."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._games.begin(seed)
        self._games.renew(self._wanted)
        rows, self._allowed = self._new_rows()
        self._games.look(rows, self._allowed)
        return convert(rows[0], self._dtype), {"action_mask": self._allowed[0]}

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        rows, self._allowed = self._new_rows()
        actions = np.array([index(action)], np.int64)
        self._games.act(actions, self._resting, self._rewards, self._over, rows, self._allowed)
        row, reward, over = convert(rows[0], self._dtype), float(self._rewards[0]), bool(self._over[0])
        return row, reward, over, False, {"action_mask": self._allowed[0]}

    def _new_rows(self) -> tuple[Rows, Allowed]:
        return np.zeros((1, self.interface.width), np.uint8), np.zeros((1, self.interface.actions), np.int8)

    def action_masks(self) -> Allowed:
        """The legal actions, under the name that the agents of other packages look for."""
        allowed: Allowed = self._allowed[0].copy()
        return allowed

    def render(self) -> str | None:
        """The table as the learner sees it."""
        if self.render_mode is None:
            return None
        table, states = self.interface.table, self._games.states
        return draw_table(see(states, self._games.seat, table, outcome_of(table, states)))
