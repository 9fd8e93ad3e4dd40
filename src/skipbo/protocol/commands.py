"""Commands: the messages from a client to a table.

The client gives every command an id; if it sends the same command twice, it gets the same answer and the command is run
once. A command about the game has the version of the table that its player saw.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Version = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class CommandBase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    id: Id


class Sit(CommandBase, tag="sit", frozen=True):
    """Takes a seat: this one, or with null any free one."""

    seat: SeatNumber | None = None


class Leave(CommandBase, tag="leave", frozen=True):
    """Gives up the seat; in the middle of a game a bot plays on."""


class Ready(CommandBase, tag="ready", frozen=True):
    """Says that the next game may begin. It begins when every seat is taken and everybody is ready.

    `entropy` goes into the shuffle: a player who adds a random number need not trust the server's.
    """

    on: bool = True
    entropy: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""


class Start(CommandBase, tag="start", frozen=True):
    """Starts the game with bots on the free seats; only for the owner."""


class Play(CommandBase, tag="play", frozen=True):
    move: Annotated[str, Meta(min_length=1, max_length=16)]
    version: Version


class Undo(CommandBase, tag="undo", frozen=True):
    """Undoes the player's last move: at once if it showed no hidden card, otherwise when the opponents agree."""

    version: Version


class AnswerUndo(CommandBase, tag="answer_undo", frozen=True):
    agree: bool
    version: Version


class ComeBack(CommandBase, tag="come_back", frozen=True):
    """Takes the player's seat back from the bot that plays it."""


class SeatBot(CommandBase, tag="seat_bot", frozen=True):
    """Puts a bot on a seat that has no person, or with null removes the bot; only for the owner."""

    seat: SeatNumber
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None


class Kick(CommandBase, tag="kick", frozen=True):
    """Removes a player from the table for good; only for the owner."""

    seat: SeatNumber


class Lock(CommandBase, tag="lock", frozen=True):
    """Stops new players from taking a seat, or allows it again; only for the owner."""

    on: bool = True


class Say(CommandBase, tag="say", frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(CommandBase, tag="mute", frozen=True):
    """Stops receiving the chat of a seat, or receives it again."""

    seat: SeatNumber
    on: bool = True


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Asks for a `pong`, which has the version of the table."""


class Sync(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="sync"):
    """Asks for an `update` with the events since a version; with null, without events."""

    since: Version | None = None


TableCommand: TypeAlias = (
    Sit | Leave | Ready | Start | Play | Undo | AnswerUndo | ComeBack | SeatBot | Kick | Lock | Say | Mute
)
Command: TypeAlias = TableCommand | Ping | Sync
