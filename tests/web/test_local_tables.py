"""Tables of the browser in Chromium's own database: two tabs at one, and a storage that is full or gone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tools.wasm.doors import DOORS

from tests.web.browser import Visitor
from tests.web.conftest import Visit
from tests.web.players import LABELS, Tapper, at
from tests.web.test_alone import LOCAL, VERSIONS
from tests.web.test_play import QUICK

PLAY_HERE = """if (location.protocol === "http:")
  localStorage.setItem("skipbo.choices", '{"choices": {"here": true}}');"""
LOOKS_LIKE = f"(expected) => ({LABELS})() === expected"
LONG = "?stock=20"  # which nobody wins in a few turns
ROOM = 1_000_000  # bytes
# Until there is no room for an entry of a game
FILL = """async () => {
  const opening = indexedDB.open("ballast");
  opening.onupgradeneeded = () => opening.result.createObjectStore("ballast", { autoIncrement: true });
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  const put = (size) => new Promise((resolve) => {
    const transaction = opening.result.transaction("ballast", "readwrite");
    transaction.objectStore("ballast").put("x".repeat(size));
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => resolve(false);
  });
  for (const size of [100_000, 1_000, 100]) while (await put(size));
}"""

# Notes which functions of the kernel are called by the page itself; its workers are left as they are
NOTE_DOORS = """(() => {
  const { Instance } = WebAssembly;
  const called = (window.calledHere = new Set());
  const noting = ([name, door]) =>
    [name, typeof door === "function" ? (...given) => (called.add(name), door(...given)) : door];
  WebAssembly.Instance = function (...given) {
    return { exports: Object.fromEntries(Object.entries(new Instance(...given).exports).map(noting)) };
  };
})()"""
COUNT_ASKING = """StorageManager.prototype.persist = () => {
  localStorage.setItem("asked", Number(localStorage.getItem("asked")) + 1);
  return Promise.resolve(true);
};"""
ASKED = "() => localStorage.getItem('asked')"
THINKING = {"choose", "choose_by_search", "advise"}


def play_here(visitor: Visitor, query: str) -> Page:
    visitor.context.add_init_script(PLAY_HERE)
    page = visitor.go(f"/{query}")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(LOCAL)
    expect(page.locator(at("0s"))).to_be_visible()
    return page


def sit_down_twice(visitor: Visitor) -> tuple[Tapper, Tapper]:
    """The player in two tabs of one table."""
    page = play_here(visitor, LONG)
    other = visitor.context.new_page()
    other.goto(page.url)
    expect(other.locator(at("0s"))).to_be_visible()
    one, another = Tapper(page), Tapper(other)
    one.wait()
    shows_the_same(another, one)
    return one, another


def shows_the_same(player: Tapper, as_other: Tapper) -> None:
    player.page.wait_for_function(LOOKS_LIKE, arg=as_other.page.evaluate(LABELS))


@pytest.mark.parametrize(
    ("query", "said"),
    [("?stock=100", "not a message of the protocol"), ("?stock=81", "draw.pile"), ("?level=x", "There is no such bot")],
)
def test_a_table_that_the_server_would_refuse_is_refused_here_too(visit: Visit, query: str, said: str) -> None:
    visitor = visit(settings=QUICK)
    visitor.context.add_init_script(PLAY_HERE)
    page = visitor.go(f"/{query}")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    assert not LOCAL.search(page.url)


def no_version_is_missing_or_written_twice(page: Page) -> None:
    versions: list[int] = page.evaluate(VERSIONS)
    assert versions == list(range(1, len(versions) + 1))


def test_what_is_played_in_one_tab_is_seen_in_the_other(visit: Visit) -> None:
    one, another = sit_down_twice(visit(settings=QUICK))
    for playing, looking in ((one, another), (another, one)):
        playing.play_turn()
        playing.wait()
        shows_the_same(looking, playing)
    no_version_is_missing_or_written_twice(one.page)


def test_a_tab_that_has_not_heard_of_the_others_move_writes_nothing_over_it_and_shows_it(visit: Visit) -> None:
    one, another = sit_down_twice(visit(settings=QUICK))
    one.page.evaluate("() => { BroadcastChannel.prototype.postMessage = () => {}; }")
    one.play_turn()
    one.wait()
    another.put(another.choose()[1])
    shows_the_same(another, one)
    no_version_is_missing_or_written_twice(one.page)
    another.play_turn()
    another.wait()
    shows_the_same(one, another)


def test_a_move_that_finds_no_room_is_taken_back_and_played_when_there_is_some(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    browser = visitor.context.new_cdp_session(visitor.page)
    origin: dict[str, Any] = {"origin": visitor.url}
    browser.send("Storage.overrideQuotaForOrigin", origin | {"quotaSize": ROOM})
    page = play_here(visitor, LONG)
    player = Tapper(page)
    player.wait()
    page.evaluate(FILL)
    is_refused(player)
    browser.send("Storage.overrideQuotaForOrigin", origin)
    player.play_turn()
    no_version_is_missing_or_written_twice(page)


def test_no_thought_of_a_bot_keeps_the_page_waiting(visit: Visit) -> None:
    """They think in a worker, and so does who gives a hint: the page's own thread only deals, judges and shows."""
    assert set(DOORS) >= THINKING, "they are called otherwise now"
    visitor = visit(settings=QUICK | {"hints": True})
    visitor.context.add_init_script(NOTE_DOORS)
    page = play_here(visitor, LONG + "&players=3&bots=master,grandmaster")
    player = Tapper(page)
    player.play_turn()
    player.wait()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".slip .move")).to_be_visible()
    called = set(page.evaluate("() => [...window.calledHere]"))
    assert {"deal", "legal", "step", "see"} <= called
    assert not called & THINKING


def test_the_browser_is_asked_once_to_keep_the_games(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    visitor.context.add_init_script(COUNT_ASKING)
    page = play_here(visitor, LONG)
    assert page.evaluate(ASKED) == "1"
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(LOCAL)
    expect(page.locator(at("0s"))).to_be_visible()
    assert page.evaluate(ASKED) == "1"


def test_every_move_is_answered_after_the_database_has_gone_in_the_middle_of_a_game(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    page = play_here(visitor, LONG)
    player = Tapper(page)
    player.wait()
    browser = visitor.context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", {"origin": visitor.url, "storageTypes": "indexeddb"})
    for _attempt in range(2):
        is_refused(player)


def is_refused(player: Tapper) -> None:
    """A move is taken back, and the player told why."""
    page = player.page
    before = page.evaluate(LABELS)
    player.put(player.choose()[1])
    told = page.get_by_text("This browser could not store the move").first
    expect(told).to_be_visible()
    page.wait_for_function(LOOKS_LIKE, arg=before)
