"""A match through the page: partners, two games, and the scores between and after them."""

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.playing import OVER, Tapper
from tests.web.test_playing import QUICK, sit_down


def test_partners_play_a_match_of_two_games(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    player = sit_down(visitor, Tapper, players=4, partners=True, games=2, bots=[None, "eager", "eager", "eager"])
    page = visitor.page
    player.play_to_the_end()
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(OVER)).to_be_hidden()
    player.play_to_the_end()
    expect(page.get_by_role("button", name="New match")).to_be_visible()
    games = visitor.get("/api/v1/me/history")["games"]
    assert len(games) == 2
    own = page.get_by_role("row").filter(has_text="You")
    assert own.get_by_role("cell").last.inner_text() == str(sum(game["points"] for game in games if game["won"]))
