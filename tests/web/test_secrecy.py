"""Nothing that is hidden stands anywhere in the page: not in attributes, not behind a card's back."""

import re

from playwright.sync_api import Page

from tests.web.conftest import Visit
from tests.web.playing import Tapper, at
from tests.web.test_company import two_and_a_third


def hidden_markup(page: Page, place: str) -> str:
    return page.locator(at(place)).evaluate("(element) => element.outerHTML")


def test_a_hand_is_drawn_in_its_owners_page_alone(visit: Visit) -> None:
    ann, bob, eve = two_and_a_third(visit, stock=10)
    hands = []
    for _ in range(4):
        for player in (Tapper(ann.page), Tapper(bob.page)):
            if player.marked("can"):
                player.play_turn()
        cards = [seen.label for place, seen in Tapper(ann.page).look().items() if re.fullmatch(r"h\d", place)]
        shown = hidden_markup(bob.page, "0h")
        assert shown == hidden_markup(eve.page, "0h")
        hands.append((cards, shown))
    by_count: dict[int, set[str]] = {}
    for cards, shown in hands:
        by_count.setdefault(len(cards), set()).add(shown)
    assert len({tuple(cards) for cards, _ in hands}) > len(by_count), "Ann held the same cards all the time"
    assert all(len(shown) == 1 for shown in by_count.values()), "how a hand looks from outside depends on its cards"
