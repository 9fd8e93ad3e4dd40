"""Errors travel between processes: a worker's error is pickled, and is the same error where it arrives."""

import pickle

import pytest

from skipbo.client.errors import ConnectionFailed, Refused
from skipbo.errors import Malformed, NotLegal, OutOfDate, SkipboError
from skipbo.protocol.messages import Kind, Refusal
from skipbo.record.fault import BadRecord

ERRORS = [
    Malformed("move", "This is not a move."),
    NotLegal("build.sequence", "The next card is a 3."),
    OutOfDate("turn", "It is not your turn."),
    BadRecord("deal", "The deal is short.", 7),
    ConnectionFailed("silence", "Nobody has answered."),
    Refused(Refusal("command 1", Kind.NOT_LEGAL, "limited")),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_out_of_a_pickle_as_it_went_in(error: SkipboError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert repr(again).startswith(type(error).__name__ + "(")
