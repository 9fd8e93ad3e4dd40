"""A whole game to its end through the page, by whatever hand, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.repetition import later
from tests.web.browser import DESKTOP, PHONE, Visitor, Window
from tests.web.conftest import Visit
from tests.web.players import ONE_TAP, Finger, Mouse, OneTap, Player, Reader, Shortcuts, Tapper, Typist
from tests.web.table_setup import deal

QUICK = {"sound": False}
FIFTEEN_MOVES = 5
"""A deal of two with five stock cards that a hasty person wins from the planner, by every kind of move."""


def sit_down(visitor: Visitor, by: type[Player] | None = None, **options: object) -> Player:
    visitor.go(f"/t/{visitor.open_table(**({'bots': [None, 'eager']} | options))}")
    return (by or Tapper)(visitor.page)


@pytest.mark.parametrize(
    ("by", "window"),
    [
        later(Mouse, DESKTOP),
        (Finger, PHONE),
        later(Tapper, DESKTOP),
        later(Tapper, PHONE),
        later(Typist, DESKTOP),
        later(Typist, PHONE),
        later(Shortcuts, DESKTOP),
    ],
)
def test_a_game_is_played_to_its_end(visit: Visit, by: type[Player], window: Window) -> None:
    visitor = visit(window, settings=QUICK | {"shortcuts": by is Shortcuts})
    visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    player = by(visitor.page)
    player.play_to_the_end()
    kinds = {(re.sub(r"\d", "", source), re.sub(r"\d", "", target)) for source, target in player.moves}
    assert kinds == {("s", "b"), ("h", "b"), ("h", "d"), ("d", "b")}, player.moves
    expect(visitor.page.locator(".winner th")).to_contain_text("You")
    (game,) = visitor.get("/api/v1/me/history")["games"]
    assert game["won"]


def test_a_game_is_played_to_its_end_by_one_tap_a_card(visit: Visit) -> None:
    visitor = visit(PHONE, settings=QUICK | {"oneTap": True})
    visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    player = OneTap(visitor.page)
    player.play_to_the_end()
    assert ONE_TAP in {target for _source, target in player.moves}
    expect(visitor.page.locator("tbody")).to_contain_text("You")


def test_a_game_is_played_to_its_end_by_the_names_of_its_buttons_alone(visit: Visit) -> None:
    visitor = visit(settings=QUICK)
    visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    Reader(visitor.page).play_to_the_end()
    expect(visitor.page.get_by_role("row").filter(has_text="You")).to_have_count(1)
