"""Decisions: which of two lines lead to the same, where a decision ends, and what seeds its worlds."""

import numpy as np
import pytest

from skipbo.bots.planner.workspace import STEPS
from skipbo.bots.searcher.memory import new_searches
from skipbo.bots.seeds import KEY_WORDS
from skipbo.coach.decision import ends_decision, is_alike, seed_of
from skipbo.game.game import Game
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, move_of
from tests.positions import lay, up_to


def table(**other: object) -> Game:
    laid = {"hands": [[3, 8, 8], [1]], "discards": {0: [[4, 6], [5]]}, "building": [up_to(2), up_to(7)]}
    return lay(**(laid | other))  # type: ignore[arg-type]


def alike(one: Game, other: Game) -> bool:
    return bool(is_alike(one.states[0], other.states[0], 0))


def seed(game: Game, number: int = 0) -> list[int]:
    searches, words = new_searches(), np.ones(KEY_WORDS, np.uint32)
    searches["seen"] = game.view(0).states()
    seed_of(searches, number, words)
    return words.tolist()


def test_every_decision_has_worlds_of_its_own_in_every_game() -> None:
    assert seed(table()) == seed(table(hands=[[8, 3, 8], [2]])), "what is hidden makes no difference"
    others = [seed(table(hands=[[3, 3, 8], [1]])), seed(table(stocks=[[12, 12], [1]])), seed(table(), 1)]
    assert len({*map(tuple, others), tuple(seed(table()))}) == 4


def test_the_order_of_piles_and_of_cards_in_a_hand_makes_no_difference() -> None:
    turned = table(hands=[[8, 3, 8], [1]], discards={0: [[5], [], [], [4, 6]]}, building=[[], up_to(7), up_to(2)])
    assert alike(table(), turned)


@pytest.mark.parametrize(
    "other",
    [
        {"hands": [[3, 3, 8], [1]]},
        {"hands": [[3, 8], [1]]},
        {"building": [up_to(2), up_to(6)]},
        {"discards": {0: [[6, 4], [5]]}},
        {"discards": {0: [[4, 6, 5], []]}},
        {"stocks": [[12], [12, 12]]},
        {"turn": 1},
    ],
)
def test_anything_else_does(other: dict[str, object]) -> None:
    assert not alike(table(), table(**other))


def test_a_decision_ends_where_something_new_is_seen_or_its_record_is_full() -> None:
    state = table().states[0]
    assert ends_decision(state, move_of(FROM_PILE, 0, 0), 1)
    assert not ends_decision(state, move_of(FROM_PILE, 1, 0), 1)
    assert not ends_decision(state, move_of(FROM_HAND, 3, 0), 1)
    assert ends_decision(table(hands=[[3], [1]]).states[0], move_of(FROM_HAND, 3, 0), 1)
    assert ends_decision(state, move_of(END_TURN, 8, 0), 1)
    assert ends_decision(state, move_of(FROM_HAND, 3, 0), STEPS)
