"""The entries of a table's log. They never leave the server: they hold the secret that makes the shuffles."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from skipbo.protocol.options import TableOptions


class LogEventBase(Struct, frozen=True, tag_field="type", tag=str.lower):
    """A decision, with all that chance or the clock added: applying it needs nothing else.

    The names of these classes, in lower case, are written in stored logs.
    """


class Origin(Struct, frozen=True):
    """The game that a table goes on with, or deals again: a record up to a move, without its result."""

    record: bytes


class Opened(LogEventBase, frozen=True, kw_only=True):
    options: TableOptions
    secret: bytes
    origin: Origin | None = None


class Sat(LogEventBase, frozen=True):
    seat: int
    name: str


class Left(LogEventBase, frozen=True):
    seat: int
    kicked: bool = False


class BotSat(LogEventBase, frozen=True):
    seat: int
    bot: str | None


class Readied(LogEventBase, frozen=True):
    seat: int
    ready: bool
    entropy: str = ""


class Started(LogEventBase, frozen=True):
    pass


class Moved(LogEventBase, frozen=True):
    seat: int
    move: str


class UndoAsked(LogEventBase, frozen=True):
    seat: int
    consent: bool = False  # whether the opponents are asked even if the move showed nothing


class UndoAnswered(LogEventBase, frozen=True):
    seat: int
    agree: bool


class Substituted(LogEventBase, frozen=True):
    seat: int
    why: str


class CameBack(LogEventBase, frozen=True):
    seat: int


class Locked(LogEventBase, frozen=True):
    on: bool


class Said(LogEventBase, frozen=True):
    seat: int
    text: str


class Muted(LogEventBase, frozen=True):
    """Seat `by` no longer hears `seat`, or hears it again."""

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
    by: str  # the id of a guest, or "" for the server itself
    command: str  # the id that the client gave its command
    event: LogEvent


_decoder: msgspec.json.Decoder[LogEvent] = msgspec.json.Decoder(LogEvent)


def event_to_bytes(event: LogEvent) -> bytes:
    return msgspec.json.encode(event)


def event_from_bytes(data: bytes) -> LogEvent:
    return _decoder.decode(data)
