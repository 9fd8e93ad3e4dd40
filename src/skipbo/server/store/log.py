"""The entries of a table's log. They never leave the server: they hold the secret that makes the shuffles."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from skipbo.game.table import FIRST_RULINGS
from skipbo.protocol.options import TableOptions


class LogEventBase(Struct, frozen=True, tag_field="type"):
    """A decision, with all that chance or the clock added: applying it needs nothing else.

    The tags are written in stored logs: they never change.
    """


class Origin(Struct, frozen=True):
    """The game that a table goes on with, or deals again: a record up to a move, without its result."""

    record: bytes


class Opened(LogEventBase, frozen=True, tag="opened", kw_only=True):
    options: TableOptions
    secret: bytes
    origin: Origin | None = None
    rulings: int = FIRST_RULINGS  # those that its games are judged by; logs from before there were others name none


class SeatTaken(LogEventBase, frozen=True, tag="sat"):
    seat: int
    name: str


class SeatLeft(LogEventBase, frozen=True, tag="left"):
    seat: int
    kicked: bool = False


class BotSeated(LogEventBase, frozen=True, tag="botsat"):
    seat: int
    bot: str | None


class ReadySet(LogEventBase, frozen=True, tag="readied"):
    seat: int
    ready: bool
    entropy: str = ""
    commitment: str = ""


class EntropyShown(LogEventBase, frozen=True, tag="shown"):
    seat: int
    entropy: str


class EntropyWithheld(LogEventBase, frozen=True, tag="withheld"):
    """The seats that have not shown their entropy in time."""

    seats: tuple[int, ...]


class GameStarted(LogEventBase, frozen=True, tag="started"):
    pass


class Moved(LogEventBase, frozen=True, tag="moved"):
    seat: int
    move: str


class UndoRequested(LogEventBase, frozen=True, tag="undoasked"):
    seat: int
    consent: bool = False  # whether the opponents are asked even if the move showed nothing


class UndoVoted(LogEventBase, frozen=True, tag="undoanswered"):
    seat: int
    agree: bool


CLOCK, ABSENCE = "clock", "absence"  # why a bot plays on for a player


class BotSubstituted(LogEventBase, frozen=True, tag="substituted"):
    seat: int
    why: str


class SeatReclaimed(LogEventBase, frozen=True, tag="cameback"):
    seat: int


class LockSet(LogEventBase, frozen=True, tag="locked"):
    on: bool


class ChatSent(LogEventBase, frozen=True, tag="said"):
    seat: int
    text: str


class Muted(LogEventBase, frozen=True, tag="muted"):
    """Seat `by` no longer hears `seat`, or hears it again."""

    by: int
    seat: int
    on: bool


LogEvent: TypeAlias = (
    Opened
    | SeatTaken
    | SeatLeft
    | BotSeated
    | ReadySet
    | EntropyShown
    | EntropyWithheld
    | GameStarted
    | Moved
    | UndoRequested
    | UndoVoted
    | BotSubstituted
    | SeatReclaimed
    | LockSet
    | ChatSent
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
