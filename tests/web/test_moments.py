"""The moments of a game: the deal, and the end, which is seen before the result covers it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.repetition import later
from tests.web.browser import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.players import OVER, Tapper, at
from tests.web.table_setup import account, deal, in_turn, play_on, take_turn
from tests.web.test_play import QUICK

LAST_CARDS = 37
"""A deal of one stock card each: the first player can win at once, and if not, the other does."""
SEEN_FOR = 900  # ms at least, of the second that the page waits

# Notes when the winner's plate and the result appear, and every flourish
WATCH = """() => {
  window.seen = { flourishes: [] };
  new MutationObserver((changes) => {
    if (document.querySelector('.plate.won')) window.seen.won ??= performance.now();
    if (document.querySelector('#result-title')) window.seen.result ??= performance.now();
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.matches?.('.flourish')) window.seen.flourishes.push(node.className.split(' ')[1]);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""

# Presses as soon as cards are dealt, and notes how many are in the air before and after
PRESS_DURING_DEAL = """() => {
  const flying = () => document.querySelectorAll('.flyer').length;
  window.dealing = new Promise((done) => new MutationObserver((_changes, watch) => {
    const before = flying();
    if (!before) return;
    watch.disconnect();
    document.querySelector('.felt').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    queueMicrotask(() => done([before, flying()])); // later, the first card of a bot may fly
  }).observe(document.body, { childList: true, subtree: true }));
}"""


def win(player: Tapper) -> None:
    player.take("0s")
    player.put("b1")


def lose(player: Tapper) -> None:
    player.take("h4")
    player.put("0d1")


@pytest.mark.parametrize(
    ("end", "wanted", "flourishes"),
    [(win, "no-preference", ["won"]), (win, "reduce", []), later(lose, "no-preference", [])],
)
def test_the_end_is_seen_before_its_result_and_celebrated_by_winners_who_want_motion(
    visit: Visit, end: Callable[[Tapper], None], wanted: str, flourishes: list[str]
) -> None:
    visitor = visit(PHONE, settings=QUICK | {"pace": "quick", "flights": True}, reduced_motion=wanted)
    page = visitor.go(f"/t/{deal(visitor, LAST_CARDS, stock=1, bots=[None, 'planner'])}")
    player = Tapper(page)
    player.wait()
    page.evaluate(WATCH)
    end(player)
    expect(page.locator(OVER)).to_be_visible()
    expect(page.locator(".flourish")).to_have_count(0)
    seen = page.evaluate("() => window.seen")
    assert seen["flourishes"] == flourishes
    assert seen["result"] - seen["won"] >= SEEN_FOR


def tap_the_felt(page: Page) -> None:
    page.locator(".felt").click(position={"x": 2, "y": 2})


@pytest.mark.parametrize(
    "finish", [tap_the_felt, lambda page: page.keyboard.press("Escape"), lambda page: page.keyboard.press("Space")]
)
def test_a_tap_on_the_felt_and_a_key_finish_what_is_being_shown(visit: Visit, finish: Callable[[Page], None]) -> None:
    """The clock of the page stands still, so that the others' moves would be shown for ever."""
    visitor = visit(settings=QUICK | {"pace": "calm", "flights": True}, reduced_motion="reduce")
    page = play_a_round(visitor, 4)
    expect(page.locator("[data-state]")).to_have_count(0)
    said = page.get_by_text("Tap to finish")
    expect(said).to_be_visible()
    expect(said).to_have_attribute("aria-hidden", "true")  # who listens is not told each time
    finish(page)
    expect(page.locator('[data-state~="can"]').first).to_be_visible()
    expect(said).to_have_count(0)


def test_without_flights_a_round_of_six_is_not_waited_for(visit: Visit) -> None:
    """The clock of the page stands still, and yet it is the player's turn again."""
    page = play_a_round(visit(settings=QUICK | {"pace": "quick", "flights": False}), 6)
    expect(page.locator('[data-state~="can"]').first).to_be_visible()


def play_a_round(visitor: Visitor, players: int) -> Page:
    """Lets everybody play once, and the browser hear of it, while the clock of the page stands still."""
    table = deal(visitor, 5, stock=20, players=players, bots=[None, *["planner"] * (players - 1)])
    received = list[str]()
    visitor.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    page = visitor.go(f"/t/{table}")
    player = Tapper(page)
    player.wait()
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    take_turn(account(visitor), table)
    last = play_on(account(visitor), table, 0)
    assert in_turn(last), "the others have played"
    while not any(f'"version":{last.version}' in message for message in received):
        page.wait_for_timeout(50)
    return page


def test_a_deal_is_seen_until_something_is_pressed(visit: Visit) -> None:
    page = visit(settings=QUICK | {"pace": "calm", "flights": True}).go("/")
    page.evaluate(PRESS_DURING_DEAL)
    page.get_by_role("button", name="Play now").click()
    before, after = page.evaluate("() => window.dealing")
    assert before >= 6  # three rounds for two
    assert after == 0
    expect(page.locator(at("0s"))).to_be_visible()
