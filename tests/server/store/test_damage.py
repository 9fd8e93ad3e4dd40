"""Damage on the disk: a table whose log is not what was written is refused, and the host hears of it; others go on."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from skipbo.client import Account, Refused, TableClient
from skipbo.errors import Malformed
from skipbo.protocol import commands as asked
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Done, Kind, Refusal
from skipbo.server.store import sqlite
from skipbo.server.store.interface import Addition, Damaged, Guest, StoreFailed
from skipbo.server.store.log import ChatSent, Entry
from skipbo.server.store.schema import FILE, MIGRATIONS, connect
from skipbo.server.store.sql import SqlStore
from skipbo.server.store.sqlite import SqliteStore
from skipbo.server.table.room import Room
from tests.server.server_process import InThread, served
from tests.server.store_places import StorePlace


def get(server: InThread, path: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()


def change(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        assert connection.execute(statement, values).rowcount >= 1


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Account, str, str]:
    """A guest with two tables in a folder, each with some entries."""
    with served(tmp_path) as server:
        account = Account.create(server.url, "Ann")
        first, second = (account.open_table(bots=[None, "eager"], pace=10_000) for _ in range(2))
        for table in (first, second):
            with TableClient(account, table) as place:
                place.say("hello")
        return account, first, second


DAMAGE = {
    "entry 2 has a wrong checksum": "UPDATE log SET at = at + 1 WHERE table_id = ? AND version = 2",
    "entry 4 has a wrong checksum": """UPDATE log SET event = CAST(CAST(event AS TEXT) || ' ' AS BLOB)
        WHERE table_id = ? AND version = 4""",
    "entry 3 cannot be read": "UPDATE log SET event = x'00', checksum = NULL WHERE table_id = ? AND version = 3",
    "entry 2 is missing": "DELETE FROM log WHERE table_id = ? AND version = 2",
    "entry 1 is missing": "DELETE FROM log WHERE table_id = ? AND version = 1",
    "an id cannot be read": "UPDATE log SET guest = CAST(x'ff' AS TEXT) WHERE table_id = ? AND version = 2",
    "entry 2 cannot be applied": """UPDATE log SET event = CAST('{"type":"moved","seat":0,"move":"h1>b1"}' AS BLOB),
        checksum = NULL WHERE table_id = ? AND version = 2""",
}


@pytest.mark.parametrize(("why", "statement"), DAMAGE.items(), ids=DAMAGE)
def test_a_damaged_table_is_refused_and_the_others_go_on(
    tables: tuple[Account, str, str], why: str, statement: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    account, damaged, whole = tables
    change(tmp_path, statement, damaged)
    with served(tmp_path) as server:
        account = Account(server.url, account.token)
        assert get(server, "/healthz") == (200, "ok\n")
        for _time in range(3):
            with pytest.raises(Refused) as refused, TableClient(account, damaged):
                pass
            assert refused.value.code == "damaged"
            assert describe("damaged").startswith("What the server has stored of this table is damaged.")
        with pytest.raises(Refused) as refused:
            account.hint(damaged)
        assert refused.value.code == "damaged"
        with TableClient(account, whole) as table:
            table.say("still here")
        assert get(server, "/healthz") == (200, "degraded: damaged tables: 1; the log names them\n")
        assert "skipbo_damaged_tables 1.0" in get(server, "/metrics")[1]
    (said,) = [record for record in caplog.records if record.getMessage() == "table damaged"]
    assert why in said.__dict__["fields"]["why"]
    assert damaged not in str(said.__dict__["fields"])


@pytest.mark.parametrize(
    ("why", "statement"),
    {
        "entry 2 has a wrong checksum": "UPDATE log SET at = at + 1 WHERE table_id = ? AND version = 2",
        "entry 1 is missing": "DELETE FROM log WHERE table_id = ? AND version = 1",
    }.items(),
)
def test_every_store_finds_damage_and_leaves_it_as_it_is(
    why: str, statement: str, store: SqlStore, place: StorePlace
) -> None:
    async def do() -> None:
        for table in ("damaged", "whole"):
            for version in range(1, 4):
                said = Entry(version, 5, "ann", str(version), ChatSent(0, "hello"))
                await store.append(Addition(table, said, b"{}"))
        assert place.change(statement, "damaged") == 1
        for _time in range(2):
            with pytest.raises(Damaged, match=why):
                await store.read_log("damaged")
            with pytest.raises(Damaged, match=why):
                await store.archive("damaged", before=10)
        assert len(await store.read_log("whole")) == 3
        assert store.complaints() == ["damaged tables: 1; the log names them"]
        assert store.numbers()["damaged_tables"] == 1

    asyncio.run(do())


def test_whoever_is_at_a_table_that_turns_out_to_be_damaged_is_told(
    tables: tuple[Account, str, str], tmp_path: Path
) -> None:
    with served(tmp_path) as server:
        account = Account(server.url, tables[0].token)
        with TableClient(account, tables[1]) as table:
            change(tmp_path, "DELETE FROM log WHERE table_id = ? AND version = 2", table.id)
            server.hub.rooms[table.id]._in_step = False  # as after a failed write
            with pytest.raises(Refused) as refused:
                table.say("hello?")
        assert refused.value.code == "damaged"


def test_a_table_whose_log_is_gone_is_damaged_and_not_unknown(tables: tuple[Account, str, str], tmp_path: Path) -> None:
    change(tmp_path, "DELETE FROM log WHERE table_id = ?", tables[1])
    with served(tmp_path) as server, pytest.raises(Refused) as refused:
        Account(server.url, tables[0].token).hint(tables[1])
    assert refused.value.code == "damaged"


def test_a_command_at_an_open_table_whose_log_is_gone_is_refused(
    tables: tuple[Account, str, str], tmp_path: Path
) -> None:
    async def say(room: Room) -> list[Done | Refusal]:
        answers: list[Done | Refusal] = []
        room._in_step = False  # as after a failed write
        await room.handle(Guest("ann", "Ann"), asked.Say(id="c", text="hello"), answers.append)
        return answers

    with served(tmp_path) as server:
        with TableClient(Account(server.url, tables[0].token), tables[1]) as table:
            room = server.hub.rooms[table.id]
        for kind in ("log", "summaries"):
            change(tmp_path, f"DELETE FROM {kind} WHERE table_id = ?", table.id)
        assert server.run(say(room)) == [Refusal("c", Kind.FAILED, "store")]


def test_rows_from_before_there_were_checksums_are_read(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        for migration in MIGRATIONS[:2]:
            connection.executescript(migration)
        connection.execute("PRAGMA user_version = 2")
        event = b'{"type":"said","seat":0,"text":"hello"}'
        connection.execute("INSERT INTO log VALUES ('t', 1, 5, 'ann', 'c', ?)", (event,))
        connection.commit()
    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(store.append(Addition("t", Entry(2, 6, "ann", "d", ChatSent(0, "again")))))
        assert [entry.event for entry in asyncio.run(store.read_log("t"))] == [
            ChatSent(0, "hello"),
            ChatSent(0, "again"),
        ]


async def fill(store: SqliteStore) -> None:
    entries = (Entry(version, 5, "ann", str(version), ChatSent(0, "x" * 100)) for version in range(1, 500))
    await asyncio.gather(*(store.append(Addition("t", entry)) for entry in entries))


def break_pages(folder: Path) -> None:
    with (folder / FILE).open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(2 * 4096)
        file.write(b"\xff" * (size - 2 * 4096))


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(fill(store))
    return tmp_path


@pytest.fixture
def broken(filled: Path) -> Iterator[SqliteStore]:
    """A store whose pages are damaged while it is open."""
    with closing(SqliteStore(filled)) as store:
        break_pages(filled)
        yield store


def test_a_damaged_page_stops_all_writing(broken: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(StoreFailed, match="the database is damaged") as failed:
        asyncio.run(broken.read_log("t"))
    assert not isinstance(failed.value, Damaged)
    with pytest.raises(StoreFailed, match="skipbo check, restore a backup"):
        asyncio.run(broken.check())
    assert [record.getMessage() for record in caplog.records].count("store damaged") == 1


# At the start


def looks(caplog: pytest.LogCaptureFixture) -> list[dict[str, float]]:
    """What the log says about each look at the pages."""
    return [record.__dict__["fields"] for record in caplog.records if record.getMessage() == "integrity checked"]


def test_a_start_looks_for_damaged_pages(filled: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "skipbo.server")
    SqliteStore(filled).close()
    assert [look["complete"] for look in looks(caplog)] == [True]
    break_pages(filled)
    with pytest.raises(Malformed, match=r"is damaged: .* Run skipbo check .*, and restore a backup\."):
        SqliteStore(filled)


def test_a_start_does_not_look_for_long(
    filled: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "skipbo.server")
    with closing(connect(filled / FILE)) as connection:  # so many entries that a look takes long
        connection.execute(
            """WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
            INSERT INTO log SELECT 'u', n, 5, 'ann', n, x'7b7d', NULL FROM numbers"""
        )
    monkeypatch.setattr(sqlite, "LOOK", 0.001)
    SqliteStore(filled).close()
    (look,) = looks(caplog)
    assert not look["complete"]
