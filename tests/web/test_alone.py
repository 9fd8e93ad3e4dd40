"""A table without a server: without a network the browser deals, judges, thinks for the bots and keeps the game."""

import json
import re

import pytest
from playwright.sync_api import Error, Page, expect

from skipbo.record import check, record_from_line
from tests.web.browser import NO_NETWORK, Visitor
from tests.web.conftest import Visit
from tests.web.players import OVER, Tapper, at
from tests.web.test_play import QUICK

LOCAL = re.compile(r"/t/local-[\w-]+$")
# The same keys in every run: with these the player wins against the planner, which rolls no dice
KNOWN_CHANCE = """{
  let drawn = 3;
  crypto.getRandomValues = (bytes) => bytes.map(() => (drawn = (drawn * 16807) % 2147483647) & 255);
}"""
RECORDS = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("skipbo");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const all = opening.result.transaction("games").objectStore("games").getAll();
    all.onsuccess = () => resolve(all.result.map(({ record }) => JSON.stringify(record)));
  };
})"""

VERSIONS = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("skipbo");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const all = opening.result.transaction("entries").objectStore("entries").getAllKeys();
    all.onsuccess = () => resolve(all.result.map(([, version]) => version));
  };
})"""


def cut_off(visit: Visit) -> Visitor:
    """Somebody who has been here before, and has no network now."""
    visitor = visit(settings=QUICK, service_workers="allow")
    visitor.excuse(*NO_NETWORK)
    visitor.go("/")
    visitor.wait_until_kept()
    visitor.context.set_offline(True)
    return visitor


def play_now(visitor: Visitor, query: str = "?stock=3") -> Page:
    page = visitor.go(f"/{query}")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(LOCAL)
    expect(page.locator(at("0s"))).to_be_visible()
    return page


def play_into_a_turn(player: Tapper) -> None:
    """Until a card of the player's lies on a building pile, and the turn goes on."""
    while True:
        assert player.wait(), "the game is over before that"
        before = player.look()
        player.move()
        pile = player.moves[-1][1]
        if pile.startswith("b"):
            player.wait()
            assert player.look()[pile] != before[pile]
            return


def play_with_a_reload(page: Page) -> str:
    """Plays a game to its end, with a reload in the middle of a turn; answers its record, which holds."""
    player = Tapper(page)
    play_into_a_turn(player)
    before, versions = player.look(), page.evaluate(VERSIONS)
    page.reload()
    expect(page.locator(at("0s"))).to_be_visible()
    player.wait()
    assert player.look() == before
    assert page.evaluate(VERSIONS) == versions  # nobody has moved: it is the same turn
    player.play_to_the_end()
    expect(page.locator(OVER)).to_be_visible()
    record: str
    (record,) = page.evaluate(RECORDS)
    check(record_from_line(record.encode()))
    return record


def test_without_a_network_a_game_is_played_to_its_end_replayed_and_verified(visit: Visit) -> None:
    visitor = cut_off(visit)
    visitor.context.add_init_script(KNOWN_CHANCE)
    page = play_now(visitor, "?stock=3&bots=planner")
    record = play_with_a_reload(page)
    moves = json.loads(record)["moves"]
    page.goto(f"{page.url}/games/1/{len(moves)}")
    expect(page.get_by_role("group", name="Building piles")).to_be_visible()
    visitor.go("/history")
    expect(page.get_by_role("listitem").filter(has_text="With Baru")).to_have_count(1)


def test_a_game_without_a_network_is_offered_again_on_the_start_page(visit: Visit) -> None:
    visitor = cut_off(visit)
    table = play_now(visitor).url
    page = visitor.go("/")
    page.get_by_role("link", name=re.compile("Go on")).click()
    expect(page).to_have_url(table)
    expect(page.locator(at("0s"))).to_be_visible()


@pytest.mark.slow
def test_a_tab_that_is_killed_in_the_middle_of_a_game_loses_nothing(visit: Visit) -> None:
    visitor = cut_off(visit)
    page = play_now(visitor)
    player = Tapper(page)
    player.play_turn()
    player.wait()
    before, table = player.look(), page.url
    with page.expect_event("crash"), pytest.raises(Error, match="chrome://crash"):
        page.goto("chrome://crash")
    another = visitor.context.new_page()
    another.goto(table)
    expect(another.locator(at("0s"))).to_be_visible()
    again = Tapper(another)
    again.wait()
    assert again.look() == before
    again.play_to_the_end()
    expect(another.locator(OVER)).to_be_visible()


def test_with_a_server_too_a_game_may_be_played_in_the_browser_and_one_sees_which_it_is(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    page = visitor.go("/?stock=3")
    page.get_by_text("Options").click()
    page.get_by_role("switch", name="In this browser").check()
    expect(page.get_by_role("button", name=re.compile("Play now.*in this browser"))).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(LOCAL)
    expect(page.locator(at("0s"))).to_be_visible()
    page.get_by_role("button", name="Log").click()
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_text("This table is in your browser.")).to_be_visible()


def test_a_hint_says_what_to_play_and_why(visit: Visit) -> None:
    visitor = visit(settings=QUICK | {"hints": True})
    page = visitor.go("/?edition=mattel-2016&youngest=0")
    page.get_by_text("Options").click()
    page.get_by_role("switch", name="In this browser").check()
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("status").filter(has_text=re.compile("(Play|Discard) the "))
    expect(hint.locator(".reason").first).to_be_visible()


def test_the_grandmaster_thinks_beside_the_page_and_plays(visit: Visit) -> None:
    page = visit(settings=QUICK).go("/?edition=mattel-2016&youngest=0&level=grandmaster")
    page.get_by_text("Options").click()
    expect(page.get_by_role("radio", name="Grandmaster")).to_be_checked()
    expect(page.get_by_text("Thinks for a moment before it plays.")).to_be_visible()
    page.get_by_role("switch", name="In this browser").check()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(LOCAL)
    player = Tapper(page)
    for _turn in range(3):
        player.play_turn()
    player.wait()
    expect(page.get_by_text("Grandmaster").first).to_be_visible()


def test_a_browser_that_stores_nothing_says_so_and_plays(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    visitor.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page = visitor.go("/?stock=3")
    page.get_by_text("Options").click()
    page.get_by_role("switch", name="In this browser").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("the game is lost when you close the page")).to_be_visible()
    Tapper(page).play_turn()


def test_the_page_is_installed_where_the_browser_offers_it(visit: Visit) -> None:
    """Chromium offers it to people only, so the offer is made here."""
    visitor = visit(service_workers="allow")
    page = visitor.go("/")
    visitor.wait_until_kept()
    page.evaluate(
        """() => {
          const offer = new Event("beforeinstallprompt", { cancelable: true });
          offer.prompt = () => { window.asked = true; return Promise.resolve(); };
          window.kept = !dispatchEvent(offer);
        }"""
    )
    page.get_by_role("button", name="Install").click()
    assert page.evaluate("() => [window.kept, window.asked]") == [True, True]
    expect(page.get_by_role("button", name="Install")).to_be_hidden()
