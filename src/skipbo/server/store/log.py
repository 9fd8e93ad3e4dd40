"""What is written down about a table. Entries never leave the server: they hold the secret that makes the shuffles."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from skipbo.protocol.options import TableOptions


class Event(Struct, frozen=True, tag_field="type", tag=str.lower):
    """What was decided, with all that chance or the clock had to add: the fold of events asks nobody."""


class Origin(Struct, frozen=True):
    """The game that a table goes on with, or deals again: a record without its result, up to a move."""

    record: bytes


class Opened(Event, frozen=True, kw_only=True):
    options: TableOptions
    secret: bytes
    origin: Origin | None = None


class Sat(Event, frozen=True):
    seat: int
    name: str


class Left(Event, frozen=True):
    seat: int
    kicked: bool = False


class BotSat(Event, frozen=True):
    seat: int
    bot: str | None


class Readied(Event, frozen=True):
    seat: int
    ready: bool
    entropy: str = ""


class Started(Event, frozen=True):
    pass


class Moved(Event, frozen=True):
    seat: int
    move: str


class UndoAsked(Event, frozen=True):
    seat: int
    consent: bool = False  # whether the opponents are asked even if the move showed nothing


class UndoAnswered(Event, frozen=True):
    seat: int
    agree: bool


class Substituted(Event, frozen=True):
    seat: int
    why: str


class CameBack(Event, frozen=True):
    seat: int


class Locked(Event, frozen=True):
    on: bool


class Said(Event, frozen=True):
    seat: int
    text: str


class Muted(Event, frozen=True):
    """`by` no longer hears `seat`, or hears it again."""

    by: int
    seat: int
    on: bool


LogEvent: TypeAlias = (
    Opened
    | Sat
    | Left
    | BotSat
    | Readied
    | Started
    | Moved
    | UndoAsked
    | UndoAnswered
    | Substituted
    | CameBack
    | Locked
    | Said
    | Muted
)


class Entry(Struct, frozen=True):
    """One line of the log: one command that was accepted. Versions count from 1 without a gap."""

    version: int
    at: int  # milliseconds since 1970
    by: str  # the id of a guest, or of what plays a seat in the server
    command: str  # the id that the client gave its command
    event: LogEvent


_decoder: msgspec.json.Decoder[LogEvent] = msgspec.json.Decoder(LogEvent)


def event_to_bytes(event: LogEvent) -> bytes:
    return msgspec.json.encode(event)


def event_from_bytes(data: bytes) -> LogEvent:
    return _decoder.decode(data)
