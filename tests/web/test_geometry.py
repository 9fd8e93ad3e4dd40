"""One arrangement at every size, and nothing that appears moves or resizes a card."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.repetition import later
from tests.web.browser import NO_NETWORK, SIZES, Visitor
from tests.web.conftest import Visit
from tests.web.panels import open_panel
from tests.web.players import Tapper, at
from tests.web.states import HONEST_WITHIN, accusing, explained, judged, out_of_turn, talking

OFTEN = ("small phone", "desktop")  # the others, which are less likely to break alone, take minutes
EACH_SIZE = [size if size in OFTEN else later(size) for size in SIZES]
LARGEST_CARD = 152  # px: on a wide screen nothing drifts apart
SMALLEST_CARD = 44  # px, of one's own

# Where piles lie, whatever is lifted or flies: what is drawn elsewhere by a transform does not count
LAID = """(places) => Object.fromEntries([...document.querySelectorAll(places)].map((place) => {
  let [x, y] = [0, 0];
  for (let at = place; at; at = at.offsetParent) [x, y] = [x + at.offsetLeft, y + at.offsetTop];
  return [place.dataset.place, [x, y, place.offsetWidth, place.offsetHeight]];
}))"""
PILES = '.board [data-place]:not([data-place^="h"])'

OVERLAPS = """() => {
  const seen = [...document.querySelectorAll('.board :is([data-place], .caption, .plate)')]
    .filter((each) => !each.matches('.hand') && !/^h/.test(each.dataset.place ?? ''));
  const boxes = seen.map((each) => [each.dataset.place ?? each.className, each.getBoundingClientRect()]);
  return boxes.flatMap(([name, box], at) => boxes.slice(at + 1).flatMap(([other, next]) =>
    Math.min(box.right, next.right) - Math.max(box.left, next.left) > 1 &&
    Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 1 ? `${name} and ${other}` : []));
}"""
OUTSIDE = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  return [...document.querySelectorAll('.board [data-place]')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < board.left - 1 || box.right > board.right + 1 || box.bottom > board.bottom + 1;
  }).map((each) => each.dataset.place);
}"""


def piles_of(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = page.evaluate(LAID, PILES)
    assert len(found) > 10
    return found


def first_turn(visitor: Visitor, players: int) -> Page:
    """At the beginning of one's first turn, when the hand is full."""
    bots = [None, *["steady"] * (players - 1)]
    page = visitor.go(f"/t/{visitor.open_table(players=players, bots=bots, stock=10)}")
    Tapper(page).wait()
    expect(page.locator('[data-place^="h"]')).to_have_count(5)
    return page


def box_of(page: Page, place: str) -> FloatRect:
    box = page.locator(at(place)).locator(".card, .ghost").last.bounding_box()
    assert box is not None
    return box


def ask_for_a_hint(page: Page) -> None:
    page.keyboard.press("h")
    expect(page.locator(".slip .move")).to_be_visible()


def close_the_hint(page: Page) -> None:
    page.locator(".slip:has(.move)").get_by_role("button", name="Close").click()
    expect(page.locator(".slip .move")).to_have_count(0)


def try_something_illegal(page: Page) -> None:
    page.locator(at("b1")).click()
    expect(page.locator(".slip.note")).to_be_visible()


def choose_a_card(page: Page) -> None:
    Tapper(page).take("h0")
    expect(page.locator('[data-state~="target"]').first).to_be_visible()


def discard_and_be_asked(page: Page) -> None:
    Tapper(page).put(next(place for place in Tapper(page).marked("target") if "d" in place))
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()
    page.get_by_role("button", name="Keep it").click()


def open_the_log(page: Page) -> None:
    open_panel(page, "Log")
    expect(page.get_by_role("tablist")).to_be_visible()


def close_the_log(page: Page) -> None:
    drawer = page.get_by_role("dialog", name="Log and chat")
    if drawer.count():
        drawer.get_by_role("button", name="Close").click()
    else:
        page.get_by_role("button", name="Log and chat").click()
    expect(page.get_by_role("tablist")).to_have_count(0)


def open_the_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")


def spread_out_a_seat(page: Page) -> None:
    page.locator(".seat .whole").first.click(position={"x": 30, "y": 12})
    expect(page.locator(".peek")).to_be_visible()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", EACH_SIZE)
@pytest.mark.parametrize("players", [2, later(4), 6])
def test_piles_lie_beside_each_other_and_within_the_board(visit: Visit, size: str, players: int) -> None:
    window = SIZES[size]
    page = first_turn(visit(window), players)
    assert SMALLEST_CARD <= box_of(page, "h0")["width"] <= LARGEST_CARD + 1
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(OUTSIDE) == []
    discard, stock, hand = (box_of(page, place) for place in ("0d1", "0s", "h0"))
    assert stock["x"] > discard["x"], "the stock pile lies at the right of the discard piles"
    assert abs(stock["y"] + stock["height"] - discard["y"] - discard["height"]) < 0.2 * stock["height"], "in one row"
    if window.width > 1.2 * window.height:
        assert hand["x"] < discard["x"], "the hand lies in the same row"


@pytest.mark.parametrize("size", EACH_SIZE)
def test_nothing_that_appears_moves_a_card(visit: Visit, size: str) -> None:
    asking = {"hints": True, "confirmDiscard": True}
    visitor = visit(SIZES[size], settings=asking, service_workers="allow")
    page = first_turn(visitor, players=4)
    steps: list[Callable[[Page], None]] = [
        ask_for_a_hint,
        close_the_hint,
        try_something_illegal,
        choose_a_card,
        discard_and_be_asked,
        open_the_log,
        close_the_log,
        open_the_settings,
        spread_out_a_seat,
    ]
    before = piles_of(page)
    for step in steps:
        step(page)
        assert piles_of(page) == before, step.__name__
    visitor.wait_until_kept()
    visitor.excuse(*NO_NETWORK)
    page.clock.install()
    visitor.context.set_offline(True)
    page.clock.run_for(HONEST_WITHIN)
    expect(page.locator(".status.lost").first).to_be_visible()
    assert piles_of(page) == before, "a lost connection"


@pytest.mark.parametrize("size", ["small phone", later("desktop")])
@pytest.mark.parametrize("state", [explained, accusing, judged, out_of_turn, talking], ids=lambda state: state.__name__)
def test_what_is_said_at_a_table_moves_no_card(visit: Visit, size: str, state: Callable[..., Visitor]) -> None:
    """The same table without what is said is laid in the same way."""
    page = state(lambda **who: visit(SIZES[size], **who)).page
    before = piles_of(page)
    page.evaluate("() => document.querySelectorAll('.kitchen, .asking, .words').forEach((each) => each.remove())")
    assert piles_of(page) == before
