"""Places for a store, a folder or a database, so that the same tests run with each of them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import psycopg
import pytest
from tools.postgres_server import PostgresServer

from skipbo.server.store.postgres.store import PostgresStore
from skipbo.server.store.schema import FILE
from skipbo.server.store.space import SpaceLimits
from skipbo.server.store.sql import NO_LIMITS, SqlStore
from skipbo.server.store.sqlite import SqliteStore
from tests.server.needs import needs_postgres


class StorePlace(Protocol):
    data: str

    def open(self, limits: SpaceLimits = NO_LIMITS) -> SqlStore: ...

    def query(self, query: str, *values: object) -> list[Any]:
        """Runs a query past the store; its values are marked with `?`."""

    def change(self, statement: str, *values: object) -> int:
        """Changes something past the store; returns how many rows."""


class Folder:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = str(folder)

    def open(self, limits: SpaceLimits = NO_LIMITS) -> SqliteStore:
        return SqliteStore(self.folder, limits)

    def query(self, query: str, *values: object) -> list[Any]:
        with closing(sqlite3.connect(self.folder / FILE)) as connection:
            return connection.execute(query, values).fetchall()

    def change(self, statement: str, *values: object) -> int:
        with closing(sqlite3.connect(self.folder / FILE)) as connection, connection:
            return connection.execute(statement, values).rowcount


class Database:
    def __init__(self, address: str) -> None:
        self.data = address

    def open(self, limits: SpaceLimits = NO_LIMITS) -> PostgresStore:
        return PostgresStore(self.data, limits)

    def query(self, query: str, *values: object) -> list[Any]:
        with closing(psycopg.connect(self.data)) as connection:
            return connection.execute(query.replace("?", "%s"), values).fetchall()

    def change(self, statement: str, *values: object) -> int:
        with closing(psycopg.connect(self.data, autocommit=True)) as connection:
            return connection.execute(statement.replace("?", "%s"), values).rowcount


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    if request.param == "sqlite":
        return Folder(tmp_path)
    return Database(request.getfixturevalue("postgres").new_database())


@pytest.fixture
def store(place: StorePlace) -> Iterator[SqlStore]:
    with closing(place.open()) as store:
        yield store
