"""Whole games with every invariant checked, as a task for any workers: what `make soak` plays."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np

from skipbo import batch
from skipbo.batch.devices import DEVICES
from skipbo.bots.ladder import Bots
from skipbo.bots.seeds import Seed
from skipbo.game.table import Table
from skipbo.kernel.layout import BLOCKED


@dataclass(frozen=True)
class Inspected:
    """The counts over some games, and the broken ones by their numbers, each with its broken invariants as bits."""

    moves: int
    blocked: int
    broken: dict[int, int]


@dataclass(frozen=True)
class CheckedGames:
    """The numbered games of a seed."""

    table: Table
    bots: Bots
    seed: Seed
    every_move: bool
    devices = DEVICES

    def open(self, device: str) -> AbstractContextManager[Callable[[range], Inspected]]:
        def play(numbers: range) -> Inspected:
            results = batch.new_results(len(numbers))
            batch.soak(
                self.table,
                self.bots,
                self.seed,
                results,
                first=numbers.start,
                every_move=self.every_move,
                device=device,
            )
            return Inspected(
                moves=int(results["moves"].sum(dtype=np.int64)),
                blocked=int((results["how"] == BLOCKED).sum()),
                broken={
                    numbers.start + int(game): int(results["digest"][game])
                    for game in np.flatnonzero(results["digest"])
                },
            )

        play(range(1))  # compiles, if needed, before a clock runs
        return nullcontext(play)
