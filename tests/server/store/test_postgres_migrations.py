"""A database of any older version becomes one of today under play, with all that was in it."""

from typing import Any

import pytest
from tools.postgres_server import PostgresServer

from skipbo.client import Account
from skipbo.server.nodes.membership import Membership
from skipbo.server.store.postgres import schema
from skipbo.server.store.postgres.schema import MIGRATIONS
from skipbo.server.store.postgres.store import PostgresStore
from tests.command_runner import Command, command
from tests.server.needs import needs_postgres
from tests.server.server_process import InThread
from tests.server.store_places import Database
from tests.server.test_play import play_to_the_end

__all__ = ["command"]  # a fixture
pytestmark = needs_postgres

COLUMNS = """SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
CONSTRAINTS = """SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2"""
STORAGE = """SELECT attrelid::regclass::text, attname, attstorage::text FROM pg_attribute
    WHERE attrelid = 'archive'::regclass AND attnum > 0 ORDER BY 2"""
CONTENT = ("guests", "log", "summaries", "seated", "games", "played", "archive")


def structure(place: Database) -> list[list[Any]]:
    return [place.query(query) for query in (COLUMNS, INDEXES, CONSTRAINTS, STORAGE)]


def content(place: Database) -> dict[str, list[Any]]:
    return {table: place.query(f"SELECT * FROM {table} ORDER BY 1, 2") for table in CONTENT}


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_an_older_database_is_brought_up_to_date_while_an_older_node_serves_it(
    postgres: PostgresServer, version: int, command: Command
) -> None:
    place, new = Database(postgres.new_database()), Database(postgres.new_database())
    new.open().close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", MIGRATIONS[:version])
        older = InThread(PostgresStore(place.data))
    try:
        ann = Account.create(older.url, "Ann")
        table = play_to_the_end(ann, stock=2, bots=[None, "eager"], pace=0)
        archived = play_to_the_end(ann, stock=1, bots=[None, "eager"], pace=0)
        older.run(older.hub.store.archive(archived, 1 << 60))
        before = content(place)
        assert all(before.values())
        assert structure(place) != structure(new)

        node = InThread(PostgresStore(place.data), company=Membership(place.data))
        try:
            assert content(place) == before
            assert structure(place) == structure(new)
            assert place.query("SELECT version FROM skipbo_schema") == [(len(MIGRATIONS),)]
            same = Account(node.url, ann.token)
            assert {item.table for item in same.history()} == {table, archived}
            assert same.replay(archived, 1).frames == ann.replay(archived, 1).frames
            assert same.replay(play_to_the_end(ann, stock=1, bots=[None, "eager"], pace=0), 1).frames
            assert play_to_the_end(same, stock=1, bots=[None, "eager"], pace=0)
        finally:
            node.stop()
    finally:
        older.stop()
    assert command("check", place.data).code == 0
