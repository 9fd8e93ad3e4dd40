"""The same seed is the same game through every suite, whatever the process."""

import random
from typing import Any

import numpy as np
import pytest

from skipbo import batch
from skipbo.env import skipbo_v1
from skipbo.env.gym_env import SkipBoEnv
from skipbo.env.spiel import SkipBoState
from skipbo.env.vector_env import SkipBoVectorEnv
from skipbo.game.game import Game
from skipbo.kernel.unfolding import NOTHING
from tests.env.tables import Options, some_tables
from tests.env.test_open_spiel import load
from tests.kernel.test_unfolding import chance_of
from tests.processes import run_python
from tests.repetition import later

SEED = 11
STEPS = 10


def catch_up(game: Game, state: SkipBoState) -> None:
    """Lets chance decide in OpenSpiel as it did in a game that was dealt."""
    while state._decider < NOTHING:
        state.apply_action(chance_of(game, state.states, state._decider))


@some_tables
def test_the_first_steps_of_a_seed_are_equal_in_pettingzoo_and_open_spiel(options: Options) -> None:
    env, state = skipbo_v1.raw_env(**options), load(**options).new_initial_state()
    env.reset(seed=SEED)
    game = Game.from_key(env.interface.table, env._states["key"][0].tobytes())
    for step in range(STEPS):
        catch_up(game, state)
        assert env.agent_selection == f"player_{state.current_player()}"
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert seen["observation"].tolist() == state.observation_tensor(seat)
            actions = np.flatnonzero(seen["action_mask"]).tolist()
            assert actions == (state.legal_actions() if seat == state.current_player() else [])
        action = random.Random(step).choice(state.legal_actions())
        game.play(env.interface.move(action, game.turn))
        env.step(action)
        state.apply_action(action)


@some_tables
def test_the_first_steps_of_a_seed_are_equal_in_gymnasium_and_pettingzoo(options: Options) -> None:
    """The bots of Gymnasium play, and their moves are made by the agents of PettingZoo."""
    alone, many = SkipBoEnv(opponents="eager", **options), SkipBoVectorEnv(opponents="eager", **options)
    agents = skipbo_v1.raw_env(**options)
    agents.reset(seed=SEED)
    (row, info), (rows, infos) = alone.reset(seed=SEED), many.reset(seed=SEED)
    assert agents._states["key"].tobytes() == alone._games.states["key"].tobytes()
    for _step in range(STEPS):
        assert row.tobytes() == rows[0].tobytes()
        assert info["action_mask"].tobytes() == infos["action_mask"][0].tobytes()
        agents._states[:] = alone._games.states
        seen = agents.observe("player_0")
        assert seen["observation"].tobytes() == row.tobytes()
        assert seen["action_mask"].tobytes() == info["action_mask"].tobytes()
        action = np.int64(info["action_mask"].argmax())
        row, _reward, _over, _truncated, info = alone.step(action)
        rows, _rewards, _overs, _truncations, infos = many.step(np.array([action]))


def digest(**options: Any) -> str:
    envs = SkipBoVectorEnv(5, **options)
    rows, infos = envs.reset(seed=SEED)
    for _step in range(30):
        rows, *_others, infos = envs.step(infos["action_mask"].argmax(axis=1))
    return rows.tobytes().hex()


@pytest.mark.parametrize("opponents", ["eager", later("casual")])
def test_another_process_plays_the_same_games(opponents: str) -> None:
    code = f"from tests.env.test_agreement import digest; print(digest(opponents={opponents!r}))"
    assert run_python(code).stdout == digest(opponents=opponents) + "\n"


def test_a_seed_is_the_seed_of_batches() -> None:
    env = skipbo_v1.raw_env()
    env.reset(seed=SEED)
    states, _dice = batch.new_games(env.interface.table, 1, SEED)
    assert env._states.tobytes() == states.tobytes()
