"""Environments of several suites side by side: how many steps a second of processor time each makes, on one core.

    python -m bench.environments [ROUNDS [NAME …]]

Everybody plays uniformly random legal actions. A step is an action of a player; deals and other chances are made, but
not counted. All, or those that are named, are measured in turn, several times, and the median counts. Suites that are
not installed are left out: `pip install "pettingzoo[classic]" rlcard` installs all.
"""

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from numpy.typing import NDArray

from skipbo.bots.seeds import dice_of
from skipbo.env import skipbo_v1
from skipbo.env.registration import GYMNASIUM_ID
from skipbo.env.vector_env import SkipBoVectorEnv
from skipbo.kernel.chance import roll
from skipbo.kernel.compiler import compiled
from skipbo.kernel.layout import States

ROUNDS = 7
SECONDS = 0.4  # of a round
STEPS = 100  # between two looks at the clock
GAMES = 4096  # of the vector environment
OPPONENTS = ("random", "eager", "steady")
CARD_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")  # of PettingZoo classic
PYTHON_GAMES = ("python_kuhn_poker", "python_liars_poker", "python_block_dominoes", "python_tic_tac_toe")
COMPILED_GAMES = ("crazy_eights", "go_fish", "gin_rummy")
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")

Play = Callable[[], tuple[int, float]]  # returns how many steps it has made, and the seconds that they took


@dataclass
class Subject:
    """A game of a suite, and the rates that were measured."""

    suite: str
    name: str
    play: Play
    rates: list[float] = field(default_factory=list)

    def measure(self) -> None:
        steps, spent = 0, 0.0
        while spent < SECONDS:
            made, seconds = self.play()
            steps, spent = steps + made, spent + seconds
        self.rates.append(steps / spent)


def clocked(step: Callable[[], None]) -> Play:
    def play() -> tuple[int, float]:
        begun = time.process_time()
        for _step in range(STEPS):
            step()
        return STEPS, time.process_time() - begun

    return play


def pick(mask: NDArray[Any], chance: random.Random) -> int:
    return chance.choice(mask.nonzero()[0].tolist())


def agents(env: Any) -> Play:
    """An environment of PettingZoo."""
    chance = random.Random(1)
    env.reset(seed=1)

    def step() -> None:
        while True:
            observation, _reward, terminated, truncated, info = env.last()
            if not terminated and not truncated:
                break
            env.reset()
        mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
        env.step(pick(mask, chance))

    return clocked(step)


def spiel(name: str) -> Play:
    """A game of OpenSpiel; nobody asks for tensors."""
    game, chance = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, shares)[0])
        state.apply_action(chance.choice(state.legal_actions()))
        while state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, shares)[0])

    return clocked(step)


def rlcard_game(name: str) -> Play:
    env, chance = importlib.import_module("rlcard").make(name, {"seed": 1}), random.Random(1)
    state, _player = env.reset()

    def step() -> None:
        nonlocal state
        if env.is_over():
            state, _player = env.reset()
        state, _player = env.step(chance.choice(list(state["legal_actions"])))

    return clocked(step)


def alone(name: str, **options: Any) -> Play:
    """An environment of Gymnasium; one without a mask allows every action."""
    env, chance = gymnasium.make(name, **options), random.Random(1)
    _observation, info = env.reset(seed=1)
    every = np.ones(2, np.int8)

    def step() -> None:
        nonlocal info
        _observation, _reward, terminated, truncated, info = env.step(pick(info.get("action_mask", every), chance))
        if terminated or truncated:
            _observation, info = env.reset()

    return clocked(step)


@compiled
def pick_all(masks: NDArray[np.int8], dice: States, actions: NDArray[np.int64]) -> None:
    """Picks a random legal action of each game; any for a game that is over."""
    for game in range(actions.size):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[game, action]
        choice = roll(dice[0], count) if count else -1
        for action in range(masks.shape[1]):
            choice -= masks[game, action]
            if choice < 0:
                actions[game] = action
                break


def vector(opponents: str, *, choosing: bool) -> Play:
    """Many games a step: compiled code chooses the actions, and the clock may stand still meanwhile.

    A game that was over before the step is only dealt anew by it, which takes time but is not a step of that game.
    """
    envs, dice, actions = SkipBoVectorEnv(GAMES, opponents=opponents), dice_of(1), np.zeros(GAMES, np.int64)
    _observations, infos = envs.reset(seed=1)
    resting = 0

    def play() -> tuple[int, float]:
        nonlocal infos, resting
        made = GAMES - resting
        begun = time.process_time()
        pick_all(infos["action_mask"], dice, actions)
        chosen = time.process_time()
        _observations, _rewards, terminations, _truncations, infos = envs.step(actions)
        spent = time.process_time() - (begun if choosing else chosen)
        resting = int(terminations.sum())
        return made, spent

    return play


def subjects() -> Iterator[Subject]:
    yield Subject("PettingZoo", "skipbo_v1.env", agents(skipbo_v1.env()))
    yield Subject("PettingZoo", "skipbo_v1.raw_env", agents(skipbo_v1.raw_env()))
    if find_spec("rlcard") is not None:
        for name in CARD_GAMES:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            yield Subject("PettingZoo", f"{name}.env", agents(module.env()))
            yield Subject("PettingZoo", f"{name}.raw_env", agents(module.raw_env()))
        for name in RLCARD_GAMES:
            yield Subject("RLCard", name, rlcard_game(name))
    importlib.import_module("open_spiel.python.games")  # registers them
    for name in ("python_skipbo", *PYTHON_GAMES):
        yield Subject("OpenSpiel", name, spiel(name))
    for name in COMPILED_GAMES:
        yield Subject("OpenSpiel", f"{name}, in C++", spiel(name))
    for opponents in OPPONENTS:
        yield Subject("Gymnasium", f"{GYMNASIUM_ID} against {opponents}", alone(GYMNASIUM_ID, opponents=opponents))
    yield Subject("Gymnasium", "Blackjack-v1", alone("Blackjack-v1"))
    for opponents in OPPONENTS:
        name = f"VectorEnv, {GAMES:,} games against {opponents}"
        yield Subject("Gymnasium", name, vector(opponents, choosing=True))
        yield Subject("Gymnasium", f"{name}, without choosing", vector(opponents, choosing=False))


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    names = sys.argv[2:]
    measured = [subject for subject in subjects() if not names or subject.name in names]
    for subject in measured:
        subject.play()  # compiles
    for _round in range(rounds):
        for subject in measured:
            subject.measure()
    for subject in measured:
        low, high = min(subject.rates), max(subject.rates)
        rate = statistics.median(subject.rates)
        print(f"{subject.suite:<11} {subject.name:<58} {rate:>12,.0f} steps/s  ({low:,.0f}–{high:,.0f})")


if __name__ == "__main__":
    main()
