"""Games side by side on a GPU compared with those of a core, and with what other packages read of them."""

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numba import config
from numpy.typing import NDArray

from skipbo.env.device_games import DeviceSeatGames, DeviceTableGames
from skipbo.env.dlpack import DeviceArray
from skipbo.env.interface import Interface
from skipbo.env.seat_games import SeatGames
from skipbo.env.table_games import TableGames
from skipbo.game.table import Table

SEED = "side by side"
SIMPLE_BOTS = ("random", "eager", "tidy")
WILD_ACTIONS = 0.05  # share of steps with an action that is mostly illegal


class Compared(NamedTuple):
    """Whether both sides were equal at every step, and how many games ended."""

    equal: bool
    ended: int


def some_actions(allowed: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """Random legal actions; the first game gets any now and then, which is mostly illegal."""
    actions: NDArray[np.int64] = (rng.random(allowed.shape) * allowed).argmax(axis=1)
    if rng.random() < WILD_ACTIONS:
        actions[0] = rng.integers(-1, allowed.shape[1] + 1)
    return actions


def same(there: Sequence[DeviceArray], here: Sequence[NDArray[Any]]) -> bool:
    return all(theirs.copy_to_host().tobytes() == ours.tobytes() for theirs, ours in zip(there, here, strict=True))


def compare_self_play(interface: Interface, games: int, steps: int) -> Compared:
    """Plays the same games on both; compares what is seen, allowed, paid and over, and the seat in turn."""
    rng, equal, ended = np.random.default_rng(1), True, 0
    here, there = TableGames(interface, games, SEED), DeviceTableGames(interface, games, SEED)
    rows, allowed, payoffs, over = here.new_arrays()
    for _step in range(steps):
        here.look(rows, allowed)
        equal &= same([there.observations, there.allowed, there.turns], [rows, allowed, here.turns])
        actions = some_actions(allowed, rng)
        here.act(actions, payoffs, over)
        there.step(actions)
        equal &= same([there.payoffs, there.over], [payoffs, over])
        ended += int(over.sum())
    return Compared(equal, ended)


def compare_seats(interface: Interface, opponents: str | Sequence[str], seat: int, games: int, steps: int) -> Compared:
    """The same for one seat against bots."""
    rng, equal, ended = np.random.default_rng(1), True, 0
    here = SeatGames(interface, opponents, seat, games)
    there = DeviceSeatGames(interface, opponents, seat, games, SEED)
    rows, allowed = interface.new_rows(games)[0], np.zeros((games, interface.actions), np.int8)
    rewards, over = np.zeros(games), np.zeros(games, np.bool_)
    here.begin(SEED)
    here.renew(np.ones(games, np.bool_))
    here.look(rows, allowed)
    for _step in range(steps):
        equal &= same([there.observations, there.allowed], [rows, allowed])
        actions = some_actions(allowed, rng)
        here.act_and_renew(actions, rewards, over, rows, allowed)
        there.step(actions)
        equal &= same([there.rewards, there.over], [rewards, over])
        ended += int(over.sum())
    return Compared(equal, ended)


def mixed_bots(players: int) -> list[str]:
    """Another bot at every seat, from the left of the learner on."""
    return [SIMPLE_BOTS[place % len(SIMPLE_BOTS)] for place in range(players - 1)]


def compare_side_by_side(name: str, table: Table, first_seat: int = 0, games: int = 100, steps: int = 200) -> int:
    """Compares self-play, and one seat against bots: against each of them, and against all of them, another seat."""
    different = 0
    interface = Interface.at(table)
    compared = {"self-play": compare_self_play(interface, games, steps)}
    for place, opponents in enumerate((*SIMPLE_BOTS, mixed_bots(table.players))):
        seat = (first_seat + place) % table.players
        what = f"seat {seat} against {opponents if isinstance(opponents, str) else 'mixed bots'}"
        compared[what] = compare_seats(interface, opponents, seat, games, steps)
    for what, (equal, ended) in compared.items():
        different += not equal
        said = "equal" if equal else "DIFFERENT"
        print(f"{name:<30} {what:<28} {games} games, {steps} steps, {ended} ended: {said}", flush=True)
    return different


class Package(NamedTuple):
    """A package that reads arrays by DLPack."""

    name: str
    read: Callable[[DeviceArray], Any]
    address: Callable[[Any], int]
    copied: Callable[[Any], NDArray[Any]]


def packages() -> Iterator[Package]:
    """Those that are installed and can use the GPU; on Numba's simulator NumPy, which reads the machine's memory."""
    if config.ENABLE_CUDASIM:
        yield Package("NumPy", np.from_dlpack, lambda array: int(array.ctypes.data), np.array)
        return
    if find_spec("torch") is not None:
        import torch

        yield Package("PyTorch", torch.from_dlpack, torch.Tensor.data_ptr, lambda array: array.numpy(force=True))
    if find_spec("jax") is not None:
        import jax

        jax.config.update("jax_enable_x64", True)  # else it copies what has 64 bits
        yield Package("JAX", jax.dlpack.from_dlpack, lambda array: int(array.unsafe_buffer_pointer()), np.array)


def compare_packages(games: int = 100, steps: int = 50) -> int:
    """Lets other packages read the arrays in place: the address and the numbers are ours, after every step, too."""
    different = 0
    for package in packages():
        ours = DeviceTableGames(Interface.of(stock=1), games, SEED)
        arrays = {"observations": ours.observations, "allowed": ours.allowed, "payoffs": ours.payoffs}
        arrays |= {"over": ours.over, "turns": ours.turns}
        equal, looks = True, set()
        kept = {name: package.read(array) for name, array in arrays.items()}
        for _step in range(steps):
            if package.name == "JAX":  # it believes that arrays never change
                kept = {name: package.read(array) for name, array in arrays.items()}
            for name, array in arrays.items():
                equal &= package.address(kept[name]) == array.address
                equal &= package.copied(kept[name]).tobytes() == array.copy_to_host().tobytes()
            looks.add(package.copied(kept["observations"]).tobytes())
            ours.step(package.copied(kept["allowed"]).argmax(axis=1))
        equal &= len(looks) > 1
        different += not equal
        print(f"{package.name} reads in place, {steps} steps: {'equal' if equal else 'DIFFERENT'}", flush=True)
    return different
