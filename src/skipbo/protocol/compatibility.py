"""Decodes what a server sends, which may be of a newer version than the client.

Fields, events and messages that this version does not know are ignored; what it knows must be as it knows it. (What a
client sends is decoded strictly by the server: see `codec`.)
"""

from enum import Enum
from typing import Any, TypeVar

from msgspec import inspect

from skipbo.errors import Malformed
from skipbo.protocol.codec import decode, decode_message, encode
from skipbo.protocol.messages import Message

Type = TypeVar("Type")


class _Unknown(Enum):
    UNKNOWN = "a variant that this version does not know"


UNKNOWN = _Unknown.UNKNOWN
ANYTHING: Any = Any  # to be decoded into plain Python objects
_type_infos: dict[Any, inspect.Type] = {}


def decode_server_message(data: bytes | str) -> Message | None:
    """Returns None for a message of an unknown type. Raises `Malformed` for anything that is not a message."""
    try:
        return decode_message(data)
    except Malformed:
        known = _known(decode(data, ANYTHING), _type_info(Message))
        return None if known is UNKNOWN else decode_message(encode(known))


def decode_server_answer(data: bytes, kind: type[Type]) -> Type:
    """Decodes the body of an HTTP answer."""
    try:
        return decode(data, kind)
    except Malformed:
        return decode(encode(_known(decode(data, ANYTHING), _type_info(kind))), kind)


def _type_info(kind: Any) -> inspect.Type:
    if kind not in _type_infos:
        _type_infos[kind] = inspect.type_info(kind)
    return _type_infos[kind]


def _known(value: Any, kind: inspect.Type) -> Any:
    """Returns the part of a decoded value that a type knows; `UNKNOWN` if a union has no such variant."""
    match value, kind:
        case dict(), inspect.StructType():
            fields = {field.encode_name: field.type for field in kind.fields}
            known = {name: _known(each, fields[name]) for name, each in value.items() if name in fields}
            if kind.tag_field is not None and kind.tag_field in value:
                known[kind.tag_field] = value[kind.tag_field]
            return known
        case list(), inspect.CollectionType():
            return [each for each in (_known(each, kind.item_type) for each in value) if each is not UNKNOWN]
        case dict(), inspect.UnionType():
            structs = [each for each in kind.types if isinstance(each, inspect.StructType)]
            fitting = (each for each in structs if each.tag_field is None or value.get(each.tag_field) == each.tag)
            return next((_known(value, each) for each in fitting), UNKNOWN)
        case list(), inspect.UnionType():
            collections = (each for each in kind.types if isinstance(each, inspect.CollectionType))
            return next((_known(value, each) for each in collections), value)
        case _:
            return value
