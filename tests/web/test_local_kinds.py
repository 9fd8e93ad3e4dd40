"""Tables of the browser of more kinds: three and six players, partners, other sheets, matches, and an undo."""

import json

import pytest
from playwright.sync_api import Page, expect

from skipbo.record import check, record_from_line, resuming
from tests.web.conftest import Visit
from tests.web.panels import open_log_of_replay
from tests.web.players import LABELS, OVER, Tapper
from tests.web.test_alone import LOCAL, RECORDS
from tests.web.test_local_tables import LONG, LOOKS_LIKE, no_version_is_missing_or_written_twice, play_here
from tests.web.test_play import QUICK
from tests.web.test_replay import piles


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        "?players=3&stock=2",
        "?players=6&stock=1",
        "?players=4&partners&stock=2",
        "?edition=brownfield-1967&stock=2&dealer=1",
        "?edition=mattel-2016&stock=2&youngest=1",
        "?edition=holiday-2010&stock=2",
    ],
)
def test_every_kind_of_table_is_played_to_its_end_in_the_browser_and_its_record_holds(visit: Visit, kind: str) -> None:
    page = play_here(visit(settings=QUICK), kind)
    Tapper(page).play_to_the_end()
    (record,) = records(page)
    check(record_from_line(record.encode()))
    options = dict(part.partition("=")[::2] for part in kind.removeprefix("?").split("&"))
    fields = json.loads(record)
    players = int(options.get("players", 2))
    assert len(fields["seats"]) == players
    assert len(fields["teams"]) == (2 if "partners" in options else players)
    assert fields["edition"] == options.get("edition", "mattel-2003")


@pytest.mark.slow
def test_a_match_goes_on_with_its_next_game_after_a_reload_too(visit: Visit) -> None:
    page = play_here(visit(settings=QUICK), "?stock=1&points=60")  # a game brings 30 or more
    player = Tapper(page)
    player.play_to_the_end()
    page.reload()
    expect(page.locator(OVER)).to_be_visible()
    while page.get_by_role("button", name="Next game").count():
        page.get_by_role("button", name="Next game").click()
        expect(page.locator(OVER)).to_be_hidden()
        player.play_to_the_end()
    expect(page.get_by_role("button", name="New match")).to_be_visible()
    played = records(page)
    assert len(played) > 1
    for record in played:
        check(record_from_line(record.encode()))
    own = page.get_by_role("row").filter(has_text="You")
    results = [json.loads(record)["result"] for record in played]
    points = sum(result["points"] for result in results if 0 in result["winners"])
    assert own.get_by_role("cell").last.inner_text() == str(points)


@pytest.mark.slow
def test_a_move_is_undone_with_what_the_bots_did_since(visit: Visit) -> None:
    page = play_here(visit(settings=QUICK), LONG)
    player = Tapper(page)
    player.wait()
    before = ""
    while not player.moves or player.moves[-1][1].startswith("b"):  # a discard ends the turn
        before = page.evaluate(LABELS)
        player.move()
        player.wait()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(LOOKS_LIKE, arg=before)
    player.play_turn()
    player.wait()
    no_version_is_missing_or_written_twice(page)


@pytest.mark.slow
def test_a_finished_game_goes_on_from_the_middle_of_it(visit: Visit) -> None:
    page = play_here(visit(settings=QUICK), "?stock=5")
    Tapper(page).play_to_the_end()
    (line,) = records(page)
    played = record_from_line(line.encode())
    own = [game.version for game in resuming(played) if game.turn == 0 and game.outcome is None]
    page.goto(f"{page.url}/games/1/{own[-1]}?seat=0")
    expect(page.get_by_role("slider", name="Move")).to_have_value(str(own[-1]))
    left = piles(page)
    open_log_of_replay(page)
    page.get_by_role("button", name="Continue from here").click()
    expect(page).to_have_url(LOCAL)
    player = Tapper(page)
    player.wait()
    assert piles(page) == left
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()  # those moves were made at another table
    player.play_to_the_end()
    both = [record_from_line(each.encode()) for each in records(page)]
    assert [each.moves[: own[-1]] for each in both] == [played.moves[: own[-1]]] * 2
    for each in both:
        check(each)


def records(page: Page) -> list[str]:
    found: list[str] = page.evaluate(RECORDS)
    return found
