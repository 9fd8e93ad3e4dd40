"""`skipbo play`: starts a server and a browser; a second call finds the first server."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.server import free_port

from skipbo.client import Account
from skipbo.errors import Malformed
from skipbo.server.local import RUNNING_FILE, find_running, first_choices, has_screen
from tests.client.strange_server import http_json, tcp_server
from tests.server.server_process import served

PROGRAM = """
import sys
from pathlib import Path
from typing import Any
from skipbo.server import local
local.play(sys.argv[2], port=None if sys.argv[3] == "-" else int(sys.argv[3]), browse=sys.argv[4] == "browse",
    say=lambda line: print(line, flush=True), page_folder=Path(sys.argv[1]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("the page")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/visited"\n')
    browser.chmod(0o755)
    return tmp_path


class Command:
    """`skipbo play` with a page of ours and a browser that only notes where it is sent."""

    def __init__(self, folder: Path, query: str = "", port: str = "-", browse: str = "browse", **more: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("SSH_CONNECTION", "WAYLAND_DISPLAY")}
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder / "page"), query, port, browse],
            env=kept
            | {"XDG_DATA_HOME": str(folder), "DISPLAY": ":0", "BROWSER": f"{folder}/browser %s", "LANGUAGE": "en"}
            | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        self.address = found[0] if found else ""

    def visited(self, times: int = 1) -> list[str]:
        visits, deadline = self.folder / "visited", time.monotonic() + 60
        while not (visits.exists() and visits.read_text().count("\n") >= times) and time.monotonic() < deadline:
            time.sleep(0.02)
        return visits.read_text().split()

    def stop(self, how: int = signal.SIGINT) -> tuple[int, str, str]:
        if self.process.poll() is None:
            self.process.send_signal(how)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def commands() -> Iterator[list[Command]]:
    started: list[Command] = []
    yield started
    for each in started:
        each.process.kill()
        each.process.communicate()


def get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as response:
        return str(response.read().decode())


def test_the_page_is_served_at_once_and_the_browser_opens_it(folder: Path, commands: list[Command]) -> None:
    first = Command(folder, "?players=4")
    commands.append(first)
    assert first.address.endswith("/?players=4")
    assert get(first.address) == "the page"
    assert first.visited() == [first.address]
    guest = Account.create(first.address.partition("/?")[0], "Ann")
    table = guest.open_table(bots=[None, "eager"], pace=0)
    assert [own.table.id for own in guest.tables()] == [table]

    second = Command(folder, "?players=2")
    commands.append(second)
    assert second.address == first.address.replace("players=4", "players=2")
    assert second.process.wait(30) == 0
    assert first.visited(2) == [first.address, second.address]
    assert first.process.poll() is None

    assert first.process.stdout is not None
    assert "Ctrl-C" in first.process.stdout.readline()
    assert first.stop() == (0, "", "")
    assert not (folder / "skipbo" / "tables" / RUNNING_FILE).exists()

    third = Command(folder)
    commands.append(third)
    again = Account(third.address.rstrip("/"), guest.token)
    assert [own.table.id for own in again.tables()] == [table]
    assert third.stop()[0] == 0


def test_at_the_first_start_the_page_is_served_before_the_rules_are_compiled(
    folder: Path, commands: list[Command]
) -> None:
    commands.append(Command(folder, browse="no", NUMBA_CACHE_DIR=str(folder / "cache")))
    assert get(commands[0].address) == "the page"
    assert '"ready":false' in get(commands[0].address + "api/v1/server")
    assert commands[0].process.stderr is not None
    assert "compiling the rules" in commands[0].process.stderr.readline()
    assert commands[0].stop()[0] == 0


@pytest.mark.slow
def test_without_a_screen_only_the_address_is_printed(folder: Path, commands: list[Command]) -> None:
    commands.append(Command(folder, DISPLAY=""))
    assert get(commands[0].address) == "the page"
    commands[0].stop()
    commands.append(Command(folder, browse="no"))
    assert get(commands[1].address) == "the page"
    commands[1].stop()
    assert not (folder / "visited").exists()


@pytest.mark.slow
def test_the_file_of_a_server_that_was_killed_is_ignored(folder: Path, commands: list[Command]) -> None:
    commands.append(Command(folder))
    commands[0].stop(signal.SIGKILL)
    assert (folder / "skipbo" / "tables" / RUNNING_FILE).exists()
    commands.append(Command(folder))
    assert get(commands[1].address) == "the page"
    commands[1].stop()


def test_the_file_must_name_a_server_that_answers_with_the_same_id(tmp_path: Path) -> None:
    assert find_running(tmp_path) is None
    with served(tmp_path / "data") as server:
        for note in ("", "[]", '{"address": 1, "id": ""}', f'{{"address": "{server.url}", "id": "another"}}'):
            (tmp_path / RUNNING_FILE).write_text(note)
            assert find_running(tmp_path) is None
        (tmp_path / RUNNING_FILE).write_text(f'{{"address": "{server.url}", "id": "{server.hub.id}"}}')
        assert find_running(tmp_path) == server.url


def test_a_running_server_of_a_newer_version_is_found(tmp_path: Path) -> None:
    about = {"version": "9.0", "protocol": 1, "id": "this start", "ready": True, "local": True, "new_in_2030": []}
    with tcp_server(http_json(about)) as url:
        (tmp_path / RUNNING_FILE).write_text(f'{{"address": "{url}", "id": "this start", "new_in_2030": []}}')
        assert find_running(tmp_path) == url


@pytest.mark.slow
def test_a_given_port_is_used_and_the_error_names_it_if_it_is_taken(folder: Path, commands: list[Command]) -> None:
    port = free_port()
    commands.append(Command(folder, port=str(port), browse="no"))
    assert commands[0].address == f"http://127.0.0.1:{port}/"
    other = Command(folder, port=str(port), browse="no", XDG_DATA_HOME=str(folder / "other"))
    commands.append(other)
    code, _out, err = other.stop()
    assert code != 0
    assert f"127.0.0.1:{port}" in err
    commands[0].stop()


def test_without_a_page_the_error_says_how_to_build_it(folder: Path, commands: list[Command]) -> None:
    (folder / "page" / "index.html").unlink()
    commands.append(Command(folder))
    code, _out, err = commands[0].stop()
    assert code != 0
    assert "make page" in err
    assert "skipbo play --terminal" in err


def test_a_screen_is_found_by_display_and_not_over_ssh(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_screen()
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert not has_screen()
    monkeypatch.delenv("SSH_CONNECTION")
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert has_screen()


def choices(**chosen: object) -> str:
    nothing: dict[str, Any] = dict.fromkeys(
        ("edition", "players", "stock", "dealer", "youngest", "column", "points", "language")
    )
    return first_choices(**(nothing | {"partners": False, "kitchen": False, "bots": []} | chosen))


def test_choices_of_the_command_line_are_preset_on_the_page() -> None:
    assert choices() == ""
    assert choices(edition="1967", stock=10) == "?edition=brownfield-1967&stock=10"
    assert choices(edition="1967", dealer=0) == "?edition=brownfield-1967&dealer=0"
    assert choices(edition="2016", players=3, youngest=2) == "?edition=mattel-2016&players=3&youngest=2"
    assert choices(kitchen=True, column="fr") == "?column=fr&kitchen=1"
    assert choices(partners=True) == "?players=4&partners=1"
    assert choices(bots=["master"], language="fr") == "?level=master&lang=fr"
    assert choices(bots=["random", "eager"]) == "?players=3&bots=random,eager"
    assert choices(players=3, kitchen=True, points=500) == "?players=3&points=500&kitchen=1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "1492"},
        {"players": 7},
        {"players": 3, "partners": True},
        {"stock": 1000},
        {"stock": 81},
        {"dealer": 1},
        {"youngest": 1},
        {"edition": "1967", "dealer": 2},
        {"edition": "2016", "dealer": 1},
        {"bots": ["nobody"]},
        {"bots": ["eager", "eager"], "players": 4},
        {"edition": "mattel-2016", "kitchen": True},
        {"points": 0},
    ],
)
def test_choices_that_do_not_fit_are_refused_before_the_browser_opens(wrong: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        choices(**wrong)
