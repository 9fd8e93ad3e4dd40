"""PettingZoo: every seat is an agent, and one acts after another (AEC).

>>> from skipbo.env import skipbo_v1
>>> env = skipbo_v1.env(players=4, partners=True)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> action = env.action_space(env.agent_selection).sample(observation["action_mask"])
>>> env.step(action)
"""

from operator import index
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from skipbo import batch
from skipbo.batch.seat_loops import ILLEGAL
from skipbo.bots.seeds import Seed
from skipbo.editions import DEFAULT
from skipbo.env.interface import DEPTH, Dtype, Interface, check_dtype
from skipbo.env.packages import missing
from skipbo.game.drawing import draw_table
from skipbo.game.game import new_key, outcome_of
from skipbo.game.view import see
from skipbo.kernel.compiler import plain
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import CARDS, GOING_ON

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import OrderEnforcingWrapper
except ImportError as why:
    raise missing("PettingZoo", why) from None

__all__ = ["SkipBoAgents", "env", "raw_env"]

BOUND = ("_doors", "_turn", "_how", "_records", "_row", "_mask")  # attributes that copies bind anew
Observed = dict[str, NDArray[Any]]  # "observation" and "action_mask"


class SkipBoAgents(AECEnv[str, Observed, int]):  # type: ignore[misc]
    """One game after another, for an agent at each seat.

    A win is worth 1, and the sides that lose share -1 (`payoff`). An illegal action ends the game: its agent gets -1
    and the others nothing. So does an action that does not exist; no wrapper has to check either, which would take more
    time than the game. A game without an end may be cut short after `max_cycles` actions.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "skipbo_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, interface: Interface, dtype: Dtype, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__()
        self._dtype = check_dtype(dtype)
        players = interface.table.players
        self.interface = interface
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, CARDS, (interface.width,), self._dtype),
                    "action_mask": spaces.Box(0, 1, (interface.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(interface.actions) for agent in self.possible_agents}
        self._states = interface.table.states()
        self._bind()
        self._seed: Seed = new_key(None)
        self._number = 0  # of the next game of the seed
        self._cycles = 0
        self._over = False

    def _bind(self) -> None:
        """Gets all that a copy must make for itself: it would not share its memory, or cannot be copied."""
        self._doors = self.interface.doors
        self._turn, self._how = self._states["turn"], self._states["how"]
        rows, self._records = self.interface.new_rows(1)
        self._row, self._mask = rows[0], np.zeros(self.interface.actions, np.int8)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in BOUND}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._bind()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deals game 0 of a seed; without one, the next game of the last seed."""
        if seed is not None:
            self._seed, self._number = seed, 0
        self._states[:], _dice = batch.new_games(self.interface.table, 1, self._seed, first=self._number)
        self._number += 1
        self._cycles = 0
        self._over = False
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._turn[0]]

    def observe(self, agent: str) -> Observed:
        self._doors.look(self._states, self._seats[agent], self._records, self._mask)
        if self._over:
            self._mask.fill(0)  # an illegal action ends the game while there are legal ones
        return {"observation": self._row.astype(self._dtype), "action_mask": self._mask.copy()}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cycles += 1
        if action is None or not self._doors.act(self._states, index(action)):
            self._end({agent: ILLEGAL})
        elif self._how[0] != GOING_ON:
            self._end({agent: float(plain(payoff)(self._states[0], seat)) for agent, seat in self._seats.items()})
        else:
            self.agent_selection = self.possible_agents[self._turn[0]]
            if self._cycles == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
                self._over = True

    def _end(self, rewards: dict[str, float]) -> None:
        """Ends the game. Before that there are no rewards, and nothing to add up."""
        self.rewards |= rewards
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, True)
        self._over = True
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as the agent in turn sees it."""
        if self.render_mode is None:
            return None
        table, states = self.interface.table, self._states
        seat = self._seats[self.agent_selection]
        return draw_table(see(states, seat, table, outcome_of(table, states)), self.possible_agents)

    def close(self) -> None:
        """Nothing is open."""


def raw_env(
    edition: str = DEFAULT,
    *,
    players: int = 2,
    partners: bool = False,
    stock: int | None = None,
    depth: int = DEPTH,
    dtype: Dtype = np.uint8,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> SkipBoAgents:
    """A game at a table; raises `Malformed` for one that the sheet does not allow.

    `depth` is how many cards of each discard pile are seen in order, `dtype=np.float32` gives observations as floats,
    `max_cycles` cuts a game short after so many actions of all agents together.
    """
    interface = Interface.of(edition, players=players, partners=partners, stock=stock, depth=depth)
    return SkipBoAgents(interface, dtype, max_cycles, render_mode)


def env(
    edition: str = DEFAULT,
    *,
    players: int = 2,
    partners: bool = False,
    stock: int | None = None,
    depth: int = DEPTH,
    dtype: Dtype = np.uint8,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observed, int]:
    """The game of `raw_env`, with PettingZoo's own errors for whoever forgets to reset it."""
    agents = raw_env(
        edition,
        players=players,
        partners=partners,
        stock=stock,
        depth=depth,
        dtype=dtype,
        max_cycles=max_cycles,
        render_mode=render_mode,
    )
    return OrderEnforcingWrapper(agents)
