"""The interface of workers: a task whose numbers are worked on in pieces, and pieces that come back in order."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from skipbo.errors import SkipboError

Result = TypeVar("Result")
AnyResult = TypeVar("AnyResult", covariant=True)

AHEAD = 8  # pieces for each that may be in work: as many may wait for one that takes longer, then nobody begins another


class WorkersLost(SkipboError):
    """All workers are gone. What they had finished before was handed over."""


class Task(Protocol[AnyResult]):
    """Work on numbers: of games, of deals, of candidates. It can be pickled, and its results, too.

    The result of a number depends on the task and the number alone, so that any worker may do it, and do it again.
    """

    @property
    def devices(self) -> tuple[str, ...]:
        """Where it can be done: `cpu`, `cuda`."""

    def open(self, device: str) -> AbstractContextManager[Callable[[range], AnyResult]]:
        """Prepares a worker (compiles, starts bots) for any number of calls, one after another."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[Result]):
    numbers: range
    device: str
    result: Result
    seconds: float  # of the worker


@dataclass(frozen=True, slots=True)
class Piece(Finished[Result]):
    elapsed: float  # since the piece before it was handed over; they add up to the time of all


class Crew(Protocol[Result]):
    """Workers that have opened one task."""

    def room(self) -> Mapping[str, int]:
        """How many pieces may be in work on each device at present. It may change."""

    def begin(self, numbers: range, device: str) -> None: ...

    def wait(self) -> Finished[Result] | None:
        """Waits until a piece is finished, or until there may be room for more."""


class Workers(ABC):
    devices: tuple[str, ...]  # that they may use
    piece_seconds: float  # that a piece should take: long enough for what it costs to hand it out

    @abstractmethod
    def crew(self, task: Task[Result]) -> AbstractContextManager[Crew[Result]]:
        """Opens a task. At the end of the block nobody works on it any more."""

    def run(
        self, task: Task[Result], numbers: range, size: Callable[[str], int]
    ) -> AbstractContextManager[Iterator[Piece[Result]]]:
        """Does a task in pieces, which come in the order of their numbers. `size` is asked for each, by its device."""
        return _Run(self.crew(task), numbers, size)


class _Run(AbstractContextManager[Iterator[Piece[Result]]]):
    def __init__(self, crew: AbstractContextManager[Crew[Result]], numbers: range, size: Callable[[str], int]) -> None:
        self._crew, self._numbers, self._size = crew, numbers, size

    def __enter__(self) -> Iterator[Piece[Result]]:
        return in_order(self._crew.__enter__(), self._numbers, self._size)

    def __exit__(self, *error: object) -> bool | None:
        return self._crew.__exit__(*error)  # type: ignore[arg-type]


def in_order(crew: Crew[Result], numbers: range, size: Callable[[str], int]) -> Iterator[Piece[Result]]:
    """Hands out all numbers in pieces and yields what comes back in the order of the numbers."""
    finished: dict[int, Finished[Result]] = {}  # by first number
    working: dict[str, int] = {}
    handed_out = handed_over = numbers.start
    last = time.perf_counter()
    while handed_over < numbers.stop:
        room = crew.room()
        most_ahead = AHEAD * sum(room.values())
        for device, places in room.items():
            while handed_out < numbers.stop and working.get(device, 0) < places and len(finished) < most_ahead:
                end = min(handed_out + max(1, size(device)), numbers.stop)
                crew.begin(range(handed_out, end), device)
                working[device] = working.get(device, 0) + 1
                handed_out = end
        if handed_over not in finished:
            piece = crew.wait()
            if piece is not None:
                working[piece.device] -= 1
                finished[piece.numbers.start] = piece
            continue
        piece = finished.pop(handed_over)
        handed_over = piece.numbers.stop
        now = time.perf_counter()
        yield Piece(piece.numbers, piece.device, piece.result, piece.seconds, now - last)
        last = now


class Pace:
    """Chooses how many numbers make a piece: as many as take the time that the workers want."""

    GROWTH = 8

    def __init__(self, first: Mapping[str, int], most: int, seconds: float) -> None:
        self._sizes = dict(first)
        self._most = most
        self._seconds = seconds

    def size(self, device: str) -> int:
        return self._sizes[device]

    def note(self, piece: Finished[Any]) -> None:
        done = len(piece.numbers)
        wanted = int(done * self._seconds / max(piece.seconds, 1e-9))
        self._sizes[piece.device] = max(1, min(wanted, self.GROWTH * done, self._most))
