"""The kernel's short functions for one game, each bound to the types of the arrays that an interface uses."""

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import bound
from skipbo.kernel.doors import single, unfolding
from skipbo.kernel.layout import States, new_states
from skipbo.kernel.unfolding import OUTCOMES

Observations: TypeAlias = NDArray[np.void]
Allowed: TypeAlias = NDArray[np.int8]
Weights: TypeAlias = NDArray[np.int64]


class Doors:
    """Functions as in `kernel.doors`, compiled when they are first asked for. Only our own arrays may go in."""

    def __init__(self, observation: np.dtype[np.void]) -> None:
        self._states = new_states()
        self._observations = np.zeros(1, np.dtype((np.record, observation)))
        self._allowed = np.zeros(1, np.int8)

    @cached_property
    def act(self) -> Callable[[States, int], bool]:
        return bound(single.act, self._states, 0)

    @cached_property
    def look(self) -> Callable[[States, int, Observations, Allowed], None]:
        return bound(single.look, self._states, 0, self._observations, self._allowed)

    @cached_property
    def allow(self) -> Callable[[States, int, Allowed], None]:
        return bound(single.allow, self._states, 0, self._allowed)

    @cached_property
    def unfold(self) -> Callable[[States], int]:
        return bound(unfolding.unfold, self._states)

    @cached_property
    def weigh(self) -> Callable[[States, int, Weights], int]:
        return bound(unfolding.weigh, self._states, 0, np.zeros(OUTCOMES, np.int64))

    @cached_property
    def decide(self) -> Callable[[States, int, int], None]:
        return bound(unfolding.decide, self._states, 0, 0)

    @cached_property
    def act_unfolding(self) -> Callable[[States, int], bool]:
        return bound(unfolding.act, self._states, 0)
