"""A match through the page: partners, two games, and the scores between and after them."""

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.playing import OVER, Tapper
from tests.web.tables import deal
from tests.web.test_playing import QUICK

PARTNERS_WIN = 20
"""A deal of four partners with three stock cards that a hasty person wins with a planner, by its piles too."""


def test_partners_play_a_match_of_two_games(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    bots = [None, "planner", "planner", "planner"]
    page = visitor.go(f"/t/{deal(visitor, PARTNERS_WIN, players=4, partners=True, games=2, stock=3, bots=bots)}")
    player = Tapper(page)
    player.play_to_the_end()
    assert any(source.startswith("2") for source, _target in player.moves), "no card of the partner's was played"
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(OVER)).to_be_hidden()
    player.play_to_the_end()
    expect(page.get_by_role("button", name="New match")).to_be_visible()
    games = visitor.get("/api/v1/me/history")["games"]
    assert len(games) == 2
    own = page.get_by_role("row").filter(has_text="You")
    assert own.get_by_role("cell").last.inner_text() == str(sum(game["points"] for game in games if game["won"]))
