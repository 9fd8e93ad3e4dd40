"""What happened at a table, as a seat may know it: for clients to animate, tell and log.

The first part is about the cards; each type has the name and the fields of the game's own event. Cards that the
receiver may not see are null.
"""

from typing import TypeAlias

from msgspec import Struct


class Base(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    pass


class Outcome(Struct, frozen=True, forbid_unknown_fields=True):
    how: str
    winners: list[int]
    left: list[int]
    points: int


class Dealt(Base, frozen=True):
    dealer: int | None
    first: int


class Drew(Base, frozen=True):
    seat: int
    count: int
    cards: list[int] | None


class Played(Base, frozen=True):
    seat: int
    card: int
    source: str
    owner: int
    number: int
    pile: int
    stands_for: int


class Turned(Base, frozen=True):
    seat: int
    card: int


class Completed(Base, frozen=True):
    pile: int


class Shuffled(Base, frozen=True):
    count: int


class Discarded(Base, frozen=True):
    seat: int
    card: int
    pile: int


class Passed(Base, frozen=True):
    seat: int


class TurnBegan(Base, frozen=True, tag="turn_began"):
    seat: int


class Ended(Base, frozen=True):
    outcome: Outcome


class IrregularTurn(Base, frozen=True, tag="irregular_turn"):
    seat: int
    turn: int


class Overdrew(Base, frozen=True):
    seat: int
    card: int | None


class Exposed(Base, frozen=True):
    seat: int
    card: int


class Took(Base, frozen=True):
    seat: int
    cards: list[int]
    left: int


class Refused(Base, frozen=True, tag="refused_exposed"):
    seat: int
    cards: list[int]


class Talked(Base, frozen=True):
    seat: int


class Called(Base, frozen=True):
    seat: int
    called: int
    ground: str


class Stopped(Base, frozen=True):
    seat: int


class Annulled(Base, frozen=True):
    seat: int


class Penalised(Base, frozen=True):
    seat: int
    count: int


class MayNotDraw(Base, frozen=True, tag="may_not_draw"):
    seat: int


GameHappening: TypeAlias = (
    Dealt
    | Drew
    | Played
    | Turned
    | Completed
    | Shuffled
    | Discarded
    | Passed
    | TurnBegan
    | Ended
    | IrregularTurn
    | Overdrew
    | Exposed
    | Took
    | Refused
    | Talked
    | Called
    | Stopped
    | Annulled
    | Penalised
    | MayNotDraw
)


# About the table


class Opened(Base, frozen=True):
    pass


class Sat(Base, frozen=True):
    seat: int
    name: str


class Left(Base, frozen=True, tag="left_table"):
    seat: int
    kicked: bool


class BotSat(Base, frozen=True, tag="bot_sat"):
    """A bot on a seat, or with null none any more."""

    seat: int
    bot: str | None


class Readied(Base, frozen=True):
    seat: int
    ready: bool


class Started(Base, frozen=True):
    """The owner began without waiting for more people."""


class UndoAsked(Base, frozen=True, tag="undo_asked"):
    seat: int
    moves: int


class UndoAnswered(Base, frozen=True, tag="undo_answered"):
    seat: int
    agree: bool


class Undone(Base, frozen=True):
    """So many moves were taken back, up to the last of this seat."""

    seat: int
    moves: int


class Substituted(Base, frozen=True):
    """A bot plays for somebody: `absence` or `clock`."""

    seat: int
    bot: str
    why: str


class CameBack(Base, frozen=True, tag="came_back"):
    seat: int


class Locked(Base, frozen=True):
    on: bool


class Said(Base, frozen=True):
    seat: int
    text: str


TableHappening: TypeAlias = (
    Opened
    | Sat
    | Left
    | BotSat
    | Readied
    | Started
    | UndoAsked
    | UndoAnswered
    | Undone
    | Substituted
    | CameBack
    | Locked
    | Said
)
Happening: TypeAlias = GameHappening | TableHappening
