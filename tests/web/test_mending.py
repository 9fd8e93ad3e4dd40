"""Whatever breaks in the middle of a turn, the page is back at the same state by itself."""

import signal

import pytest
from playwright.sync_api import Page, expect
from tools.server import Process

from skipbo.client import TableClient
from tests.repetition import later
from tests.web.browser import NO_NETWORK, Visitor
from tests.web.conftest import Visit
from tests.web.players import LABELS, Tapper, at
from tests.web.states import HONEST_WITHIN
from tests.web.table_setup import account, deal, play_on
from tests.web.test_play import FIFTEEN_MOVES, QUICK

# Browsers of people who come again: they keep the page
KEEPING = {"settings": QUICK, "service_workers": "allow"}


def in_the_middle_of_a_turn(visitor: Visitor) -> Tapper:
    """A card is played, and the next can be; the browser has kept the page."""
    visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    visitor.wait_until_kept()
    player = Tapper(visitor.page)
    player.move()
    assert player.moves[-1][1].startswith("b")
    player.wait()
    return player


def with_a_clock(visitor: Visitor) -> Tapper:
    """The same, where the page's time passes as the test wants."""
    visitor.page.clock.install()
    return in_the_middle_of_a_turn(visitor)


def play_unanswered(player: Tapper) -> str:
    """A move that is shown although nobody answers; answers where its card lies."""
    before = state(player.page)
    source, target = player.choose()
    player.put(target)
    expect(player.page.locator(f'{at(target)}[data-state~="pending"]')).to_be_visible()
    assert state(player.page) != before
    player.moves.append((source, target))
    return target


def moves_made(visitor: Visitor) -> int:
    with TableClient(account(visitor), visitor.page.url.rpartition("/")[2]) as place:
        assert place.now.game is not None
        return place.now.game.moves


def state(page: Page) -> str:
    """The whole board as it is read out, one's own hand too."""
    labels: str = page.evaluate(LABELS)
    return labels


def test_a_reload_shows_the_same_table(visit: Visit) -> None:
    player = in_the_middle_of_a_turn(visit(**KEEPING))
    before = state(player.page)
    player.page.reload()
    player.wait()
    assert state(player.page) == before
    player.play_turn()


def test_a_lost_network_is_told_within_ten_seconds_and_mended(visit: Visit) -> None:
    visitor = visit(**KEEPING)
    page, player = visitor.page, with_a_clock(visitor)
    before = state(page)
    with visitor.without_network():
        page.clock.run_for(HONEST_WITHIN)
        expect(page.get_by_text("No connection")).to_be_visible()
        assert state(page) == before
    expect(page.get_by_text("No connection")).to_be_hidden()
    assert state(page) == before
    player.play_turn()


def test_a_move_made_without_a_network_is_made_once_it_is_back(visit: Visit) -> None:
    visitor = visit(**KEEPING)
    page, player = visitor.page, with_a_clock(visitor)
    with visitor.without_network():
        target = play_unanswered(player)
        page.clock.run_for(HONEST_WITHIN)
        expect(page.get_by_text("No connection")).to_be_visible()
        shown = player.look()[target].label
    expect(page.locator('[data-state~="pending"]')).to_have_count(0)
    assert moves_made(visitor) == len(player.moves)
    assert player.look()[target].label == shown.removesuffix(", not confirmed yet")
    player.play_turn()


def test_a_move_that_comes_too_late_is_taken_back_and_one_is_told(visit: Visit) -> None:
    """Somebody plays in another browser too, while this one has no network."""
    visitor = visit(**KEEPING)
    page = visitor.page
    player = in_the_middle_of_a_turn(visitor)
    table = page.url.rpartition("/")[2]
    with visitor.without_network():
        play_unanswered(player)
        play_on(account(visitor), table, 1)
    expect(page.locator("[aria-live=assertive]")).to_contain_text("The table has moved on: look again.")
    expect(page.locator('[data-state~="pending"]')).to_have_count(0)
    assert moves_made(visitor) >= len(player.moves)
    player.wait()
    before = state(page)
    page.reload()
    player.wait()
    assert state(page) == before
    player.play_turn()


@pytest.mark.parametrize("how", [later(signal.SIGTERM), signal.SIGKILL])
def test_a_restarted_server_is_found_again(visit: Visit, server: Process, how: signal.Signals) -> None:
    visitor = visit(**KEEPING)
    visitor.excuse(*NO_NETWORK)
    player = in_the_middle_of_a_turn(visitor)
    before = state(visitor.page)
    if how == signal.SIGTERM:
        server.stop()
    else:
        server.kill()
    lost = (
        visitor.page.get_by_role("status")
        .filter(has_text="This page reconnects by itself")
        .or_(visitor.page.get_by_text("No connection"))
    )
    expect(lost).to_be_visible(timeout=HONEST_WITHIN)
    server.start()
    expect(lost).to_be_hidden()
    assert state(visitor.page) == before
    player.play_turn()


def test_without_the_server_the_page_still_opens_and_says_what_is_wrong(visit: Visit) -> None:
    visitor = visit(**KEEPING)
    page = visitor.go("/")
    visitor.wait_until_kept()
    with visitor.without_network():
        page.reload()
        expect(page.get_by_role("alert").filter(has_text="The server does not answer")).to_be_visible()
    expect(page.get_by_text("The server does not answer")).to_be_hidden()
