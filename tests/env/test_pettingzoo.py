"""PettingZoo's own tests, and that its agents see and do what the rules say."""

import copy
import pickle
import random
from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from skipbo.env import skipbo_v1
from skipbo.env.interface import DTYPES
from skipbo.env.skipbo_v1 import SkipBoAgents
from skipbo.errors import Malformed
from skipbo.game.game import Game
from tests.env.tables import Options, some_tables

# Of any environment that it does not know by name it says this, if its observations have a mask
not_an_array = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning", "ignore:Observation space for each agent:UserWarning"
)


def random_action(env: SkipBoAgents, chance: random.Random) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return chance.choice(np.flatnonzero(mask).tolist())


def play_on(env: SkipBoAgents, chance: random.Random, steps: int = 10_000) -> None:
    for _step in range(steps):
        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            return
        env.step(random_action(env, chance))


@some_tables
@not_an_array
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")  # of agents not in turn
def test_the_api_test_of_pettingzoo_passes(options: Options, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(skipbo_v1.env(**options), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@some_tables
def test_the_seed_test_of_pettingzoo_passes(options: Options) -> None:
    seed_test(lambda: skipbo_v1.env(**options), num_cycles=100)


def test_games_are_cut_short_after_so_many_cycles() -> None:
    """What `pettingzoo.test.max_cycles_test` checks.

    That function itself needs a `parallel_env`, in which all agents act at once, and takes samples without the mask.
    """
    env, chance, steps = skipbo_v1.env(players=3, max_cycles=7), random.Random(1), 0
    env.reset(seed=1)
    said_goodbye = []
    for agent in env.agent_iter():
        observation, _reward, terminated, truncated, _info = env.last()
        assert not terminated
        assert truncated == (steps == 7)
        if truncated:
            assert observation is not None
            assert not observation["action_mask"].any()
            said_goodbye.append(agent)
            env.step(None)
        else:
            env.step(random_action(env.unwrapped, chance))
            steps += 1
    assert steps == 7
    assert sorted(said_goodbye) == env.possible_agents
    assert env.agents == []


def test_a_game_that_ends_in_its_last_cycle_is_over_and_not_cut_short() -> None:
    whole = skipbo_v1.raw_env(stock=2)
    whole.reset(seed=3)
    play_on(whole, random.Random(1))
    env = skipbo_v1.raw_env(stock=2, max_cycles=whole._cycles)
    env.reset(seed=3)
    play_on(env, random.Random(1))
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def test_a_wrapped_game_takes_the_options_of_a_raw_one() -> None:
    assert signature(skipbo_v1.env).parameters == signature(skipbo_v1.raw_env).parameters


def test_an_action_that_is_not_a_whole_number_is_refused() -> None:
    env = skipbo_v1.raw_env()
    env.reset(seed=1)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        env.step(1.5)  # type: ignore[arg-type]


@not_an_array
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
def test_floats_are_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(skipbo_v1.env(dtype=np.float32), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out
    seen = []
    for dtype in DTYPES:
        env = skipbo_v1.raw_env(dtype=dtype)
        env.reset(seed=1)
        seen.append(env.observe("player_1")["observation"])
        assert seen[-1].dtype == dtype
    assert (seen[0] == seen[1]).all()


@some_tables
def test_a_game_is_played_to_its_end_and_its_rewards_add_up_to_nothing(options: Options) -> None:
    chosen: Options = {"stock": 2} | options
    env = skipbo_v1.raw_env(**chosen)
    env.reset(seed=3)
    play_on(env, random.Random(1))
    assert all(env.terminations.values())
    rewards = [env._cumulative_rewards[agent] for agent in env.possible_agents]
    assert sum(rewards) == pytest.approx(0)
    winners = tuple(seat for seat, reward in enumerate(rewards) if reward == 1)
    assert winners in (*env.interface.table.sides, ())
    heard = []
    for agent in env.agent_iter():
        heard.append((agent, env.last()[1]))
        env.step(None)
    assert heard == list(zip(env.possible_agents, rewards, strict=True))


def test_the_next_game_is_another_and_a_seed_begins_again() -> None:
    env, seen = skipbo_v1.raw_env(), []
    for seed in (1, None, 1, None, 2):
        env.reset(seed=seed)
        seen.append(env.last()[0]["observation"].tobytes())
    assert seen[:2] == seen[2:4]
    assert len(set(seen)) == 3


@pytest.mark.parametrize("action", [124, 125, -1, 10**6, None])
def test_an_illegal_action_ends_the_game_and_only_its_agent_loses(action: Any) -> None:
    env = skipbo_v1.raw_env(players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(action)
    assert env._cumulative_rewards == {name: -1.0 if name == agent else 0.0 for name in env.possible_agents}
    assert all(env.terminations.values())
    assert not env.observe(agent)["action_mask"].any()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(copied: Callable[[SkipBoAgents], SkipBoAgents]) -> None:
    env = skipbo_v1.raw_env(stock=3)
    env.reset(seed=1)
    play_on(env, random.Random(1), 20)
    other, before = copied(env), env._states.tobytes()
    play_on(other, random.Random(2))
    assert all(other.terminations.values())
    assert env._states.tobytes() == before
    again = copied(env)
    play_on(again, random.Random(2))
    assert again._states.tobytes() == other._states.tobytes()
    assert again.observe("player_0")["observation"].tobytes() == other.observe("player_0")["observation"].tobytes()


def test_pettingzoo_says_so_if_it_was_not_reset() -> None:
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = skipbo_v1.env().agent_selection


def test_a_table_that_the_sheet_does_not_allow_is_refused() -> None:
    with pytest.raises(Malformed, match="2 to 6 players"):
        skipbo_v1.env(players=7)
    with pytest.raises(Malformed, match="from 1 to 180"):
        skipbo_v1.env(depth=0)
    with pytest.raises(Malformed, match="uint8 or float32, not int8"):
        skipbo_v1.env(dtype=np.int8)  # type: ignore[arg-type]


def test_the_table_is_drawn_as_the_agent_in_turn_sees_it() -> None:
    env = skipbo_v1.raw_env(render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert "player_0" in drawn
    assert skipbo_v1.raw_env().render() is None


def test_the_moves_of_agents_are_moves_of_the_game_of_the_key() -> None:
    env = skipbo_v1.raw_env(players=4, partners=True, stock=5)
    env.reset(seed=9)
    key = env._states["key"][0].tobytes()
    game, chance = Game(players=4, partners=True, stock=5, key=key), random.Random(2)
    while game.outcome is None:
        action = random_action(env, chance)
        move = env.interface.move(action, game.turn)
        assert env.interface.action(move, game.turn) == action
        env.step(action)
        game.play(move)
        assert env._states.tobytes() == game.states.tobytes()
