"""How a table is kept: another game, who may sit, who is sent away, who is away, and whose time runs out."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.panels import log_of, open_panel
from tests.web.players import OVER, Tapper, at
from tests.web.table_setup import account, deal, take_turn
from tests.web.test_company import two_and_a_third
from tests.web.test_play import QUICK

ANN_BEGINS = 5
"""A deal of two in which seat 0 begins."""
# What the bar says is looked at in every frame: the last second of a count is over before a look every second sees it
SAYS = "(pattern) => new RegExp(pattern).test(document.querySelector('.bar').innerText)"


def test_a_rematch_is_dealt_by_the_next_player_in_both_browsers(visit: Visit) -> None:
    ann, bob, _eve = two_and_a_third(visit)
    names = {ann: "Ann", bob: "Bob"}
    dealt_first = {visitor: dealer_of(visitor.page) for visitor in names}
    table = ann.page.url.rpartition("/")[2]
    while not ann.page.locator(OVER).count():
        for visitor in (ann, bob):
            if Tapper(visitor.page).marked("can"):
                take_turn(account(visitor), table)
    first = {visitor: Tapper(visitor.page).look()["0s"].label for visitor in names}
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_text("Waiting for Bob.")).to_be_visible()
    bob.page.get_by_role("button", name="Rematch").click()
    for visitor in names:
        expect(visitor.page.locator(OVER)).to_be_hidden()
        expect(visitor.page.locator(at("1s"))).to_contain_text("3")
        assert Tapper(visitor.page).look()["0s"].label != first[visitor]
        dealers = [dealt_first[visitor], dealer_of(visitor.page)]
        own = ["You are the dealer" in line for line in dealers]
        assert own[0] != own[1], dealers
        other = next(name for each, name in names.items() if each is not visitor)
        assert all(mine or f"Dealer: {other}." in line for mine, line in zip(own, dealers, strict=True))


def dealer_of(page: Page) -> str:
    """What the log says of the dealer: it begins with the latest deal."""
    line = log_of(page).filter(has_text="The cards are dealt.")
    expect(line).to_have_count(1)
    said = line.inner_text()
    if page.get_by_role("dialog").count():
        page.keyboard.press("Escape")
    return said


def test_who_is_sent_away_goes_and_does_not_come_back(visit: Visit) -> None:
    owner, guest = visit(settings=QUICK), visit(name="Bob", settings=QUICK)
    guest.excuse(r"403 ", "WebSocket connection to .* failed")
    link = f"/t/{owner.open_table(players=3)}"
    owner.go(link)
    guest.go(link).get_by_role("button", name="Sit down").first.click()
    owner.page.get_by_role("button", name="Remove: Bob").click()
    expect(guest.page.get_by_role("heading", name="You are not at the table")).to_be_visible()
    expect(guest.page.get_by_text("removed you")).to_be_visible()
    expect(owner.page.get_by_text("Bob", exact=True)).to_be_hidden()
    guest.go(link)
    expect(guest.page.get_by_role("heading", name="You are not at the table")).to_be_visible()


def test_at_a_locked_table_nobody_else_sits_down(visit: Visit) -> None:
    owner, guest = visit(settings=QUICK), visit(name="Bob", settings=QUICK)
    link = f"/t/{owner.open_table(players=3)}"
    lock = owner.go(link).get_by_label("Lock the table")
    lock.check()
    guest.go(link)
    expect(guest.page.get_by_text("The owner has locked this table.")).to_be_visible()
    expect(guest.page.get_by_role("button", name=re.compile("Sit down|Join"))).to_have_count(0)
    lock.uncheck()
    guest.page.get_by_role("button", name="Sit down").first.click()
    expect(guest.page.get_by_text("Bob (you)")).to_be_visible()


@pytest.mark.slow
def test_who_is_away_is_counted_down_replaced_and_welcomed_back(visit: Visit) -> None:
    ann, bob = visit(settings=QUICK), visit(name="Bob", settings=QUICK)
    link = f"/t/{deal(ann, ANN_BEGINS, stock=30, grace=3, pace=1000)}"
    ann.go(link)
    bob.go(link).get_by_role("button", name="Sit down").first.click()
    expect(bob.page.locator(at("1s"))).to_be_visible()
    bob.go("/")
    bar = ann.page.locator(".bar")
    expect(bar.get_by_text(re.compile(r"Bob is away: a bot takes over in [123] s"))).to_be_visible()
    ann.page.wait_for_function(SAYS, arg="Bob is away: a bot takes over in 1 s")
    expect(bar.get_by_text("A bot plays for Bob")).to_be_visible()
    expect(log_of(ann.page).filter(has_text="Bob: away. A bot plays on meanwhile")).to_be_visible()
    Tapper(ann.page).play_turn()
    Tapper(ann.page).wait()  # the bot has played Bob's turn
    bob.go(link)
    expect(bob.page.get_by_text("Welcome back! Your seat is yours again.")).to_be_visible()
    expect(log_of(ann.page).filter(has_text="Bob: back at the table.")).to_be_visible()
    expect(bar.get_by_text("A bot plays for Bob")).to_be_hidden()
    Tapper(ann.page).play_turn()
    assert Tapper(bob.page).wait()


@pytest.mark.slow
def test_who_lets_the_clock_run_out_is_replaced_until_they_come_back(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    page = visitor.go(f"/t/{deal(visitor, ANN_BEGINS, stock=30, bots=[None, 'planner'], clock=10, pace=1500)}")
    clock = page.locator(".bar .clock")
    expect(clock).to_have_text(re.compile(r"\b(10|9) s"))
    open_panel(page, "Log")
    page.wait_for_function(SAYS, arg=r"\b1 s\b")
    expect(page.get_by_role("alert").get_by_text("A bot plays for you: come back first.")).to_be_visible()
    expect(log_of(page).filter(has_text="You: out of time. A bot plays on (eager).")).to_be_visible()
    assert not Tapper(page).marked("can")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_text("Your time for this turn is over.")).to_be_visible()
    expect(page.locator(".bar")).to_contain_text("It is the turn of", timeout=30_000)
    page.get_by_role("button", name="Come back").click()
    expect(page.get_by_text("Welcome back! Your seat is yours again.")).to_be_visible()
    Tapper(page).wait()
    expect(clock).to_have_text(re.compile(r"\b(10|9) s"))
    Tapper(page).play_turn()
