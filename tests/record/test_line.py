"""A line of JSON is a record, or has a fault; how it is spelled does not matter."""

import copy
import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipbo.game.outcome import How, Outcome
from skipbo.record import BadRecord, Record, RecordedDeal, RecordedSeat, check, record_from_line, to_line, to_record
from tests.record.games import Fields, fault, fields_of, good, line_of, read, won

cards = st.lists(st.integers(0, 13), max_size=5).map(tuple)
numbers = st.lists(st.integers(), max_size=3).map(tuple)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
# Any values of the types: most of them no game ever gave.
records = st.builds(
    Record,
    skipbo=st.just(1),
    edition=texts,
    stock=st.integers(),
    house=st.dictionaries(texts, st.integers(), max_size=2),
    referee=texts,
    seats=st.lists(st.builds(RecordedSeat, texts, texts), max_size=3).map(tuple),
    teams=st.lists(numbers, max_size=3).map(tuple),
    dealer=st.none() | st.integers(),
    first=st.integers(),
    deal=st.builds(RecordedDeal, st.lists(cards, max_size=3).map(tuple), cards),
    shuffles=st.lists(cards, max_size=3).map(tuple),
    moves=st.lists(texts, max_size=5).map(tuple),
    result=st.none() | st.builds(Outcome, st.sampled_from(How), numbers, numbers, st.integers()),
    seed=st.none() | texts,
    commitment=st.none() | texts,
)


def refusal(line: bytes) -> tuple[str, str]:
    with pytest.raises(BadRecord) as error:
        record_from_line(line)
    return error.value.code, str(error.value)


@settings(max_examples=300)
@given(records)
def test_a_record_is_read_back_from_its_line(record: Record) -> None:
    line = to_line(record)
    assert record_from_line(line) == record
    assert record_from_line(json.dumps(json.loads(line), indent=1).encode()) == record


@given(records)
def test_a_line_is_what_json_would_write(record: Record) -> None:
    line = to_line(record)
    assert line == json.dumps(json.loads(line), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"  \n"])
def test_the_end_of_the_line_does_not_matter(end: bytes) -> None:
    record = to_record(won())
    assert record_from_line(to_line(record).removesuffix(b"\n") + end) == record


def test_spaces_escapes_and_the_order_of_the_fields_do_not_matter() -> None:
    record, fields = to_record(won()), good()
    mixed = list(fields.items())
    random.Random(5).shuffle(mixed)
    for line in (
        json.dumps(fields, indent=2),
        json.dumps(dict(mixed)),
        json.dumps(fields).replace("pass", "p\\u0061ss"),
    ):
        assert record_from_line(line.encode()) == record


@pytest.mark.parametrize("spelling", [{"separators": (",", ":")}, {"indent": 1}])
def test_unknown_fields_are_passed_over(spelling: dict[str, Any]) -> None:
    fields = good() | {"note": {"deep": [1.5, None]}, "skipbo ": 2}
    fields["seats"][0]["rating"] = 1500
    fields["deal"]["burnt"] = []
    fields["result"]["time"] = "12:00"
    assert record_from_line(json.dumps(fields, **spelling).encode()) == to_record(won())


# Each object of a line, and a field to write into it a second time
DOUBLES = {
    "{": '"skipbo":1,',
    '"house":{': '"stock":15,',
    '"seats":[{': '"name":"South",',
    '"deal":{': '"draw":[1],',
    '"result":{': '"points":5,',
}


@pytest.mark.parametrize("begin", DOUBLES)
def test_a_field_that_occurs_twice_is_refused(begin: str) -> None:
    line = to_line(to_record(won())).decode()
    assert line.count(begin) >= 1
    doubled = line.replace(begin, begin + DOUBLES[begin], 1)
    assert refusal(doubled.encode()) == ("file", "The line is not JSON.")
    assert refusal(doubled.replace(":", ": ").encode()) == ("file", "The line is not JSON.")


def test_an_unknown_field_that_occurs_twice_is_refused() -> None:
    line = to_line(to_record(won()))
    assert refusal(b'{"note":1,"note":1,' + line[1:])[0] == "file"
    assert refusal(line[:-2] + b',"note":{"a":1,"a":1}}\n')[0] == "file"


def test_the_version_is_judged_before_all_other_fields() -> None:
    for fields in ({}, {"skipbo": 2}, {"edition": 5, "skipbo": 2}, good() | {"moves": [7], "skipbo": 1.0}):
        assert refusal(line_of(fields)) == ("skipbo", "This is not a record of version 1.")


def test_the_first_field_of_the_format_that_is_wrong_is_named_wherever_it_stands() -> None:
    fields = good()
    last = {"edition": 3}
    assert (
        refusal(line_of({"moves": 7, **{name: fields[name] for name in fields if name != "moves"}, **last}))[0]
        == "edition"
    )
    del fields["first"]
    assert refusal(line_of(fields | {"moves": 7}))[0] == "first"


def int_places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if type(value) is int:
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for name, below in inner for place in int_places(below, (*path, name))]


@pytest.mark.parametrize("kind", [float, bool, str])
def test_a_number_is_nowhere_a_fraction_a_truth_value_or_a_text(kind: type) -> None:
    fields = good()
    for path in int_places(fields):
        changed: Fields = copy.deepcopy(fields)
        at: Any = changed
        for name in path[:-1]:
            at = at[name]
        at[path[-1]] = kind(at[path[-1]])
        with pytest.raises(BadRecord):
            read(changed)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("how", "stocks", "ruling.blocked"), ("winners", [None], "win.stock"), ("left", {}, "score.game")],
)
def test_a_result_of_the_wrong_form_breaks_the_rule_of_its_field(field: str, value: object, code: str) -> None:
    fields = good()
    fields["result"][field] = value
    assert refusal(line_of(fields)) == (code, f"The field “result.{field}” is missing or of the wrong kind.")


def test_the_form_is_judged_before_the_game() -> None:
    fields = good() | {"first": 9}
    fields["moves"][7] = None
    assert fault(fields) == ("move", 8)


# As a value


def test_records_of_the_same_game_are_equal_and_can_be_copied_and_pickled() -> None:
    record = to_record(won())
    assert record == to_record(won())
    for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert other == record
        check(other)


def test_a_record_cannot_be_changed() -> None:
    record = to_record(won())
    with pytest.raises(AttributeError):
        record.first = 1  # type: ignore[misc]


def test_a_record_is_shown_in_a_line() -> None:
    assert repr(to_record(won())) == f"<Record mattel-2003, 2 players, {len(fields_of(won())['moves'])} moves>"
