"""Several people with browsers of their own at one table."""

from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.playing import Tapper, at
from tests.web.test_playing import QUICK

# What a place shows of cards, without the words for who looks
DRAWN = "(place) => document.querySelector(`[data-place=\"${place}\"]`).innerHTML"


def two_and_a_third(visit: Visit, **options: object) -> tuple[Visitor, Visitor, Visitor]:
    """Ann opens a table; Bob comes by its link on his phone and says his name; Eve only watches."""
    ann, bob, eve = visit(settings=QUICK), visit(PHONE, name=None, settings=QUICK), visit(name="Eve", settings=QUICK)
    link = f"/t/{ann.open_table(**options)}"
    ann.go(link)
    bob.go(link).get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Join").tap()
    bob.page.get_by_role("button", name="I am ready").tap()
    expect(ann.page.locator(at("0s"))).to_be_visible()
    eve.go(link)
    expect(eve.page.locator(at("0s"))).to_be_visible()
    return ann, bob, eve


def test_two_people_play_to_the_end_and_a_third_watches(visit: Visit) -> None:
    ann, bob, eve = two_and_a_third(visit)
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    players = [Tapper(ann.page), Tapper(bob.page)]
    while not any(player.over() for player in players):
        for player in players:
            if player.marked("can"):
                player.play_turn()
                assert_seen_alike(ann.page, bob.page, eve.page)
        assert sum(len(player.moves) for player in players) < 500, "the game does not end"
    for visitor in (ann, bob, eve):
        expect(visitor.page.get_by_role("heading", name="The game is over")).to_be_visible()
    results = {visitor.page.locator(".winner th").inner_text() for visitor in (ann, bob, eve)}
    assert len(results) == 1


def assert_seen_alike(ann: Page, bob: Page, eve: Page) -> None:
    """What lies open is the same in every browser; a hand is in one's own alone."""
    ours, theirs, watched = (Tapper(page).look() for page in (ann, bob, eve))
    for place in ("draw", "b1", "b2", "b3", "b4"):
        assert ours[place].label == theirs[place].label == watched[place].label
    assert not any(place.startswith("h") for place in watched)
    assert {"1h"} <= ours.keys()
    assert {"0h"} <= theirs.keys()
    assert {"0h", "1h"} <= watched.keys()
