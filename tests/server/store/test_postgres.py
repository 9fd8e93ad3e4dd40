"""PostgreSQL that is killed, cut off or stuck: what was confirmed is there once, and nothing appears later."""

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tools.postgres_server import PostgresServer
from tools.server import Process

from skipbo.client import Account, TableClient
from skipbo.errors import Malformed
from skipbo.protocol.messages import Phase
from skipbo.server.store import address
from skipbo.server.store.address import without_password
from skipbo.server.store.interface import Addition, Conflict, Guest, StoreFailed
from skipbo.server.store.log import ChatSent, Entry
from skipbo.server.store.postgres import fence, session, store, writer
from skipbo.server.store.postgres.schema import MIGRATIONS
from skipbo.server.store.postgres.store import PostgresStore
from tests.command_runner import Command, command
from tests.server.needs import needs_postgres
from tests.server.store.test_inspection import play_on
from tests.server.store_places import Database

__all__ = ["command"]  # a fixture
pytestmark = needs_postgres
KILLS = 150


@pytest.fixture
def place(postgres: PostgresServer) -> Database:
    return Database(postgres.new_database())


def entry(version: int, command: str = "c") -> Entry:
    return Entry(version, 5, "ann", command, ChatSent(0, "hello"))


@contextmanager
def slow_commits(place: Database) -> Iterator[None]:
    """Lets every transaction that writes into the log wait for half a second, at its end."""
    place.change("""CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END'""")
    place.change("""CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait()""")
    yield
    place.change("DROP TRIGGER slow ON log")


@contextmanager
def slow_rows(place: Database, table: str) -> Iterator[None]:
    """Every row of a table that is written takes a fifth of a second, in which other nodes write theirs."""
    place.change("""CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END'""")
    place.change(f"CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION wait()")
    yield
    place.change(f"DROP TRIGGER slow ON {table}")


async def at_once(*groups: tuple[PostgresStore, Sequence[Coroutine[Any, Any, None]]]) -> list[BaseException | None]:
    """Lets stores write at the same time, each of them a group; returns all answers."""
    busy = [
        asyncio.create_task(store._change(lambda session: session.execute("SELECT pg_sleep(0.3)")))
        for store, _group in groups
    ]
    await asyncio.sleep(0.1)
    answers = await asyncio.gather(*(each for _store, group in groups for each in group), return_exceptions=True)
    await asyncio.gather(*busy)
    return answers


class Recorder:
    """Appends to a table and keeps what was confirmed. After a failure it reads, and believes what it reads."""

    def __init__(self, store: PostgresStore, table: str) -> None:
        self._store = store
        self._table = table
        self.confirmed: list[Entry] = []
        self.failures = 0

    async def append(self) -> None:
        """Raises `Conflict` if an entry is there that was not there when the log was read."""
        version = len(self.confirmed) + 1
        while True:
            each = entry(version, f"{version} try {self.failures}")
            try:
                await self._store.append(Addition(self._table, each))
            except StoreFailed:
                self.failures += 1
                if each not in await self.read():
                    continue
            self.confirmed.append(each)
            return

    async def read(self) -> list[Entry]:
        while True:
            try:
                return await self._store.read_log(self._table)
            except StoreFailed:
                self.failures += 1
                await asyncio.sleep(0.01)


async def record_until(done: threading.Event, store: PostgresStore) -> list[Recorder]:
    recorders = [Recorder(store, f"t{number}") for number in range(10)]

    async def record(recorder: Recorder) -> None:
        while not done.is_set():
            await recorder.append()

    await asyncio.gather(*map(record, recorders))
    for number, recorder in enumerate(recorders):
        assert await store.read_log(f"t{number}") == recorder.confirmed
    return recorders


def test_no_entry_is_lost_or_doubled_when_connections_are_killed(place: Database) -> None:
    done, chance = threading.Event(), random.Random(7)

    def kill() -> None:
        """Ends all sessions of the store at once, again and again, as soon as one of them may write."""
        end = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'skipbo' AND EXISTS (
                SELECT * FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = %s)"""
        with closing(psycopg.connect(place.data, autocommit=True)) as connection:
            kills, deadline = 0, time.monotonic() + 60
            while kills < KILLS and time.monotonic() < deadline:
                time.sleep(chance.uniform(0, 0.01))
                kills += bool(connection.execute(end, (fence.SERVING & 0xFFFFFFFF,)).rowcount)
        done.set()

    with closing(place.open()) as store:
        killer = threading.Thread(target=kill)
        killer.start()
        recorders = asyncio.run(record_until(done, store))
        killer.join()
    assert sum(recorder.failures for recorder in recorders) > KILLS
    assert all(recorder.confirmed for recorder in recorders)


@pytest.mark.slow
def test_no_entry_is_lost_or_doubled_when_postgresql_is_killed(place: Database, postgres: PostgresServer) -> None:
    done = threading.Event()

    def kill(opened: PostgresStore) -> None:
        try:
            for _time in range(3):
                time.sleep(0.3)
                postgres.kill()
                time.sleep(0.1)
                postgres.start()
                wait_until_found(opened)
        finally:
            done.set()

    with closing(place.open()) as store:
        killer = threading.Thread(target=kill, args=(store,))
        killer.start()
        recorders = asyncio.run(record_until(done, store))
        killer.join()
    assert sum(recorder.failures for recorder in recorders) >= 1


def wait_until_found(store: PostgresStore) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            asyncio.run(store.check())
            return
        except StoreFailed:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_what_a_lost_session_was_asked_does_not_appear_after_it_was_looked_for(place: Database) -> None:
    async def do(store: PostgresStore) -> None:
        appending = asyncio.create_task(store.append(Addition("t", entry(1, "lost"))))
        await asyncio.sleep(0.2)
        writing = store._writer._session
        assert writing is not None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(session, "GIVEN_UP_AFTER", 0.0)
            writing.give_up_if_stuck()  # only our end knows that the connection is gone
        with pytest.raises(StoreFailed):
            await appending
        found = await store.read_log("t")
        await asyncio.sleep(0.6)
        assert await store.read_log("t") == found

    with closing(place.open()) as store, slow_commits(place):
        asyncio.run(do(store))


def test_a_database_that_does_not_answer_is_a_failure_until_it_does(
    place: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "GIVEN_UP_AFTER", 0.5)
    monkeypatch.setattr(fence, "PATIENCE", 0.1)

    async def do(store: PostgresStore) -> None:
        await store.append(Addition("t", entry(1)))
        ((process,),) = place.query("SELECT pid FROM pg_stat_activity WHERE starts_with(query, 'INSERT INTO log')")
        os.kill(process, signal.SIGSTOP)
        begun = time.monotonic()
        with pytest.raises(StoreFailed):
            await store.append(Addition("t", entry(2, "d")))
        with pytest.raises(StoreFailed, match="the database was lost"):
            await store.read_log("t")  # nobody knows yet
        assert time.monotonic() - begun < 4
        os.kill(process, signal.SIGCONT)
        recorder = Recorder(store, "t")
        recorder.confirmed = await recorder.read()
        assert recorder.confirmed in ([entry(1)], [entry(1), entry(2, "d")])  # whoever woke first: the process, or we
        await recorder.append()
        assert await recorder.read() == recorder.confirmed

    with closing(place.open()) as store:
        asyncio.run(do(store))


def test_whoever_waits_for_a_silent_database_is_told_before_another_attempt(
    place: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "GIVEN_UP_AFTER", 0.5)
    monkeypatch.setattr(fence, "PATIENCE", 0.1)
    monkeypatch.setattr(writer, "FIRST_PAUSE", 60.0)
    attempts = []

    def attempt(_writer: writer.Writer) -> None:
        attempts.append("another")
        time.sleep(0.1)

    monkeypatch.setattr(writer.Writer, "_reconnect", attempt)

    async def do(store: PostgresStore) -> None:
        await store.append(Addition("t", entry(1)))
        ((process,),) = place.query("SELECT pid FROM pg_stat_activity WHERE starts_with(query, 'INSERT INTO log')")
        os.kill(process, signal.SIGSTOP)
        written = asyncio.create_task(store.append(Addition("t", entry(2, "d"))))
        await asyncio.sleep(0.2)
        waiting = store.append(Addition("u", entry(1)))
        answers = await asyncio.gather(written, waiting, return_exceptions=True)
        os.kill(process, signal.SIGCONT)
        assert [type(answer) for answer in answers] == [StoreFailed, StoreFailed]
        assert not attempts

    with closing(place.open()) as store:
        asyncio.run(do(store))


def test_readers_do_not_wait_for_a_database_that_was_silent_for_long() -> None:
    gate = fence.Fence()
    gate.close("silent", time.monotonic() - fence.PATIENCE)
    assert gate.patience_left == 0
    with pytest.raises(StoreFailed, match="the database was lost: silent"):
        gate.wait()


def test_readers_wait_for_a_lost_database_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "PATIENCE", 0.2)
    gate = fence.Fence()
    gate.wait()
    gate.close("killed", time.monotonic())
    begun = time.monotonic()
    for _reader in range(100):
        with pytest.raises(StoreFailed, match="the database was lost: killed"):
            gate.wait()
    assert 0.2 <= time.monotonic() - begun < 2
    gate.open()
    gate.wait()


def test_a_commit_is_durable_whatever_the_database_does_by_default(place: Database) -> None:
    name = place.data.partition("@/")[2].partition("?")[0]
    place.change(f"ALTER DATABASE {name} SET synchronous_commit = off")
    with closing(place.open()) as store:
        assert store._writer._session is not None
        assert store._writer._session.execute("SHOW synchronous_commit").fetchone() == ("on",)
        assert store.complaints() == []


def test_an_id_that_postgresql_cannot_hold_is_found_nowhere_and_fails_alone(place: Database) -> None:
    async def do(store: PostgresStore) -> None:
        assert await store.find_summary("a\0b") is None
        assert await store.read_log("a\0b") == []
        odd, usual = store.append(Addition("t", entry(1, "\0"))), store.append(Addition("u", entry(1)))
        answers = await asyncio.gather(odd, usual, return_exceptions=True)
        assert isinstance(answers[0], StoreFailed)
        assert answers[1] is None
        assert await store.read_log("u") == [entry(1)]

    with closing(place.open()) as store:
        asyncio.run(do(store))


def test_damaged_pages_stop_all_writing(place: Database) -> None:
    with closing(place.open()) as store:
        place.change("""CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
            $$BEGIN RAISE 'invalid page' USING ERRCODE = 'data_corrupted'; END$$""")
        place.change("CREATE TRIGGER damaged BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION fail()")
        with pytest.raises(StoreFailed, match="the database is damaged"):
            asyncio.run(store.append(Addition("t", entry(1))))
        with pytest.raises(StoreFailed, match="the database is damaged"):
            asyncio.run(store.check())


def test_nodes_that_write_to_the_same_tables_do_not_wait_for_each_other(
    place: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "TRIES", 1)

    async def cross(one: PostgresStore, other: PostgresStore) -> None:
        first, second = one._writer._session, other._writer._session
        forth = [one.append(Addition(table, entry(1, f"one {table}"))) for table in ("t1", "t2")]
        back = [other.append(Addition(table, entry(1, f"other {table}"))) for table in ("t2", "t1")]
        answers = await at_once((one, forth), (other, back))
        assert sorted(map(str, map(type, answers))) == sorted(map(str, 2 * [type(None), Conflict]))
        for number, table in enumerate(("t1", "t2")):
            (written,) = await one.read_log(table)
            assert answers[number if written.command.startswith("one") else 3 - number] is None
        assert (one._writer._session, other._writer._session) == (first, second)

    with closing(place.open()) as one, closing(place.open()) as other, slow_rows(place, "log"):
        asyncio.run(cross(one, other))


def test_what_deadlocks_all_the_same_is_written_a_little_later(place: Database) -> None:
    names = ("ann", "bob")

    async def cross(one: PostgresStore, other: PostgresStore) -> None:
        first, second = one._writer._session, other._writer._session
        for name in names:
            await one.add_guest(Guest(name, name), name.encode())
        with slow_rows(place, "guests"):
            forth = [one.rename_guest(Guest(name, f"one {name}")) for name in names]
            back = [other.rename_guest(Guest(name, f"other {name}")) for name in reversed(names)]
            answers = await at_once((one, forth), (other, back))
        assert answers == [None] * 4
        assert (one._writer._session, other._writer._session) == (first, second)
        for name in names:
            guest = await one.find_guest(name.encode())
            assert guest is not None
            assert guest.name in (f"one {name}", f"other {name}")

    with closing(place.open()) as one, closing(place.open()) as other:
        asyncio.run(cross(one, other))


def test_a_node_that_hangs_while_it_looks_whether_it_can_write_holds_up_no_other(place: Database) -> None:
    with closing(place.open()) as one, closing(place.open()) as other:
        asyncio.run(one.check())
        with closing(psycopg.connect(place.data)) as hanging:
            hanging.execute("SELECT * FROM pulse FOR UPDATE")
            asyncio.run(other.check())


# A server


def test_tables_in_postgresql_are_served_and_survive_the_server(
    place: Database, tmp_path: Path, command: Command
) -> None:
    process = Process(tmp_path / "server", data=place.data)
    try:
        account = Account.create(process.url, "Ann")
        table = account.open_table(stock=1, bots=[None, "eager"], pace=0)
        play_on(account, table)
        process.kill()
        process.start()
        account = Account(process.url, account.token)
        with TableClient(account, table) as client:
            assert client.now.table.phase is Phase.BETWEEN
        assert len(account.history()) == 1
        assert command("check", place.data).out == "Tables checked: 1; damage found: 0.\n"
        assert "pg_dump" in command("backup", tmp_path / "copy", "--data", place.data).err
    finally:
        process.kill()
    assert place.change("UPDATE log SET at = at + 1 WHERE version = 2") == 1
    checked = command("check", place.data)
    assert checked.code == 1
    assert "entry 2 has a wrong checksum" in checked.out


def test_without_the_package_for_postgresql_a_host_hears_how_to_install_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "find_spec", lambda _name: None)
    refused = command("check", "postgresql://db.example/tables")
    assert refused.code != 0
    assert "pip install 'skipbo[postgres]'" in refused.err


# At the start


def test_a_database_is_moved_while_nobody_serves_it(place: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LOCK_WAIT", 0.1)
    with closing(place.open()), closing(place.open()), pytest.raises(Malformed, match="A server uses the database"):
        store.open_to_move(place.data).__enter__()
    with store.open_to_move(place.data), pytest.raises(Malformed, match="skipbo move-data uses the database"):
        place.open()
    place.open().close()


def test_a_database_of_a_newer_skipbo_is_left_alone(place: Database) -> None:
    place.open().close()
    place.change("UPDATE skipbo_schema SET version = ?", len(MIGRATIONS) + 1)
    place.open().close()  # the newer one has added something that we do not need to know
    place.change("UPDATE skipbo_schema SET needs = ?", len(MIGRATIONS) + 1)
    with pytest.raises(Malformed, match="newer skipbo"):
        place.open()


def test_a_database_in_another_encoding_is_refused(postgres: PostgresServer) -> None:
    with pytest.raises(Malformed, match="encoding LATIN1"):
        PostgresStore(postgres.new_database("LATIN1"))


def test_a_database_that_is_not_there_is_named_without_its_password(postgres: PostgresServer) -> None:
    nowhere = f"postgresql://skipbo:sesame@/nowhere?host={postgres.folder}"
    with pytest.raises(Malformed, match=r"postgresql:///nowhere cannot be used: .*does not exist") as refused:
        PostgresStore(nowhere)
    assert "sesame" not in str(refused.value)
    assert without_password("postgres://ann:sesame@db.example:5432/t?password=p") == "postgresql://db.example:5432/t"
