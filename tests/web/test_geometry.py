"""One arrangement at every size, and nothing that appears moves or resizes a card."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import FloatRect, Page, expect

from skipbo.client import TableClient
from skipbo.protocol.commands import Undo
from tests.repetition import later
from tests.web.browser import NO_NETWORK, SIZES, Visitor
from tests.web.conftest import Visit
from tests.web.panels import open_panel
from tests.web.players import OVER, Tapper, at
from tests.web.smoothness import WATCH_SHIFTS
from tests.web.states import (
    HONEST_WITHIN,
    absent,
    accusing,
    at_the_door,
    between,
    crowded,
    drawing_for_deal,
    explained,
    judged,
    out_of_turn,
    shown,
    sit_down,
    spoken_to,
    talking,
    wild,
)
from tests.web.table_setup import account, deal, next_move
from tests.web.test_moments import LAST_CARDS
from tests.web.test_play import FIFTEEN_MOVES

OFTEN = ("small phone", "desktop")  # the others, which are less likely to break alone, take minutes
EACH_SIZE = [size if size in OFTEN else later(size) for size in SIZES]
LATER_SIZES = [later(size, 4) for size in SIZES if size not in OFTEN]
SAYING = (
    explained,
    accusing,
    judged,
    out_of_turn,
    talking,
    absent,
    at_the_door,
    drawing_for_deal,
    spoken_to,
    between,
    wild,
    shown,
)
SAID = ".kitchen, .asking, .words, .bubble, .dealer-draw, .result, .again, dialog, .peek"
LARGEST_CARD = 152  # px: on a wide screen nothing drifts apart
SMALLEST_CARD = 44  # px, of one's own

# Where piles lie, whatever is lifted or flies: what is drawn elsewhere by a transform does not count, except for the
# slots of the hand, which are laid by one
LAID = """(places) => Object.fromEntries([...document.querySelectorAll(places)].map((place) => {
  let [x, y] = [0, 0];
  for (let at = place; at; at = at.offsetParent) {
    [x, y] = [x + at.offsetLeft, y + at.offsetTop];
    if (at.matches('.held')) x += Math.round(new DOMMatrix(getComputedStyle(at).transform).e);
  }
  return [place.dataset.place, [x, y, place.offsetWidth, place.offsetHeight]];
}))"""
PLACES = ".board [data-place]"
PILES = f'{PLACES}:not([data-place^="h"])'

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


def piles_of(page: Page, places: str = PILES) -> dict[str, list[int]]:
    found: dict[str, list[int]] = page.evaluate(LAID, places)
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


def be_asked_about_a_discard(page: Page) -> None:
    Tapper(page).put(next(place for place in Tapper(page).marked("target") if "d" in place))
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()


def keep_the_card(page: Page) -> None:
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Keep it")).to_have_count(0)


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


def open_the_keys(page: Page) -> None:
    page.locator(at("h0")).press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def open_the_rules(page: Page) -> None:
    open_panel(page, "Table")
    page.get_by_role("button", name="The rules of this edition").click()
    expect(page.get_by_role("dialog").last.get_by_role("heading", level=3).first).to_be_visible()


def spread_out_a_seat(page: Page) -> None:
    page.locator(".seat .whole").first.click(position={"x": 30, "y": 12})
    expect(page.locator(".peek")).to_be_visible()


def count_the_cards(page: Page) -> None:
    page.locator(at("draw")).click()
    expect(page.locator(".peek")).to_be_visible()


def escape(page: Page) -> None:
    """Closes a dialog or what is spread out."""
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


STEPS: list[Callable[[Page], None]] = [
    ask_for_a_hint,
    close_the_hint,
    try_something_illegal,
    choose_a_card,
    be_asked_about_a_discard,
    keep_the_card,
    open_the_log,
    close_the_log,
    open_the_settings,
    escape,
    open_the_keys,
    escape,
    spread_out_a_seat,
    escape,
    count_the_cards,
    escape,
    open_the_rules,
]


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


@pytest.mark.parametrize(
    ("size", "players"), [*((size, 4) for size in OFTEN), *(later(size, 6) for size in OFTEN), *LATER_SIZES]
)
def test_nothing_that_appears_moves_a_card(visit: Visit, size: str, players: int) -> None:
    """Compared while it is there and after it is gone; the own hand, too, because no card is played."""
    asking = {"hints": True, "confirmDiscard": True}
    visitor = visit(SIZES[size], settings=asking, service_workers="allow")
    page = first_turn(visitor, players)
    before = piles_of(page, PLACES)
    for step in STEPS:
        step(page)
        assert piles_of(page, PLACES) == before, step.__name__
    visitor.wait_until_kept()
    visitor.excuse(*NO_NETWORK)
    page.clock.install()
    visitor.context.set_offline(True)
    page.clock.run_for(HONEST_WITHIN)
    expect(page.locator(".status.lost").first).to_be_visible()
    assert piles_of(page, PLACES) == before, "a lost connection"


@pytest.mark.parametrize(
    "state",
    [state if state in (judged, talking) else later(state) for state in SAYING],
    ids=lambda state: state.__name__,
)
def test_what_is_said_at_a_table_moves_no_card(visit: Visit, state: Callable[..., Visitor]) -> None:
    """The same table without what is said is laid in the same way, at every size."""
    page = state(lambda **who: visit(SIZES["small phone"], **who)).page
    expect(page.locator(SAID).first).to_be_attached()
    with_words = piles_at_every_size(page)
    page.evaluate("(said) => document.querySelectorAll(said).forEach((each) => each.remove())", SAID)
    assert piles_at_every_size(page) == with_words


def piles_at_every_size(page: Page) -> dict[str, dict[str, list[int]]]:
    found = {}
    for size, window in SIZES.items():
        page.set_viewport_size({"width": window.width, "height": window.height})
        found[size] = piles_of(page)
    return found


@pytest.mark.parametrize("size", [later(size) for size in OFTEN])
def test_a_call_and_its_ruling_move_no_card(visit: Visit, size: str) -> None:
    visitor = visit(SIZES[size])
    page = visitor.go(f"/t/{deal(visitor, 5, stock=5, referee='kitchen', bots=[None, 'planner'])}")
    opener = page.get_by_role("button", name="Call out a mistake")
    expect(opener).to_be_visible()
    before = piles_of(page)
    opener.click()
    choice = page.get_by_role("group", name="Call out a mistake")
    expect(choice).to_be_visible()
    assert piles_of(page) == before, "whom to call"
    choice.get_by_role("button", name="Call Baru").click()
    expect(page.locator(".judged .text")).to_be_visible()
    assert piles_of(page) == before, "the ruling"
    page.locator(".judged").get_by_role("button", name="Close").click()
    expect(page.locator(".judged")).to_have_count(0)
    assert piles_of(page) == before, "after it"


@pytest.mark.parametrize("size", [later(size) for size in OFTEN])
def test_an_undo_and_the_question_before_it_move_no_card(visit: Visit, size: str) -> None:
    owner, visitor = visit(name="Bob"), visit(SIZES[size])
    table = deal(owner, 5, stock=5)
    sit_down(account(visitor), table)
    page = visitor.go(f"/t/{table}")
    expect(page.locator(at("0s"))).to_be_visible()
    before = piles_of(page)
    with TableClient(account(owner), table) as place:
        place.play(next_move(place.now))
        place.do(Undo(id="undo", version=place.now.version))
        question = page.get_by_role("button", name="Yes, take it back")
        expect(question).to_be_visible()
        assert piles_of(page) == before, "the question"
        question.click()
        expect(question).to_have_count(0)
        assert piles_of(page) == before, "after it"


@pytest.mark.parametrize(
    ("size", "referee"),
    [("small phone", "kitchen"), *(later(size, "strict") for size in OFTEN), later("phone", "kitchen")],
)
def test_the_result_moves_no_card(visit: Visit, size: str, referee: str) -> None:
    """Looked at before the last card, while the result covers the board, and after it is closed."""
    visitor = visit(SIZES[size])
    page = visitor.go(f"/t/{deal(visitor, LAST_CARDS, stock=1, bots=[None, 'planner'], referee=referee)}")
    player = Tapper(page)
    player.wait()
    before = piles_of(page)
    player.take("0s")
    player.put("b1")
    expect(page.locator(OVER)).to_be_visible()
    assert piles_of(page) == before, "the result"
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(OVER)).to_have_count(0)
    assert piles_of(page) == before, "after it"


def test_a_partners_plate_says_who_plays_there_and_for_whom_in_the_same_room(visit: Visit) -> None:
    page = crowded(partial(visit, SIZES["desktop"])).page
    plates = [page.locator(f'[data-seat="{seat}"] .plate') for seat in (2, 3)]
    expect(plates[1]).to_contain_text("Steady")
    expect(plates[1].get_by_text("your partner")).to_be_visible()
    boxes = [plate.bounding_box() for plate in plates]
    assert boxes[0]
    assert boxes[1]
    assert (boxes[0]["y"], boxes[0]["height"]) == (boxes[1]["y"], boxes[1]["height"])


@pytest.mark.slow
@pytest.mark.parametrize("size", OFTEN)
def test_nothing_shifts_in_a_whole_game(visit: Visit, size: str) -> None:
    """By the browser's own measure, from the moment the board is there."""
    visitor = visit(SIZES[size], settings={"pace": "quick", "flights": True, "hints": True})
    page = visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    player = Tapper(page)
    player.wait()
    page.evaluate(WATCH_SHIFTS)
    player.play_to_the_end()
    shifts = page.evaluate("() => window.shifts")
    assert [shift for shift in shifts if not shift["expected"]] == []
