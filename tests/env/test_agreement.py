"""The same seed is the same game through every suite, whatever the process.

The reference is PettingZoo, where each seat is played from outside: the learner has seat 0, and the actions of all
others are what the bots at the Gymnasium tables choose. Every suite deals by itself; nothing is handed from one to
another but the seed and the actions.
"""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from skipbo import batch
from skipbo.bots import find_bots, ladder
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.env import skipbo_v1
from skipbo.env.gym_env import SkipBoEnv
from skipbo.env.interface import Interface
from skipbo.env.spiel import SkipBoState
from skipbo.env.table_games import TableGames
from skipbo.env.vector_env import SkipBoVectorEnv
from skipbo.game.game import Game
from skipbo.kernel.unfolding import NOTHING
from tests.env.tables import Options, some_tables
from tests.env.test_open_spiel import load
from tests.env.test_open_spiel import play_on as play_spiel_on
from tests.kernel.test_unfolding import chance_of
from tests.processes import run_python

SEED = 11
GAMES = 3  # deals of the seed
STEPS = 10  # of the learner; a table with very small stock piles is played to its end
OPPONENT = "eager"


@dataclass(frozen=True)
class Decision:
    seat: int
    seen: bytes
    allowed: bytes
    action: int


@dataclass(frozen=True)
class PlayedAlready:
    """A game of PettingZoo: each decision with what its agent saw, and the rewards if the game is over."""

    decisions: list[Decision]
    rewards: list[float] | None

    @property
    def own(self) -> list[Decision]:
        return [decision for decision in self.decisions if decision.seat == 0]

    def reward(self, seat: int, decision: Decision) -> float:
        """What a seat gets for a decision: nothing before its last one."""
        last = next(made for made in reversed(self.decisions) if made.seat == seat)
        return self.rewards[seat] if self.rewards is not None and decision is last else 0.0


def new_vector(options: Options) -> SkipBoVectorEnv:
    return SkipBoVectorEnv(GAMES, opponents=OPPONENT, **options)


def steps_of(options: Options) -> int:
    return 1000 if options.get("stock", STEPS) < STEPS else STEPS


def play(options: Options, number: int) -> PlayedAlready:
    """Plays a game of the seed in PettingZoo."""
    env, chance, decisions = skipbo_v1.raw_env(**options), random.Random(number), list[Decision]()
    env.reset(seed=SEED)
    for _game in range(number):
        env.reset()
    table = env.interface.table
    _states, dice = batch.new_games(table, 1, SEED, first=number)
    bots, workspaces, code = find_bots([OPPONENT], table), new_workspaces(1), np.zeros(1, np.int64)
    codes, left = [env.interface.code(action) for action in range(env.interface.actions)], steps_of(options)
    while not any(env.terminations.values()):
        seat = env.possible_agents.index(env.agent_selection)
        seen = env.observe(env.agent_selection)
        if seat == 0:
            left -= 1
            if left < 0:
                break
            action = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
        else:
            ladder.choose_moves(env._states, bots, dice, workspaces, code)
            action = codes.index(int(code[0]))
        decisions.append(Decision(seat, seen["observation"].tobytes(), seen["action_mask"].tobytes(), action))
        env.step(action)
    over = any(env.terminations.values())
    return PlayedAlready(decisions, [env._cumulative_rewards[agent] for agent in env.possible_agents] if over else None)


@some_tables
def test_the_first_steps_of_a_seed_are_equal_in_gymnasium(options: Options) -> None:
    for number in range(GAMES):
        played, env = play(options, number), SkipBoEnv(opponents=OPPONENT, **options)
        row, info = env.reset(seed=SEED)
        for _game in range(number):
            row, info = env.reset()
        for decision in played.own:
            assert row.tobytes() == decision.seen
            assert info["action_mask"].tobytes() == decision.allowed
            row, reward, over, _truncated, info = env.step(np.int64(decision.action))
            assert reward == played.reward(0, decision)
        assert over == (played.rewards is not None)


@some_tables
def test_the_first_steps_of_a_seed_are_equal_in_many_games_at_once(options: Options) -> None:
    games, envs = [play(options, number) for number in range(GAMES)], new_vector(options)
    rows, infos = envs.reset(seed=SEED)
    for step in range(max(len(played.own) for played in games)):
        going_on = {number: played.own[step] for number, played in enumerate(games) if step < len(played.own)}
        actions = infos["action_mask"].argmax(axis=1)
        for number, decision in going_on.items():
            assert rows[number].tobytes() == decision.seen
            assert infos["action_mask"][number].tobytes() == decision.allowed
            actions[number] = decision.action
        rows, rewards, over, _truncated, infos = envs.step(actions)
        for number, decision in going_on.items():
            assert rewards[number] == games[number].reward(0, decision)
            last = step == len(games[number].own) - 1
            assert over[number] == (last and games[number].rewards is not None)


@some_tables
def test_the_first_steps_of_a_seed_are_equal_in_self_play(options: Options) -> None:
    games, tables = [play(options, number) for number in range(GAMES)], TableGames(Interface.of(**options), GAMES, SEED)
    rows, allowed, payoffs, over = tables.new_arrays()
    for step in range(max(len(played.decisions) for played in games)):
        going_on = {n: played.decisions[step] for n, played in enumerate(games) if step < len(played.decisions)}
        tables.look(rows, allowed)
        actions = allowed.argmax(axis=1)
        for number, decision in going_on.items():
            assert tables.turns[number] == decision.seat
            assert rows[number].tobytes() == decision.seen
            assert allowed[number].tobytes() == decision.allowed
            actions[number] = decision.action
        tables.act(actions, payoffs, over)
        for number in going_on:
            played, last = games[number], step == len(games[number].decisions) - 1
            rewards = played.rewards if last else None
            assert payoffs[number].tolist() == (rewards or [0.0] * len(payoffs[number]))
            assert over[number] == (rewards is not None)


@some_tables
def test_the_first_steps_of_a_seed_are_equal_in_open_spiel(options: Options) -> None:
    """Where chance is asked, it decides as it did in the game that the seed deals."""
    for number in range(GAMES):
        played, state = play(options, number), load(**options).new_initial_state()
        keys, _dice = batch.seed_games(1, SEED, number)
        game = Game.from_key(state.interface.table, keys[0].tobytes())
        for decision in played.decisions:
            catch_up(game, state)
            assert state.current_player() == decision.seat
            assert state.observation_tensor(decision.seat) == [*decision.seen]
            assert state.legal_actions() == np.flatnonzero(np.frombuffer(decision.allowed, np.int8)).tolist()
            assert not any(state.returns())
            game.play(state.interface.move(decision.action, decision.seat))
            state.apply_action(decision.action)
        assert state.is_terminal() == (played.rewards is not None)
        assert state.returns() == (played.rewards or [0.0] * state.num_players())


def catch_up(game: Game, state: SkipBoState) -> None:
    """Lets chance decide in OpenSpiel as it did in a game that was dealt."""
    while state._decider < NOTHING:
        state.apply_action(chance_of(game, state.states, state._decider))


def test_some_of_these_games_are_played_to_their_end() -> None:
    played = play({"stock": 3}, 0)
    assert played.rewards is not None
    assert sorted(played.rewards) == [-1, 1]
    assert len({decision.seat for decision in played.decisions}) == 2


# Other processes


def agents() -> bytes:
    env, chance, seen = skipbo_v1.env(stock=3, players=3), random.Random(1), []
    env.reset(seed=SEED)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _info = env.last()
        assert observation is not None
        seen.append(f"{agent} {reward} {observation['observation'].tobytes().hex()}")
        over = terminated or truncated
        env.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return "\n".join(seen).encode()


def one_game(opponents: str = OPPONENT) -> bytes:
    env, chance, seen = SkipBoEnv(opponents=opponents, stock=3), random.Random(1), []
    row, info = env.reset(seed=SEED)
    for _step in range(100):
        seen.append(row.tobytes())
        row, _reward, over, _truncated, info = env.step(np.int64(chance.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            row, info = env.reset()
    return b"".join(seen)


def many_games(opponents: str = OPPONENT) -> bytes:
    envs = SkipBoVectorEnv(5, opponents=opponents)
    rows, infos = envs.reset(seed=SEED)
    for _step in range(30):
        rows, *_others, infos = envs.step(infos["action_mask"].argmax(axis=1))
    return rows.tobytes()


def game_tree() -> bytes:
    state, chance = load(stock=3, players=3).new_initial_state(), random.Random(1)
    play_spiel_on(state, chance)
    return f"{state.returns()} {state.history_str()} {state.information_state_string(0)}".encode()


def self_play() -> bytes:
    games = TableGames(Interface.of(stock=3), 5, SEED)
    rows, allowed, payoffs, over = games.new_arrays()
    total = np.zeros_like(payoffs)
    for _step in range(200):
        games.look(rows, allowed)
        games.act(allowed.argmax(axis=1), payoffs, over)
        total += payoffs
    return rows.tobytes() + total.tobytes()


SUITES: tuple[Callable[[], bytes], ...] = (agents, one_game, many_games, game_tree, self_play)


def digests() -> dict[str, str]:
    return {suite.__name__: hashlib.sha256(suite()).hexdigest() for suite in SUITES}


def test_another_process_plays_the_same_games_in_every_suite() -> None:
    code = "import json; from tests.env.test_agreement import digests; print(json.dumps(digests()))"
    other = run_python(code, environment={"PYTHONHASHSEED": "5"})
    assert json.loads(other.stdout) == digests()
    assert len(set(digests().values())) == len(SUITES)


@pytest.mark.slow  # compiles the loops of a bot that plans
def test_another_process_plays_the_same_games_against_a_bot_that_errs() -> None:
    code = "from tests.env.test_agreement import many_games; print(many_games('casual').hex())"
    assert run_python(code).stdout == many_games("casual").hex() + "\n"


def test_a_seed_is_the_seed_of_batches() -> None:
    env = skipbo_v1.raw_env()
    env.reset(seed=SEED)
    states, _dice = batch.new_games(env.interface.table, 1, SEED)
    assert env._states.tobytes() == states.tobytes()
