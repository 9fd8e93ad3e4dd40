"""Several people with browsers of their own at one table."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import NO_NETWORK, PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.players import OVER, Tapper, at
from tests.web.table_setup import deal
from tests.web.test_play import QUICK

FOURTEEN_MOVES = 13
"""A deal of two with three stock cards that two hasty people play in five turns, seven moves each."""


def two_and_a_third(visit: Visit, stock: int = 3) -> tuple[Visitor, Visitor, Visitor]:
    """Ann opens a table; Bob comes by its link on his phone and says his name; Eve only watches."""
    ann, bob, eve = visit(settings=QUICK), visit(PHONE, name=None, settings=QUICK), visit(name="Eve", settings=QUICK)
    link = f"/t/{deal(ann, FOURTEEN_MOVES, stock=stock)}"
    ann.go(link)
    bob.go(link).get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Join").tap()
    expect(ann.page.locator(at("0s"))).to_be_visible()
    eve.go(link)
    expect(eve.page.locator(at("0s"))).to_be_visible()
    return ann, bob, eve


def test_who_waits_while_the_network_fails_gets_the_board_on_another_try(visit: Visit) -> None:
    ann, bob = visit(), visit(PHONE, name="Bob")
    link = f"/t/{ann.open_table(players=3)}"
    ann.go(link)
    page = bob.go(f"{link}?join")
    expect(page.get_by_text("Bob (you)")).to_be_visible()
    bob.excuse(*NO_NETWORK)
    page.route("**/assets/**", lambda route: route.abort())
    ann.page.get_by_role("button", name="Start with bots").click()
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/assets/**")
    again.tap()
    expect(page.locator(at("0s"))).to_be_visible()


@pytest.mark.slow
def test_two_people_play_to_the_end_and_a_third_watches(visit: Visit) -> None:
    ann, bob, eve = two_and_a_third(visit)
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    people = {"Ann": ann, "Bob": bob, "Eve": eve}
    players = [Tapper(ann.page), Tapper(bob.page)]
    while not any(player.over() for player in players):
        for player in players:
            if player.marked("can"):
                player.play_turn()
                assert_seen_alike(player.page, ann.page, bob.page, eve.page)
        assert sum(len(player.moves) for player in players) < 500, "the game does not end"
    for visitor in people.values():
        expect(visitor.page.locator(OVER)).to_be_visible()
    won = {name: visitor.page.locator(".winner th").inner_text() for name, visitor in people.items()}
    winner = "Ann" if won["Ann"].startswith("You") else "Bob"
    assert [name for name, seen in won.items() if seen.startswith("You")] == [winner]
    assert won["Eve"].startswith(winner)


def assert_seen_alike(newest: Page, ann: Page, bob: Page, eve: Page) -> None:
    """What lies open is the same in every browser as where the last move was made; a hand is in one's own alone."""
    known = Tapper(newest).look()
    for place in ("draw", "b1", "b2", "b3", "b4"):
        name = known[place].label
        for page in (ann, bob, eve):
            expect(page.locator(f"{at(place)} .unseen")).to_have_text(name)
    ours, theirs, watched = (Tapper(page).look() for page in (ann, bob, eve))
    assert not any(place.startswith("h") for place in watched)
    assert {"1h"} <= ours.keys()
    assert {"0h"} <= theirs.keys()
    assert {"0h", "1h"} <= watched.keys()


def test_a_move_is_taken_back_when_the_opponent_agrees(visit: Visit) -> None:
    ann, bob, _eve = two_and_a_third(visit, stock=30)
    mover, other = (ann, bob) if Tapper(ann.page).marked("can") else (bob, ann)
    player = Tapper(mover.page)
    player.wait()  # Bob's page may show the table later than Ann's
    source = next(place for place in player.marked("can") if place.startswith("h"))
    before = player.look()
    player.take(source)
    player.put(next(place for place in player.marked("target") if not place.startswith("b")))
    Tapper(other.page).wait()  # who has drawn: a hidden card was shown
    mover.page.get_by_role("button", name="Undo").click()
    expect(mover.page.get_by_text("You asked to take back a move")).to_be_visible()
    other.page.get_by_role("button", name="Yes, take it back").click()
    player.wait()
    assert player.look() == before


def test_a_move_that_showed_nothing_is_taken_back_at_once(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    visitor.go(f"/t/{visitor.open_table(bots=[None, 'eager'], stock=30)}")
    player = Tapper(visitor.page)
    while True:
        player.wait()
        before = player.look()
        source, target = player.choose()
        player.put(target)
        expect(visitor.page.locator('[data-state~="pending"]')).to_have_count(0)
        if source.startswith("h") and target.startswith("b") and len(player.marked("can")) > 0:
            break
        player.moves.append((source, target))
        assert len(player.moves) < 100, "no card of the hand could be laid"
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.page.locator(f"{at(target)} .unseen")).to_have_text(before[target].label)
    player.wait()
    assert player.look() == before
