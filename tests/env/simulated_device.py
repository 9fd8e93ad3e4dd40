"""Checks of games on a GPU that run where there is none, on Numba's simulator: `python -m tests.env.simulated_device`.

It must be chosen before Numba is imported (NUMBA_ENABLE_CUDASIM), so `test_device_games.py` starts a process.
"""

import gc
import sys
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from bench.gpu_side_by_side import (
    compare_packages,
    compare_seats,
    compare_self_play,
    compare_side_by_side,
    mixed_bots,
)

import tests.simulated_gpu  # noqa: F401  # mends it
from skipbo.batch import cuda
from skipbo.batch.devices import load_steps
from skipbo.env import dlpack
from skipbo.env.device_games import DeviceSeatGames, DeviceTableGames
from skipbo.env.interface import Interface
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.kernel.layout import new_states
from tests.env.test_secrecy import check_secrecy

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
SECRETS: tuple[dict[str, Any], ...] = (
    {"players": 3},
    {"players": 4, "partners": True},
    {"edition": "1967", "players": 6, "partners": True, "stock": 10},
)

cuda.THREADS = 4  # the simulator has a real thread for each


def self_play_is_that_of_a_core() -> None:
    for options in SELF_PLAY:
        equal, ended = compare_self_play(Interface.of(**options), COUNT, STEPS)
        assert equal
        assert ended > COUNT


def play_against_bots_is_that_of_a_core() -> None:
    for options, seat, opponents in AGAINST_BOTS:
        equal, ended = compare_seats(Interface.of(**options), opponents, seat, COUNT, STEPS)
        assert equal
        assert ended > COUNT


def the_comparison_for_a_gpu_finds_no_difference() -> None:
    assert compare_side_by_side("pairs", Table.of(players=4, partners=True, stock=1), games=COUNT, steps=10) == 0


def the_comparison_for_a_gpu_finds_a_difference() -> None:
    begin = DeviceTableGames.begin
    with patch.object(DeviceTableGames, "begin", lambda games, _seed: begin(games, "another seed")):
        assert not compare_self_play(Interface.of(stock=1), COUNT, 1).equal


def nobody_sees_a_hidden_card() -> None:
    for options in SECRETS:
        interface = Interface.of(**options)
        players = interface.table.players
        hide_and_look(DeviceTableGames(interface, COUNT, SEED))
        hide_and_look(DeviceSeatGames(interface, mixed_bots(players), players - 1, COUNT, SEED))


def hide_and_look(games: DeviceTableGames | DeviceSeatGames) -> None:
    """With all that is hidden from the seats that look dealt anew, they see the same."""
    rng, record = np.random.default_rng(1), new_states().dtype
    for step in range(8):
        rows, allowed = games.observations.copy_to_host(), games.allowed.copy_to_host()
        states = games._states.copy_to_host().view(record)[:COUNT]
        seats = games.turns.copy_to_host() if isinstance(games, DeviceTableGames) else [games.seat] * COUNT
        for game, seat in enumerate(map(int, seats)):
            only = slice(game, game + 1)
            check_secrecy(games.interface, states[only], seat, rows[only], allowed[only], step)
        games.step((rng.random(allowed.shape) * allowed).argmax(axis=1))


def a_seed_begins_anew() -> None:
    games = DeviceTableGames(Interface.of(stock=3), COUNT, SEED)
    first = games.observations.copy_to_host()
    games.step(games.allowed.copy_to_host().argmax(axis=1))
    assert games.observations.copy_to_host().tobytes() != first.tobytes()
    games.begin(SEED)
    assert games.observations.copy_to_host().tobytes() == first.tobytes()


def other_packages_read_the_arrays_in_place() -> None:
    assert compare_packages(COUNT, 20) == 0
    gc.collect()
    assert not dlpack.lent, "all memory was given back"
    games = DeviceTableGames(Interface.of(stock=1), COUNT, SEED)
    ours = (games.observations, games.allowed, games.payoffs, games.over, games.turns)
    theirs = [np.from_dlpack(array) for array in ours]
    for array, other in zip(ours, theirs, strict=True):
        assert (other.dtype, other.shape) == (array.dtype, array.shape)
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
    the_comparison_for_a_gpu_finds_no_difference,
    the_comparison_for_a_gpu_finds_a_difference,
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
