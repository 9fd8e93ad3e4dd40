"""Long work in small portions, so that everybody else's goes on in between."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Step = TypeVar("Step")

PORTION = 0.001  # seconds of work between two rests
REST = 0.0002  # seconds that a thread rests: enough for another thread to be woken and take the GIL


class Portions:
    """Long work on the event loop. However much of it there is, the loop does at most one portion in each round."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, work: Iterable[object]) -> None:
        """Does the steps of some work; other work has its turns in between, portion by portion."""
        steps = iter(work)
        while True:
            async with self._turn:
                end = time.perf_counter() + PORTION
                for _step in steps:
                    if time.perf_counter() >= end:
                        break
                else:
                    return
                await asyncio.sleep(0)


def with_rests(work: Iterable[Step]) -> Iterator[Step]:
    """Returns the steps of some work in a thread, which would otherwise keep the GIL from the event loop."""
    end = time.perf_counter() + PORTION
    for step in work:
        yield step
        if time.perf_counter() >= end:
            time.sleep(REST)
            end = time.perf_counter() + PORTION
