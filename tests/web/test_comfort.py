"""The page as people need it: without motion, in the system's own colours, in large letters, with large targets."""

from functools import partial

import pytest
from playwright.sync_api import Page

from tests.repetition import later
from tests.web.browser import DESKTOP, NARROW, PHONE, SIZES, TABLET, Window
from tests.web.conftest import Visit
from tests.web.page_checks import overflowing, violations
from tests.web.players import Tapper
from tests.web.states import EACH_STATE, STATES, choosing, crowded
from tests.web.test_play import sit_down

ON_ITS_SIDE = Window(667, 375, touch=True)

# Counts the cards in the air, and notes in every frame what else changes by degrees, from now on
WATCH_MOTION = """() => {
  window.flights = 0;
  window.changing = new Set();
  const note = () => {
    for (const { effect } of document.getAnimations())
      for (const { offset, computedOffset, easing, composite, ...changed } of effect.getKeyframes())
        for (const property of Object.keys(changed)) window.changing.add(property);
    requestAnimationFrame(note);
  };
  note();
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    window.flights += added.filter((node) => node.classList?.contains('flyer')).length;
  }).observe(document.body, { childList: true, subtree: true });
}"""

# The lowest contrast of digits with their card
DIGITS = """() => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const contrasts = [...document.querySelectorAll('.card:has(.digits)')].map((card) => {
    const digits = getComputedStyle(card.querySelector('.digits'), '::before').color;
    const sheet = getComputedStyle(card.querySelector('.sheet')).fill;
    const [low, high] = [light(sheet), light(digits)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
  return contrasts.length ? Math.min(...contrasts) : 0;
}"""

# What has to be scrolled to see all of an element
SCROLLED = """(selector) => {
  const found = [];
  for (let around = document.querySelector(selector); around; around = around.parentElement)
    if (around.scrollHeight > around.clientHeight + 1 && getComputedStyle(around).overflowY !== 'visible')
      found.push(`${around.tagName} ${around.className} ${around.scrollHeight} in ${around.clientHeight}`);
  return found;
}"""

SMALL_TARGETS = """(least) => [...document.querySelectorAll('button, a, input, select, summary')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.closest('.unseen, p, small, .skip'))
  .filter((element) => getComputedStyle(element).pointerEvents !== 'none')
  .map((element) => element.matches('[type=checkbox], [type=radio]') ? element.closest('label') ?? element : element)
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([element, box]) => box.width > 1 && Math.round(Math.min(box.width, box.height)) < least)
  .map(([element, box]) => `${element.outerHTML.slice(0, 120)} ${Math.round(box.width)}×${Math.round(box.height)}`)"""


def motion_in_a_turn(page: Page, player: Tapper) -> tuple[int, set[str]]:
    """How many cards fly while somebody plays a turn and another answers it, and what changes by degrees besides."""
    page.evaluate(WATCH_MOTION)
    player.play_turn()
    player.wait()
    flights: int = page.evaluate("() => window.flights")
    changing: list[str] = page.evaluate("() => [...window.changing]")
    return flights, set(changing)


@pytest.mark.parametrize("wanted", ["no-preference", "reduce"])
def test_cards_fly_unless_less_motion_is_wanted_and_then_they_only_fade(visit: Visit, wanted: str) -> None:
    visitor = visit(settings={"pace": "quick", "flights": True}, reduced_motion=wanted)
    player = sit_down(visitor, Tapper, stock=20)
    assert isinstance(player, Tapper)
    player.wait()
    flights, changing = motion_in_a_turn(visitor.page, player)
    if wanted == "reduce":
        assert flights == 0
        assert changing <= {"opacity"}
    else:
        assert flights > 0
        assert "transform" in changing


@pytest.mark.slow
def test_flying_cards_do_not_keep_the_player_waiting(visit: Visit) -> None:
    """Slow flights of many moves of the others are under way; whose turn it is may act all the same."""
    visitor = visit(settings={"pace": "calm", "flights": True})
    player = sit_down(visitor, Tapper, stock=20, players=4, bots=[None, "eager", "eager", "eager"])
    for _ in range(3):
        player.play_turn()


def test_in_forced_colours_cards_are_read(visit: Visit) -> None:
    visitor = choosing(partial(visit, forced_colors="active"))
    page = visitor.page
    assert page.evaluate(DIGITS) >= 4.5
    assert violations(page) == []


@pytest.mark.parametrize("state", [later("playing"), "crowded", later("kitchen")])
def test_on_a_phone_on_its_side_the_whole_board_is_seen(visit: Visit, state: str) -> None:
    visitor = STATES[state](partial(visit, ON_ITS_SIDE))
    assert visitor.page.evaluate(SCROLLED, ".board") == []


@pytest.mark.parametrize("state", EACH_STATE)
def test_what_a_finger_presses_is_large_enough(visit: Visit, state: str) -> None:
    page = STATES[state](partial(visit, PHONE)).page
    for window in (PHONE, SIZES["small phone"], SIZES["landscape"]):
        page.set_viewport_size({"width": window.width, "height": window.height})
        assert page.evaluate(SMALL_TARGETS, 44) == [], window


def test_what_a_finger_presses_is_large_enough_on_a_tablet(visit: Visit) -> None:
    visitor = STATES["playing"](partial(visit, TABLET))
    assert visitor.page.evaluate(SMALL_TARGETS, 44) == []


def test_in_letters_of_double_size_on_the_narrowest_phone_a_turn_can_be_played(visit: Visit) -> None:
    visitor = visit(NARROW)
    visitor.context.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });"
    )
    player = sit_down(visitor, Tapper, stock=20)
    player.play_turn()
    player.wait()
    assert overflowing(visitor.page) == []


def test_six_players_fit_on_the_narrowest_phone(visit: Visit) -> None:
    visitor = crowded(partial(visit, NARROW))
    page = visitor.page
    for place in page.locator("[data-place]").all():
        box = place.bounding_box()
        assert box is not None
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= NARROW.width + 1


@pytest.mark.parametrize("window", [later(DESKTOP), later(TABLET), PHONE])
def test_two_to_four_players_are_seen_whole_without_scrolling(visit: Visit, window: Window) -> None:
    visitor = visit(window)
    for players in (2, 3, 4):
        page = visitor.go(
            f"/t/{visitor.open_table(players=players, bots=[None, *['eager'] * (players - 1)], stock=20)}"
        )
        page.locator("[data-place=h0]").wait_for()
        hidden = page.locator(".board").evaluate("(board) => board.scrollHeight - board.clientHeight")
        assert hidden <= 0, f"{players} players: {hidden} px are out of sight"
