"""The rows of the log: an entry and its checksum. What was written is read, or an error says which entry is damaged."""

from collections.abc import Iterable
from typing import TypeAlias
from zlib import crc32

import msgspec

from skipbo.i18n import mark
from skipbo.server.store.interface import Damaged
from skipbo.server.store.log import Entry, event_from_bytes, event_to_bytes

MISSING = mark("entry {version} is missing")

LogRow: TypeAlias = tuple[str, int, int, str, str, bytes, int]
StoredRow: TypeAlias = tuple[int, int, str, str, bytes, int | None]  # without the table; old rows have no checksum


def row_of(table: str, entry: Entry) -> LogRow:
    event = event_to_bytes(entry.event)
    checksum = checksum_of(table, entry.version, entry.at, entry.by, entry.command, event)
    return table, entry.version, entry.at, entry.by, entry.command, event, checksum


def checksum_of(table: str, version: int, at: int, by: str, command: str, event: bytes) -> int:
    return crc32(event, crc32(f"{table} {version} {at} {by} {command} ".encode()))


def entries_of(table: str, rows: Iterable[StoredRow], after: int = 0) -> list[Entry]:
    """Returns the entries of a table after a version, oldest first.

    Raises `Damaged`, which names the first version that is wrong.
    """
    entries: list[Entry] = []
    for version, at, by, command, event, checksum in rows:
        if version != after + len(entries) + 1:
            raise Damaged(MISSING, version=after + len(entries) + 1)
        if checksum is not None and checksum != checksum_of(table, version, at, by, command, event):
            raise Damaged(mark("entry {version} has a wrong checksum"), version=version)
        try:
            entries.append(Entry(version, at, by, command, event_from_bytes(event)))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Damaged(mark("entry {version} cannot be read"), version=version) from error
    return entries
