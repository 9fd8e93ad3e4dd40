"""A match through the page: partners, two games, and the scores between and after them."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.players import OVER, Tapper
from tests.web.table_setup import deal
from tests.web.test_play import QUICK

PARTNERS_WIN = 20
"""A deal of four partners with three stock cards that a hasty person wins with a planner, by its piles too."""


def with_partners(visitor: Visitor) -> Tapper:
    bots = [None, "planner", "planner", "planner"]
    table = deal(visitor, PARTNERS_WIN, players=4, partners=True, games=2, stock=3, bots=bots)
    return Tapper(visitor.go(f"/t/{table}"))


def of_the_partner(player: Tapper) -> list[str]:
    """The cards that were played from the piles of the partner's seat."""
    return [source for source, _target in player.moves if source.startswith("2")]


def test_on_a_phone_a_partners_card_is_taken_from_where_its_seat_is_spread_out(visit: Visit) -> None:
    player = with_partners(visit(PHONE, settings=QUICK))
    while player.move() and not of_the_partner(player):
        pass
    assert player.spread == of_the_partner(player) != []


@pytest.mark.slow
def test_partners_play_a_match_of_two_games(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    player = with_partners(visitor)
    page = player.page
    player.play_to_the_end()
    assert of_the_partner(player), "no card of the partner's was played"
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(OVER)).to_be_hidden()
    player.play_to_the_end()
    expect(page.get_by_role("button", name="New match")).to_be_visible()
    games = visitor.get("/api/v1/me/history")["games"]
    assert len(games) == 2
    own = page.get_by_role("row").filter(has_text="You")
    assert own.get_by_role("cell").last.inner_text() == str(sum(game["points"] for game in games if game["won"]))
