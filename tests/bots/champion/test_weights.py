"""The file of the champion's network."""

from pathlib import Path

import numpy as np

from skipbo.bots.champion.weights import FILE, read_network, write_network
from skipbo.bots.planner.workspace import HIDDEN_ROOM

MOST_BYTES = 100_000


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = read_network()
    write_network(tmp_path / "network.toml", network, {"command": "none", "lessons": 0})
    again = read_network(tmp_path / "network.toml")
    for one, other in zip(network, again, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_weights_are_small_and_their_memory_suffices() -> None:
    assert FILE.stat().st_size <= MOST_BYTES
    assert len(read_network().biases) <= HIDDEN_ROOM
