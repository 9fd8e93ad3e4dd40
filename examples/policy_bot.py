"""A trained policy as a bot in a process of its own:

    skipbo arena "process:python examples/policy_bot.py runs/duel/policy.pt" planner

The file is a policy of `ppo.py`, or the ONNX model of any agent (`.onnx`): its first input gets observations, a row of
numbers for each position, and its first output has a score for each action. It sees what the environments show a
seat, and plays the legal action with the highest score.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from skipbo import Game, Move, Table, View
from skipbo.env.interface import Interface, Rows
from skipbo.external.stdio import serve
from skipbo.game.view import LegalMoves

Scores = Callable[[Rows], NDArray[np.float32]]  # of all actions, legal or not, from one observation


class PolicyPlayer:
    def __init__(self, scores: Scores, width: int) -> None:
        self._scores, self._width = scores, width
        self._interface: Interface | None = None

    def choose(self, view: View, legal: LegalMoves, random: Random) -> Move:  # noqa: ARG002  # the mask says as much
        if self._interface is None:
            table = Table.of(view.edition, players=view.players, partners=view.teams < view.players)
            self._interface = interface_of(table, self._width)
        if self._interface is None:
            raise SystemExit(f"The policy sees {self._width} numbers: no observation of this table has so many.")
        row, allowed = self._interface.look(view)
        scores = self._scores(row)
        if scores.shape != allowed.shape:
            raise SystemExit(f"The policy has {scores.size} actions, and this table {allowed.size}.")
        assert view.seat is not None
        return self._interface.move(int(np.where(allowed, scores, -np.inf).argmax()), view.seat)


def interface_of(table: Table, width: int) -> Interface | None:
    """The interface at a table whose observations have so many numbers: they tell the depth."""
    one, two = Interface.at(table, 1).width, Interface.at(table, 2).width
    depth, rest = divmod(width - one, two - one)
    return None if depth < 0 or rest else Interface.at(table, 1 + depth)


def read_policy(path: Path) -> tuple[Scores, int]:
    """The scores of a policy, and the numbers of the observations that it sees."""
    return read_onnx(path) if path.suffix == ".onnx" else read_checkpoint(path)


def read_checkpoint(path: Path) -> tuple[Scores, int]:
    try:
        import torch
    except ImportError:
        raise SystemExit("This policy needs PyTorch: pip install 'skipbo[train]'.") from None
    from ppo import load_policy

    torch.set_num_threads(1)
    interface, network = load_policy(path)

    def scores(row: Rows) -> NDArray[np.float32]:
        with torch.inference_mode():
            scored: NDArray[np.float32] = network(torch.from_numpy(row)[None])[0][0].numpy()
        return scored

    return scores, interface.width


def read_onnx(path: Path) -> tuple[Scores, int]:
    try:
        import onnxruntime
    except ImportError:
        raise SystemExit("An ONNX policy needs ONNX Runtime: pip install onnxruntime.") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    entry = session.get_inputs()[0]
    kind = {"tensor(uint8)": np.uint8, "tensor(float)": np.float32}[entry.type]

    def scores(row: Rows) -> NDArray[np.float32]:
        scored: NDArray[np.float32] = session.run(None, {entry.name: row[None].astype(kind)})[0][0]
        return scored

    return scores, int(entry.shape[1])


def warm_up(scores: Scores, width: int) -> None:
    """Does everything once that takes longer the first time, while no clock runs."""
    scores(np.zeros(width, np.uint8))
    for players in (2, 6):
        interface = interface_of(Table.of(players=players), width)
        if interface is not None:
            interface.look(Game(players=players).view(0))


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    path = Path(sys.argv[1])
    scores, width = read_policy(path)
    warm_up(scores, width)
    serve(path.stem, lambda: PolicyPlayer(scores, width))


if __name__ == "__main__":
    main()
