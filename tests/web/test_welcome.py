"""The welcome: who invites to what, and what those can do who find the table full, or their friend gone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PHONE
from tests.web.conftest import Visit
from tests.web.players import at
from tests.web.states import sit_down
from tests.web.table_setup import account, deal
from tests.web.test_listening import LISTEN
from tests.web.test_play import QUICK

HEARD = "(line) => window.heard.polite.includes(line)"
WHERE = """() => [...document.querySelectorAll('[data-place]')].map((place) => {
  const { x, y, width, height } = place.getBoundingClientRect();
  return [place.dataset.place, x, y, width, height].join();
})"""


def test_a_host_is_asked_for_a_name_before_the_link_goes_out(visit: Visit) -> None:
    host, friend = visit(name=None, settings=QUICK), visit(PHONE, name=None, settings=QUICK)
    page = host.go("/?players=3")
    page.get_by_role("button", name="Play with friends").click()
    link = page.get_by_role("textbox", name="The table's link")
    name = page.get_by_role("textbox", name="Your name")
    expect(name).to_be_visible()
    expect(link).to_have_count(0)
    name.fill("Ann")
    page.get_by_role("button", name="Show the link").click()
    expect(link).to_be_visible()
    expect(page.get_by_text("Ann (you)")).to_be_visible()
    expect(page.locator("li.own .ready")).to_have_text("ready")
    invited = friend.go(link.input_value())
    expect(invited.get_by_role("heading", level=1)).to_have_text("Ann invites you to a card table")
    for fact in ("Standard, 2003", "3 players", "30 cards in each stock pile", "2 free seats"):
        expect(invited.get_by_role("main").get_by_text(fact)).to_be_visible()


def test_a_full_table_says_so_and_offers_to_watch(visit: Visit) -> None:
    host, stranger, friend = visit(settings=QUICK), visit(PHONE, name=None, settings=QUICK), visit(name="Eve")
    link = f"/t/{host.open_table(bots=[None, 'eager'], stock=20)}"
    host.go(link)
    page = stranger.go(link)
    expect(page.get_by_text("A game is being played. Every seat is taken. You can watch.")).to_be_visible()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)
    page.get_by_role("button", name="Watch").tap()
    expect(page.locator(at("0s"))).to_be_visible()
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?watch$"))
    page = friend.go(link)  # who has a name, and sees the board behind the invitation
    invitation = page.get_by_role("region", name="Ann invites you to a card table")
    expect(invitation).to_contain_text("Every seat is taken.")
    expect(page.locator(at("0s"))).to_be_visible()
    invitation.get_by_role("button", name="Watch").click()
    expect(invitation).to_have_count(0)


def test_where_nobody_may_watch_a_full_table_says_that(visit: Visit) -> None:
    host, stranger = visit(), visit(name=None)
    page = stranger.go(f"/t/{host.open_table(bots=[None, 'eager'], spectators=False)}")
    expect(page.get_by_text("Every seat is taken. Nobody may watch at this table.")).to_be_visible()
    expect(page.get_by_role("button", name="Watch")).to_have_count(0)


def test_the_owner_chooses_at_once_whether_to_wait_for_who_is_gone(visit: Visit) -> None:
    ann, bob = visit(settings=QUICK), visit(name="Bob", settings=QUICK)
    ann.context.add_init_script(LISTEN)
    table = deal(ann, 5, stock=30, grace=600, pace=10_000)
    page = ann.go(f"/t/{table}")
    sit_down(account(bob), table)
    bob.go(f"/t/{table}")
    expect(bob.page.locator(at("1s"))).to_be_visible()
    expect(page.locator(at("0s"))).to_be_visible()
    question = page.get_by_role("group", name="Bob is away.")
    expect(question).to_have_count(0)
    before = page.evaluate(WHERE)
    bob.go("/")
    expect(question).to_contain_text(re.compile(r"A bot takes over in \d+ s"))
    expect(plate_of_bob(page)).to_contain_text("away")
    assert page.evaluate(WHERE) == before
    page.wait_for_function(HEARD, arg="Bob is away. Wait, or let a bot play.")
    question.get_by_role("button", name="Wait").press("Enter")
    expect(question).to_have_count(0)
    bob.go(f"/t/{table}")
    expect(plate_of_bob(page)).not_to_contain_text("away")
    page.wait_for_function(HEARD, arg="Bob is here again.")
    bob.go("/")
    question.get_by_role("button", name="Let a bot play now").press("Enter")
    expect(question).to_have_count(0)
    expect(page.locator(".bar").get_by_text("A bot plays for Bob")).to_be_visible()
    bob.go(f"/t/{table}")
    expect(bob.page.get_by_text("Welcome back! Your seat is yours again.")).to_be_visible()


def test_about_two_who_are_gone_the_owner_is_asked_one_after_the_other(visit: Visit) -> None:
    """So that the questions do not cover who sits opposite."""
    ann = visit(settings=QUICK)
    table = deal(ann, 5, players=3, stock=30, grace=600, pace=10_000)
    for name in ("Bob", "Cleo"):
        sit_down(account(visit(name=name)), table)
    page = ann.go(f"/t/{table}")
    questions = page.get_by_role("group", name=re.compile("is away"))
    expect(page.locator(".asking [role=group]")).to_have_count(2)
    expect(questions).to_contain_text(["Bob is away."])
    questions.get_by_role("button", name="Wait").press("Enter")
    expect(questions).to_contain_text(["Cleo is away."])
    questions.get_by_role("button", name="Let a bot play now").press("Enter")
    expect(questions).to_have_count(0)


def plate_of_bob(page: Page) -> Locator:
    return page.locator(".plate").filter(has_text="Bob")
