"""Talk at the table: plain text, phrases by one press, nobody against one's will, and partners as the sheet wants."""

from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.panels import chat_of, open_panel, say
from tests.web.players import Tapper, at
from tests.web.table_setup import deal
from tests.web.test_company import two_and_a_third
from tests.web.test_play import QUICK

ANN_BEGINS = 3
"""A deal of four in which seat 0 begins."""


def is_below(page: Page, lower: str, upper: str) -> bool:
    """Whether one element hangs at the lower edge of another."""
    below, above = (page.locator(selector).bounding_box() for selector in (lower, upper))
    assert below is not None
    assert above is not None
    return 0 < below["y"] - above["y"] - above["height"] < 20 and abs(below["x"] - above["x"]) < 20


def test_people_talk_by_words_and_phrases_as_plain_text(visit: Visit) -> None:
    ann, bob, eve = two_and_a_third(visit)
    chat_of(bob.page)
    bob.page.get_by_role("button", name="Hello!").tap()
    expect(ann.page.locator(".bubble")).to_have_text("Hello!")
    assert is_below(ann.page, ".bubble", "[data-seat='1'] .plate")
    say(bob.page, "<b>bold</b> & <script>alert(1)</script>")
    for page in (ann.page, eve.page):
        expect(chat_of(page).get_by_text("Hello!")).to_be_visible()
        expect(chat_of(page).get_by_text("<b>bold</b> & <script>alert(1)</script>")).to_be_visible()
    expect(eve.page.get_by_text("Only players at the table can talk.")).to_be_visible()


def test_who_is_muted_is_neither_read_nor_heard_nor_counted(visit: Visit) -> None:
    ann, bob, _eve = two_and_a_third(visit)
    chat_of(bob.page)
    say(bob.page, "First")
    spoken = ann.page.locator("[aria-live=polite]").get_by_text("Bob: “First”")
    unread = ann.page.get_by_role("button", name="Log and chat").get_by_text("1 new message")
    expect(spoken).to_be_attached()
    expect(unread).to_be_attached()
    ann.page.get_by_role("button", name="Log and chat").click()
    expect(ann.page.get_by_role("region", name="Chat").get_by_text("First")).to_be_visible()  # unread, therefore first
    open_panel(ann.page, "Table")
    expect(unread).to_have_count(0)
    ann.page.get_by_role("button", name="Mute: Bob").click()
    expect(ann.page.get_by_role("button", name="Mute: Bob")).to_have_attribute("aria-pressed", "true")
    say(bob.page, "Second")
    expect(chat_of(bob.page).get_by_text("Second")).to_be_visible()
    expect(unread).to_have_count(0)
    chat = chat_of(ann.page)
    say(ann.page, "I hear nothing.")
    expect(chat.get_by_text("I hear nothing.")).to_be_visible()
    assert "Second" not in ann.page.locator("body").inner_text()
    assert "Second" not in "".join(ann.page.locator("[aria-live]").all_text_contents())
    open_panel(ann.page, "Table")
    ann.page.get_by_role("button", name="Mute: Bob").click()
    say(bob.page, "Third")
    expect(chat_of(ann.page).get_by_text("Third")).to_be_visible()


def partners(visit: Visit, **options: object) -> tuple[Visitor, Visitor]:
    """Ann and Bob at one side of a table; it is Ann's turn."""
    ann, bob = visit(settings=QUICK), visit(PHONE, name="Bob", settings=QUICK)
    bots = [None, "planner", None, "planner"]
    link = f"/t/{deal(ann, ANN_BEGINS, players=4, partners=True, bots=bots, pace=10_000, **options)}"
    ann.go(link)
    bob.go(link).get_by_role("button", name="Sit down").first.tap()
    expect(bob.page.locator(at("2s"))).to_be_visible()
    assert Tapper(ann.page).wait()
    return ann, bob


def test_a_partner_keeps_quiet_in_the_others_turn(visit: Visit) -> None:  # rule: team.silent
    ann, bob = partners(visit)
    chat_of(bob.page)
    expect(bob.page.get_by_text("Partners keep quiet now. While it is your turn, your partner says")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Hello!")).to_be_disabled()
    say(bob.page, "Play the seven!")
    expect(bob.page.get_by_role("button", name="Send")).to_be_disabled()
    expect(bob.page.get_by_role("textbox", name="Message")).to_have_value("Play the seven!")  # for later
    chat_of(ann.page)
    expect(ann.page.get_by_text("Partners keep quiet now.")).to_have_count(0)
    say(ann.page, "May I play from your stock pile?")  # the sheet lets who is in turn ask
    expect(chat_of(bob.page).get_by_text("May I play from your stock pile?")).to_be_visible()
    expect(chat_of(ann.page).get_by_text("Play the seven!")).to_be_hidden()
    Tapper(ann.page).play_turn()
    bob.page.get_by_role("button", name="Send").tap()
    expect(chat_of(ann.page).get_by_text("Play the seven!")).to_be_visible()


def test_by_the_short_rules_no_partner_talks(visit: Visit) -> None:  # rule: team.no-talk
    for person in partners(visit, edition="mattel-2016"):
        chat_of(person.page)
        expect(person.page.get_by_text("Partners keep quiet now. Partners do not help each other")).to_be_visible()
        expect(person.page.get_by_role("button", name="Hello!")).to_be_disabled()
