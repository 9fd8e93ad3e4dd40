"""Events are values, the same in Python and in a message."""

import copy
import pickle
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.errors import Malformed
from skipbo.game import event as event_module
from skipbo.game.card import Card
from skipbo.game.event import Drew, Event, Overdrew, Played, seen_by
from skipbo.game.outcome import How
from skipbo.protocol.codec import decode, encode, to_builtins

cards = st.builds(Card, st.integers(0, 13))
st.register_type_strategy(Card, cards)
events: st.SearchStrategy[Any] = st.one_of([st.from_type(kind) for kind in get_args(Event)])


@given(events)
def test_an_event_survives_the_wire(event: Event) -> None:
    assert decode(encode(event), Event) == event  # type: ignore[arg-type]  # a union


@given(events)
def test_an_event_can_be_copied_pickled_and_hashed(event: Event) -> None:
    for same in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
        assert same == event
        assert hash(same) == hash(event)


@given(events)
def test_an_event_reads_back_from_its_repr(event: Event) -> None:
    names = vars(event_module) | {"How": How, "Card": Card}
    assert eval(repr(event), names) == event


def test_a_card_is_a_number_in_a_message_and_a_card_in_python() -> None:
    played = Played(0, Card(0), "hand", 0, 0, 2, Card(1))
    assert to_builtins(played) == {
        "type": "played",
        "seat": 0,
        "card": 0,
        "source": "hand",
        "owner": 0,
        "number": 0,
        "pile": 2,
        "stands_for": 1,
    }
    read = decode(encode(played), Played)
    assert isinstance(read.card, Card)
    assert isinstance(read.stands_for, Card)


@pytest.mark.parametrize("card", ["14", "-1", "1.5", "true", '"7"', "null"])
def test_a_message_with_something_else_for_a_card_is_malformed(card: str) -> None:
    with pytest.raises(Malformed):
        decode(f'{{"type":"turned","seat":0,"card":{card}}}', event_module.Turned)


def test_only_its_own_seat_sees_a_drawn_card() -> None:
    drew, overdrew = Drew(1, 2, (Card(3), Card(4))), Overdrew(1, Card(5))
    assert seen_by(drew, 1) is drew
    assert seen_by(overdrew, 1) is overdrew
    for other in (0, None):
        assert seen_by(drew, other) == Drew(1, 2, None)
        assert seen_by(overdrew, other) == Overdrew(1, None)
