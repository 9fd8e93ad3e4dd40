"""What players choose for themselves: to be asked before a discard, no shortcuts, no sound; and how they are called."""

import pytest
from playwright.sync_api import Page, expect

from tests.repetition import later
from tests.web.conftest import Visit
from tests.web.panels import switch
from tests.web.players import Mouse, Player, Tapper, Typist, at
from tests.web.table_setup import account, take_turn
from tests.web.test_company import two_and_a_third
from tests.web.test_play import sit_down

# Writes down what is played: the pitch of a tone, or a breath of noise
HEAR = """window.played = [];
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.played.push(this instanceof OscillatorNode ? Math.round(this.frequency.value) : 'card');
  return start.apply(this, when);
};
const startBuffer = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.played.push('card');
  return startBuffer.apply(this, when);
};"""
YOUR_TURN = [587, 880]

LOOK_AWAY = """(away) => {
  Object.defineProperty(document, 'visibilityState', { value: away ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def played(page: Page) -> list[int | str]:
    sounds: list[int | str] = page.evaluate("() => window.played")
    return sounds


@pytest.mark.parametrize("by", [later(Tapper), later(Mouse), Typist])
def test_a_discard_asks_to_be_confirmed_if_one_wants_that(visit: Visit, by: type[Player]) -> None:
    visitor = visit()
    player = sit_down(visitor, by, stock=20)
    page = visitor.page
    switch(page, "Confirm discards", on=True)
    player.wait()
    before = player.look()
    card = next(place for place in player.marked("can") if place.startswith("h"))
    number = before[card].label.partition(",")[0]
    question = page.get_by_role("group", name=f"Discard {number} on discard pile 2?")

    def discard() -> None:
        player.take(card)
        player.put("0d2")

    discard()
    expect(question).to_be_visible()
    expect(question.get_by_role("button", name="Discard")).to_be_focused()
    question.get_by_role("button", name="Keep it").click()
    expect(question).to_be_hidden()
    assert player.look() == before
    discard()
    page.keyboard.press("Enter")
    expect(page.locator(f"{at('0d2')} .card")).to_have_count(1)
    player.wait()
    assert f"discard pile 2: {number}" in player.look()["0d2"].label


def test_shortcuts_can_be_switched_off(visit: Visit) -> None:
    visitor = visit()
    player = sit_down(visitor, Typist, stock=20)
    page = visitor.page
    player.wait()
    page.locator(at("h0")).press("1")
    assert player.marked("chosen") == ["h0"]
    page.keyboard.press("Escape")
    switch(page, "Keyboard shortcuts", on=False)
    for key in ("1", "s", "d", "c", "u", "?"):
        page.locator(at("h0")).press(key)
    assert player.marked("chosen") == []
    expect(page.get_by_role("dialog")).to_have_count(0)
    player.play_turn()  # arrows, Tab and Enter work in any case


def test_cards_and_turns_are_heard_until_sound_is_switched_off_by_a_click(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(HEAR)
    player = sit_down(visitor, Tapper, stock=20)
    page = visitor.page
    player.play_turn()  # no sound is heard before somebody has touched the page
    player.wait()
    player.play_turn()
    player.wait()
    page.wait_for_function("() => window.played.includes('card') && window.played.includes(880)")
    assert [pitch for pitch in played(page) if pitch != "card"][-2:] == YOUR_TURN
    page.get_by_role("button", name="Sound").click()
    before = played(page)
    player.play_turn()
    player.wait()
    assert played(page) == before


def test_where_less_motion_is_wanted_there_is_no_sound_until_it_is_switched_on(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    visitor.context.add_init_script(HEAR)
    player = sit_down(visitor, Tapper, stock=20)
    page = visitor.page
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    player.play_turn()
    player.wait()
    assert played(page) == []
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    player.play_turn()
    player.wait()
    player.play_turn()
    page.wait_for_function("() => window.played.includes('card')")


def test_who_looks_elsewhere_is_called_by_title_and_icon_when_their_turn_comes(visit: Visit) -> None:
    ann, bob, _eve = two_and_a_third(visit)
    table = ann.page.url.rpartition("/")[2]
    in_turn, waiting = (ann, bob) if Tapper(ann.page).marked("can") else (bob, ann)
    page = waiting.page
    icon = page.locator("link[rel=icon]")
    title, usual = page.title(), icon.get_attribute("href")
    page.evaluate(LOOK_AWAY, True)
    expect(page).to_have_title(title)
    take_turn(account(in_turn), table)
    expect(page).to_have_title(f"Your turn. · {title}")
    calling = icon.get_attribute("href")
    assert calling != usual
    assert waiting.context.request.get(str(calling)).ok
    page.evaluate(LOOK_AWAY, False)
    expect(page).to_have_title(title)
    expect(icon).to_have_attribute("href", str(usual))
