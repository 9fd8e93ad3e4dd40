"""Columns of rows as binary arrays of PostgreSQL. Written here, because psycopg's own take twice the time."""

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from psycopg.abc import AdaptContext
from psycopg.adapt import Dumper
from psycopg.pq import Format

from skipbo.server.store.rows import LogRow

INTO_LOG = """INSERT INTO log SELECT * FROM
    unnest(%b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::bytea[], %b::bigint[])"""
BYTEA, BIGINT, TEXT = 17, 20, 25  # types, by their numbers in every PostgreSQL

_header = struct.Struct("!iiIii")  # dimensions, whether there are nulls, type, length, first index
_length = struct.Struct("!i")


class TextArray(bytes):
    pass


class BigintArray(bytes):
    pass


class ByteaArray(bytes):
    pass


class _Ready(Dumper):
    format = Format.BINARY

    def dump(self, obj: Any) -> bytes:
        return obj  # type: ignore[no-any-return]


class _TextArrayDumper(_Ready):
    oid = 1009


class _BigintArrayDumper(_Ready):
    oid = 1016


class _ByteaArrayDumper(_Ready):
    oid = 1001


def register(context: AdaptContext) -> None:
    """Lets a connection take these arrays."""
    if context.adapters is not None:
        context.adapters.register_dumper(TextArray, _TextArrayDumper)
        context.adapters.register_dumper(BigintArray, _BigintArrayDumper)
        context.adapters.register_dumper(ByteaArray, _ByteaArrayDumper)


def columns_of(rows: Sequence[LogRow]) -> tuple[bytes, ...]:
    """Returns the values for `INTO_LOG`."""
    tables, versions, moments, guests, commands, events, checksums = zip(*rows, strict=True)
    return (
        _texts(tables),
        _bigints(versions),
        _bigints(moments),
        _texts(guests),
        _texts(commands),
        ByteaArray(_array(BYTEA, events)),
        _bigints(checksums),
    )


def _texts(values: Iterable[str]) -> TextArray:
    return TextArray(_array(TEXT, [value.encode() for value in values]))


def _bigints(values: Sequence[int]) -> BigintArray:
    count = len(values)
    items = [8] * (2 * count)  # each is eight bytes long
    items[1::2] = values
    return BigintArray(_header.pack(1, 0, BIGINT, count, 1) + struct.pack("!" + "iq" * count, *items))


def _array(element: int, values: Sequence[bytes]) -> bytes:
    parts = [_header.pack(1, 0, element, len(values), 1)]
    for value in values:
        parts.append(_length.pack(len(value)))
        parts.append(value)
    return b"".join(parts)
