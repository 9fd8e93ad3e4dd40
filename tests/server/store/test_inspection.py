"""`skipbo check` finds everything that is wrong in a folder, and nothing in one that is not."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from skipbo.client import Account, TableClient
from skipbo.errors import Malformed
from skipbo.protocol.messages import Phase
from skipbo.server.inspection import inspect
from skipbo.server.store.schema import FILE, MIGRATIONS
from skipbo.server.store.sqlite import SqliteStore
from tests.command_runner import Command, command
from tests.server.server_process import InThread, served
from tests.server.store.test_damage import DAMAGE, break_pages, change

__all__ = ["command"]  # a fixture


def play_a_game(server: InThread) -> tuple[Account, str]:
    account = Account.create(server.url, "Ann")
    table = account.open_table(stock=1, bots=[None, "eager"], pace=0)
    play_on(account, table)
    return account, table


def play_on(account: Account, table: str) -> None:
    """Plays until the game is over."""
    with TableClient(account, table) as place:
        for update in place.updates():
            if update.table.phase is Phase.BETWEEN:
                break
            if update.own is not None and update.own.legal:
                place.play(min(update.own.legal, key=lambda move: ">b" not in move))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a table at which a game was finished, and another table."""
    folder = tmp_path_factory.mktemp("played")
    with served(folder) as server:
        _account, table = play_a_game(server)
        Account.create(server.url, "Bob").open_table()
    return folder, table


@pytest.fixture
def folder(played: tuple[Path, str], tmp_path: Path) -> Path:
    with closing(sqlite3.connect(played[0] / FILE)) as source, closing(sqlite3.connect(tmp_path / FILE)) as copy:
        source.backup(copy)
    return tmp_path


def found(folder: Path) -> list[str]:
    return [damage for inspected in inspect(str(folder)) for damage in inspected.damage]


MORE_DAMAGE = {
    "its summary is not that of its log": "UPDATE summaries SET summary = x'7b7d' WHERE table_id = ?",
    "its seats are not those of its log": "UPDATE seated SET seat = 1 WHERE table_id = ?",
    "game 1 is missing": "DELETE FROM games WHERE table_id = ?",
    "game 1 is not that of its log": """UPDATE games SET record =
        CAST(replace(CAST(record AS TEXT), '"Ann"', '"Eve"') AS BLOB) WHERE table_id = ?""",
    "game 7 is not in its log": """INSERT INTO games
        SELECT table_id, 7, ended_at, record, proof, edition, names FROM games WHERE table_id = ?""",
}


@pytest.mark.parametrize(("what", "statement"), [*DAMAGE.items(), *MORE_DAMAGE.items()])
def test_damage_is_found(what: str, statement: str, folder: Path, played: tuple[Path, str]) -> None:
    assert found(folder) == []
    change(folder, statement, played[1])
    (damage,) = found(folder)
    assert what in damage
    assert played[1] not in damage  # the link of a table is its key


def test_what_is_left_of_a_table_without_a_log_is_found(folder: Path, played: tuple[Path, str]) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("DELETE FROM log WHERE table_id = ?", (played[1],))
    assert [damage.partition(": ")[2] for damage in found(folder)] == [
        f"its log is missing, its {kind} are left." for kind in ("summaries", "seated", "games")
    ]


def test_an_archived_table_is_checked_as_any_other(folder: Path, played: tuple[Path, str]) -> None:
    with closing(SqliteStore(folder)) as store:
        assert asyncio.run(store.archive(played[1], 2**60))
    assert found(folder) == []
    change(folder, "UPDATE archive SET log = x'00' WHERE table_id = ?", played[1])
    (damage,) = found(folder)
    assert "its archived log cannot be read" in damage


def test_a_damaged_page_is_found(folder: Path) -> None:
    break_pages(folder)
    assert found(folder)
    (folder / FILE).write_bytes(b"milk, bread\n" * 1000)
    assert found(folder) == ["file is not a database"]


def test_an_index_that_misses_a_row_is_found(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript(
            """PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = sql || ' WHERE version > 2' WHERE name = 'log_commands'"""
        )
    assert any("log_commands" in damage for damage in found(folder))


def test_the_command_is_content_while_people_play(tmp_path: Path, command: Command) -> None:
    with served(tmp_path) as server:
        account, _table = play_a_game(server)
        with TableClient(account, account.open_table()) as place:
            for _number in range(20):
                place.say("hello")
                result = command("check", tmp_path)
                assert (result.code, result.out) == (0, "Tables checked: 2; damage found: 0.\n")


def test_the_command_lists_the_damage_and_fails(folder: Path, played: tuple[Path, str], command: Command) -> None:
    change(folder, DAMAGE["entry 2 is missing"], played[1])
    result = command("check", folder)
    assert result.code == 1
    assert result.out.splitlines()[0].endswith(": entry 2 is missing.")
    assert result.out.splitlines()[1] == "Tables checked: 2; damage found: 1."


def test_a_folder_without_tables_or_of_another_version_is_not_checked(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="There are no tables"):
        found(tmp_path)
    SqliteStore(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
    with pytest.raises(Malformed, match="serve it once with this one, then check it"):
        found(tmp_path)
