"""The weights of the champion's network, in a file that also says how they were made (`bench/champion.py`)."""

import base64
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.champion.inputs import INPUTS
from skipbo.draft import drafted

FILE = Path(__file__).parent / "data" / "network.toml"
UNIT = 1 << 20  # one in the values of a network


class Network(NamedTuple):
    weights: NDArray[np.int8]  # by input and hidden unit
    biases: NDArray[np.int32]  # of the hidden units
    outputs: NDArray[np.int32]  # the weights of the hidden units in the value
    direct: NDArray[np.int32]  # the weights of the inputs in the value
    loyalty: int  # by how much another idea must be better than the planner's favourite


def read_network(path: Path = FILE) -> Network:
    kept = tomllib.loads(path.read_text("utf-8"))["network"]

    def numbers(name: str, kind: str) -> NDArray[np.generic]:
        return np.frombuffer(base64.b64decode(kept[name]), kind).copy()

    return Network(
        numbers("weights", "<i1").astype(np.int8).reshape(INPUTS, -1),
        numbers("biases", "<i4").astype(np.int32),
        numbers("outputs", "<i4").astype(np.int32),
        numbers("direct", "<i4").astype(np.int32),
        int(kept["loyalty"]),
    )


def write_network(path: Path, network: Network, made: Mapping[str, str | int]) -> None:
    """Writes a network and how it was made. Replaces the file only when everything is written."""
    lines = ["[made]", *(f"{name} = {json.dumps(value)}" for name, value in made.items()), "", "[network]"]
    for name, numbers in network._asdict().items():
        lines.append(
            f'{name} = "{base64.b64encode(numbers.tobytes()).decode()}"'
            if isinstance(numbers, np.ndarray)
            else f"{name} = {numbers}"
        )
    with drafted(path) as draft:
        draft.write_text("\n".join(lines) + "\n", "utf-8")
