"""Every broken invariant has a name, and a sound state has none."""

from collections.abc import Callable

import numpy as np
import pytest

from skipbo.game.game import Game
from skipbo.kernel import status
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import BLOCKED, BY_STOCK, DRAW_PILE, NO_CARD, STOCKS, States
from skipbo.kernel.status import Status
from tests.positions import lay


def status_of(states: States) -> Status:
    faults = np.zeros(1, np.int64)
    arrays.status(states, faults)
    return Status(int(faults[0]))


def position() -> States:
    """Two players; building piles 1-2-wild and a wild alone, a discard pile, the rest to draw."""
    game = lay(
        players=2,
        stocks=[[5, 7], [3, 4]],
        hands=[[1, 5, 6], [2]],
        discards={0: [[9, 8], [], [], []]},
        building=[[1, 2, "W"], ["W"], [], []],
        turn=0,
    )
    return game.states


def corrupt(states: States, change: Callable[[States], object]) -> Status:
    change(states)
    return status_of(states)


def setter(field: str, place: int | tuple[int, ...], value: int) -> Callable[[States], None]:
    def change(states: States) -> None:
        states[field][place] = value

    return change


def empty_hand_although_cards_can_be_drawn(states: States) -> None:
    for place in range(states["held"][0, 0]):
        states["order"][0, states["count"][0, DRAW_PILE]] = states["hand"][0, 0, place]
        states["count"][0, DRAW_PILE] += 1
    states["held"][0, 0] = 0


def knot(states: States) -> None:
    """A pile that bites its own tail."""
    top = states["top"][0, STOCKS[0]]
    states["under"][0, top] = top


CORRUPTIONS: list[tuple[Callable[[States], None], Status]] = [
    (setter("players", 0, 1), Status.TABLE),
    (setter("players", 0, 7), Status.TABLE),
    (setter("teams", 0, 0), Status.TABLE),
    (setter("ranks", 0, 11), Status.TABLE),
    (setter("turn", 0, 2), Status.TABLE),
    (setter("first", 0, 2), Status.TABLE),
    (setter("used", 0, 17), Status.CHANCE),
    (setter("order", (0, 0), 20), Status.CARD_UNKNOWN),
    (setter("order", (0, 0), NO_CARD), Status.CARD_UNKNOWN),
    (setter("top", (0, STOCKS[1]), 255), Status.CARD_UNKNOWN),
    (setter("hand", (0, 0, 1), 20), Status.CARD_UNKNOWN),
    (lambda states: setter("order", (0, 0), int(states["order"][0, 1]))(states), Status.CARD_DOUBLED),
    (knot, Status.CARD_DOUBLED),
    (
        lambda states: setter("count", (0, DRAW_PILE), int(states["count"][0, DRAW_PILE]) - 1)(states),
        Status.CARDS_MISSING,
    ),
    (setter("count", (0, STOCKS[0]), 1), Status.PILE_SIZE),
    (setter("count", (0, STOCKS[0]), 3), Status.PILE_SIZE),
    (setter("stock", 0, 1), Status.PILE_SIZE),
    (lambda states: setter("top", (0, 0), int(states["under"][0, states["top"][0, 0]]))(states), Status.BUILDING_ORDER),
    (setter("bottom", (0, 1), 3), Status.BUILDING_ORDER),
    (setter("ranks", 0, 13), Status.CARDS_MISSING),
    (setter("held", (0, 0), 6), Status.HAND_SIZE),
    (empty_hand_although_cards_can_be_drawn, Status.HAND_NOT_DRAWN),
    (setter("held", (0, 4), 1), Status.EMPTY_SEAT),
    (setter("count", (0, STOCKS[4]), 1), Status.EMPTY_SEAT),
    (setter("passes", 0, 2), Status.PASSES),
    (setter("how", 0, BY_STOCK), Status.OUTCOME),
    (setter("how", 0, 3), Status.OUTCOME),
]


def test_a_sound_state_has_no_fault() -> None:
    assert not status_of(position())
    assert not status_of(Game(players=6, partners=True).states)


@pytest.mark.parametrize(("change", "fault"), CORRUPTIONS)
def test_a_broken_invariant_is_named(change: Callable[[States], None], fault: Status) -> None:
    assert fault in corrupt(position(), change)


def test_a_completed_pile_that_was_not_set_aside_is_named() -> None:
    states = lay(players=2, building=[[*range(1, 12)], [], [], []], stocks=[[5], [3]], hands=[[12], []], turn=0).states
    last = int(states["hand"][0, 0, 0])
    states["under"][0, last] = states["top"][0, 0]
    states["top"][0, 0] = last
    states["count"][0, 0] = 12
    states["held"][0, 0] = 0
    assert Status.BUILDING_COMPLETE in status_of(states)


def test_a_finished_stock_pile_without_a_winner_is_named() -> None:
    states = position()
    for _card in range(states["count"][0, STOCKS[1]]):
        top = int(states["top"][0, STOCKS[1]])
        states["top"][0, STOCKS[1]] = states["under"][0, top]
        states["order"][0, states["count"][0, DRAW_PILE]] = top
        states["count"][0, DRAW_PILE] += 1
    states["count"][0, STOCKS[1]] = 0
    assert status_of(states) == Status.OUTCOME
    states["how"], states["winner"] = BY_STOCK, 1
    assert not status_of(states)
    states["how"] = BLOCKED
    assert Status.OUTCOME in status_of(states)


def test_the_compiled_constants_are_those_of_the_enum() -> None:
    for flag in Status:
        assert getattr(status, flag.name or "") == flag.value
