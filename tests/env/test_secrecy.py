"""No environment shows a hidden card: with all that is hidden from a seat dealt anew, it sees the same."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from skipbo.env import skipbo_v1
from skipbo.env.gym_env import SkipBoEnv
from skipbo.env.interface import Interface
from skipbo.env.vector_env import SkipBoVectorEnv
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import RANKS, States, new_states
from tests.env.tables import Options, some_tables
from tests.env.test_open_spiel import load
from tests.env.test_open_spiel import play_on as play_spiel_on
from tests.env.test_pettingzoo import random_action

MOVES = 60
RANKS_BY_CARD = np.array(RANKS, np.uint8)


def deal_anew(states: States, seat: int, number: int) -> None:
    """Deals everything anew, in place, that is hidden from a seat."""
    keys = np.full((states.size, 8), number, np.uint32)
    keys[:, 0] = np.arange(states.size)
    arrays.resample(states.copy(), seat, keys, new_states(), states)


def ranks_of(states: States) -> bytes:
    """The ranks of all cards where they lie: equal cards may change places without anybody seeing a difference."""
    return b"".join(RANKS_BY_CARD[states[pile]].tobytes() for pile in ("hand", "top", "order", "under"))


def check_secrecy(
    interface: Interface, states: States, seat: int, rows: NDArray[Any], allowed: NDArray[Any], number: int
) -> None:
    """A seat that was shown these rows and actions is shown the same when all is dealt anew that is hidden from it."""
    dealt = states.copy()
    deal_anew(dealt, seat, number)
    assert ranks_of(dealt) != ranks_of(states)
    again, records = interface.new_rows(states.size)
    masks = np.zeros((states.size, interface.actions), np.int8)
    for game in range(states.size):
        only = slice(game, game + 1)
        interface.doors.look(dealt[only], seat, records[only], masks[game])
    assert again.tobytes() == rows.tobytes()
    assert masks.tobytes() == allowed.tobytes()


@some_tables
def test_no_agent_of_pettingzoo_sees_a_hidden_card(options: Options) -> None:
    env, chance = skipbo_v1.raw_env(**options), random.Random(1)
    env.reset(seed=1)
    for move in range(MOVES):
        real = env._states.copy()
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            deal_anew(env._states, seat, move)
            assert ranks_of(env._states) != ranks_of(real)
            again = env.observe(agent)
            assert again["observation"].tobytes() == seen["observation"].tobytes()
            assert again["action_mask"].tobytes() == seen["action_mask"].tobytes()
            env._states[:] = real
        if any(env.terminations.values()):  # blocked
            break
        env.step(random_action(env, chance))


@pytest.mark.parametrize("opponents", ["tidy", "searcher:1"])
@some_tables
def test_no_learner_of_gymnasium_sees_a_hidden_card(options: Options, opponents: str) -> None:
    env = SkipBoEnv(opponents=opponents, seat=1, **options)
    row, info = env.reset(seed=1)
    for move in range(MOVES):
        check_secrecy(env.interface, env._games.states, 1, row, info["action_mask"], move)
        row, _reward, over, _truncated, info = env.step(info["action_mask"].argmax())
        if over:
            row, info = env.reset()


@some_tables
def test_no_learner_of_many_games_sees_a_hidden_card(options: Options) -> None:
    envs = SkipBoVectorEnv(7, opponents="tidy", seat=1, **options)
    rows, infos = envs.reset(seed=1)
    for move in range(MOVES):
        check_secrecy(envs.interface, envs._games.states, 1, rows, infos["action_mask"], move)
        rows, *_others, infos = envs.step(infos["action_mask"].argmax(axis=1))


@some_tables
def test_no_learner_sees_a_hidden_card_in_what_a_game_looked_like_at_its_end(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same-step mode, where the next game is dealt before the last look at this one is handed over."""
    chosen: Options = {"opponents": "tidy", "seat": 1, "autoreset_mode": "SameStep", "max_episode_steps": 12} | options
    envs = SkipBoVectorEnv(7, **chosen)
    rows, infos = envs.reset(seed=1)
    ends: list[States] = []
    renew = envs._games.renew

    def renew_later(wanted: NDArray[np.bool_]) -> None:
        ends.append(envs._games.states.copy())
        renew(wanted)

    monkeypatch.setattr(envs._games, "renew", renew_later)
    for move in range(MOVES):
        check_secrecy(envs.interface, envs._games.states, 1, rows, infos["action_mask"], move)
        rows, *_others, infos = envs.step(infos["action_mask"].argmax(axis=1))
        for game in np.flatnonzero(infos.get("_final_obs", np.zeros(7))):
            row, mask = infos["final_obs"][game], infos["final_info"]["action_mask"][game]
            check_secrecy(envs.interface, ends[-1][game : game + 1], 1, row, mask, move)
    assert ends


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
            assert ranks_of(state.states) != ranks_of(real)
            assert views_of(state, player) == seen
            state.states[:] = real
        play_spiel_on(state, chance, 1)
        while state.is_chance_node():
            play_spiel_on(state, chance, 1)
