"""A whole game to its end through the page, by whatever hand, on a desk and on a phone."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.repetition import later
from tests.web.browser import DESKTOP, PHONE, Visitor, Window
from tests.web.conftest import Visit
from tests.web.players import (
    ONE_PRESS,
    PLAYABLE,
    Finger,
    Mouse,
    Player,
    Reader,
    Shortcuts,
    Tapper,
    Typist,
    at,
)
from tests.web.states import wild
from tests.web.table_setup import deal
from tests.web.test_peek import SETTLED

QUICK = {"sound": False}
ONE_TAP = QUICK | {"oneTap": True}  # as a browser has it that has chosen nothing
FIFTEEN_MOVES = 5
"""A deal of two with five stock cards that a hasty person wins from the planner, by every kind of move."""
ONE_TO_BUILD = 3
"""A deal of two in which the first player can build one card of the hand, a 1, and nothing else."""


def sit_down(visitor: Visitor, by: type[Player] | None = None, **options: object) -> Player:
    visitor.go(f"/t/{visitor.open_table(**({'bots': [None, 'eager']} | options))}")
    return (by or Tapper)(visitor.page)


@pytest.mark.parametrize(
    ("by", "window", "settings"),
    [
        later(Mouse, DESKTOP, ONE_TAP),
        (Finger, PHONE, ONE_TAP),
        later(Tapper, DESKTOP, QUICK),
        later(Tapper, PHONE, QUICK),
        (Tapper, PHONE, ONE_TAP),
        (Typist, DESKTOP, ONE_TAP),
        later(Typist, DESKTOP, QUICK),
        later(Typist, PHONE, ONE_TAP),
        later(Shortcuts, DESKTOP, QUICK),
        later(Shortcuts, DESKTOP, ONE_TAP),
    ],
)
def test_a_game_is_played_to_its_end(
    visit: Visit, by: type[Player], window: Window, settings: dict[str, object]
) -> None:
    visitor = visit(window, settings=settings | {"shortcuts": by is Shortcuts})
    visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    player = by(visitor.page)
    player.play_to_the_end()
    kinds = {(re.sub(r"\d", "", source), re.sub(r"\d", "", target)) for source, target in player.moves}
    assert kinds == {("s", "b"), ("h", "b"), ("h", "d"), ("d", "b")}, player.moves
    at_once = any(target == ONE_PRESS for _source, target in player.moves)
    assert at_once == (settings is ONE_TAP and not isinstance(player, Mouse)), "a drag says where"
    expect(visitor.page.locator(".winner th")).to_contain_text("You")
    (game,) = visitor.get("/api/v1/me/history")["games"]
    assert game["won"]


@pytest.mark.parametrize(
    ("by", "window"), [(Typist, DESKTOP), (Tapper, PHONE), later(Tapper, DESKTOP), later(Finger, PHONE)]
)
def test_a_card_that_one_press_would_play_can_be_discarded(visit: Visit, by: type[Player], window: Window) -> None:
    visitor = visit(window, settings=ONE_TAP)
    page = visitor.go(f"/t/{deal(visitor, ONE_TO_BUILD, bots=[None, 'planner'])}")
    player = by(page)
    player.wait()
    page.wait_for_timeout(SETTLED)
    card, seen = next(
        (place, seen) for place, seen in player.look().items() if place[0] == "h" and PLAYABLE in seen.label
    )
    player.hold(card)
    assert card in player.marked("chosen")
    player.put("0d2")
    player.wait()
    assert player.look()["0d2"].label.startswith(f"discard pile 2: {seen.label.partition(',')[0]}")
    expect(page.locator(f"{at('b1')} .card")).to_have_count(0)


def test_a_card_that_one_press_has_played_is_taken_back_and_discarded_by_the_names_of_buttons(visit: Visit) -> None:
    visitor = visit(settings=ONE_TAP)
    page = visitor.go(f"/t/{deal(visitor, ONE_TO_BUILD, bots=[None, 'planner'])}")
    reader = Reader(page)
    reader.wait()
    card = next(name for name in reader.names() if "hand" in name and name.endswith(PLAYABLE))
    reader.take(card)
    reader.wait_until(lambda names: card not in names)
    reader.press("Undo")
    reader.wait_until(lambda names: card in names)
    reader.take(card)
    reader.put(next(goal for goal in reader.goals() if goal.startswith("discard pile 1")))
    reader.wait_until(lambda names: any(name.startswith("discard pile 1: 1") for name in names))


def test_a_chosen_wild_that_can_be_several_cards_says_which_until_it_is_one(visit: Visit) -> None:
    page = wild(partial(visit, settings=QUICK)).page
    said = page.get_by_text("Choose what the SKIP-BO card is: 12, 3, 2, 1")
    expect(said).to_be_visible()
    Tapper(page).put("b2")
    expect(said).to_have_count(0)
    expect(page.locator(at("b2"))).to_contain_text("reached 3 (SKIP-BO card)")


def test_a_game_is_played_to_its_end_by_the_names_of_its_buttons_alone(visit: Visit) -> None:
    visitor = visit(settings=ONE_TAP)
    visitor.go(f"/t/{deal(visitor, FIFTEEN_MOVES, stock=5, bots=[None, 'planner'])}")
    Reader(visitor.page).play_to_the_end()
    expect(visitor.page.get_by_role("row").filter(has_text="You")).to_have_count(1)
