"""Whatever a line says, its record holds or has a fault; nothing crashes."""

import contextlib
import copy
import gzip
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from skipbo.record import BadRecord, Fault, record_from_line, to_line, to_record, verify_file
from tests.record.games import Fields, fields_of, line_of, verdict, won

RECORD = fields_of(won())
TEAMS = fields_of(won("brownfield-1967", 4, True))
LINE = to_line(to_record(won()))

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 14)
    | st.floats()
    | st.text()
    | st.sampled_from(["pass", "s>b1", "hW>b1", "d1>b2", "2s>b1", "h7>d4", "strict", "mattel-2016", "00" * 32]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=8,
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a record, whole lists and single cards alike."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, below in inner:
        yield from places(below, (*path, name))


# A few of the many cards, every other place
PLACES = [
    path
    for path in places(RECORD)
    if not (path[0] in ("deal", "shuffles", "moves") and isinstance(path[-1], int) and path[-1] % 17)
]


def put(record: Fields, path: tuple[str | int, ...], value: Any) -> Fields:
    changed: Fields = copy.deepcopy(record)
    at: Any = changed
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    return changed


def judged(record: Fields) -> None:
    verdict(line_of(record))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(PLACES), json_values)
@example(("moves", 0), "\ud800")
@example(("moves", 0), 10**4000)
@example(("stock",), 10**4000)
@example(("first",), 2**64)
@example(("edition",), "\ud800")
@example(("result", "left"), [2**64, -1])
def test_any_value_in_any_place_holds_or_is_a_fault(path: tuple[str | int, ...], value: Any) -> None:
    judged(put(RECORD, path, value))


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(RECORD)), json_values | st.sampled_from([TEAMS, RECORD]), min_size=2))
def test_any_values_in_any_fields_hold_or_are_a_fault(values: dict[str, Any]) -> None:
    fields = {
        field: value.get(field) if isinstance(value, dict) and "skipbo" in value else value
        for field, value in values.items()
    }
    judged(RECORD | fields)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(PLACES), json_values)
def test_the_verdict_does_not_depend_on_the_spelling(path: tuple[str | int, ...], value: Any) -> None:
    record = put(RECORD, path, value)
    compact, spaced = json.dumps(record, separators=(",", ":")), json.dumps(record, indent=1)
    assert verdict(compact.encode()) == verdict(spaced.encode())


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(RECORD["moves"]) - 1), st.integers(0, len(RECORD["moves"]) - 1))
def test_two_moves_exchanged_hold_or_are_a_fault(one: int, other: int) -> None:
    changed = copy.deepcopy(RECORD)
    moves = changed["moves"]
    moves[one], moves[other] = moves[other], moves[one]
    judged(changed)


def verified(content: bytes, name: str = "games.jsonl") -> list[Fault | None]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        answers = list(verify_file(path))
    for answer in answers:
        str(answer).encode()  # a fault can be printed
    return answers


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(LINE) - 1), st.integers(1, 255)), min_size=1, max_size=4))
def test_flipped_bytes_hold_or_are_a_fault(flips: list[tuple[int, int]]) -> None:
    line = bytearray(LINE)
    for place, bits in flips:
        line[place] ^= bits
    assert len(verified(bytes(line) + LINE)) >= 1
    if b"\n" not in line[:-1] and line.endswith(b"\n"):
        assert verified(bytes(line) + LINE)[-1] is None, "a bad line does not hide the next"


@settings(max_examples=400, deadline=None)
@given(st.integers(0, len(LINE) - 1), st.sampled_from(b'0123456789"\\,:[]{}.-+eEhsdbW> tfn'))
def test_what_is_read_from_a_changed_line_is_what_json_reads(place: int, byte: int) -> None:
    line = LINE[:place] + bytes([byte]) + LINE[place + 1 :]
    with contextlib.suppress(BadRecord):
        fields, expected = json.loads(to_line(record_from_line(line))), json.loads(line)
        assert fields == {name: expected[name] for name in fields}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_at_all_hold_or_are_a_fault(content: bytes) -> None:
    assert all(answer is not None for answer in verified(content)), "nothing so short is a game"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), min_size=1, max_size=3), st.integers(0, 400))
def test_a_damaged_compressed_file_has_a_fault(flips: list[tuple[int, int]], more: int) -> None:
    content = bytearray(gzip.compress(LINE * 3, mtime=0))
    for place, bits in flips:
        content[place % len(content)] ^= bits
    verified(bytes(content[: len(content) - more]), "games.jsonl.gz")


@pytest.mark.parametrize("path", [("moves", 0), ("edition",), ("seed",), ("referee",)])
def test_a_fault_can_be_printed_whatever_the_line_says(path: tuple[str | int, ...]) -> None:
    for text in ("\ud800", "\x00", "\x1b[31m", "\n"):
        (answer,) = verified(json.dumps(put(RECORD, path, text)).encode() + b"\n")
        assert answer is not None
        assert str(answer).isprintable(), "one line, and nothing that a terminal obeys"


@pytest.mark.parametrize("field", sorted(RECORD))
def test_deep_nesting_is_a_fault_and_not_a_crash(field: str) -> None:
    for depth in (50, 300, 600, 800, 900, 930, 950, 960, 970, 980, 990, 1000, 2000, 100_000):
        text = json.dumps(RECORD | {field: "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
        (answer,) = verified(text.encode() + b"\n")
        assert answer is not None


@pytest.mark.parametrize("place", ["moves", "deal", "seats", "house", "result", "shuffles"])
def test_deep_nesting_inside_a_field_is_a_fault_and_not_a_crash(place: str) -> None:
    inside: dict[str, Any] = {
        "moves": ["HERE"],
        "deal": {"stocks": ["HERE", []], "draw": []},
        "seats": ["HERE", "HERE"],
        "house": {"stock": "HERE"},
        "result": {"how": "HERE"},
        "shuffles": ["HERE"],
    }
    for depth in range(700, 1000, 10):
        text = json.dumps(RECORD | {place: inside[place]}).replace('"HERE"', "[" * depth + "]" * depth)
        (answer,) = verified(text.encode() + b"\n")
        assert answer is not None
