"""What the arena expects of a referee, under whom bots play that are not compiled (`skipbo.players.refereeing`)."""

from collections.abc import Sequence
from types import TracebackType
from typing import Protocol

from skipbo.batch import Seed
from skipbo.kernel.layout import States
from skipbo.players.refereeing import Clock
from skipbo.table import Table


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
    clocks: list[Clock]

    def play(self, seed: Seed, number: int) -> Played: ...
    def __enter__(self) -> "Referee": ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class OpenReferee(Protocol):
    def __call__(self, table: Table, names: Sequence[str], *, time_limit: float) -> Referee: ...
