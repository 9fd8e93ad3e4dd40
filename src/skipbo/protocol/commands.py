"""Commands: the messages from a client to a table.

The client gives every command an id; if it sends the same command twice, it gets the same answer and the command is run
once. A command about the game has the version of the table that its player saw.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^\\x00]+$")]  # no database must hold a null character
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Version = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Entropy = Annotated[str, Meta(min_length=32, max_length=64, pattern="^([0-9a-f]{2})*$")]


class CommandBase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    id: Id


class Sit(CommandBase, tag="sit", frozen=True):
    """Takes a seat: this one, or with null any free one.

    A player who has a new name sits down again at the same seat, between games, to have it there.
    """

    seat: SeatNumber | None = None


class Leave(CommandBase, tag="leave", frozen=True):
    """Gives up the seat; in the middle of a game a bot plays on."""


class Ready(CommandBase, tag="ready", frozen=True, omit_defaults=True):
    """Says that the next game may begin. It begins when every seat is taken and everybody is ready.

    A player who adds entropy to the shuffle need not trust anybody else's. Commit to it here and `show` it when the
    table asks for it. Without a commitment the seat adds nothing, and has nothing more to do.
    """

    on: bool = True
    entropy: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""
    """Entropy that everybody sees at once, as clients of older versions send it. It protects less than a commitment:
    whoever is ready last, in league with the server, can choose the cards."""
    commitment: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """SHA-256 of the text `skipbo entropy 1`, a zero byte and the bytes of the entropy."""


class Show(CommandBase, tag="show", frozen=True):
    """Shows the entropy that the seat has committed to, 16 to 32 bytes, as soon as `fair.showing` is true.

    The table gives the seats some seconds for it. If one does not show its entropy, every seat that has committed must
    be ready again, with new entropy.
    """

    entropy: Entropy


class Start(CommandBase, tag="start", frozen=True):
    """Starts the game with bots on the free seats; only for the owner, who commits to entropy by being ready before."""


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


class Substitute(CommandBase, tag="substitute", frozen=True):
    """Lets a bot play for a player who is away, without waiting any longer; only for the owner.

    The player gets the seat back by connecting again, as always.
    """

    seat: SeatNumber


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
    Sit
    | Leave
    | Ready
    | Show
    | Start
    | Play
    | Undo
    | AnswerUndo
    | ComeBack
    | SeatBot
    | Substitute
    | Kick
    | Lock
    | Say
    | Mute
)
Command: TypeAlias = TableCommand | Ping | Sync
