"""No environment shows a hidden card: with all that is hidden from a seat dealt anew, it sees the same."""

import random
from typing import Any

import numpy as np

from skipbo.env import skipbo_v1
from skipbo.env.gym_env import SkipBoEnv
from skipbo.env.seat_games import SeatGames
from skipbo.env.vector_env import SkipBoVectorEnv
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import States, new_states
from tests.env.tables import Options, some_tables
from tests.env.test_open_spiel import load
from tests.env.test_open_spiel import play_on as play_spiel_on
from tests.env.test_pettingzoo import random_action

MOVES = 60


def deal_anew(states: States, seat: int, number: int) -> None:
    """Deals everything anew, in place, that is hidden from a seat."""
    keys = np.full((states.size, 8), number, np.uint32)
    keys[:, 0] = np.arange(states.size)
    arrays.resample(states.copy(), seat, keys, new_states(), states)


@some_tables
def test_no_agent_of_pettingzoo_sees_a_hidden_card(options: Options) -> None:
    env, chance = skipbo_v1.raw_env(**options), random.Random(1)
    env.reset(seed=1)
    for move in range(MOVES):
        real = env._states.copy()
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            deal_anew(env._states, seat, move)
            again = env.observe(agent)
            assert again["observation"].tobytes() == seen["observation"].tobytes()
            assert again["action_mask"].tobytes() == seen["action_mask"].tobytes()
            env._states[:] = real
        if any(env.terminations.values()):  # blocked
            break
        env.step(random_action(env, chance))


@some_tables
def test_no_learner_of_gymnasium_sees_a_hidden_card(options: Options) -> None:
    env = SkipBoEnv(opponents="tidy", seat=1, **options)
    _observation, info = env.reset(seed=1)
    for move in range(MOVES):
        check_games(env._games, move)
        _observation, _reward, over, _truncated, info = env.step(info["action_mask"].argmax())
        if over:
            _observation, info = env.reset()


@some_tables
def test_no_learner_of_many_games_sees_a_hidden_card(options: Options) -> None:
    envs = SkipBoVectorEnv(7, opponents="tidy", seat=1, **options)
    _observations, infos = envs.reset(seed=1)
    for move in range(MOVES):
        check_games(envs._games, move)
        _observations, *_others, infos = envs.step(infos["action_mask"].argmax(axis=1))


def check_games(games: SeatGames, number: int) -> None:
    """Looks twice; what a seat remembers to have seen must be true of any deal that fits it."""
    real, looks = games.states.copy(), []
    for _look in range(2):
        rows = np.zeros((games.count, games.interface.width), np.uint8)
        allowed = np.zeros((games.count, games.interface.actions), np.int8)
        games.look(rows, allowed)
        counted = games.interface.new_rows(games.count)
        arrays.observe(games.states, games.seat, counted[1])
        assert rows.tobytes() == counted[0].tobytes()
        looks.append((rows.tobytes(), allowed.tobytes()))
        deal_anew(games.states, games.seat, number)
    games.states[:] = real
    assert looks[0] == looks[1]


@some_tables
def test_no_player_of_open_spiel_sees_a_card_that_another_drew(options: Options) -> None:
    """Whatever chance lets a player draw, the others see and hear the same."""
    state, chance = load(**({"stock": 3} | options)).new_initial_state(), random.Random(1)
    for _step in range(MOVES):
        if state.is_terminal():
            break
        if state.is_chance_node() and str(state.action_to_string(state.chance_outcomes()[0][0])).startswith("draws"):
            drawing, children = int(state.states["turn"][0]), []
            for outcome, _share in state.chance_outcomes()[:4]:
                children.append(state.clone())
                children[-1].apply_action(outcome)
            for player in range(state.num_players()):
                if player != drawing:
                    assert len({views_of(child, player) for child in children}) == 1
        play_spiel_on(state, chance, 1)


def views_of(state: Any, player: int) -> tuple[str, str, tuple[float, ...]]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        tuple(state.observation_tensor(player)),
    )


@some_tables
def test_no_player_of_open_spiel_sees_a_card_of_another_hand_or_pile(options: Options) -> None:
    state, chance = load(**options).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        play_spiel_on(state, chance, 1)
    for move in range(20):
        real = state.states.copy()
        for player in range(state.num_players()):
            seen = views_of(state, player)
            deal_anew(state.states, player, move)
            assert views_of(state, player) == seen
            state.states[:] = real
        play_spiel_on(state, chance, 1)
        while state.is_chance_node():
            play_spiel_on(state, chance, 1)
