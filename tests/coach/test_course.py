"""The course of a plan: its cards, where they come from, and what becomes of them."""

from typing import Any

import pytest

from skipbo.bots.planner.workspace import Workspace, new_workspaces
from skipbo.coach.course import NONE, Course, find_course, follow, is_as_good, new_courses
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.kernel.compiler import INTERPRETED
from tests.positions import lay, up_to

pytestmark = pytest.mark.skipif(not INTERPRETED, reason="test_reasons compares what is compiled; this covers its lines")


def course_of(game: Game, *moves: str) -> Course:
    workspace: Workspace = new_workspaces()[0]
    course: Course = new_courses(1)[0]
    workspace.steps = len(moves)
    for number, text in enumerate(moves):
        workspace.plan[number] = Move.parse(text).code(0, game.table.players, game.table.teams)
    follow(game.view(0).states()[0], workspace, course)
    return course


def seen(course: Course, *fields: str) -> list[list[Any]]:
    return [getattr(course, field)[: int(course.steps)].tolist() for field in fields]


def test_cards_come_off_hand_and_piles_and_stand_for_the_ranks_of_their_building_piles() -> None:
    game = lay(
        stocks=[[9, 5], [12, 7]],
        hands=[["W", 4, 4, 12, 11]],
        discards={0: [[9, 3], [10]]},
        building=[up_to(2), up_to(11)],
    )
    course = course_of(game, "d1>b1", "h4>b1", "s>b1", "hW>b2", "h11>d1")
    assert seen(course, "card", "rank", "covered") == [
        [3, 4, 5, 0, 11],
        [3, 4, 5, 12, 11],
        [NONE, NONE, NONE, NONE, 9],
    ]
    assert course.kept.tolist()[4] == 1
    assert course.kept.sum() == 2


def test_two_cards_come_off_one_pile_and_a_discard_may_find_it_empty() -> None:
    game = lay(stocks=[[9, 9], [12, 7]], hands=[[12]], discards={0: [[3, 2]]}, building=[up_to(1)])
    course = course_of(game, "d1>b1", "d1>b1", "h12>d1")
    assert seen(course, "card", "covered") == [[2, 3, 12], [NONE, NONE, NONE]]


def test_the_piles_of_partners_are_theirs() -> None:
    game = lay(
        players=4,
        partners=True,
        stocks=[[9, 9], [12, 7], [12, 1], [12, 7]],
        hands=[[12]],
        discards={2: [[], [2]]},
    )
    course = course_of(game, "2s>b1", "2d2>b1", "h12>d1")
    assert seen(course, "owner", "card") == [[2, 2, 0], [1, 2, 12]]


def test_a_pass_moves_no_card() -> None:
    game = lay(stocks=[[9, 9], [12, 7]], hands=[[]], draw=[])
    assert seen(course_of(game, "pass"), "card", "rank", "covered") == [[NONE], [NONE], [NONE]]


def test_winning_is_better_than_any_worth() -> None:
    wins, worth = new_courses(2)
    wins.winning, worth.worth = 1, 100
    assert is_as_good(wins, worth)
    assert not is_as_good(worth, wins)
    assert is_as_good(worth, worth)


def test_the_course_of_a_move_is_found_and_building_piles_of_one_height_are_one() -> None:
    game = lay(hands=[[3, 8]], building=[up_to(2), up_to(2), up_to(7)])
    codes = [Move.parse(text).code(0, 2, 2) for text in ("h8>b3", "h3>b1", "h3>d1", "h8>d1")]
    courses = new_courses(len(codes))
    courses["moves"][:, 0] = codes
    view = game.view(0).states()
    found = {
        text: find_course(view, courses, len(codes), Move.parse(text).code(0, 2, 2))
        for text in ("h3>b2", "h3>b1", "h3>d1", "h8>b3", "h8>d1")
    }
    assert found == {"h3>b2": 1, "h3>b1": 1, "h3>d1": 2, "h8>b3": 0, "h8>d1": 3}
