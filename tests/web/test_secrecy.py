"""Nothing that is hidden stands anywhere in the page: not in attributes, not behind a card's back."""

import re
from collections import defaultdict

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.players import Tapper, at
from tests.web.table_setup import account, take_turn
from tests.web.test_company import two_and_a_third

TURNS = 8


def markup(page: Page, place: str) -> str:
    drawn: str = page.locator(at(place)).evaluate("(element) => element.outerHTML")
    return drawn


def test_what_others_see_of_a_hand_depends_on_the_number_of_its_cards_alone(visit: Visit) -> None:
    ann, bob, eve = two_and_a_third(visit, stock=30)
    table = ann.page.url.rpartition("/")[2]
    held: set[tuple[str, ...]] = set()
    seen: defaultdict[tuple[int, int], set[str]] = defaultdict(
        set
    )  # by who looks (in which window) and how many cards there are
    in_turn, waiting = (ann, bob) if Tapper(ann.page).marked("can") else (bob, ann)
    for _ in range(TURNS):
        take_turn(account(in_turn), table)
        Tapper(waiting.page).wait()
        in_turn, waiting = waiting, in_turn
        cards = [label.label for place, label in Tapper(ann.page).look().items() if re.fullmatch(r"h\d", place)]
        held.add(tuple(cards))
        for looking in (bob, eve):
            expect(looking.page.locator(at("0h")).locator(".card")).to_have_count(len(cards))
            seen[looking.window.width, len(cards)].add(markup(looking.page, "0h"))
    assert len(held) > len(seen) / 2, "Ann held the same cards all the time"
    assert all(len(drawn) == 1 for drawn in seen.values())


def test_of_a_stock_only_the_top_card_is_known(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/t/{visitor.open_table(bots=[None, 'eager'], stock=30, pace=10_000)}")
    for stock in ("0s", "1s"):
        place = visitor.page.locator(at(stock))
        expect(place.locator(".card")).to_have_count(1)
        expect(place).to_contain_text("30")
