"""Small tasks for tests of workers."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext


class Squares:
    """Returns the squares of the numbers; a number may take its time, or fail."""

    devices = ("cpu",)

    def __init__(self, slow: int | None = None, broken: int | None = None) -> None:
        self.slow, self.broken = slow, broken
        self.others_done = threading.Event()
        self.opened = self.closed = 0

    @contextmanager
    def open(self, device: str) -> Iterator[Callable[[range], list[int]]]:
        assert device == "cpu"
        self.opened += 1
        yield self.square
        self.closed += 1

    def square(self, numbers: range) -> list[int]:
        if self.slow in numbers:
            assert self.others_done.wait(60)
        if self.broken in numbers:
            raise ArithmeticError(f"{self.broken} has no square")
        return [number**2 for number in numbers]


class Deadly:
    """Kills whoever works on it, as a lack of memory does."""

    devices = ("cpu",)

    def open(self, device: str) -> AbstractContextManager[Callable[[range], None]]:
        assert device == "cpu"
        return nullcontext(lambda _numbers: os._exit(1))


class Devices:
    """Tells on which device each number was done."""

    devices = ("cpu", "cuda")

    def open(self, device: str) -> AbstractContextManager[Callable[[range], list[str]]]:
        return nullcontext(lambda numbers: [device for _number in numbers])
