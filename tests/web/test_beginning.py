"""The beginning of a game: who is youngest or deals first as the players chose, or the draw for the dealer."""

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.repetition import later
from tests.web.browser import PHONE
from tests.web.conftest import Visit
from tests.web.panels import log_of, open_log_of_replay, open_options, open_panel
from tests.web.players import Tapper
from tests.web.states import over
from tests.web.test_listening import LISTEN, heard
from tests.web.test_play import QUICK

DRAWN = re.compile(r"Drawn for the deal: You (\d+|SKIP-BO card), Baru .*, Kiwi .*, Polo .*\.")


def drawn_cards(page: Page) -> Locator:
    return page.locator(".dealer-draw li")


@pytest.mark.parametrize(
    ("edition", "legend", "option", "fact", "then"),
    [
        ("mattel-2016", "The youngest player", "youngest", "youngest: East", "youngest: Kiwi"),
        later("brownfield-1967", "The first dealer", "dealer", "deals first: East", "deals first: Kiwi"),
    ],
)
def test_a_player_chooses_the_seat_of_the_youngest_or_of_the_first_dealer(
    visit: Visit, edition: str, legend: str, option: str, fact: str, then: str
) -> None:  # rule: ruling.youngest, ruling.dealer-chosen
    visitor = visit(settings=QUICK)
    page = visitor.go("/?players=3")
    open_options(page)
    choice = page.get_by_role("group", name=legend)
    expect(choice).to_have_count(0)
    page.get_by_role("combobox", name="Rule sheet").select_option(edition)
    expect(choice.locator("label")).to_have_text(["You", "West", "East"])
    expect(choice.get_by_role("radio", name="You")).to_be_checked()
    choice.get_by_role("radio", name="East").check()
    expect(page.get_by_text(fact)).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    Tapper(page).wait()
    table = page.url.rpartition("/")[2]
    assert visitor.get(f"/api/v1/tables/{table}")["options"][option] == 2
    log = log_of(page)
    if option == "youngest":
        expect(log.nth(1)).to_have_text("Kiwi: 5 cards drawn.")
    else:
        expect(log.filter(has_text="The cards are dealt.")).to_have_text("The cards are dealt. Dealer: Kiwi.")
    open_panel(page, "Table")
    expect(page.get_by_role("listitem").filter(has_text=then)).to_be_visible()  # once a bot sits there


def test_the_name_of_the_youngest_is_shown_once_somebody_sits_there(visit: Visit) -> None:  # rule: ruling.youngest
    ann, bob = visit(settings=QUICK), visit(PHONE, name=None, settings=QUICK)
    link = f"/t/{ann.open_table(edition='mattel-2016', youngest=1, public=True)}"
    expect(ann.go(link).get_by_text("youngest: North")).to_be_visible()
    page = bob.go(link)
    expect(page.get_by_text("youngest: North")).to_be_visible()
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Join").tap()
    Tapper(page).wait()  # and begins
    open_panel(ann.page, "Table")
    expect(ann.page.get_by_text("youngest: Bob")).to_be_visible()
    open_panel(page, "Table")
    expect(page.get_by_text("youngest: You")).to_be_visible()


@pytest.mark.slow
def test_the_draw_for_the_dealer_is_seen_read_and_heard_and_goes_by_itself(visit: Visit) -> None:
    # rule: dealer.first, ruling.dealer-tie
    visitor = visit(settings=QUICK | {"pace": "calm", "flights": True})
    visitor.context.add_init_script(LISTEN)
    page = visitor.go("/?players=4&level=novice")
    page.get_by_role("button", name="Play now").click()
    expect(drawn_cards(page).first).to_be_visible()
    assert drawn_cards(page).count() >= 4
    expect(page.locator(".dealer-draw .deals")).to_have_count(1)
    dealer = page.locator(".dealer-draw .deals > span").last.inner_text()
    assert page.locator(".dealer-draw").evaluate("(draw) => getComputedStyle(draw).pointerEvents") == "none"
    expect(drawn_cards(page)).to_have_count(0)
    log = log_of(page)
    expect(log.filter(has_text="Drawn for the deal")).to_have_text(DRAWN)
    whose = "You are the dealer." if dealer == "You" else f"Dealer: {dealer}."
    expect(log.filter(has_text="The cards are dealt.")).to_have_text(f"The cards are dealt. {whose}")
    assert any(DRAWN.fullmatch(line) for line in heard(page, "polite"))


def test_the_draw_for_the_dealer_stands_still_for_who_wants_no_motion(visit: Visit) -> None:  # rule: dealer.first
    page = visit(settings={"sound": False}, reduced_motion="reduce").go("/?players=4&level=novice")
    page.get_by_role("button", name="Play now").click()
    expect(drawn_cards(page).first).to_be_visible()
    assert drawn_cards(page).first.evaluate("(card) => getComputedStyle(card).animationDuration") == "0s"


def test_nobody_draws_for_a_dealer_where_there_is_none(visit: Visit) -> None:  # rule: first.youngest
    page = visit(settings=QUICK).go("/?edition=mattel-2016")
    page.get_by_role("button", name="Play now").click()
    Tapper(page).wait()
    expect(log_of(page).nth(0)).to_have_text("The cards are dealt.")
    expect(log_of(page).filter(has_text="Drawn for the deal")).to_have_count(0)
    expect(drawn_cards(page)).to_have_count(0)


def test_a_replay_begins_with_the_draw_for_the_dealer(visit: Visit) -> None:  # rule: dealer.first
    visitor, table = over(partial(visit, settings=QUICK))
    page = visitor.go(f"/t/{table}/games/1")
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    page.get_by_role("button", name="Go to the deal").click()
    expect(drawn_cards(page).first).to_be_visible()
    open_log_of_replay(page)
    expect(page.get_by_role("region", name="What happened").locator("li[data-at]").first).to_contain_text(
        "Drawn for the deal: "
    )
    page.get_by_role("button", name="Next move").click()
    expect(drawn_cards(page)).to_have_count(0)
