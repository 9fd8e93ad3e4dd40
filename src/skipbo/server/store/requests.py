"""The requests that wait for the writer of a store. It takes all that are waiting at once and commits them together."""

import asyncio
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from skipbo.server.store.connection import Work
from skipbo.server.store.rows import LogRow
from skipbo.server.store.space import Need, Space

Answers: TypeAlias = list[Exception | None]

GROUP = 64  # the most writes in one commit; SQLite keeps a prepared statement for each number of rows


@dataclass(slots=True, eq=False)
class Request:
    """A row for the log, other work, or both; the row is written first."""

    row: LogRow | None
    work: Work | None
    need: Need
    answer: "asyncio.Future[None]"


class Requests:
    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Request | None] = queue.SimpleQueue()

    def add(self, row: LogRow | None, work: Work | None, need: Need) -> "asyncio.Future[None]":
        answer = asyncio.get_running_loop().create_future()
        self._waiting.put(Request(row, work, need, answer))
        return answer

    def add_last(self) -> None:
        """Lets the writer end after what is waiting now."""
        self._waiting.put(None)

    def get(self, timeout: float | None = None) -> Request | None:
        """Waits for a request; returns None after the last. Raises `queue.Empty` after so many seconds."""
        return self._waiting.get(timeout=timeout)

    def group(self, first: Request) -> tuple[list[Request], bool]:
        """Returns a request and those that wait behind it, and whether these are the last."""
        group = [first]
        while len(group) < GROUP and not self._waiting.empty():
            request = self._waiting.get()
            if request is None:
                return group, True
            group.append(request)
        return group, False


def commit_if_there_is_room(
    space: Space, group: Sequence[Request], commit: Callable[[Sequence[Request]], Answers]
) -> Answers:
    """Commits the requests for which there is room, and refuses the others."""
    if not space.full:
        return commit(group)
    refusals = [space.refusal(request.need) for request in group]
    admitted = [request for request, refusal in zip(group, refusals, strict=True) if refusal is None]
    answers = iter(commit(admitted) if admitted else ())
    return [next(answers) if refusal is None else refusal for refusal in refusals]


def answer(group: Sequence[Request], answers: Sequence[Exception | None]) -> None:
    """Resolves all requests with one call into each event loop (only tests have more than one)."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Request, Exception | None]]] = {}
    for request, each in zip(group, answers, strict=True):
        by_loop.setdefault(request.answer.get_loop(), []).append((request, each))
    for loop, answered in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answered)


def _resolve(answered: Sequence[tuple[Request, Exception | None]]) -> None:
    for request, each in answered:
        if request.answer.cancelled():
            continue
        if each is None:
            request.answer.set_result(None)
        else:
            request.answer.set_exception(each)
