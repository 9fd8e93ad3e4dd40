"""The log stays: after a reload and for spectators, turn by turn, and a long game does not make the page longer."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.repetition import later
from tests.web.browser import PHONE, SIZES
from tests.web.conftest import Visit
from tests.web.panels import log_of, open_panel
from tests.web.players import Tapper
from tests.web.table_setup import account, play_on
from tests.web.test_company import two_and_a_third
from tests.web.test_play import QUICK

TURNS = 10  # that are shown at first


def region(page: Page) -> Locator:
    return page.get_by_role("region", name="What happened")


def turns(page: Page) -> Locator:
    return region(page).locator("details")


def summaries(page: Page) -> list[str]:
    return turns(page).locator("summary").all_inner_texts()


@pytest.mark.parametrize(("size", "stands_open"), [("desktop", False), later("wide", True)])
def test_the_log_stands_open_only_beside_the_widest_boards(visit: Visit, size: str, stands_open: bool) -> None:
    visitor = visit(SIZES[size])
    page = visitor.go(f"/t/{visitor.open_table(bots=[None, 'eager'], stock=20)}")
    Tapper(page).wait()
    expect(page.locator(".tools button[aria-expanded]")).to_have_attribute("aria-expanded", str(stands_open).lower())
    expect(page.get_by_role("tablist")).to_have_count(int(stands_open))


@pytest.mark.slow
def test_after_a_reload_the_log_says_the_same_and_a_spectator_reads_it_without_the_hands(visit: Visit) -> None:
    ann, bob, eve = two_and_a_third(visit, stock=30)
    players = [Tapper(visitor.page) for visitor in (ann, bob)]
    if players[1].marked("can"):
        players[1].play_turn()
    for player in (*players, *players):
        player.play_turn()
    players[0].wait()  # she has heard of all that Bob did
    written = log_of(ann.page).all_inner_texts()
    assert written[0].startswith("Drawn for the deal: ")
    assert any(line.startswith("You draw: ") for line in written)
    ann.page.reload()
    expect(log_of(ann.page)).to_have_text(written)
    late = visit(name="Fay", settings=QUICK)
    for visitor in (eve, late):
        visitor.go(ann.page.url)
        lines = log_of(visitor.page).all_inner_texts()
        assert lines[0].startswith("Drawn for the deal: ")
        assert len(lines) == len(written) - written.count("Your turn.")  # which is for the player
        assert not any(": drawn: " in line or "You" in line for line in lines)


def test_the_log_is_loaded_when_it_is_opened(visit: Visit) -> None:
    visitor = visit(PHONE, settings=QUICK)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/log") else None)
    table = visitor.open_table(bots=[None, "eager"], stock=30, pace=0)
    page = visitor.go(f"/t/{table}")
    Tapper(page).wait()
    assert not asked
    open_panel(page, "Log")
    expect(turns(page).last).to_have_attribute("open", "")
    expect(turns(page).first.locator("summary")).to_have_text("The deal")
    assert len(asked) == 1


@pytest.mark.slow
def test_a_long_game_does_not_grow_the_page_nor_its_accessibility_tree(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    table = visitor.open_table(bots=[None, "eager"], stock=30, pace=0)
    page = visitor.go(f"/t/{table}")
    open_panel(page, "Log")
    sizes = list[int]()
    for _part in range(3):
        last = play_on(account(visitor), table, moves=40)
        assert last.game is not None
        Tapper(page).wait()
        expect(turns(page)).to_have_count(TURNS)
        expect(turns(page).locator("xpath=self::*[@open]")).to_have_count(1)
        expect(turns(page).last).to_have_attribute("open", "")
        sizes.append(len(region(page).aria_snapshot().splitlines()))
    assert max(sizes) < 2 * TURNS + 30, sizes
    newest = summaries(page)
    earlier = page.get_by_role("button", name="Show earlier turns")
    earlier.click()
    expect(turns(page)).to_have_count(2 * TURNS)
    assert summaries(page)[TURNS:] == newest
    while earlier.count():
        earlier.click()
    assert summaries(page)[0] == "The deal"
    assert turns(page).count() > 30
    expect(turns(page).first.locator("summary")).to_be_focused()


def test_a_turn_has_a_summary_and_opens_and_stays_open(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    page = visitor.go(f"/t/{visitor.open_table(bots=[None, 'eager'], stock=30, pace=0)}")
    open_panel(page, "Log")
    player = Tapper(page)
    player.play_turn()
    player.wait()
    own = turns(page).filter(has=page.locator("summary", has_text="discarded")).filter(has_text="You: ").last
    expect(own).not_to_have_attribute("open", "")
    own.locator("summary").click()
    expect(own.locator("li").last).to_be_visible()
    summary = own.locator("summary").inner_text()
    player.play_turn()
    player.wait()
    expect(turns(page).filter(has=page.locator("summary", has_text=summary)).first).to_have_attribute("open", "")
