"""Learning by the page: the tutorial, the rules, a hint."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from skipbo.editions import EDITIONS
from tests.repetition import later
from tests.web.browser import PHONE, SIZES
from tests.web.conftest import Visit
from tests.web.panels import open_panel
from tests.web.players import Player, Tapper, Typist, at
from tests.web.states import playing
from tests.web.table_setup import account, deal, play_on
from tests.web.test_geometry import piles_of
from tests.web.test_play import QUICK
from tests.web.test_replay import piles

MOST_STEPS = 60
PHONES = ("small phone", "phone")
FITS = "() => { const words = document.querySelector('.words'); return words.scrollHeight <= words.clientHeight; }"


def follow(player: Player) -> None:
    """Makes the move that the board points at."""
    hinted, can = set(player.marked("hinted")), set(player.marked("can"))
    (source,) = hinted & can
    player.take(source)
    player.put(*(hinted & set(player.marked("target"))))


def pointed(page: Page) -> bool:
    """Waits until the lesson goes on. Answers false where it is over."""
    page.wait_for_function(
        """() => document.querySelector('[data-state~="hinted"]') || document.querySelector('[aria-disabled="false"]')
          || document.querySelector('.words a.main')"""
    )
    return page.get_by_role("link", name="Play a real game").count() == 0


@pytest.mark.slow
def test_the_tutorial_is_played_to_its_end_by_keyboard(visit: Visit) -> None:
    page = visit(PHONE, name=None, settings=QUICK).go("/learn")
    player = Typist(page)
    steps = 0
    while pointed(page):
        if not player.marked("hinted"):
            page.get_by_role("button", name="Show me").click()
        follow(player)
        steps += 1
        assert steps < MOST_STEPS, "the tutorial does not end"
        expect(page.locator('[data-state~="pending"]')).to_have_count(0)
    expect(page.get_by_text("you have won!")).to_be_visible()
    page.get_by_role("link", name="Play a real game").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def stray(player: Player) -> None:
    """Makes another move than the board points at."""
    player.take(next(place for place in player.marked("can") if place not in player.marked("hinted")))
    player.put(player.marked("target")[0])


@pytest.mark.parametrize("language", [later("en"), later("fr"), later("es"), later("pt")])
def test_what_a_lesson_says_has_its_room_and_moves_no_card(visit: Visit, language: str) -> None:
    page = visit(SIZES[PHONES[0]], name=None, settings=QUICK | {"language": language}).go("/learn")
    player = Tapper(page)
    pointed(page)
    stray(player)
    expect(page.locator(".stray")).not_to_be_empty()
    laid: dict[str, dict[str, list[int]]] = {}
    while pointed(page) and not page.locator("section.words a.main").count():
        for size in PHONES:
            page.set_viewport_size({"width": SIZES[size].width, "height": SIZES[size].height})
            words = page.locator(".step").inner_text()
            assert piles_of(page) == laid.setdefault(size, piles_of(page)), f"{size}: {words}"
            assert page.evaluate(FITS), f"{size}: {words}"
        if not player.marked("hinted"):
            page.locator("section.words .button").click()
        follow(player)
        expect(page.locator('[data-state~="pending"]')).to_have_count(0)
    for size in laid:
        page.set_viewport_size({"width": SIZES[size].width, "height": SIZES[size].height})
        assert piles_of(page) == laid[size], f"{size}: the end"


def test_a_learner_who_strays_is_shown_the_way(visit: Visit) -> None:
    page = visit(SIZES["small phone"], name=None, settings=QUICK).go("/learn")
    player = Tapper(page)
    pointed(page)
    before, laid = piles(page), piles_of(page)
    stray(player)
    expect(page.get_by_text("this lesson needs the highlighted move.")).to_be_visible()
    assert piles(page) == before
    assert piles_of(page) == laid
    follow(player)
    expect(page.get_by_text("this lesson needs the highlighted move.")).to_be_hidden()
    assert piles(page) != before


@pytest.mark.parametrize("language", [later("en"), "fr", later("es"), later("pt")])
def test_every_edition_has_its_rules_by_its_own_names(visit: Visit, language: str) -> None:
    page = visit(name=None, settings={"language": language}).go("/rules")
    for edition in EDITIONS.values():
        page.goto(f"/rules/{edition.id}")
        names = edition.names_in(language)
        expect(page.locator("main")).to_contain_text(names.stock, ignore_case=True)
        expect(page.locator("main")).to_contain_text(names.wild, ignore_case=True)


def test_the_rules_begin_with_how_to_play_and_a_picture_of_the_table(visit: Visit) -> None:  # rule: object, layout
    page = visit(name=None).go("/rules/brownfield-1967")
    expect(page.locator("main h3").first).to_have_text("The object of the game")
    stock, discard = (page.locator("figure").get_by_text(name) for name in ("Debit Pile", "Discard Pile"))
    stock_box, discard_box = stock.bounding_box(), discard.bounding_box()
    assert stock_box is not None
    assert discard_box is not None
    assert stock_box["x"] > discard_box["x"]
    expect(page.get_by_text("on this sheet the Stock Pile is the pile in the middle")).to_be_visible()
    expect(page.locator("#build\\.start")).to_contain_text("begins with an Ace")


def test_a_table_of_1967_shows_letters_and_names_the_partners(visit: Visit) -> None:  # rule: deck.packs, team.threes
    visitor = visit(settings=QUICK)
    bots = [None, *["planner"] * 5]
    table = deal(visitor, 3, edition="brownfield-1967", players=6, partners=True, stock=20, bots=bots)
    play_on(account(visitor), table, 12)
    page = visitor.go(f"/t/{table}")
    expect(page.locator(at("0s"))).to_be_visible()
    faces = {each.get_attribute("data-digits") for each in page.locator("[data-digits]").all()}
    assert faces & {"A", "J", "Q", "K"}
    assert not faces & {"1", "11", "12", "13"}
    open_panel(page, "Table")
    expect(page.get_by_text("partners: You + Kiwi + Fenna, Baru + Polo + Lulu")).to_be_visible()
    expect(page.get_by_text("20 cards in each Debit Pile")).to_be_visible()
    expect(page.get_by_text("on this sheet the Stock Pile")).to_be_visible()


def test_a_hint_points_at_a_move_and_says_it_and_why(visit: Visit) -> None:
    visitor = playing(partial(visit, settings=QUICK | {"hints": True}))
    page = visitor.page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator('[data-state~="hinted"]').first).to_be_visible()
    card = page.get_by_role("status").filter(has_text=re.compile("pile"))
    expect(card).to_be_visible()
    move, *reasons = card.locator("p").all_inner_texts()
    assert re.fullmatch(r"(Play|Discard) the .* on (building|discard) pile \d\.", move)
    assert 1 <= len(reasons) <= 2
    assert all(re.fullmatch(r"[A-Z0-9][^{}]*\.", reason) for reason in reasons)
    follow(Tapper(page))  # it is a move that can be made
