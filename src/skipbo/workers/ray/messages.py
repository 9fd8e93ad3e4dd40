"""The messages between the command and the driver: orders to it, reports from it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Begin:
    """A task, pickled, which is called by its key from now on."""

    key: int
    task: bytes
    devices: tuple[str, ...]
    optional: bool  # whether a GPU that cannot be used is left out


@dataclass(frozen=True, slots=True)
class Work:
    key: int
    numbers: range
    device: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Nobody needs the task any more."""

    key: int


Order = Begin | Work | Stop


@dataclass(frozen=True, slots=True)
class Slots:
    """The cores and GPUs that the cluster has now; sent regularly, so that silence means a lost head."""

    slots: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GpuReady:
    """A GPU has compiled the task."""

    key: int


@dataclass(frozen=True, slots=True)
class Done:
    key: int
    numbers: range
    device: str
    result: bytes  # pickled
    seconds: float


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Workers have died of a piece so often that it may be the piece."""

    losses: int
    why: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Something that another try would not mend.

    The kind is `silent` (nobody at an address), `connection` (Ray refuses), `missing` (no skipbo on a machine), `other`
    (another skipbo), `refused` (an error of ours with its sentence) or `fault` (a traceback).
    """

    kind: str
    machine: str
    text: str


Report = Slots | GpuReady | Done | GivenUp | Failed
