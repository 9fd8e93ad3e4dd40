"""What a client asks of a table.

Every command has an id of the client's making: sent again, it is answered again and not done twice. A command about the
game says which version of the table its player saw.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Version = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Base(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    id: Id


class Sit(Base, tag="sit", frozen=True):
    """Takes a seat: this one, or any that is free."""

    seat: SeatNumber | None = None


class Leave(Base, tag="leave", frozen=True):
    """Gives the seat up; in the middle of a game a bot plays on."""


class Ready(Base, tag="ready", frozen=True):
    """The next game may begin: it does when every seat is taken and everybody is ready.

    `entropy` goes into the shuffle: whoever adds a number of their own need not trust the server's.
    """

    on: bool = True
    entropy: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""


class Start(Base, tag="start", frozen=True):
    """The owner begins: bots take the seats that are free."""


class Play(Base, tag="play", frozen=True):
    move: Annotated[str, Meta(min_length=1, max_length=16)]
    version: Version


class Undo(Base, tag="undo", frozen=True):
    """Takes one's last move back: at once if it showed no hidden card, otherwise when the opponents agree."""

    version: Version


class AnswerUndo(Base, tag="answer_undo", frozen=True):
    agree: bool
    version: Version


class ComeBack(Base, tag="come_back", frozen=True):
    """Takes one's seat back from the bot that plays it."""


class SeatBot(Base, tag="seat_bot", frozen=True):
    """The owner puts a bot on a free seat, another bot on a bot's, or with null takes it away."""

    seat: SeatNumber
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None


class Kick(Base, tag="kick", frozen=True):
    """The owner sends somebody away, for good."""

    seat: SeatNumber


class Lock(Base, tag="lock", frozen=True):
    """The owner lets nobody else sit down."""

    on: bool = True


class Say(Base, tag="say", frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(Base, tag="mute", frozen=True):
    """Hears no more of a seat, or hears it again."""

    seat: SeatNumber
    on: bool = True


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Asks for a `pong`, which says at which version the table is."""


class Sync(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="sync"):
    """Asks for an `update` with what happened since a version; without one, for the table as it is."""

    since: Version | None = None


TableCommand: TypeAlias = (
    Sit | Leave | Ready | Start | Play | Undo | AnswerUndo | ComeBack | SeatBot | Kick | Lock | Say | Mute
)
Command: TypeAlias = TableCommand | Ping | Sync
