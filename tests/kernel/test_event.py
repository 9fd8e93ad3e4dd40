"""Events: what a move caused, as the kernel writes it, whoever shuffles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.game.event import Completed, Discarded, Drew, Ended, Event, Passed, Played, Shuffled, TurnBegan, Turned
from skipbo.game.game import Game
from skipbo.kernel.doors import single
from skipbo.kernel.event import DREW, MOST_EVENTS, SHUFFLED, TURN_BEGAN, new_events
from skipbo.kernel.layout import CARDS, RANKS, SPENT_PILE
from tests.kernel.strategies import games
from tests.positions import BROWNFIELD, lay, up_to


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def shuffling() -> tuple[Game, int]:
    """A game in which the next player draws one card, and then from the shuffled spent cards; and a move to there."""
    game = lay(hands=[[11, 12], [10]], draw=[9], spent=[1, 2, 3, 4, 5, "W"])
    return game, next(move for move in game.legal_moves if move.ends_turn).code(0, 2, 2)


def test_a_turn_that_begins_draws_before_and_after_a_shuffle() -> None:
    game, move = shuffling()
    happened = game.play(move)
    assert kinds(happened) == [Discarded, TurnBegan, Drew, Shuffled, Drew]
    _discarded, _began, before, shuffled, after = happened
    assert before == Drew(1, 1, (9,))  # type: ignore[arg-type]  # a card is a number
    assert shuffled == Shuffled(6)
    assert isinstance(after, Drew)
    assert after.cards == game.shuffles[0][:3]


def test_a_new_draw_pile_is_written_top_first() -> None:
    game, move = shuffling()
    states, events, pile = game.states, new_events(), np.zeros(CARDS, np.uint8)
    count = single.play(states, move, events, pile)
    assert events["kind"][:count].tolist()[1:] == [TURN_BEGAN, DREW, SHUFFLED, DREW]
    size = int(events["count"][3])
    left = states["order"][0, : states["count"][0, 5]].tolist()[::-1]
    drawn = events["cards"][4, : events["count"][4]].tolist()
    assert pile[:size].tolist() == [*drawn, *(RANKS[card] for card in left)]
    assert sorted(pile[:size].tolist()) == [0, 1, 2, 3, 4, 5]


def test_a_given_shuffle_causes_the_same_events_as_the_one_that_gave_it() -> None:
    game, move = shuffling()
    states, events, pile = game.states, new_events(), np.zeros(CARDS, np.uint8)
    count = single.play(states, move, events, pile)
    again, same = game.states, new_events()
    assert single.play_given(again, move, same, pile[: events["count"][3]]) == count
    assert same.tobytes() == events.tobytes()
    assert [RANKS[card] for card in again["hand"][0].ravel()] == [RANKS[card] for card in states["hand"][0].ravel()]


@pytest.mark.parametrize("pile", [[], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 0, 0]])
def test_a_shuffle_that_is_missing_or_has_other_cards_is_noticed(pile: list[int]) -> None:
    game, move = shuffling()
    assert single.play_given(game.states, move, new_events(), np.array(pile, np.uint8)) == 0


@pytest.mark.parametrize("move", [-1, 191, 192, 1 << 40])
def test_a_move_that_is_not_legal_causes_nothing(move: int) -> None:
    game = lay()
    states, events, pile = game.states, new_events(), np.zeros(CARDS, np.uint8)
    assert single.play(states, move, events, pile) == 0
    assert states.tobytes() == game.states.tobytes()
    assert events.tobytes() == new_events().tobytes()


def test_a_wild_is_told_with_the_number_it_stands_for() -> None:
    game = lay(hands=[["W", 11]], building=[up_to(6)])
    assert game.play("hW>b1") == [Played(0, 0, "hand", 0, 0, 1, 7)]  # type: ignore[arg-type]  # cards are numbers


@pytest.mark.parametrize(("edition", "ranks"), [("mattel-2003", 12), (BROWNFIELD, 13)])
def test_the_last_card_of_a_building_pile_completes_it(edition: str, ranks: int) -> None:
    for below in (ranks - 2, ranks - 1):
        game = lay(edition, hands=[["W", 11]], building=[(), up_to(below)])
        happened = game.play("hW>b2")
        assert kinds(happened) == ([Played, Completed] if below == ranks - 1 else [Played])
        assert game.states["count"][0, SPENT_PILE] == (ranks if below == ranks - 1 else 0)


def test_a_partners_stock_card_is_told_with_its_owner_and_the_next_one_turned_up() -> None:
    game = lay(players=4, partners=True, stocks={2: [9, 1]})
    played, turned = game.play("2s>b1")
    assert played == Played(0, 1, "stock", 2, 0, 1, 1)  # type: ignore[arg-type]  # cards are numbers
    assert turned == Turned(2, 9)  # type: ignore[arg-type]


def test_a_card_of_a_discard_pile_is_told_with_the_number_of_the_pile() -> None:
    (played,) = lay(discards={0: [(), (), [1]]}).play("d3>b4")
    assert played == Played(0, 1, "discard", 0, 3, 4, 1)  # type: ignore[arg-type]  # cards are numbers


def test_the_last_card_of_a_stock_pile_turns_none_up() -> None:
    assert kinds(lay(stocks=[[1], [12]]).play("s>b1")) == [Played, Ended]


def test_passes_are_told_until_all_have_passed_and_the_game_is_over() -> None:
    game = lay(hands=[[], []], draw=[])
    assert kinds(game.play("pass")) == [Passed, TurnBegan]
    assert kinds(game.play("pass")) == [Passed, Ended]


@given(games(), st.integers(0, 2**32))
def test_no_move_causes_more_events_than_there_is_room_for(game: Game, choice: int) -> None:
    if game.outcome is None:
        moves = list(game.legal_moves)
        assert 0 < len(game.play(moves[choice % len(moves)])) <= MOST_EVENTS
