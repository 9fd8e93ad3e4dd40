"""Gymnasium's own tests, and that many games at once are the games one by one."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from skipbo.env.gym_env import SkipBoEnv
from skipbo.env.registration import GYMNASIUM_ID
from skipbo.env.thinking_game import ThinkingGame
from skipbo.env.vector_env import SkipBoVectorEnv
from skipbo.errors import Malformed
from tests.env.tables import Options, some_tables

GAMES = 5


def first_legal(allowed: NDArray[Any]) -> Any:
    return allowed.argmax(axis=-1)


@some_tables
def test_the_environment_checker_of_gymnasium_passes(options: Options) -> None:
    check_env(gymnasium.make(GYMNASIUM_ID, opponents="eager", render_mode="ansi", **options).unwrapped)


# The loops with bots that plan are loops of their own, and take half a minute to compile
planning = pytest.mark.slow


@pytest.mark.parametrize(
    "opponents",
    [
        "random",
        ["eager", "tidy", "random"],
        *(
            pytest.param(name, marks=planning)
            for name in ("expert", "planner", "champion", "novice", ["eager", "master", "casual"])
        ),
    ],
    ids=str,
)
def test_any_quick_bots_may_be_the_opponents(opponents: Any) -> None:
    env = SkipBoEnv(players=4, stock=2, opponents=opponents)
    _observation, info = env.reset(seed=1)
    over = False
    while not over:
        _observation, reward, over, truncated, info = env.step(first_legal(info["action_mask"]))
        assert not truncated
        assert (reward != 0) <= over
    assert not info["action_mask"].any()


def play_first_legal(env: SkipBoEnv, seed: int) -> list[tuple[bytes, float, bool]]:
    """Plays a game of a seed; returns what was seen at each step, the reward and whether the game was over."""
    row, info = env.reset(seed=seed)
    seen = [(row.tobytes(), 0.0, False)]
    while not seen[-1][2]:
        row, reward, over, _truncated, info = env.step(first_legal(info["action_mask"]))
        seen.append((row.tobytes(), reward, over))
    assert not info["action_mask"].any()
    return seen


@pytest.mark.parametrize("options", [{}, {"players": 4, "partners": True, "seat": 2}], ids=str)
def test_a_bot_that_thinks_for_long_may_be_an_opponent_of_a_single_game(options: Options) -> None:
    env = SkipBoEnv(stock=2, opponents="searcher:2", **options)
    played = [play_first_legal(env, seed) for seed in (1, 2, 1)]
    assert played[0] == played[2] != played[1]
    assert all(reward == 0 for game in played for _row, reward, over in game if not over)
    assert {game[-1][1] for game in played} <= {1.0, -1.0}


@planning
def test_a_bot_without_dice_plays_the_same_beside_one_that_thinks_for_long() -> None:
    together, beside = (SkipBoEnv(stock=3, players=3, opponents="planner") for _which in range(2))
    beside._games = ThinkingGame(beside.interface, "planner", 0)
    for seed in range(5):
        assert play_first_legal(together, seed) == play_first_legal(beside, seed)


def test_a_copy_goes_on_against_a_bot_that_thinks_for_long() -> None:
    env = SkipBoEnv(stock=2, opponents="searcher:2")
    _row, info = env.reset(seed=1)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    rows = [each.step(first_legal(info["action_mask"]))[0].tobytes() for each in (env, *others)]
    assert len(set(rows)) == 1


def test_an_illegal_action_loses_a_game_against_a_bot_that_thinks_for_long() -> None:
    env = SkipBoEnv(players=3, opponents=["searcher:1", "eager"])
    env.reset(seed=1)
    _row, reward, over, _truncated, info = env.step(np.int64(124))
    assert (reward, over, info["action_mask"].any()) == (-1.0, True, False)


def test_what_cannot_play_is_refused() -> None:
    with pytest.raises(Malformed, match="thinks for too long"):
        SkipBoVectorEnv(2, opponents="searcher")
    with pytest.raises(Malformed, match="takes 1 to"):
        SkipBoEnv(opponents="searcher:0")
    for opponents in ("eager", "searcher"):
        with pytest.raises(Malformed, match="There is no seat 2"):
            SkipBoEnv(seat=2, opponents=opponents)
    with pytest.raises(Malformed, match="no bot “nobody”"):
        SkipBoEnv(players=3, opponents=["grandmaster", "nobody"])


def test_an_illegal_action_loses_the_game() -> None:
    env = SkipBoEnv(players=3, opponents="eager")
    env.reset(seed=1)
    _observation, reward, terminated, _truncated, info = env.step(np.int64(124))
    assert (reward, terminated, info["action_mask"].any()) == (-1.0, True, False)


def test_agents_of_other_packages_find_the_mask_by_its_usual_name() -> None:
    env = SkipBoEnv(opponents="eager")
    _observation, info = env.reset(seed=1)
    assert env.action_masks().tolist() == info["action_mask"].tolist()


def test_the_table_is_drawn_as_the_learner_sees_it() -> None:
    env = SkipBoEnv(render_mode="ansi", opponents="eager")
    env.reset(seed=1)
    assert "stock pile (30)" in str(env.render())
    assert SkipBoEnv(opponents="eager").render() is None


def new_vector(**options: Any) -> SkipBoVectorEnv:
    chosen: Options = {"stock": 2, "opponents": "eager"} | options
    return SkipBoVectorEnv(GAMES, **chosen)


def test_gymnasium_makes_the_vector_environment_by_its_name() -> None:
    envs = gymnasium.make_vec(GYMNASIUM_ID, num_envs=3, opponents="eager", players=6)
    assert isinstance(envs.unwrapped, SkipBoVectorEnv)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert infos["action_mask"].shape == (3, 125)
    envs.close()


def test_the_vector_environment_works_in_wrappers_of_gymnasium() -> None:
    envs = RecordEpisodeStatistics(new_vector())
    _observations, infos = envs.reset(seed=1)
    lengths: list[int] = []
    for _step in range(100):
        _observations, rewards, _terminations, _truncations, infos = envs.step(first_legal(infos["action_mask"]))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert rewards.dtype == np.float64


@pytest.mark.parametrize("opponents", ["eager", pytest.param("planner", marks=planning)])
def test_the_first_game_of_each_is_the_game_of_its_number_played_alone(opponents: str) -> None:
    envs, alone = new_vector(players=3, opponents=opponents), []
    observations, infos = envs.reset(seed=4)
    for number in range(GAMES):
        env = SkipBoEnv(players=3, stock=2, opponents=opponents)
        env.reset(seed=4)
        for _game in range(number):
            env.reset()
        rows, _infos = env.reset(seed=4)
        for _game in range(number):
            rows, _infos = env.reset()
        alone.append(env)
        assert rows.tobytes() == observations[number].tobytes()
    playing = set(range(GAMES))
    while playing:
        actions = first_legal(infos["action_mask"])
        observations, rewards, terminations, _truncations, infos = envs.step(actions)
        for number in list(playing):
            row, reward, over, _truncated, info = alone[number].step(actions[number])
            assert row.tobytes() == observations[number].tobytes()
            assert (reward, over) == (rewards[number], terminations[number])
            assert info["action_mask"].tobytes() == infos["action_mask"][number].tobytes()
            if over:
                playing.remove(number)


def test_by_default_a_game_that_is_over_is_dealt_anew_by_the_next_step() -> None:
    envs = new_vector()
    _observations, infos = envs.reset(seed=1)
    before, renewed = np.zeros(GAMES, np.bool_), 0
    for _step in range(100):
        assert (infos["action_mask"].any(axis=1) == ~before).all()
        _observations, rewards, over, _truncations, infos = envs.step(first_legal(infos["action_mask"]))
        assert not (before & (over | (rewards != 0))).any()
        assert ((rewards != 0) <= over).all()
        renewed += int(before.sum())
        before = over
    assert renewed > GAMES


def test_in_the_same_step_mode_the_last_observation_is_in_the_infos() -> None:
    next_step, same_step = new_vector(), new_vector(autoreset_mode="SameStep")
    _rows, infos = next_step.reset(seed=1)
    _rows, others = same_step.reset(seed=1)
    ended = np.zeros(GAMES, np.bool_)
    while not ended.all():
        rows, rewards, over, _truncations, infos = next_step.step(first_legal(infos["action_mask"]))
        _rows, same_rewards, same_over, _truncations, others = same_step.step(first_legal(others["action_mask"]))
        assert others["action_mask"].any(axis=1).all()
        for number in np.flatnonzero(~ended & over):
            assert same_over[number]
            assert others["_final_obs"][number]
            assert same_rewards[number] == rewards[number]
            assert others["final_obs"][number].tobytes() == rows[number].tobytes()
        ended |= over


def test_without_autoreset_the_games_that_are_over_are_reset_by_a_mask() -> None:
    envs = new_vector(autoreset_mode=AutoresetMode.DISABLED)
    _observations, infos = envs.reset(seed=1)
    over = np.zeros(GAMES, np.bool_)
    while not over.any():
        _observations, _rewards, over, _truncations, infos = envs.step(first_legal(infos["action_mask"]))
    with pytest.raises(AssertionError, match="reset what is over"):
        envs.step(first_legal(infos["action_mask"]))
    _observations, infos = envs.reset(options={"reset_mask": over})
    assert infos["action_mask"].any(axis=1).all()
    envs.step(first_legal(infos["action_mask"]))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_plays_the_same_games_on_its_own(copied: Callable[[SkipBoVectorEnv], SkipBoVectorEnv]) -> None:
    envs = new_vector()
    _observations, infos = envs.reset(seed=1)
    rows, others = [], [copied(envs), copied(envs)]
    for other in others:
        masks = infos["action_mask"]
        for _step in range(40):
            seen, _rewards, _over, _truncations, later = other.step(first_legal(masks))
            masks = later["action_mask"]
        rows.append(seen.tobytes())
    assert rows[0] == rows[1]
    assert envs._games.states["turn"].tolist() == [0] * GAMES


def test_the_number_of_actions_must_be_right() -> None:
    envs = new_vector()
    envs.reset(seed=1)
    with pytest.raises(Malformed, match="One action for each of the 5 games"):
        envs.step(np.zeros(4, np.int64))
    of_another_type: Any = np.zeros((GAMES, 2), np.int32)[:, 0]
    envs.step(of_another_type)


def test_an_action_that_is_not_a_number_of_one_is_refused() -> None:
    envs, env = new_vector(), SkipBoEnv(opponents="eager")
    envs.reset(seed=1)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="Cannot cast"):
        envs.step(np.zeros(GAMES))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        env.step(1.5)  # type: ignore[arg-type]


MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("longest", [None, 7])
def test_with_a_seed_for_each_game_it_does_what_the_vector_environment_of_gymnasium_does(
    mode: AutoresetMode, longest: int | None
) -> None:
    def alone() -> Any:
        env = SkipBoEnv(stock=2, opponents="eager")
        return env if longest is None else TimeLimit(env, longest)

    theirs = SyncVectorEnv([alone] * GAMES, autoreset_mode=mode)
    ours = new_vector(autoreset_mode=mode, max_episode_steps=longest)
    seeds: list[int | None] = [3, 1, 4, 1, 5]
    chance, ended = np.random.default_rng(1), 0
    seen: list[Any] = [*ours.reset(seed=seeds)]
    expected: list[Any] = [*theirs.reset(seed=seeds)]
    for step in range(80):
        assert_same(seen, expected)
        actions = (chance.random(seen[-1]["action_mask"].shape) * seen[-1]["action_mask"]).argmax(axis=1)
        seen, expected = [*ours.step(actions)], [*theirs.step(actions)]
        ended += int((seen[2] | seen[3]).sum())
        if step == 50 and mode is AutoresetMode.SAME_STEP:  # otherwise both would go on with games that are over
            seen, expected = [*ours.reset(seed=[8, None, 9, None, 8])], [*theirs.reset(seed=[8, None, 9, None, 8])]
    assert ended > 2 * GAMES


def assert_same(seen: Any, expected: Any) -> None:
    """Arrays, and infos with arrays in them, are equal."""
    if isinstance(expected, dict):
        assert sorted(seen) == sorted(expected)
        for name, value in expected.items():
            assert_same(seen[name], value)
    elif isinstance(expected, list):
        for mine, other in zip(seen, expected, strict=True):
            assert_same(mine, other)
    elif isinstance(expected, np.ndarray) and expected.dtype == object:
        assert_same([*seen], [*expected])
    else:
        assert np.array_equal(seen, expected)


def test_one_seed_for_each_game_is_needed() -> None:
    with pytest.raises(Malformed, match="One seed for each of the 5 games"):
        new_vector().reset(seed=[1, 2])


def test_gymnasium_cuts_many_games_short_by_the_name_of_its_option() -> None:
    envs = gymnasium.make_vec(GYMNASIUM_ID, num_envs=2, opponents="eager", max_episode_steps=3)
    _rows, infos = envs.reset(seed=1)
    for step in range(1, 4):
        _rows, _rewards, over, cut, infos = envs.step(first_legal(infos["action_mask"]))
        assert cut.tolist() == [step == 3] * 2
        assert not over.any()
    _rows, _rewards, _over, cut, infos = envs.step(first_legal(infos["action_mask"]))
    assert not cut.any()


def test_floats_are_the_same_numbers() -> None:
    bytes_, _infos = new_vector().reset(seed=1)
    floats, _infos = new_vector(dtype=np.float32).reset(seed=1)
    assert floats.dtype == np.float32
    assert (floats == bytes_).all()
    row, _info = SkipBoEnv(stock=2, opponents="eager", dtype=np.float32).reset(seed=1)
    assert row.tobytes() == floats[0].tobytes()
    check_env(gymnasium.make(GYMNASIUM_ID, opponents="eager", render_mode="ansi", dtype=np.float32).unwrapped)


@pytest.mark.parametrize("dtype", [np.int8, np.float64])
def test_a_type_that_cannot_hold_every_number_is_refused(dtype: Any) -> None:
    for make in (SkipBoEnv, SkipBoVectorEnv):
        with pytest.raises(Malformed, match=f"uint8 or float32, not {np.dtype(dtype)}"):
            make(dtype=dtype)


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
@pytest.mark.parametrize("new", [True, False])
def test_observations_are_new_arrays_unless_that_is_not_wanted(new: bool, dtype: Any) -> None:
    envs = new_vector(copy=new, dtype=dtype)
    first, infos = envs.reset(seed=1)
    second, *_others = envs.step(first_legal(infos["action_mask"]))
    assert np.shares_memory(first, second) != new
