"""Each theme says what fits two courses, or nothing: courses written by hand, as no planner need ever find them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.odds import PARTNER
from skipbo.bots.planner.workspace import Workspace, new_workspaces
from skipbo.coach import advice, themes
from skipbo.coach.advice import new_advice, tell_each_once
from skipbo.coach.argument import tell_why
from skipbo.coach.course import FIRST_WEIGHT, NONE, Course, new_courses
from skipbo.coach.reasons import read
from skipbo.coach.sentences import Sentence
from skipbo.coach.themes import sentence_of
from skipbo.game.move import Move
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.layout import State
from tests.positions import lay, up_to

pytestmark = pytest.mark.skipif(not INTERPRETED, reason="test_reasons compares what is compiled; this covers its lines")

# A move, its card, the rank that it stands for, and what it covers
Step = tuple[str, int, int, int]


def course(
    *steps: Step,
    players: int = 2,
    teams: int = 2,
    features: Mapping[str, int] | None = None,
    kept: Sequence[int] = (),
    heights: Sequence[int] = (0, 0, 0, 0),
    usable: int = 0,
) -> Course:
    made: Course = new_courses(1)[0]
    made.steps = len(steps)
    for number, (text, card, rank, covered) in enumerate(steps):
        move = Move.parse(text)
        made.moves[number] = move.code(0, players, teams)
        made.owner[number] = move.source.owner(0)
        made.card[number], made.rank[number], made.covered[number] = card, rank, covered
    for name, value in (features or {}).items():
        made.features[FEATURES.index(name)] = value
    for card in kept:
        made.kept[card] += 1
    made.heights[:], made.usable = heights, usable
    return made


def state_of(**position: Any) -> State:
    state: State = lay(**{"stocks": [[9, 8], [12, 7]], **position}).view(0).states()[0]
    return state


def others(near: Sequence[int], reach: Mapping[tuple[int, int], int] | None = None) -> Workspace:
    """A workspace in which each seat plays in so many turns, and has a chance from some heights of building piles."""
    workspace: Workspace = new_workspaces()[0]
    workspace.near[: len(near)] = near
    for (seat, height), chance in (reach or {}).items():
        workspace.reach[seat, height] = chance
    return workspace


def said(
    theme: int,
    better: Course,
    worse: Course,
    *,
    workspace: Workspace | None = None,
    points: Any = None,
    **position: Any,
) -> Sentence | None:
    told = new_advice()
    for name, value in (points or {}).items():
        told[0].points[FEATURES.index(name)] = value
    near = others([0]) if workspace is None else workspace
    if not sentence_of(theme, state_of(**position), near, better, worse, told[0]):
        return None
    told[0].count = 1
    (sentence,) = read(told)
    return sentence


PLAIN = course()
DISCARD_ON_1 = course(("h5>d1", 5, 5, 7))


def test_the_own_stock_card() -> None:
    assert said(themes.OWN_STOCK, PLAIN, PLAIN) is None
    played = {"stock_played": 1}
    assert said(themes.OWN_STOCK, course(("s>b1", 8, 8, NONE), features=played), PLAIN) == Sentence("stock_now")
    later = course(("h7>b1", 7, 7, NONE), ("s>b1", 8, 8, NONE), features=played)
    assert said(themes.OWN_STOCK, later, PLAIN) == Sentence("stock_soon", card=8)


def test_the_way_to_the_stock_card() -> None:
    theme = themes.WAY_TO_STOCK
    assert said(theme, course(features={"stock_played": 1}), PLAIN) is None
    assert said(theme, PLAIN, PLAIN, stocks=[[], [12]]) is None
    assert said(theme, course(features={"path_ready": 1}), PLAIN) == Sentence("path_ready", needed=8)
    lacks = course(features={"path_missing_one": 1}, heights=(6, 0, 0, 0))
    assert said(theme, lacks, PLAIN) == Sentence("path_lacks", card=7, needed=8)
    covers = course(("h5>d1", 5, 5, 7), features={"path_missing_one": 1}, heights=(6, 0, 0, 0))
    assert said(theme, covers, PLAIN) == Sentence("path_nearer", needed=8)
    assert said(theme, PLAIN, DISCARD_ON_1) == Sentence("path_nearer", needed=8)
    elsewhere = course(("h5>d2", 5, 5, NONE), heights=(6, 0, 0, 0))
    assert said(theme, elsewhere, course(("h5>d1", 5, 5, 7), heights=(0, 6, 0, 0))) == Sentence(
        "path_open", card=7, needed=8
    )
    assert said(theme, elsewhere, course(("h5>d1", 5, 5, 12), heights=(0, 6, 0, 0))) == Sentence(
        "path_nearer", needed=8
    )
    assert said(theme, elsewhere, course(("h5>d1", 5, 5, 7), heights=(5, 0, 0, 0))) == Sentence("path_nearer", needed=8)
    assert said(theme, elsewhere, course(("h5>d2", 5, 5, 7), heights=(0, 6, 0, 0))) == Sentence("path_nearer", needed=8)


def test_cards_of_the_hand() -> None:
    assert said(themes.NEW_CARDS, PLAIN, PLAIN) is None
    assert said(themes.NEW_CARDS, course(features={"refill": 1}), PLAIN) == Sentence("empties")
    fewer = course(features={"hand_kept": -1})
    assert said(themes.NEW_CARDS, fewer, PLAIN) == Sentence("draws_more")
    played = course(("s>b2", 3, 3, NONE), ("h4>b1", 4, 4, NONE), features={"hand_kept_scarce": -1})
    assert said(themes.NEW_CARDS, played, course(kept=[4])) == Sentence("draws", card=4)
    assert said(themes.SAVED_CARD, PLAIN, PLAIN) is None
    assert said(themes.EQUAL_CARDS, PLAIN, course(kept=[4])) is None
    assert said(themes.EQUAL_CARDS, course(kept=[4]), course(kept=[4, 4])) == Sentence("spare", card=4)


def test_cards_that_are_wanted_soon() -> None:
    theme, fitting = themes.USEFUL_CARDS, {"playable_kept": 1}
    played = course(("h4>b1", 4, 4, NONE), features={"playable_kept": -1})
    assert said(theme, played, course(kept=[4]), points=fitting) == Sentence("plays_fitting", card=4)
    assert said(theme, course(features={"playable_kept": -1}), PLAIN, points=fitting) is None
    assert said(theme, course(kept=[4, 9], heights=(7, 0, 0, 0)), PLAIN) == Sentence("keeps_useful", card=9)
    assert said(theme, course(kept=[6], heights=(7, 0, 0, 0)), PLAIN) is None


def test_wilds() -> None:
    theme = themes.WILD_CARDS
    assert said(theme, course(features={"wilds_held": 1}), PLAIN) == Sentence("saves_wild")
    freed = course(("h3>b2", 3, 3, NONE), ("d1>b1", 0, 4, NONE))
    assert said(theme, freed, PLAIN) == Sentence("frees_wild")
    assert said(theme, course(("d1>b1", 4, 4, NONE)), DISCARD_ON_1) is None
    assert said(theme, PLAIN, course(("h5>d1", 5, 5, 0))) == Sentence("open_wild")


def test_the_order_of_discards() -> None:
    theme = themes.DISCARD_ORDER
    assert said(theme, PLAIN, DISCARD_ON_1) == Sentence("order")
    assert said(theme, course(("h9>d1", 9, 9, 7)), course(("h2>d1", 2, 2, 7))) == Sentence("order")
    assert said(theme, DISCARD_ON_1, course(("h5>d2", 5, 5, 7))) == Sentence("order")
    assert said(theme, DISCARD_ON_1, course(("h4>d2", 4, 4, 7))) == Sentence("high", card=5, needed=4)
    fits = {7: "equal", 8: "run", 9: "step", 10: "step", NONE: "empty"}
    for covered, text in fits.items():
        named = None if covered == NONE else covered
        on_it = course(("h7>d1", 7, 7, covered))
        assert said(theme, on_it, course(("h7>d2", 7, 7, 12))) == Sentence(text, card=7, needed=named)
    assert said(theme, course(("h7>d1", 7, 7, 0)), DISCARD_ON_1) == Sentence("order")
    buried = course(("h9>d2", 9, 9, 7))
    assert said(theme, DISCARD_ON_1, buried) == Sentence("burial", card=9, needed=7, pile=2)
    assert said(theme, DISCARD_ON_1, buried, points={"burials": -1}) == Sentence("step", card=5, needed=7)


def test_opponents() -> None:
    near = others([0, 1], {(1, 6): 900, (1, 0): 100})
    theme, better = themes.NEXT_OPPONENT, course(heights=(0, 0, 0, 0))
    worse = course(heights=(6, 0, 0, 0))
    assert said(theme, better, worse, workspace=near) == Sentence("hinder", needed=7, seat=1)
    assert said(theme, worse, better, workspace=near) is None
    assert said(themes.LATER_OPPONENTS, better, worse, workspace=near) is None
    opening = course(("h6>b2", 6, 6, NONE), ("h2>b1", 2, 2, NONE), heights=(2, 6, 0, 0))
    assert said(theme, better, opening, workspace=near) == Sentence("gift", card=6, needed=7, seat=1)
    assert said(theme, DISCARD_ON_1, opening, workspace=near) == Sentence("gift", card=6, needed=7, seat=1)
    for source, card in (("h6", 6), ("d1", 6)):
        also = course((f"{source}>b3", card, 1, NONE), heights=(0, 0, 1, 0))
        expected = (
            Sentence("hinder", needed=7, seat=1) if source == "h6" else Sentence("gift", card=6, needed=7, seat=1)
        )
        assert said(theme, also, opening, workspace=near) == expected
    off_a_pile = course(("d1>b1", 6, 6, NONE), heights=(6, 0, 0, 0))
    assert said(theme, course(("d1>b2", 6, 1, NONE)), off_a_pile, workspace=near) == Sentence(
        "hinder", needed=7, seat=1
    )
    near.missing[1, 6] = 1
    assert said(theme, better, off_a_pile, workspace=near) == Sentence("help_if_played", card=6, needed=7, seat=1)
    closing = course(("h3>b2", 3, 3, NONE), ("hW>b1", 0, 7, NONE))
    assert said(theme, closing, worse, workspace=near) == Sentence("block_with_wild", needed=7, seat=1)


def test_cards_that_the_next_player_could_play() -> None:
    theme, worse = themes.CARDS_OF_NEXT, course(heights=(5, 0, 0, 0))
    discards = {1: [[], [6]]}
    assert said(theme, PLAIN, worse, discards=discards) == Sentence("deny", card=6, seat=1)
    assert said(theme, worse, worse, discards=discards) is None
    alone = lay(players=2, stocks=[[9, 8], [12, 7]]).view(0).states()[0]
    alone.teams = 1
    assert not sentence_of(theme, alone, others([0]), PLAIN, worse, new_advice()[0])


def test_building_piles() -> None:
    assert said(themes.DIFFERENT_NEEDS, PLAIN, PLAIN) is None
    assert said(themes.DIFFERENT_NEEDS, PLAIN, course(features={"needs_shared": 1})) == Sentence("variety")
    assert said(themes.LOW_PILES, PLAIN, course(features={"heights": 1})) == Sentence("less_to_build_on")
    assert said(themes.COMPLETED_PILES, course(features={"completed_scarce": 1}), PLAIN) == Sentence("completed")
    assert said(themes.COMPLETED_PILES, PLAIN, course(features={"completed_scarce": 1})) == Sentence("uncompleted")


def test_partners() -> None:
    table: dict[str, Any] = {"players": 4, "partners": True, "stocks": [[9], [9], [12, 6], [9]], "building": [up_to(5)]}
    assert said(themes.PARTNERS_STOCK, course(("s>b1", 9, 9, NONE)), PLAIN, **table) is None
    theirs = course(("2s>b1", 6, 6, NONE), players=4)
    assert said(themes.PARTNERS_STOCK, theirs, PLAIN, **table) == Sentence("partner_stock", card=6, seat=2)
    near = others([0, 1, PARTNER, 2], {(2, 5): 900})
    better = course(heights=(5, 0, 0, 0))
    assert said(themes.PARTNERS, better, PLAIN, workspace=near, **table) == Sentence("partner_open", needed=6, seat=2)
    assert said(themes.PARTNERS, PLAIN, better, workspace=near, **table) is None
    helped = course(("h5>b1", 5, 5, NONE), heights=(5, 0, 0, 0))
    assert said(themes.PARTNERS, helped, PLAIN, workspace=near, **table) == Sentence(
        "partner_helped", card=5, needed=6, seat=2
    )


def test_nothing_is_said_twice_nor_that_it_matters_little_beside_other_reasons() -> None:
    all_told = new_advice()
    told = all_told[0]
    for name in ("card", "needed", "seat", "pile"):
        getattr(told, name)[:] = NONE
    told.text[:] = [advice.SAVES, advice.SAVES, advice.SLIGHT, advice.DRAWS]
    told.card[:] = np.array([4, 4, NONE, 5])
    told.count = 4
    tell_each_once(told)
    assert read(all_told) == (Sentence("saves", card=4), Sentence("draws", card=5))
    told.text[:2], told.card[:2] = advice.SLIGHT, NONE
    told.count = 2
    tell_each_once(told)
    assert read(all_told) == (Sentence("slight"),)


def told(*courses: Course, better: int = 0, worse: int = NONE) -> tuple[Sentence, ...]:
    """What is said of several courses, of which all features weigh the same."""
    states, near, told = lay(stocks=[[9, 8], [12, 7]]).view(0).states(), new_workspaces(), new_advice()
    weights = np.ones(FIRST_WEIGHT + len(FEATURES), np.int64)
    laid = new_courses(len(courses))
    for number, each in enumerate(courses):
        laid[number] = each
    tell_why(states, weights, near, laid, len(laid), better, worse, told)
    return read(told)


def test_the_weightiest_themes_are_told_if_they_weigh_enough() -> None:
    heavy = course(features={"wilds_held": 10, "refill": 5, "heights": -1, "stock_played": 1})
    assert told(heavy, PLAIN, worse=1) == (Sentence("saves_wild"), Sentence("empties"))
    assert told(course(features={"wilds_held": 10, "refill": 2}), PLAIN, worse=1) == (Sentence("saves_wild"),)
    assert told(PLAIN, PLAIN, worse=1) == (Sentence("slight"),)
    assert told(course(features={"twins_kept": 3, "refill": 2}), PLAIN, worse=1) == (Sentence("empties"),)


def test_a_move_without_a_worse_one_and_one_that_wins() -> None:
    assert told(PLAIN) == (Sentence("only_move"),)
    assert told(PLAIN, PLAIN) == (Sentence("as_good"),)
    winning = course(("s>b1", 8, 8, NONE))
    winning.winning = 1
    assert told(winning, PLAIN, worse=1) == (Sentence("wins"),)
    assert told(winning, course(("h5>b1", 5, 5, NONE)), better=NONE) == (Sentence("wins"),)


def test_the_best_move_is_compared_with_the_next_best_and_a_discard_with_playing_first() -> None:
    discard, worse = course(("h5>d1", 5, 5, 7)), course(("h5>d2", 5, 5, 12))
    play = course(("h6>b1", 6, 6, NONE), features={"wilds_held": -3})
    for points, each in ((9, discard), (8, worse), (7, play)):
        each.worth = points
    worse.features[FEATURES.index("refill")] = -5
    assert told(discard, worse, play, better=NONE) == (Sentence("saves_wild"), Sentence("empties"))
    assert told(play, discard, better=NONE)[0] != Sentence("only_move")
    assert told(discard, discard, better=NONE) == (Sentence("as_good"),)
