"""Finished games: their records by a link, and the proof that nobody chose the cards; a bot over the network."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tools.server import UNLIMITED

from skipbo.cli import main
from skipbo.client import Account, AsyncTableClient, TableClient
from skipbo.i18n import use_language
from skipbo.protocol.messages import Phase
from skipbo.server.limits import Rate
from tests.server.server_process import InThread, served
from tests.server.test_play import play_on

BOT = Path(__file__).parent.parent.parent / "examples" / "network_bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


async def finished(server: InThread, games: int = 1) -> tuple[Account, str, dict[int, str]]:
    """A table with finished games, and what its players were promised before each deal."""
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    table = ann.open_table(stock=2, ready=False)
    async with AsyncTableClient(ann, table) as hers, AsyncTableClient(bob, table) as his:
        await his.sit()
        for _game in range(games):
            await his.ready()
            await hers.ready()
            await his.wait_for_version(hers.version)
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
    code, told = verify(capsys, "--table", link, "--commitment", promised[2])
    assert code == 1
    assert "promised before the deal" in told
    assert verify(capsys, "--table", f"{link}/games/1") == (0, "Valid games: 1; invalid: 0.\n")


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


@pytest.mark.parametrize("lie", ["entropy", "secret", "seed", "moves"])
def test_a_server_that_lies_is_found_out(server: InThread, capsys: pytest.CaptureFixture[str], lie: str) -> None:
    account, table, promised = asyncio.run(finished(server))
    record, proof = (
        json.loads(account.record(table, 1)),
        json.loads(account.send("GET", f"/tables/{table}/games/1/proof")),
    )
    if lie == "entropy":
        proof["entropy"][0] = "00"
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
