"""A kitchen table through the page: drawing by hand, a card too many, a turn out of order, a call, and an end."""

from contextlib import ExitStack
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from skipbo.client import TableClient
from tests.web.browser import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.players import MARKED, OVER, Tapper, at
from tests.web.states import explained
from tests.web.table_setup import account, deal
from tests.web.test_play import QUICK

TWELVE_MOVES = 6
"""A kitchen deal of two with five stock cards that the planner wins from a hasty person who has drawn too many."""
ANN_BEGINS = 1
"""A deal of three in which the first seat begins."""
HAND = 5
HELD = '[data-place^="h"]'
IN_TURN = f"""(over) => document.querySelector(over)
  || (document.querySelector('.bar .turn.own') && !({MARKED})('pending'))"""


class Cook(Tapper):
    """Draws by hand before the turn begins, and whenever the hand is played out."""

    begun = False

    def wait(self) -> bool:
        self.page.wait_for_function(IN_TURN, arg=OVER)
        return not self.over()

    def choose(self) -> tuple[str, str]:
        while self.held() == 0 or (not self.begun and self.held() < HAND):
            self.draw()
        self.begun = True
        source, target = super().choose()
        self.begun = target.startswith("b")
        return source, target

    def marked(self, mark: str) -> list[str]:
        return [place for place in super().marked(mark) if place != "draw"]

    def held(self) -> int:
        return self.page.locator(HELD).count()

    def draw(self) -> None:
        held = self.held()
        self.tap(at("draw"))
        expect(self.page.locator(HELD)).to_have_count(held + 1)
        expect(self.page.locator('[data-state~="pending"]')).to_have_count(0)


def judged(page: Page) -> Locator:
    """What the panel of a kitchen table says of the last act."""
    return page.get_by_role("region", name="Kitchen table").get_by_role("status")


@pytest.mark.slow
def test_a_kitchen_game_with_an_overdraw_is_played_to_its_end(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    table = deal(visitor, TWELVE_MOVES, bots=[None, "planner"], referee="kitchen", vigilance=1, stock=5)
    visitor.go(f"/t/{table}")
    cook = Cook(visitor.page)
    cook.wait()
    for _ in range(HAND - cook.held()):
        cook.draw()
    stock = visitor.page.locator(at("0s")).inner_text()
    visitor.page.get_by_role("button", name="Draw a card").click()
    expect(judged(visitor.page)).to_contain_text("one card too many")
    expect(visitor.page.locator(at("0s"))).not_to_have_text(stock, use_inner_text=True)
    cook.begun = True
    cook.play_to_the_end()


def test_a_first_kitchen_table_explains_itself_until_that_is_closed(visit: Visit) -> None:
    page = explained(partial(visit, settings=QUICK)).page
    panel = page.get_by_role("region", name="Kitchen table")
    expect(panel).to_contain_text("At a kitchen table nobody stops you")
    expect(panel.get_by_role("term")).to_have_text(["Draw a card", "Call out a mistake"])
    expect(panel).to_contain_text("A card too many is shuffled into your stock pile.")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_text("")
    page.get_by_role("button", name="What can I do now?").click()
    expect(panel).to_contain_text("What you can do now")
    expect(panel).not_to_contain_text("nobody stops you")


def test_a_call_says_what_it_would_mean_before_it_is_made(visit: Visit) -> None:  # rule: ruling.false-call
    visitor = visit(settings=QUICK)
    page = visitor.go(f"/t/{deal(visitor, 5, stock=5, referee='kitchen', column='fr', bots=[None, 'planner'])}")
    opener, choice = (page.get_by_role(role, name="Call out a mistake") for role in ("button", "group"))
    call = choice.get_by_role("button", name="Call Baru")
    opener.press("Enter")
    expect(call).to_be_focused()
    expect(choice).to_contain_text("If somebody plays out of turn: The turn is undone, and its cards go back.")
    expect(choice).to_contain_text("If nobody made a mistake: Nothing changes.")
    page.keyboard.press("Escape")
    expect(choice).to_be_hidden()
    expect(opener).to_be_focused()
    opener.press("Enter")
    call.press("Enter")
    expect(page.locator(".judged .text")).to_contain_text("nothing changes; the record keeps the call")
    expect(judged(page)).to_contain_text("without ground")


def discard_out_of_turn(visitor: Visitor) -> None:
    cook = Cook(visitor.page)
    cook.draw()
    cook.take(next(place for place in cook.marked("can") if place.startswith("h")))
    cook.put(next(place for place in cook.marked("target") if not place.startswith("b")))
    expect(visitor.page.locator(HELD)).to_have_count(0)


def test_who_plays_out_of_turn_is_called(visit: Visit) -> None:
    ann, bob = visit(settings=QUICK), visit(PHONE, name="Bob", settings=QUICK)
    link = f"/t/{ann.open_table(referee='kitchen', stock=10)}"
    ann.go(link)
    bob.go(link).get_by_role("button", name="Sit down").first.tap()
    expect(ann.page.locator(at("0s"))).to_be_visible()
    expect(bob.page.locator(at("0s"))).to_be_visible()
    in_turn, hasty = (ann, bob) if ann.page.locator(".bar .turn.own").count() else (bob, ann)
    name = {ann: "Ann", bob: "Bob"}[hasty]
    discard_out_of_turn(hasty)
    expect(in_turn.page.locator(".plate", has_text="plays out of turn")).to_be_visible()
    expect(judged(in_turn.page)).to_contain_text("can still be called")
    meant = "If it is called: The turn stops there."
    expect(in_turn.page.get_by_role("region", name="Kitchen table")).to_contain_text(meant)
    expect(judged(hasty.page)).to_contain_text("The others can still call it")
    in_turn.page.get_by_role("button", name=f"Call {name}").click()
    for visitor in (in_turn, hasty):
        expect(visitor.page.locator(".judged .text").first).to_be_visible()
    in_turn.page.get_by_role("button", name="Rule irregular.noticed").click()
    expect(in_turn.page.get_by_role("dialog").locator(".pointed")).to_contain_text("irregular.noticed")


def test_who_will_not_call_lets_the_turn_stand(visit: Visit) -> None:  # rule: ruling.irregular-window
    ann, friends = visit(settings=QUICK), [account(visit(name=name)) for name in ("Bob", "Cleo")]
    table = deal(ann, ANN_BEGINS, players=3, referee="kitchen", stock=5)
    with ExitStack() as places:
        bob, cleo = (places.enter_context(TableClient(friend, table)) for friend in friends)
        for seat, place in enumerate((bob, cleo), 1):
            place.sit(seat)
            place.ready()
        ann.go(f"/t/{table}")
        expect(ann.page.locator(at("0s"))).to_be_visible()
        bob.play("draw")
        assert bob.now.own is not None
        discarded = bob.play(next(move for move in bob.now.own.legal if ">d" in move))
        ann.page.get_by_role("button", name="Let it stand").click()
        expect(ann.page.get_by_role("button", name="Let it stand")).to_have_count(0)
        expect(judged(ann.page)).to_contain_text("can still be called")  # until Cleo plays
        next(update for update in cleo.updates() if update.version > discarded.version)  # Cleo has heard it too
        cleo.play("draw")
        expect(ann.page.locator(".window")).to_have_count(0)
