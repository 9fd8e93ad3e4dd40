"""A record as a line of JSON."""

import json
from contextlib import suppress
from typing import Any, get_type_hints

import msgspec

from skipbo.errors import Malformed
from skipbo.game.move import Move
from skipbo.game.outcome import Outcome
from skipbo.i18n import translate as _
from skipbo.record.fault import (
    RULES_OF_RESULT,
    BadRecord,
    bad_commitment,
    bad_deal,
    bad_field,
    bad_seed,
    bad_teams,
)
from skipbo.record.model import VERSION, Record

_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()


class NotJson(BadRecord):
    def __init__(self) -> None:
        super().__init__("file", _("The line is not JSON."))


def to_line(record: Record) -> bytes:
    return _encoder.encode(record) + b"\n"


def record_from_line(line: bytes) -> Record:
    """Reads a record; raises `BadRecord` for the first field that is missing or of the wrong type.

    A field that occurs twice could be read in two ways, so its line is refused. msgspec would take the second one;
    therefore only a line that is exactly as `to_line` writes it is left to msgspec.
    """
    with suppress(ValueError, RecursionError):
        record = _decoder.decode(line)
        if _encoder.encode(record) == line.removesuffix(b"\n"):
            return record
    return _from_fields(_read_fields(line))


def _read_fields(line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line.decode(), parse_constant=_refuse_constant, object_pairs_hook=_refuse_doubles)
    except (ValueError, RecursionError) as error:
        raise NotJson from error
    if not isinstance(fields, dict):
        raise BadRecord("file", _("The line is not a record: it should be a JSON object."))
    return fields


def _refuse_constant(name: str) -> None:
    raise ValueError(f"JSON has no {name}")


def _refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field occurs twice")
    return fields


def _from_fields(fields: dict[str, Any]) -> Record:
    """Converts one field after the other in the order of the format, the version first."""
    values = {}
    for field in msgspec.structs.fields(Record):
        value = fields.get(field.name, field.default)
        try:
            values[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            raise _fault_in(field.name, value) from error
    return Record(**values)


def _fault_in(name: str, value: Any) -> BadRecord:
    """The fault of a field; of a part of it where the field itself is an array or object as it should be."""
    match name, value:
        case "skipbo", _:
            return BadRecord("skipbo", _("This is not a record of version {version}.").format(version=VERSION))
        case "seats", list():
            return BadRecord("seats", _("Every seat needs a name and a player."))
        case "teams", list():
            return bad_teams()
        case "deal", dict():
            return bad_deal()
        case "shuffles", list():
            return BadRecord("shuffles", _("Every shuffle must be a list of cards."))
        case "moves", list():
            return _fault_in_moves(value)
        case "result", dict():
            return _fault_in_result(value)
        case "seed", _:
            return bad_seed()
        case "commitment", _:
            return bad_commitment()
    return bad_field(name, name)


def _fault_in_moves(moves: list[Any]) -> BadRecord:
    number, move = next((number, move) for number, move in enumerate(moves, 1) if not isinstance(move, str))
    try:
        Move.parse(repr(move))  # its error says what a move looks like
    except Malformed as error:
        return BadRecord(error.code, str(error), number)
    raise AssertionError("every move is a text")


def _fault_in_result(result: dict[str, Any]) -> BadRecord:
    types = get_type_hints(Outcome)
    for field, rule in RULES_OF_RESULT.items():
        try:
            msgspec.convert(result.get(field), types[field])
        except msgspec.ValidationError:
            return bad_field(f"result.{field}", rule)
    raise AssertionError("every field of the result is of its type")
