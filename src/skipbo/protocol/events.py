"""Events at a table: those of the game (`skipbo.game.event`), and those around it."""

from typing import TypeAlias

from skipbo.game.event import Event, EventBase


class RoomEventBase(EventBase, frozen=True):
    pass


class Sat(RoomEventBase, frozen=True):
    seat: int
    name: str


class Left(RoomEventBase, frozen=True, tag="left_table"):
    seat: int
    kicked: bool


class BotSat(RoomEventBase, frozen=True, tag="bot_sat"):
    """The owner seated a bot, or removed it (null)."""

    seat: int
    bot: str | None


class Readied(RoomEventBase, frozen=True):
    seat: int
    ready: bool


class Withheld(RoomEventBase, frozen=True):
    """A seat did not show the entropy that it had committed to, or left: the commitments of all seats are void."""

    seat: int


class Started(RoomEventBase, frozen=True):
    """The owner started the game without waiting for more people."""


class UndoAsked(RoomEventBase, frozen=True, tag="undo_asked"):
    """A player asks to undo the last `moves` moves."""

    seat: int
    moves: int


class UndoAnswered(RoomEventBase, frozen=True, tag="undo_answered"):
    seat: int
    agree: bool


class Undone(RoomEventBase, frozen=True):
    """The last `moves` moves were undone, so that this seat can make its last move again."""

    seat: int
    moves: int


class Substituted(RoomEventBase, frozen=True):
    """A bot plays on for a player; `why` is `absence` or `clock`."""

    seat: int
    bot: str
    why: str


class CameBack(RoomEventBase, frozen=True, tag="came_back"):
    """A player takes the seat back from the bot that played it."""

    seat: int


class Locked(RoomEventBase, frozen=True):
    """The owner stops new players from taking a seat, or allows it again."""

    on: bool


class Said(RoomEventBase, frozen=True):
    seat: int
    text: str


RoomEvent: TypeAlias = (
    Sat
    | Left
    | BotSat
    | Readied
    | Withheld
    | Started
    | UndoAsked
    | UndoAnswered
    | Undone
    | Substituted
    | CameBack
    | Locked
    | Said
)
TableEvent: TypeAlias = Event | RoomEvent
