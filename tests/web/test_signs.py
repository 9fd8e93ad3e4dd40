"""Signs differ by what is drawn and not by colour alone: in grey as some people see them, and in forced colours."""

import io
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import FloatRect, Page, expect

from tests.repetition import later
from tests.web.axe import LIGHTS, LOOK, THEMES
from tests.web.browser import DESKTOP
from tests.web.conftest import Visit
from tests.web.players import at
from tests.web.states import at_dealt_table, preferring
from tests.web.test_peek import covered_pile

# What a place of the board is told, see `Mark` in web/src/board/model/board-context.ts
TO_GO_TO = {"nothing": "", "can go here": "target", "hint": "hinted goal", "not confirmed": "pending"}
TO_TAKE_FROM = {
    "nothing": "",
    "can be built": "can builds",
    "chosen": "chosen",
    "hint": "hinted",
    "not confirmed": "pending",
}
FOCUSED = ("nothing", "can be built")
OFTEN = ("meadow", "paper")  # the usual cloth, and the one that is light
AROUND = 26  # px around a card in which its signs lie
SEEN = 48  # of 255 steps of grey: from there on two greys are told apart at a glance
DIFFERENT = 0.01  # the part of a picture that has to differ
FILLED = 0.1  # that of a plate which is filled
NOTCH = 0.2  # that of the small picture of a notch
SHOW_SIGN = """([place, state]) => {
  const element = document.querySelector(`[data-place="${place}"]`);
  element.style.transition = 'none';
  element.dataset.state = state;
}"""
HIDE_NOTCH = """(place) => {
  const { adoptedStyleSheets } = document, sheet = new CSSStyleSheet();
  sheet.replaceSync(`[data-place="${place}"]::before { visibility: hidden }`);
  adoptedStyleSheets.push(sheet);
}"""
LET_GO = "() => document.activeElement.blur()"
SHOW_TURN = """(on) => document.querySelector('.own .plate').classList.toggle('turn', on)"""


def at_rest(visit: Visit, **who: Any) -> Page:
    """A table on one's own turn, with a card in the hand, on a covered pile and on the stock, and a building pile."""
    page = at_dealt_table(preferring(partial(visit, DESKTOP, **who), hints=True)).page
    expect(page.locator(at("h0"))).to_be_visible()
    page.mouse.move(5, 5)
    return page


def around(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).last.bounding_box()
    assert box is not None
    return {
        "x": box["x"] - AROUND,
        "y": box["y"] - AROUND,
        "width": box["width"] + 2 * AROUND,
        "height": box["height"] + 2 * AROUND,
    }


def in_grey(page: Page, clip: FloatRect) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled"))).convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The part of two pictures in which they differ at a glance."""
    unlike = ImageChops.difference(one, other).histogram()
    return sum(unlike[SEEN:]) / sum(unlike)


def signs_of(page: Page, place: str, signs: dict[str, str]) -> dict[str, Image.Image]:
    """The same place with each of the signs and, as a card to take, with the focus of the keyboard."""
    clip, seen = around(page, f"{at(place)} :is(.card, .ghost)"), {}
    for name, state in signs.items():
        page.evaluate(SHOW_SIGN, [place, state])
        seen[name] = in_grey(page, clip)
        if name in FOCUSED and signs is TO_TAKE_FROM:
            page.keyboard.press("Shift")  # the focus is shown to whoever has a keyboard
            page.locator(at(place)).focus()
            seen[f"{name}, with the focus"] = in_grey(page, clip)
            page.evaluate(LET_GO)
    page.evaluate(SHOW_SIGN, [place, ""])
    return seen


def notch_of(page: Page, place: str) -> float:
    """The part of the notch that differs from what lies beneath it."""
    page.evaluate(SHOW_SIGN, [place, "can builds"])
    box = page.locator(at(place)).evaluate("""(place) => {
      const { x, bottom } = place.getBoundingClientRect();
      const { left, bottom: up, width, height } = getComputedStyle(place, '::before');
      return [x + parseFloat(left) - parseFloat(width) / 2, bottom - parseFloat(up) - parseFloat(height), width, height]
        .map(parseFloat);
    }""")
    clip: FloatRect = dict(zip(("x", "y", "width", "height"), box, strict=True))  # type: ignore[assignment]
    shown = in_grey(page, clip)
    page.evaluate(HIDE_NOTCH, place)
    hidden = in_grey(page, clip)
    page.evaluate("() => document.adoptedStyleSheets.pop()")
    page.evaluate(SHOW_SIGN, [place, ""])
    return difference(shown, hidden)


def turns_of(page: Page) -> list[Image.Image]:
    """A plate in turn, and not."""
    clip, seen = around(page, ".own .plate"), []
    for on in (True, False):
        page.evaluate(SHOW_TURN, on)
        seen.append(in_grey(page, clip))
    return seen


def assert_told_apart(page: Page, where: str) -> None:
    covered = covered_pile(page, 0)
    own = ("h1", covered, "0s")
    for place, signs in [*((place, TO_TAKE_FROM) for place in own), (covered, TO_GO_TO), ("b1", TO_GO_TO)]:
        for (name, one), (other, two) in combinations(signs_of(page, place, signs).items(), 2):
            assert difference(one, two) >= DIFFERENT, f"{name} and {other} at {place}, {where}"
    for place in own:
        assert notch_of(page, place) >= NOTCH, f"the notch at {place}, {where}"
    assert difference(*turns_of(page)) >= FILLED, f"whose turn it is, {where}"


@pytest.mark.parametrize("theme", [theme if theme in OFTEN else later(theme) for theme in THEMES])
def test_every_sign_is_told_from_every_other_without_colours(visit: Visit, theme: str) -> None:
    page = at_rest(visit)
    for light in LIGHTS:
        page.evaluate(LOOK, [theme, light])
        assert_told_apart(page, light)


@pytest.mark.parametrize("scheme", ["light", later("dark")])
def test_every_sign_is_told_from_every_other_in_forced_colours(visit: Visit, scheme: str) -> None:
    assert_told_apart(at_rest(visit, forced_colors="active", color_scheme=scheme), scheme)


@pytest.mark.parametrize("forced", ["none", "active"])
def test_a_hint_has_a_bulb_on_its_card_and_an_arrow_where_it_goes(visit: Visit, forced: str) -> None:
    page = at_rest(visit, forced_colors=forced)
    page.keyboard.press("h")
    expect(page.locator(".slip .move")).to_be_visible()
    bulb, arrow = (
        page.locator(f'[data-state~="hinted"]{which} .sign path')
        for which in (':not([data-state~="goal"])', '[data-state~="goal"]')
    )
    expect(bulb).to_be_visible()
    expect(arrow).to_be_visible()
    assert bulb.get_attribute("d") != arrow.get_attribute("d")
