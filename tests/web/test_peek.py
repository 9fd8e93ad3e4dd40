"""Everything that lies open can be looked at: piles to their bottom, and the count of the cards to come."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.repetition import later
from tests.web.browser import DESKTOP, PHONE, Visitor, Window
from tests.web.conftest import Visit
from tests.web.players import at
from tests.web.states import at_dealt_table

SETTLED = 2_000  # ms in which what is not needed to play is loaded
COVERED = """(seat) => [...document.querySelectorAll(`[data-seat="${seat}"] [data-place]`)]
  .find((place) => place.querySelectorAll('.layer').length > 1).dataset.place"""


def covered_pile(page: Page, seat: int) -> str:
    """A discard pile of a seat in which a card lies under another."""
    place: str = page.evaluate(COVERED, seat)
    return place


def at_full_table(visit: Visit, window: Window, players: int) -> Visitor:
    """A dealt game that has gone on until everybody has covered piles."""
    bots = [None, *["master"] * (players - 1)]
    visitor = at_dealt_table(lambda: visit(window), moves=24, players=players, bots=bots)
    visitor.page.wait_for_timeout(SETTLED)
    return visitor


def named(page: Page, seat: int) -> Locator:
    """What is spread out of a seat."""
    title = "Discard piles" if seat == 0 else page.locator(f'[data-seat="{seat}"] .name').inner_text()
    return page.get_by_role("dialog", name=title, exact=True)


@pytest.mark.parametrize("players", [2, later(4)])
def test_a_mouse_that_rests_shows_what_lies_there_while_it_rests(visit: Visit, players: int) -> None:
    page = at_full_table(visit, DESKTOP, players).page
    for seat in range(players):
        page.locator(at(covered_pile(page, seat))).hover()
        expect(named(page, seat)).to_be_visible()
        page.mouse.move(5, 5)
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(at("draw")).hover()
    expect(page.get_by_role("dialog", name="Cards to come")).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("players", [later(2), 4])
def test_a_key_shows_what_lies_where_the_focus_is(visit: Visit, players: int) -> None:
    page = at_full_table(visit, DESKTOP, players).page
    for seat in range(players):
        place = page.locator(at(f"{seat}s"))
        place.press("v")
        expect(named(page, seat)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(place).to_be_focused()


@pytest.mark.parametrize("how", [Locator.click, later(lambda draw: draw.press("v"))], ids=["press", "key"])
def test_the_draw_pile_shows_the_count_of_the_cards_to_come(visit: Visit, how: object) -> None:
    page = at_full_table(visit, DESKTOP, 2).page
    assert callable(how)
    how(page.locator(at("draw")))
    count = page.get_by_role("dialog", name="Cards to come")
    expect(count.get_by_text(re.compile(r"^12: \d+ not seen, \d+ spent$"))).to_have_count(1)
    expect(count.get_by_text(re.compile(r"cards? (is|are) spent\."))).to_be_visible()
    assert [seen_of(count, word) for word in ("not seen", "spent")] == said_of(count), "the eye reads what is said"


def seen_of(count: Locator, word: str) -> list[str]:
    """The row of numbers behind a label, in the order of the ranks, each of which is to be seen."""
    label = count.locator(".labels").get_by_text(word, exact=True).first
    expect(label).to_be_visible()
    row = count.locator("li:not(.labels) > " + ("b" if word == "not seen" else "span:last-child"))
    for number in row.all():
        expect(number).to_be_visible()
    return row.all_inner_texts()


def said_of(count: Locator) -> list[list[str]]:
    """The same numbers as a screen reader says them."""
    said = [re.findall(r"\d+", line.partition(": ")[2]) for line in count.locator("li .unseen").all_inner_texts()]
    return [list(numbers) for numbers in zip(*said, strict=True)]


def test_a_long_press_shows_what_lies_there_and_plays_nothing(visit: Visit) -> None:
    page = at_full_table(visit, PHONE, 2).page
    peek = page.get_by_role("dialog")
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
