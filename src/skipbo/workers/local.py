"""Workers of this machine: this thread, a thread for each of several cores, or the GPU."""

import os
import queue
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Lock, local
from typing import Generic

from skipbo.workers.interface import Crew, Finished, Result, Task, Workers


def cores_here() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalWorkers(Workers):
    """`jobs` cores, or the GPU.

    >>> from contextlib import nullcontext
    >>> class Squares:
    ...     devices = ("cpu",)
    ...     def open(self, device):
    ...         return nullcontext(lambda numbers: [number**2 for number in numbers])
    >>> with LocalWorkers(jobs=2).run(Squares(), range(7), size=lambda device: 3) as pieces:
    ...     [piece.result for piece in pieces]
    [[0, 1, 4], [9, 16, 25], [36]]
    """

    piece_seconds = 0.5

    def __init__(self, jobs: int = 1, device: str = "cpu") -> None:
        self.jobs = jobs if device == "cpu" else 1
        self.device = device
        self.devices = (device,)

    @contextmanager
    def crew(self, task: Task[Result]) -> Iterator[Crew[Result]]:
        with ExitStack() as opened:
            # In this thread, which compiles: the others find it done
            work = opened.enter_context(task.open(self.device))
            if self.jobs <= 1:
                yield _ThisThread(work, self.device)
                return
            threads = _Threads(task, work, self.jobs, self.device, opened)
            try:
                yield threads
            finally:
                threads.stop()


def finish(work: Callable[[range], Result], numbers: range, device: str) -> Finished[Result]:
    begun = time.perf_counter()
    result = work(numbers)
    return Finished(numbers, device, result, time.perf_counter() - begun)


class _ThisThread(Generic[Result]):
    def __init__(self, work: Callable[[range], Result], device: str) -> None:
        self._work, self._device = work, device
        self._begun: deque[range] = deque()

    def room(self) -> Mapping[str, int]:
        return {self._device: 1}

    def begin(self, numbers: range, device: str) -> None:  # noqa: ARG002  # there is only one
        self._begun.append(numbers)

    def wait(self) -> Finished[Result]:
        return finish(self._work, self._begun.popleft(), self._device)


class _Threads(Generic[Result]):
    def __init__(
        self, task: Task[Result], first: Callable[[range], Result], jobs: int, device: str, opened: ExitStack
    ) -> None:
        self._task, self._jobs, self._device = task, jobs, device
        self._prepared = [first]  # for the first thread that comes
        self._opened, self._opening = opened, Lock()
        self._own = local()
        self._done: queue.SimpleQueue[Finished[Result] | BaseException] = queue.SimpleQueue()
        self._pool = ThreadPoolExecutor(jobs)

    def room(self) -> Mapping[str, int]:
        return {self._device: 2 * self._jobs}  # one for each thread to go on with

    def begin(self, numbers: range, device: str) -> None:
        self._pool.submit(self._work, numbers, device)

    def _work(self, numbers: range, device: str) -> None:
        try:
            if not hasattr(self._own, "work"):
                with self._opening:
                    self._own.work = (
                        self._prepared.pop()
                        if self._prepared
                        else self._opened.enter_context(self._task.open(self._device))
                    )
            self._done.put(finish(self._own.work, numbers, device))
        except BaseException as error:
            self._done.put(error)

    def wait(self) -> Finished[Result]:
        done = self._done.get()
        if isinstance(done, BaseException):
            raise done
        return done

    def stop(self) -> None:
        self._pool.shutdown(cancel_futures=True)  # waits for pieces in work
