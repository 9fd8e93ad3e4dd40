"""From the first page to a table: how many actions it takes, and what it asks for."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.repetition import later
from tests.web.browser import DESKTOP, PHONE, Window
from tests.web.conftest import Visit
from tests.web.panels import open_options
from tests.web.players import Tapper, at
from tests.web.table_setup import account, play_on
from tests.web.test_play import QUICK

TABLE = re.compile(r"/t/[\w-]+")
SMALL_PHONE = Window(360, 640, touch=True)
SCREENS = ("/", "/lobby", "/history", "/rules", "/learn", "/nowhere")

HEADER, CONTENT = "header :is(img, svg)", "main .page > :is(section, nav, ul, .panel), progress"

# Where something begins and ends, as far as the eye sees it
EDGES = """(seen) => [...document.querySelectorAll(seen)].map((each) => each.getBoundingClientRect())
  .reduce(([left, right], box) => [Math.min(left, box.left), Math.max(right, box.right)], [Infinity, 0])"""


class Actions:
    """Counts what somebody does."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.count = 0

    def press(self, name: str) -> None:
        self._page.get_by_role("button", name=name).click()
        self.count += 1


def test_one_action_starts_a_game_against_bots(visit: Visit) -> None:
    page = visit(name=None, settings=QUICK).go("/")
    actions = Actions(page)
    actions.press("Play now")
    expect(page).to_have_url(TABLE)
    Tapper(page).wait()
    assert actions.count == 1


def test_two_actions_open_a_private_table_with_link_and_code(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.go("/")
    actions = Actions(page)
    actions.press("Play with friends")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    actions.press("Copy")
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    assert (
        page.evaluate("() => navigator.clipboard.readText()")
        == page.get_by_role("textbox", name="The table's link").input_value()
    )
    assert actions.count == 2
    (table,) = visitor.get("/api/v1/me/tables")["tables"]
    assert not table["table"]["options"]["public"]


def test_who_follows_a_link_is_asked_only_for_a_name(visit: Visit) -> None:
    owner, friend = visit(), visit(PHONE, name=None)
    page = friend.go(f"/t/{owner.open_table()}")
    expect(page.get_by_role("textbox")).to_have_count(1)
    page.get_by_label("Your name").fill("Bob")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Bob")).to_contain_text(re.compile("you", re.IGNORECASE))


def test_a_friend_may_pass_the_code_on(visit: Visit) -> None:
    page = visit(PHONE, name="Bob").go(f"/t/{visit().open_table(players=3)}?join")
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def test_what_was_left_comes_first_and_a_small_phone_shows_all_that_people_come_for(visit: Visit) -> None:
    visitor = visit(SMALL_PHONE, settings=QUICK)
    table = visitor.open_table(bots=[None, "eager"], stock=20)
    visitor.open_table()  # and one that waits for players, which is not as urgent
    play_on(account(visitor), table, 3)
    page = visitor.go("/")
    go_on = page.get_by_role("link", name="Go on")
    wanted = [go_on, *(page.get_by_role("button", name=name) for name in ("Play now", "Play with friends"))]
    wanted.append(page.get_by_role("heading", name="Options"))
    expect(go_on).to_contain_text("Your turn")
    lowest = 0.0
    for each in wanted:
        box = each.bounding_box()
        assert box is not None
        assert lowest <= box["y"] < box["y"] + box["height"] <= SMALL_PHONE.height
        lowest = box["y"] + box["height"]
    go_on.tap()
    expect(page).to_have_url(re.compile(f"/t/{table}$"))
    expect(page.locator(at("0s"))).to_be_visible()


def test_options_are_told_in_words_and_remembered(visit: Visit) -> None:
    page = visit(name=None).go("/")
    play = page.get_by_role("button", name="Play now")
    expect(play).to_contain_text("You and a bot (steady), 30 cards in each stock pile, 2003 rules")
    expect(page.get_by_role("combobox", name="Rule sheet")).to_be_hidden()
    open_options(page)
    page.get_by_role("group", name="Players").get_by_role("radio", name="3").check()
    expect(play).to_contain_text("You and two bots")
    page.reload()
    expect(play).to_contain_text("You and two bots")
    expect(page.get_by_role("combobox", name="Rule sheet")).to_be_visible()


@pytest.mark.parametrize("window", [later(DESKTOP), SMALL_PHONE], ids=["desktop", "small phone"])
def test_every_screen_has_the_same_edges(visit: Visit, window: Window) -> None:
    visitor = visit(window)
    visitor.excuse(r"404 GET .*/nowhere")
    edges = {}
    for path in SCREENS:
        page = visitor.go(path)
        expect(page.locator("header img")).to_be_visible()
        expect(page.locator("main :is(.page, .learn) :is(h1, .empty, progress)").first).to_be_visible()
        for part in (HEADER, CONTENT):
            expect(page.locator(part).first).to_be_visible()
            left, right = page.evaluate(EDGES, part)
            edges[path, part] = (round(left), round(right))
    assert len(set(edges.values())) == 1, edges


def test_a_table_opened_for_all_is_found_in_the_lobby_and_joined(visit: Visit) -> None:
    owner, guest = visit(name="Bartholomew"), visit(name="Bob")
    table = owner.open_table(public=True)
    page = guest.go("/lobby")
    row = page.get_by_role("listitem").filter(has_text="Bartholomew")
    row.get_by_role("link", name="Join").or_(row.get_by_role("button", name="Join")).click()
    expect(page).to_have_url(re.compile(f"/t/{table}"))
    expect(page.get_by_role("region", name="Bob")).to_contain_text(re.compile("you", re.IGNORECASE))


@pytest.mark.parametrize(
    ("language", "name", "note"),
    [
        ("en", "Grandmaster", "Thinks for a moment before it plays."),
        ("fr", "Grand maître", "Réfléchit un instant avant de jouer."),
        ("es", "Gran maestro", "Piensa un momento antes de jugar."),
        ("pt", "Grande mestre", "Pensa um momento antes de jogar."),
    ],
)
def test_the_strongest_level_has_a_name_in_every_language_and_says_that_it_thinks(
    visit: Visit, language: str, name: str, note: str
) -> None:
    page = visit(SMALL_PHONE, settings=QUICK).go(f"/?lang={language}&level=grandmaster")
    page.locator("summary").first.click()
    expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(page.get_by_text(note)).to_be_visible()


def test_an_address_chooses_the_game(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    page = visitor.go("/?edition=holiday-2010&players=3&stock=5&level=novice")
    page.get_by_role("button", name="Play now").click()
    Tapper(page).wait()
    table = page.url.rpartition("/")[2]
    options = visitor.get(f"/api/v1/tables/{table}")["options"]
    assert (options["edition"], options["players"], options["stock"]) == ("holiday-2010", 3, 5)
    assert options["bots"][1:] == ["novice", "novice"]
