"""Everything that lies open can be looked at: piles to their bottom, and the count of the cards to come."""

import re
from functools import partial

from playwright.sync_api import Page, expect

from tests.web.browser import PHONE
from tests.web.conftest import Visit
from tests.web.players import at
from tests.web.states import at_table

SETTLED = 2_000  # ms in which what is not needed to play is loaded
COVERED = """(seat) => [...document.querySelectorAll(`[data-seat="${seat}"] [data-place]`)]
  .find((place) => place.querySelectorAll('.layer').length > 1).dataset.place"""


def covered_pile(page: Page, seat: int) -> str:
    """A discard pile of a seat in which a card lies under another."""
    place: str = page.evaluate(COVERED, seat)
    return place


def test_a_mouse_that_rests_a_press_and_a_key_show_what_lies_there(visit: Visit) -> None:
    page = at_table(visit, moves=40, stock=30).page
    peek = page.get_by_role("dialog")
    page.wait_for_timeout(SETTLED)
    for seat, title in ((0, "Discard piles"), (1, "North")):
        page.locator(at(covered_pile(page, seat))).hover()
        expect(peek.get_by_text(title, exact=True)).to_be_visible()
        page.mouse.move(5, 5)
        expect(peek).to_have_count(0)
    page.locator(at("0s")).focus()
    page.keyboard.press("v")
    expect(peek.get_by_text("Discard piles")).to_be_visible()
    page.keyboard.press("Escape")
    expect(peek).to_have_count(0)
    expect(page.locator(at("0s"))).to_be_focused()
    page.locator(at("draw")).click()
    expect(peek.get_by_text(re.compile(r"^12: \d+ not seen, \d+ spent$"))).to_have_count(1)
    expect(peek.get_by_text(re.compile(r"cards? (is|are) spent\."))).to_be_visible()


def test_a_long_press_shows_what_lies_there_and_plays_nothing(visit: Visit) -> None:
    visitor = at_table(partial(visit, PHONE), moves=40, stock=30)
    page, peek = visitor.page, visitor.page.get_by_role("dialog")
    page.wait_for_timeout(SETTLED)
    place = page.locator(at(covered_pile(page, 0)))
    box = place.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] * 0.75}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(peek.get_by_text("Discard piles")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(100)
    expect(peek).to_be_visible()
    expect(page.locator("[data-state~=chosen]")).to_have_count(0)
    spread, felt = peek.bounding_box(), page.locator(".felt").bounding_box()
    assert spread is not None
    assert felt is not None
    above, below = spread["y"] - felt["y"], felt["y"] + felt["height"] - spread["y"] - spread["height"]
    page.touchscreen.tap(felt["x"] + 2, felt["y"] + 2 if above > below else felt["y"] + felt["height"] - 2)
    expect(peek).to_have_count(0)
