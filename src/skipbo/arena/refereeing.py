"""Bots that are not compiled play under a referee, who sees that nobody stalls, crashes or cheats.

What the arena expects of one, and the one place that knows where it lives.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Protocol

from skipbo.batch import Seed
from skipbo.bots import find_bots
from skipbo.bots.ladder import NAMES
from skipbo.kernel.layout import States
from skipbo.table import Table

FORFEITED = 3  # how a game ended, beside the kernel's ways: a bot broke the rules of the arena
MODULE = "skipbo.players.refereeing"


class Clock(Protocol):
    """How long a seat has thought since the referee was made."""

    @property
    def moves(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def slowest(self) -> float: ...


class Forfeit(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def why(self) -> str: ...


class Played(Protocol):
    @property
    def result(self) -> States: ...
    @property
    def forfeit(self) -> Forfeit | None: ...


class Referee(Protocol):
    @property
    def clocks(self) -> Sequence[Clock]: ...
    def play(self, seed: Seed, number: int) -> Played: ...
    def __enter__(self) -> "Referee": ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


class OpenReferee(Protocol):
    def __call__(self, table: Table, names: Sequence[str], *, time_limit: float) -> Referee: ...


def is_compiled(name: str) -> bool:
    return name in NAMES


def open_referee(table: Table, names: Sequence[str], *, time_limit: float) -> Referee:
    if find_spec(MODULE.rpartition(".")[0]) is None:
        find_bots(names, table.players)  # says which bots there are
    opened: Callable[..., Referee] = import_module(MODULE).Referee
    return opened(table, names, time_limit=time_limit)
