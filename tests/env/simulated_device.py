"""Checks of games on a GPU that run where there is none, on Numba's simulator: `python -m tests.env.simulated_device`.

It must be chosen before Numba is imported (NUMBA_ENABLE_CUDASIM), so `test_device_games.py` starts a process.
"""

import gc
import sys
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from skipbo.batch import cuda, table_loops
from skipbo.batch.devices import load_steps
from skipbo.env import dlpack
from skipbo.env.device_games import DeviceSeatGames, DeviceTableGames
from skipbo.env.interface import Interface
from skipbo.env.seat_games import SeatGames
from skipbo.env.table_games import TableGames
from skipbo.errors import Malformed
from skipbo.kernel.layout import new_states
from tests.env.test_secrecy import deal_anew

COUNT = 3
STEPS = 100
SEED = "device"
SELF_PLAY: tuple[dict[str, Any], ...] = (
    {"players": 2, "stock": 1},
    {"edition": "1967", "players": 6, "partners": True, "stock": 1},
    {"edition": "mattel-2016", "players": 3, "stock": 1},
)
AGAINST_BOTS: tuple[tuple[dict[str, Any], int, Any], ...] = (
    ({"players": 2, "stock": 2}, 0, "random"),
    ({"players": 4, "partners": True, "stock": 2}, 3, ["eager", "random", "tidy"]),
)

cuda.THREADS = 4  # the simulator has a real thread for each


def some_actions(allowed: Any, rng: np.random.Generator) -> Any:
    """Random legal actions; the first game gets any now and then, which is mostly illegal."""
    actions = (rng.random(allowed.shape) * allowed).argmax(axis=1)
    if rng.random() < 0.05:
        actions[0] = rng.integers(-1, allowed.shape[1] + 1)
    return actions


def self_play_is_that_of_a_core() -> None:
    for options in SELF_PLAY:
        interface, rng = Interface.of(**options), np.random.default_rng(1)
        here, there = TableGames(interface, COUNT, SEED), DeviceTableGames(interface, COUNT, SEED)
        rows, allowed, payoffs, over = here.new_arrays()
        ended = 0
        for _step in range(STEPS):
            here.look(rows, allowed)
            assert there.observations.copy_to_host().tobytes() == rows.tobytes()
            assert there.allowed.copy_to_host().tobytes() == allowed.tobytes()
            assert there.turns.copy_to_host().tolist() == here.turns.tolist()
            actions = some_actions(allowed, rng)
            here.act(actions, payoffs, over)
            there.step(actions)
            assert there.payoffs.copy_to_host().tobytes() == payoffs.tobytes()
            assert there.over.copy_to_host().tobytes() == over.tobytes()
            ended += int(over.sum())
        assert ended > COUNT


def play_against_bots_is_that_of_a_core() -> None:
    for options, seat, opponents in AGAINST_BOTS:
        interface, rng = Interface.of(**options), np.random.default_rng(1)
        here, there = (
            SeatGames(interface, opponents, seat, COUNT),
            DeviceSeatGames(interface, opponents, seat, COUNT, SEED),
        )
        rows, allowed, rewards, over = (
            np.zeros((COUNT, interface.width), np.uint8),
            np.zeros((COUNT, interface.actions), np.int8),
            np.zeros(COUNT),
            np.zeros(COUNT, np.bool_),
        )
        here.begin(SEED)
        here.renew(np.ones(COUNT, np.bool_))
        here.look(rows, allowed)
        ended = 0
        for _step in range(STEPS):
            assert there.observations.copy_to_host().tobytes() == rows.tobytes()
            assert there.allowed.copy_to_host().tobytes() == allowed.tobytes()
            actions = some_actions(allowed, rng)
            here.act_and_renew(actions, rewards, over, rows, allowed)
            there.step(actions)
            assert there.rewards.copy_to_host().tobytes() == rewards.tobytes()
            assert there.over.copy_to_host().tobytes() == over.tobytes()
            ended += int(over.sum())
        assert ended > COUNT


def nobody_sees_a_hidden_card() -> None:
    """With all that is hidden from the seats in turn dealt anew, they see the same."""
    interface, rng = Interface.of(players=3), np.random.default_rng(1)
    games, record = DeviceTableGames(interface, COUNT, SEED), new_states().dtype
    for step in range(40):
        seen, allowed = games.observations.copy_to_host(), games.allowed.copy_to_host()
        words, seat = games._states.copy_to_host(), int(games.turns.copy_to_host()[0])
        same_seat = games.turns.copy_to_host() == seat
        other = words.view(record)[:COUNT].copy()
        deal_anew(other, seat, step)
        assert other.tobytes() != words.view(record)[:COUNT].tobytes()
        rows, masks = np.zeros_like(seen), np.zeros_like(allowed)
        table_loops.look(other, games._known.copy_to_host(), interface.named(rows), masks)
        assert rows[same_seat].tobytes() == seen[same_seat].tobytes()
        assert masks[same_seat].tobytes() == allowed[same_seat].tobytes()
        games.step((rng.random(allowed.shape) * allowed).argmax(axis=1))


def a_seed_begins_anew() -> None:
    games = DeviceTableGames(Interface.of(stock=3), COUNT, SEED)
    first = games.observations.copy_to_host()
    games.step(games.allowed.copy_to_host().argmax(axis=1))
    assert games.observations.copy_to_host().tobytes() != first.tobytes()
    games.begin(SEED)
    assert games.observations.copy_to_host().tobytes() == first.tobytes()


def other_packages_read_the_arrays_in_place() -> None:
    games = DeviceTableGames(Interface.of(stock=1), COUNT, SEED)
    ours = (games.observations, games.allowed, games.payoffs, games.over, games.turns)
    theirs = [np.from_dlpack(array) for array in ours]
    for _step in range(20):
        for array, other in zip(ours, theirs, strict=True):
            assert other.dtype == array.dtype
            assert other.shape == array.shape
            assert other.tobytes() == array.copy_to_host().tobytes()
        games.step(theirs[1].argmax(axis=1))
    with pytest.raises(BufferError, match="copy what you get"):
        games.over.__dlpack__(copy=True)
    assert len(dlpack.lent) == len(ours)
    capsule = games.over.__dlpack__()
    assert len(dlpack.lent) == len(ours) + 1
    del capsule, theirs, other
    gc.collect()
    assert not dlpack.lent, "all memory was given back"


def what_cannot_be_played_is_refused() -> None:
    interface = Interface.of()
    games = DeviceTableGames(interface, COUNT, SEED)
    for actions in (np.zeros(COUNT + 1, np.int64), np.zeros((COUNT, 1), np.int64), np.zeros(COUNT)):
        with pytest.raises(Malformed, match="One action for each of the 3 games"):
            games.step(actions)
    with pytest.raises(Malformed, match="do not plan: random, eager, tidy"):
        DeviceSeatGames(interface, "steady", 0, COUNT, SEED)
    with (
        patch.object(load_steps(), "ROOM", interface.width + interface.actions - 1),
        pytest.raises(Malformed, match="An observation of 87 numbers is too large for a GPU: choose a smaller depth"),
    ):
        DeviceTableGames(interface, COUNT, SEED)
    with pytest.raises(Malformed, match="no seat 2"):
        DeviceSeatGames(interface, "eager", 2, COUNT, SEED)


CHECKS = (
    self_play_is_that_of_a_core,
    play_against_bots_is_that_of_a_core,
    nobody_sees_a_hidden_card,
    a_seed_begins_anew,
    other_packages_read_the_arrays_in_place,
    what_cannot_be_played_is_refused,
)

if __name__ == "__main__":
    for check in CHECKS:
        if check.__name__ == sys.argv[1]:
            check()
            print("checked")
