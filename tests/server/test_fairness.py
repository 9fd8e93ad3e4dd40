"""Finished games: their records by a link, and the proof that nobody chose the cards; a bot over the network."""

import asyncio
import hashlib
import json
import secrets
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tools.server import UNLIMITED
from websockets.asyncio.client import connect

from skipbo.cli import main
from skipbo.client import Account, AsyncTableClient, TableClient
from skipbo.i18n import use_language
from skipbo.protocol import commands as asked
from skipbo.protocol.events import Withheld
from skipbo.protocol.fairness import commitment_to_entropy, key_of_game
from skipbo.protocol.messages import Phase, Update
from skipbo.server.limits import Rate
from skipbo.server.store.writer import Writer
from skipbo.server.table import keeper
from tests.server.server_process import InThread, served
from tests.server.test_play import play_on

BOT = Path(__file__).parent.parent.parent / "examples" / "network_bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


async def until(place: AsyncTableClient, what: Callable[[Update], bool]) -> Update:
    """Waits for an update."""
    async with asyncio.timeout(20):
        async for update in place.updates():
            if what(update):
                return update
    raise AssertionError


def begun(update: Update) -> bool:
    return update.table.phase is Phase.PLAYING


async def finished(server: InThread, games: int = 1) -> tuple[Account, str, dict[int, str]]:
    """A table with finished games, and what its players were promised before each deal."""
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    table = ann.open_table(stock=2, ready=False)
    async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
        await his.sit()
        for _game in range(games):
            await his.ready()
            await hers.ready()
            await asyncio.gather(until(hers, begun), until(his, begun))
            await asyncio.gather(play_on(hers), play_on(his))
        assert hers.commitments == his.commitments
        return ann, table, hers.commitments


def verify(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[Any, str]:
    use_language("en")
    with pytest.raises(SystemExit) as ended:
        main(["verify", *options])
    told = capsys.readouterr()
    return ended.value.code, told.out + told.err


def test_a_finished_game_is_checked_by_its_link(server: InThread, capsys: pytest.CaptureFixture[str]) -> None:
    _account, table, promised = asyncio.run(finished(server))
    link = f"{server.url}/t/{table}"
    assert verify(capsys, "--table", link) == (0, "Valid games: 1; invalid: 0.\n")
    assert verify(capsys, "--table", link, "--commitment", promised[1])[0] == 0
    assert promised[1].count(",") == 2, "the server's, and those of both seats"
    assert verify(capsys, "--table", link, "--commitment", promised[1].split(",")[0])[0] == 0
    for wrong in (promised[2], promised[1].rpartition(",")[0], promised[1] + ",00"):
        code, told = verify(capsys, "--table", link, "--commitment", wrong)
        assert code == 1
        assert "promised before the deal" in told
    assert verify(capsys, "--table", f"{link}/games/1") == (0, "Valid games: 1; invalid: 0.\n")


def test_commitments_are_those_of_the_game_in_the_link(server: InThread, capsys: pytest.CaptureFixture[str]) -> None:
    _account, table, promised = asyncio.run(finished(server, games=2))
    link = f"{server.url}/t/{table}"
    assert verify(capsys, "--table", link, "--commitment", promised[2])[0] == 0
    assert verify(capsys, "--table", f"{link}/games/1", "--commitment", promised[1])[0] == 0
    assert verify(capsys, "--table", link, "--commitment", promised[1])[0] == 1
    code, told = verify(capsys, "--table", f"{link}/games/3", "--commitment", promised[2])
    assert code == 1
    assert "no finished game" in told


def test_a_server_that_wants_to_be_asked_slowly_is_still_asked_for_every_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        _account, table, _promised = asyncio.run(finished(server, games=2))
    with served(tmp_path, replace(UNLIMITED, requests=Rate(1, 5))) as server:
        assert verify(capsys, "--table", f"{server.url}/t/{table}") == (0, "Valid games: 2; invalid: 0.\n")


def test_a_table_without_a_finished_game_has_nothing_to_check(
    server: InThread, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = Account.create(server.url, "Ann")
    code, told = verify(capsys, "--table", f"{server.url}/t/{guest.open_table()}")
    assert code == 1
    assert "no finished game" in told
    assert verify(capsys, "--table", "nonsense")[0] == 1
    assert verify(capsys)[0] == 2


@pytest.mark.parametrize("lie", ["entropy", "late", "secret", "seed", "moves"])
def test_a_server_that_lies_is_found_out(server: InThread, capsys: pytest.CaptureFixture[str], lie: str) -> None:
    account, table, promised = asyncio.run(finished(server))
    record, proof = (
        json.loads(account.record(table, 1)),
        json.loads(account.send("GET", f"/tables/{table}/games/1/proof")),
    )
    if lie == "entropy":
        proof["entropy"][0] = "00"
    elif lie == "late":  # the last seat has tried until it liked the cards
        proof["entropy"][1] = "00" * 16
        record["seed"] = key_of_game(bytes.fromhex(proof["secret"]), proof["entropy"]).hex()
        record["commitment"] = hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest()
    elif lie == "secret":
        proof["secret"] = "00" * 32
    elif lie == "seed":
        record["seed"] = "00" * 32
        del record["commitment"]
    else:
        record["moves"] = record["moves"][:-1]
    with lying({"/record": record, "/proof": proof}) as url:
        assert verify(capsys, "--table", f"{url}/t/{table}", "--commitment", promised[1])[0] == 1


class lying:  # noqa: N801
    """A server that answers what it likes."""

    def __init__(self, answers: dict[str, Any]) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = next((told for end, told in answers.items() if self.path.endswith("/1" + end)), None)
                self.send_response(404 if answer is None else 200)
                self.end_headers()
                nothing = {"type": "refused", "id": None, "kind": "unknown", "code": "not-found"}
                self.wfile.write(json.dumps(nothing if answer is None else answer).encode())

            def log_message(self, *_told: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> str:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


# A seat that withholds its entropy


async def committed(place: AsyncTableClient, entropy: str = "00" * 16) -> None:
    """Is ready as a program that does not show its entropy by itself."""
    await place.do(asked.Ready(id=secrets.token_hex(8), commitment=commitment_to_entropy(entropy)))


async def withheld(place: AsyncTableClient, seat: int) -> Update:
    """Commits, and shows nothing until everybody is told that this seat has withheld its entropy."""
    before = place.version
    told = asyncio.create_task(
        until(place, lambda update: update.version > before and Withheld(seat) in update.happened)
    )
    await asyncio.sleep(0)  # so that it misses no update
    await committed(place)
    return await told


def test_if_a_seat_withholds_its_entropy_the_others_are_ready_again_with_new_entropy(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "TIME_TO_SHOW", 0.3)

    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(ready=False)
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await hers.ready()
            first = hers.now.table.fair.commitments[0]
            told = await withheld(his, 1)
            assert [seat.ready for seat in told.table.seats] == [False, False]
            again = await until(his, lambda update: update.table.seats[0].ready)
            assert again.table.fair.commitments[0] not in ("", first)
            assert not again.table.seats[1].ready, "nothing begins before Bob is ready again"
            await committed(his)
            entropies = (await until(his, lambda update: bool(update.table.fair.entropy[0]))).table.fair.entropy
            await his.do(asked.Show(id="show", entropy="00" * 16))
            await asyncio.gather(until(hers, begun), until(his, begun))
            assert hers.now.table.fair.entropy == [entropies[0], "00" * 16]

    asyncio.run(play())


def test_a_client_goes_along_with_three_new_attempts_at_one_game(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "TIME_TO_SHOW", 0.1)

    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(ready=False)
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await hers.ready()
            for _attempt in range(4):
                await until(his, lambda update: update.table.seats[0].ready)
                await withheld(his, 1)
            await asyncio.sleep(0.3)
            assert not hers.now.table.seats[0].ready
            await hers.ready()
            assert (await his.wait_for_version(hers.version)).table.seats[0].ready

    asyncio.run(play())


def test_a_restart_does_not_lose_a_shuffle_and_a_seat_that_does_not_come_back_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def commit_both(ann: Account, bob: Account, table: str) -> None:
        async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
            await his.sit()
            await committed(hers)
            await committed(his)

    async def look(ann: Account, table: str) -> None:
        async with AsyncTableClient(ann, table) as hers:
            assert hers.now.table.fair.showing
            await hers.do(asked.Show(id="show", entropy="00" * 16))
            await until(hers, lambda update: Withheld(1) in update.happened)

    with served(tmp_path) as server:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(ready=False)
        asyncio.run(commit_both(ann, bob, table))
    monkeypatch.setattr(keeper, "TIME_TO_SHOW", 0.5)
    with served(tmp_path) as server:
        asyncio.run(look(Account(server.url, ann.token), table))


def test_a_seat_is_named_later_if_that_could_not_be_stored(server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "TIME_TO_SHOW", 0.3)
    failures: list[object] = []

    def fail(self: Writer, connection: object, group: object) -> None:  # noqa: ARG001
        failures.append(group)
        raise sqlite3.OperationalError("database or disk is full")

    async def play() -> None:
        guest = Account.create(server.url, "Ann")
        async with AsyncTableClient(guest, guest.open_table(bots=[None, "eager"], ready=False)) as place:
            await committed(place)
            with monkeypatch.context() as patch:
                patch.setattr(Writer, "_commit", fail)
                while not failures:
                    await asyncio.sleep(0.01)
            await until(place, lambda update: Withheld(0) in update.happened)

    asyncio.run(play())


def test_bots_do_not_keep_a_person_with_entropy_waiting(server: InThread) -> None:
    guest = Account.create(server.url, "Ann")
    with TableClient(guest, guest.open_table(bots=[None, "eager"], ready=False)) as table:
        table.ready()
        assert begun(table.now)
        assert table.now.table.fair.entropy[0]


def test_a_simple_bot_says_that_it_is_ready_and_nothing_else(server: InThread) -> None:
    async def play() -> None:
        ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
        table = ann.open_table(ready=False)
        address = bob.socket_address(table, None)
        async with (
            AsyncTableClient(ann, table) as hers,
            connect(address, additional_headers=bob.headers, compression=None, proxy=None) as socket,
        ):
            await socket.send('{"type":"sit","id":"1"}')
            await socket.send('{"type":"ready","id":"2"}')
            await until(hers, lambda update: update.table.seats[1].ready)
            await hers.ready()
            assert begun(hers.now)

    asyncio.run(play())


def test_a_game_that_goes_on_from_another_proves_nothing(server: InThread, capsys: pytest.CaptureFixture[str]) -> None:
    async def go_on() -> str:
        ann, table, _promised = await finished(server)
        other = ann.continue_game(table, 1)
        bob = Account.create(server.url, "Bob")
        async with AsyncTableClient(ann, other) as hers, AsyncTableClient(bob, other) as his:
            await his.sit()
            await his.ready()
            await asyncio.gather(play_on(hers), play_on(his))
        return other

    code, told = verify(capsys, "--table", f"{server.url}/t/{asyncio.run(go_on())}")
    assert code == 1
    assert "its cards may have been known" in told


def test_a_bot_in_less_than_sixty_lines_plays_over_the_network(server: InThread) -> None:
    assert len(BOT.read_text("utf-8").splitlines()) < 60
    guest = Account.create(server.url, "Ann")
    table = guest.open_table(stock=2, seat=None)
    link = f"{server.url}/t/{table}"
    bots = [subprocess.Popen([sys.executable, BOT, link, name]) for name in ("One", "Two")]
    try:
        with TableClient(guest, table) as place:
            for update in place.updates():
                if update.table.phase is Phase.BETWEEN or (update.game and update.game.number > 1):
                    break
    finally:
        for bot in bots:
            bot.terminate()
            bot.wait()
    assert [seat["name"] for seat in json.loads(guest.record(table, 1))["seats"]] in (["One", "Two"], ["Two", "One"])
