"""A finished game again: every move has its address, and from every move one can go on."""

import re
from functools import partial

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.panels import open_log_of_replay
from tests.web.players import LABELS, Tapper, at
from tests.web.states import over
from tests.web.table_setup import account, play_on
from tests.web.test_play import QUICK

MIDDLE = 6


def scrubber(page: Page) -> int:
    return int(page.get_by_role("slider", name="Move").input_value())


def board(page: Page) -> str:
    labels: str = page.evaluate(LABELS)
    return labels


def piles(page: Page) -> dict[str, str]:
    """What lies at each place, without whose it is and what can be done with it."""
    seen = Tapper(page).look()
    return {place: re.sub(r"^\w+, |, can be .*", "", seen[place].label) for place in sorted(seen) if place[0] != "h"}


def test_each_move_has_its_address(visit: Visit) -> None:
    visitor, table = over(partial(visit, settings=QUICK))
    page = visitor.go(f"/t/{table}/games/1")
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    page.get_by_role("button", name="Go to the deal").click()
    dealt = board(page)
    for _ in range(MIDDLE):
        page.get_by_role("button", name="Next move").click()
    expect(page).to_have_url(re.compile(rf"/t/{table}/games/1/{MIDDLE}$"))
    assert scrubber(page) == MIDDLE
    there = board(page)
    assert there != dealt
    slider = page.get_by_role("slider", name="Move")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert scrubber(page) == MIDDLE + 1
    page.keyboard.press("Home")
    assert board(page) == dealt
    page.goto(f"/t/{table}/games/1/{MIDDLE}")
    expect(slider).to_be_visible()
    assert board(page) == there


def test_a_seats_own_view_hides_what_it_could_not_see(visit: Visit) -> None:
    visitor, table = over(partial(visit, settings=QUICK))
    page = visitor.go(f"/t/{table}/games/1/{MIDDLE}")
    open_log_of_replay(page)
    hand, log = page.locator(at("1h")), page.get_by_role("region", name="What happened")
    drawn = re.compile(r"Baru: drawn: \d")
    expect(page.get_by_label("Seen by").locator("option:checked")).to_have_text("everybody, cards open")
    expect(log.get_by_text(drawn).first).to_be_attached()
    assert re.search(r"hand: \w+", Tapper(page).look()["1h"].label)
    page.get_by_label("Seen by").select_option("Ann")
    expect(page).to_have_url(re.compile(r"\?seat=0$"))
    expect(log.get_by_text(drawn)).to_have_count(0)
    assert re.fullmatch(r"Baru, hand, \d cards?", Tapper(page).look()["1h"].label)
    expect(hand.locator(".digits")).to_have_count(0)


def test_one_can_go_on_from_a_move_and_deal_the_same_again(visit: Visit) -> None:
    """Seen from the seat that is then in turn, so that no bot has moved before one looks."""
    visitor, table = over(partial(visit, settings=QUICK))
    frames = visitor.get(f"/api/v1/tables/{table}/games/1/replay")["frames"]
    own = [move for move, frame in enumerate(frames[:-1]) if frame["game"]["turn"] == 0 and move >= MIDDLE]
    for button, moves in (("Continue from here", own[0]), ("The same deal again", 0)):
        seat = frames[moves]["game"]["turn"]
        page = visitor.go(f"/t/{table}/games/1/{moves}?seat={seat}")
        expect(page.get_by_role("slider", name="Move")).to_have_value(str(moves))
        left = piles(page)
        open_log_of_replay(page)
        page.get_by_role("button", name=button).click()
        expect(page).not_to_have_url(re.compile(table))
        if seat != 0:  # who sat at 0 is a person: that seat is kept free for somebody, or given to a bot
            page.get_by_role("button", name="Start with bots in the free seats").click()
        Tapper(page).wait()
        assert piles(page) == left


def test_the_browser_checks_the_shuffle_itself(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    table = visitor.open_table(bots=[None, "eager"])  # dealt by the server: other deals are no promise of anybody's
    play_on(account(visitor), table)
    page = visitor.go(f"/t/{table}/games/1?check")
    dialog = page.get_by_role("dialog", name="Check the shuffle")
    expect(dialog.get_by_text("all 162 cards as they were dealt")).to_be_visible()
    expect(dialog.locator(".bad")).to_have_count(0)


def test_the_record_can_be_kept(visit: Visit) -> None:
    visitor, table = over(partial(visit, settings=QUICK))
    page = visitor.go(f"/t/{table}/games/1")
    open_log_of_replay(page)
    with page.expect_download() as kept:
        page.get_by_role("link", name="Download the record").click()
    assert kept.value.suggested_filename.endswith(".jsonl")
    assert kept.value.path().read_text().startswith("{")
