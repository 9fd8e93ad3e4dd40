"""A network that hangs: connections are taken, and nothing is ever answered, as on a plane."""

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Route, expect
from tools.server import Process

from tests.web.conftest import Visit
from tests.web.players import Tapper, at
from tests.web.test_alone import LOCAL
from tests.web.test_play import QUICK

SERVED = re.compile(r"/t/(?!local-)[\w-]+$")
SLOW = 3  # seconds: longer than anybody waits for a server that says nothing


@contextmanager
def hanging(server: Process) -> Iterator[None]:
    """The server is stopped in its tracks: the system still takes connections for it."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


@pytest.mark.parametrize("opened", ["before", "meanwhile"])
def test_a_game_is_played_at_once_on_a_network_that_hangs(visit: Visit, server: Process, opened: str) -> None:
    visitor = visit(settings=QUICK, service_workers="allow")
    page = visitor.go("/?stock=3")
    visitor.wait_until_kept()
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_visible()
    with hanging(server):
        if opened == "meanwhile":
            page.goto("/?stock=3")
        play.click()
        expect(page).to_have_url(LOCAL)
        expect(page.locator(at("0s"))).to_be_visible()
        assert not visitor.complaints, "no request was answered or given up: the game did not wait for that"
        Tapper(page).play_turn()


def test_a_page_that_hears_nothing_says_so_and_goes_on_by_itself_when_it_does(visit: Visit, server: Process) -> None:
    visitor = visit(settings=QUICK, service_workers="allow")
    page = visitor.go("/")
    visitor.wait_until_kept()
    with hanging(server):
        page.goto("/")
        expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.get_by_text("The server does not answer.")).to_be_hidden()
    page.get_by_role("button", name="Play with friends").click()
    expect(page).to_have_url(SERVED)


def test_a_server_that_is_only_slow_is_waited_for(visit: Visit) -> None:
    def take_time(route: Route) -> None:
        time.sleep(SLOW)
        route.continue_()

    visitor = visit(settings=QUICK)
    page = visitor.go("/?stock=3")
    page.route("**/api/v1/tables", take_time)
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(SERVED)
    expect(page.locator(at("0s"))).to_be_visible()
