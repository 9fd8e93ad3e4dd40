"""A connection to a database, as far as SQLite's and PostgreSQL's are alike. Values are marked with `?` in queries."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias


class Rows(Protocol):
    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows: ...

    def executemany(self, query: str, rows: Sequence[Sequence[Any]], /) -> object: ...


Work: TypeAlias = Callable[[Connection], Any]
