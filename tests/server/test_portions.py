"""Long work in small portions: what else there is goes on in between."""

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from skipbo.server import portions
from skipbo.server.portions import PORTION, Portions, with_rests


class Clock:
    """Stands for `time` in the module: a step takes as long as it says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.rests: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.rests.append(self.now)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(portions, "time", clock)
    return clock


def steps(clock: Clock, count: int, seconds: float) -> Iterator[int]:
    for number in range(count):
        clock.now += seconds
        yield number


async def rounds_of(clock: Clock, *works: Iterator[int]) -> list[float]:
    """Returns what the clock shows in each round of the loop while all works are done."""
    shared = Portions()
    running, seen = asyncio.gather(*map(shared.run, works)), [clock.now]
    while not running.done():
        await asyncio.sleep(0)
        seen.append(clock.now)
    await running
    return seen


def test_the_loop_does_about_a_millisecond_of_long_work_in_a_round(clock: Clock) -> None:
    seen = asyncio.run(rounds_of(clock, steps(clock, 1000, PORTION / 10)))
    assert seen[-1] == pytest.approx(1000 * PORTION / 10)
    assert max(after - before for before, after in pairwise(seen)) <= 1.2 * PORTION


def test_much_long_work_takes_no_more_of_a_round_than_one(clock: Clock) -> None:
    seen = asyncio.run(rounds_of(clock, *(steps(clock, 30, PORTION / 10) for _ in range(20))))
    assert seen[-1] == pytest.approx(600 * PORTION / 10)
    assert max(after - before for before, after in pairwise(seen)) <= 1.2 * PORTION


def test_short_work_does_not_wait_for_long_work(clock: Clock) -> None:
    done: list[str] = []

    async def run(shared: Portions, name: str, count: int) -> None:
        await shared.run(steps(clock, count, PORTION / 10))
        done.append(name)

    async def run_both() -> None:
        shared = Portions()
        await asyncio.gather(run(shared, "long", 1000), run(shared, "short", 20))

    asyncio.run(run_both())
    assert done == ["short", "long"]


def test_a_failure_of_long_work_reaches_whoever_wants_it_and_nobody_else(clock: Clock) -> None:
    def fail() -> Iterator[int]:
        yield from steps(clock, 30, PORTION / 10)
        raise ValueError("a defect")

    async def run_both() -> tuple[object, object]:
        shared = Portions()
        return await asyncio.gather(
            shared.run(fail()), shared.run(steps(clock, 90, PORTION / 10)), return_exceptions=True
        )

    first, second = asyncio.run(run_both())
    assert isinstance(first, ValueError)
    assert second is None


def test_a_thread_rests_after_each_portion(clock: Clock) -> None:
    assert list(with_rests(steps(clock, 100, PORTION / 10))) == list(range(100))
    assert len(clock.rests) == pytest.approx(100 / 10, abs=1)


def test_a_thread_without_much_to_do_does_not_rest() -> None:
    begun = time.perf_counter()
    assert list(with_rests("abc")) == ["a", "b", "c"]
    assert time.perf_counter() - begun < 1
