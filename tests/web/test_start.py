"""From the first page to a game: how many actions it takes."""

from playwright.sync_api import expect

from tests.web.conftest import Visit


def test_one_action_starts_a_game_against_bots(visit: Visit) -> None:
    page = visit(name=None).go("/")
    page.get_by_role("button", name="Play against bots").click()
    expect(page).to_have_url("/t/", timeout=100)
