"""The store keeps what it has confirmed: each command whole, and once."""

import asyncio
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from skipbo.errors import Malformed
from skipbo.protocol.events import TableEvent
from skipbo.protocol.options import TableOptions
from skipbo.server import portions
from skipbo.server.portions import Portions
from skipbo.server.store.backup import backup
from skipbo.server.store.interface import Addition, Conflict, FinishedGame, FinishedSeat, Guest, Store, StoreFailed
from skipbo.server.store.log import ChatSent, Entry, LockSet, Muted, Opened
from skipbo.server.store.schema import FILE, MIGRATIONS, connect
from skipbo.server.store.sql import SqlStore
from skipbo.server.store.sqlite import READERS, SqliteStore
from skipbo.server.table.room import Room
from skipbo.server.table.state import TableState
from tests.server.store_places import StorePlace


def entry(version: int, command: str = "", by: str = "ann") -> Entry:
    return Entry(version, 1000 + version, by, command or f"c{version}", ChatSent(0, f"line {version}"))


def log_of(store: Store, table: str = "t") -> list[Entry]:
    return asyncio.run(store.read_log(table))


async def append_all(store: Store, *entries: Entry, table: str = "t") -> list[BaseException | None]:
    return await asyncio.gather(*(store.append(Addition(table, each)) for each in entries), return_exceptions=True)


def test_what_was_appended_is_read_in_order(store: SqlStore) -> None:
    opened = Entry(1, 5, "ann", "new", Opened(options=TableOptions(players=4, stock=5), secret=bytes(range(32))))
    asyncio.run(
        append_all(store, opened, Entry(2, 6, "bob", "x", Muted(1, 0, True)), Entry(3, 7, "", "y", LockSet(True)))
    )
    assert log_of(store)[0] == opened
    assert [each.event for each in log_of(store)[1:]] == [Muted(1, 0, True), LockSet(True)]
    assert log_of(store, "another") == []


def test_logs_are_applied_in_portions_so_that_other_tables_go_on(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Entry(1, 5, "ann", "new", Opened(options=TableOptions(), secret=bytes(32)))
    entries = [
        opened,
        *(Entry(version, 5, "ann", str(version), LockSet(version % 2 == 0)) for version in range(2, 99)),
    ]
    folding, taken = TableState.apply, 0

    def apply(state: TableState, entry: Entry) -> list[TableEvent]:
        nonlocal taken
        taken += 1
        return folding(state, entry)

    async def look() -> list[int]:
        """How many entries were taken, whenever somebody else had their turn."""
        await append_all(store, *entries)
        shared = Portions()
        loading, seen = asyncio.gather(*(Room.load("t", store, shared) for _ in range(5))), [0]
        while not loading.done():
            await asyncio.sleep(0)
            seen.append(taken)
        for room in await loading:
            assert room is not None
            assert room.version == len(entries)
        return seen

    monkeypatch.setattr(TableState, "apply", apply)
    monkeypatch.setattr(portions, "PORTION", 0)  # each entry is a portion
    seen = asyncio.run(look())
    assert seen[-1] == 5 * (len(entries) - 1)
    assert max(after - before for before, after in pairwise(seen)) == 1


def test_a_version_is_appended_once(store: SqlStore) -> None:
    answers = asyncio.run(append_all(store, entry(1, "one"), entry(1, "two")))
    assert answers[0] is None
    assert isinstance(answers[1], Conflict)
    assert [each.command for each in log_of(store)] == ["one"]


def test_a_command_id_is_unique_for_each_guest(store: SqlStore) -> None:
    answers = asyncio.run(append_all(store, entry(1, "c"), entry(2, "c"), entry(2, "c", "bob")))
    assert [type(answer) for answer in answers] == [type(None), Conflict, type(None)]
    assert asyncio.run(store.find_command("t", "ann", "c")) == 1
    assert asyncio.run(store.find_command("t", "bob", "c")) == 2
    assert asyncio.run(store.find_command("u", "ann", "c")) is None


def test_waiting_commands_are_committed_together(store: SqlStore) -> None:
    async def many() -> None:
        await asyncio.gather(*(store.append(Addition(f"t{n}", entry(1))) for n in range(500)))

    asyncio.run(many())
    numbers = store.numbers()
    assert numbers["writes_total"] == 500
    assert numbers["commits_total"] < 100


def test_in_a_group_only_the_conflicting_entries_are_refused(store: SqlStore) -> None:
    async def many() -> list[BaseException | None]:
        await store.append(Addition("t70", entry(1)))
        tables = [*range(100), 3]  # one is there already, and one comes twice
        additions = (store.append(Addition(f"t{n}", entry(1))) for n in tables)
        return await asyncio.gather(*additions, return_exceptions=True)

    answers = asyncio.run(many())
    assert [number for number, answer in enumerate(answers) if answer is not None] == [70, 100]
    assert isinstance(answers[70], Conflict)
    assert isinstance(answers[100], Conflict)
    assert all(log_of(store, f"t{n}") == [entry(1)] for n in range(100))


def test_a_confirmed_entry_survives_without_closing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    asyncio.run(append_all(store, entry(1)))
    other = SqliteStore(tmp_path)  # as after a crash: nobody has closed the first
    assert log_of(other) == [entry(1)]
    store.close()
    other.close()


def test_the_store_writes_through_to_the_disk(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_failed_write_leaves_nothing_and_the_next_one_succeeds(store: SqlStore, place: StorePlace) -> None:
    finished = FinishedGame(1, b"{}", b"{}", "mattel-2003", ("Ann",), (FinishedSeat("ann", 0, True, 80),))

    async def append() -> None:
        await store.append(Addition("t", entry(1), finished=finished))

    place.change("ALTER TABLE played RENAME TO away")
    with pytest.raises(StoreFailed):
        asyncio.run(append())
    assert log_of(store) == []
    place.change("ALTER TABLE away RENAME TO played")
    asyncio.run(append())
    assert log_of(store) == [entry(1)]


def test_a_reader_whose_connection_broke_opens_another(tmp_path: Path) -> None:
    async def read_often(store: SqliteStore) -> list[BaseException | list[Entry]]:
        await store.append(Addition("t", entry(1)))
        for _reader in range(READERS):
            await store._read(lambda _connection: store._own.connection.close())
        return await asyncio.gather(*(store.read_log("t") for _ in range(20)), return_exceptions=True)

    with closing(SqliteStore(tmp_path)) as store:
        answers = asyncio.run(read_often(store))
    assert sum(isinstance(each, StoreFailed) for each in answers) <= READERS
    assert answers[-1] == [entry(1)]


def test_a_finished_game_is_found_by_its_players(store: SqlStore) -> None:
    players = (FinishedSeat("ann", 0, True, 80), FinishedSeat("bob", 1, False, 0))
    finished = FinishedGame(1, b"record", b"proof", "mattel-2003", ("Ann", "Bob"), players)

    async def play() -> None:
        await store.append(Addition("t", entry(1), finished=finished))

    asyncio.run(play())
    assert asyncio.run(store.find_game("t", 1)) == (b"record", b"proof")
    assert asyncio.run(store.find_game("t", 2)) is None
    (item,) = asyncio.run(store.history("ann", 10))
    assert (item.table, item.game, item.won, item.names) == ("t", 1, True, ["Ann", "Bob"])
    assert asyncio.run(store.statistics("bob")).games == 1
    assert asyncio.run(store.statistics("bob")).won == 0


def test_a_guest_is_known_by_the_hash_of_a_token_only(store: SqlStore) -> None:
    asyncio.run(store.add_guest(Guest("g1", "Ann"), b"hash"))
    assert asyncio.run(store.find_guest(b"hash")) == Guest("g1", "Ann")
    asyncio.run(store.rename_guest(Guest("g1", "Anna")))
    asyncio.run(store.replace_token("g1", b"other"))
    assert asyncio.run(store.find_guest(b"hash")) is None
    assert asyncio.run(store.find_guest(b"other")) == Guest("g1", "Anna")


def test_the_lobby_lists_the_latest_first(store: SqlStore) -> None:
    async def open_tables() -> None:
        for number in range(1, 4):
            await store.append(Addition(f"t{number}", entry(number), b"%d" % number, listed=number != 2))

    asyncio.run(open_tables())
    assert asyncio.run(store.list_tables(0, 10, 10)) == [b"3", b"1"]
    assert asyncio.run(store.list_tables(1002, 10, 10)) == [b"3"]
    assert asyncio.run(store.find_summary("t2")) == b"2"


def test_the_host_of_a_table_is_whoever_opened_it_and_sits_there(store: SqlStore) -> None:
    async def change(version: int, by: str, *seated: tuple[str, int]) -> int | None:
        await store.append(Addition("t", entry(version, by=by), b"{}", seated=seated))
        return await store.find_host("t")

    async def play() -> list[int | None]:
        return [
            await change(1, "ann"),
            await change(2, "bob", ("bob", 0)),
            await change(3, "ann", ("ann", 3), ("bob", 0)),
            await change(4, "ann", ("bob", 0)),
            await store.find_host("another"),
        ]

    assert asyncio.run(play()) == [None, None, 3, None, None]


def test_the_lobby_lists_a_few_tables_of_each_opener(store: SqlStore) -> None:
    async def open_tables() -> None:
        for number in range(1, 10):
            opener = None if number < 4 else b"one" if number < 9 else b"two"
            opened = Addition(f"t{number}", entry(number), b"%d" % number, listed=True, opener=opener)
            await store.append(opened)
        await store.append(Addition("t5", entry(20), b"5 later", listed=True))  # a later change names no opener

    asyncio.run(open_tables())
    assert asyncio.run(store.list_tables(0, 10, 2)) == [b"5 later", b"9", b"8", b"3", b"2", b"1"]
    assert asyncio.run(store.list_tables(0, 3, 2)) == [b"5 later", b"9", b"8"]


def test_a_backup_holds_everything_and_never_replaces_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "restored"
    folder.mkdir()
    with closing(SqliteStore(tmp_path)) as store:
        asyncio.run(append_all(store, entry(1), entry(2)))
        backup(str(tmp_path), folder / FILE)
        with closing(SqliteStore(folder)) as restored:
            assert log_of(restored) == log_of(store)
    with pytest.raises(Malformed, match="exists already"):
        backup(str(tmp_path), folder / FILE)
    with pytest.raises(Malformed, match="no tables"):
        backup(str(tmp_path / "nothing"), tmp_path / "copy")


def test_a_backup_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with pytest.raises(Malformed, match="cannot be written"):
        backup(str(tmp_path), tmp_path / "nowhere" / "copy")


def test_a_file_that_is_not_a_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("milk, bread\n" * 100)
    with pytest.raises(Malformed, match="cannot be used: file is not a database"):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_text() == "milk, bread\n" * 100


def test_a_folder_of_a_newer_skipbo_is_left_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path).close()
    with closing(connect(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(Malformed, match="newer skipbo"):
        SqliteStore(tmp_path)
