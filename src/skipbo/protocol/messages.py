"""What the server says: to a table's sockets, and in the bodies of HTTP answers."""

from enum import Enum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from skipbo.game.event import Event
from skipbo.game.outcome import Outcome
from skipbo.protocol.events import Said, TableEvent
from skipbo.protocol.options import Name, TableOptions


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Sent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


# The table


class Phase(Enum):
    GATHERING = "gathering"  # before the first game
    PLAYING = "playing"
    BETWEEN = "between"  # a game is over; the next begins when everybody is ready


class SeatView(Body, frozen=True):
    """A seat: free without a name; a person, a bot, or a bot for a person (`person` and `bot`)."""

    name: str | None
    person: bool
    bot: str | None
    ready: bool
    open: bool
    """Whether somebody may sit down here now."""


class MatchView(Body, frozen=True):
    points: int | None
    games: int | None
    played: int
    scores: list[int]
    """By side; seat s plays for side s modulo the number of sides."""
    over: bool


class UndoView(Body, frozen=True):
    """A wish to take moves back, and who has not answered yet."""

    seat: int
    moves: int
    waiting: list[int]


class FairPlay(Body, frozen=True):
    """SHA-256 of the server's secret for the next or the current game, and what each seat has added."""

    game: int
    commitment: str
    entropy: list[str]


class OriginView(Body, frozen=True):
    """The finished game that a table goes on with: after how many of its moves, and who sat where."""

    moves: int
    names: list[str]


class TableView(Body, frozen=True):
    id: str
    phase: Phase
    options: TableOptions
    owner: int | None
    locked: bool
    seats: list[SeatView]
    match: MatchView
    undo: UndoView | None
    fair: FairPlay
    origin: OriginView | None  # of its first game


class StockView(Body, frozen=True):
    top: int | None
    count: int


class KitchenView(Body, frozen=True):
    """What everybody knows about mistakes at a kitchen table."""

    actor: int | None
    begun: bool
    drawing: int
    offered: bool
    exposed: list[int]
    talked: list[int]
    owes: list[int]


class GameView(Body, frozen=True):
    """What everybody may see of a game. Piles are from the bottom up; the top of a stock pile is face up."""

    number: int
    moves: int
    turn: int
    dealer: int | None
    sides: int
    hands: list[int]
    stocks: list[StockView]
    discards: list[list[list[int]]]
    building: list[list[int]]
    draw: int
    spent: list[int]
    passes: int
    """How many players in a row have passed."""
    kitchen: KitchenView | None
    outcome: Outcome | None


class OwnView(Body, frozen=True):
    """What only the receiver may see: their hand, and the moves they can make now."""

    seat: int
    owner: bool
    hand: list[int]
    legal: list[str]
    muted: list[int]
    undo: list[int] | None
    """Who would have to agree to take back one's last move: nobody, if it showed no hidden card; null without one."""


class Update(Sent, tag="update", frozen=True, kw_only=True):
    """The whole table as the receiver may see it, and what happened since version `since`.

    `since` is null where that is not told: then the table is simply as it is, and `chat` has what was said last. An
    update whose version is not above the receiver's own is old and is dropped.
    """

    version: int
    since: int | None
    happened: list[TableEvent]
    chat: list[Said]
    table: TableView
    game: GameView | None
    own: OwnView | None


class Presence(Sent, tag="presence", frozen=True, kw_only=True):
    """Who is connected, by seat; for who is not, the seconds until a bot plays for them, or null."""

    here: list[bool]
    grace: list[float | None]
    spectators: int
    clock: float | None
    """Seconds that the player in turn has left, at a table with a clock."""


class Done(Sent, tag="done", frozen=True):
    """The command is in the log, at this version."""

    id: str
    version: int


class Kind(Enum):
    """The kinds of refusals."""

    MALFORMED = "malformed"  # it means nothing
    NOT_LEGAL = "not_legal"  # the rules, or the table, do not allow it now
    OUT_OF_DATE = "out_of_date"  # made for another version, or not this seat's turn
    LIMITED = "limited"  # too much at once: wait
    FAILED = "failed"  # the server could not store it: nothing happened, send it again
    UNKNOWN = "unknown"  # there is no such thing, or who asks is not known


class Refusal(Sent, tag="refused", frozen=True):
    """Nothing has changed. The code says why: the id of a rule, or a word of `codes`."""

    id: str | None
    kind: Kind
    code: str
    version: int | None = None


class Pong(Sent, tag="pong", frozen=True):
    version: int


Message: TypeAlias = Update | Presence | Done | Refusal | Pong


# HTTP


class Server(Body, frozen=True):
    """Who answers: which version, and whether tables can be played already."""

    version: str
    protocol: int
    id: str
    """Another after every start."""
    ready: bool
    """False while the rules are still being compiled: tables wait for that, up to a minute at the very first start."""
    local: bool
    """Whether only this machine reaches the server, so that a table's link is of no use to others."""


class NewGuest(Body, frozen=True):
    """Who comes: `cookie` for browsers, which then hold the token where no script can read it."""

    name: Name | None = None
    """Without one, somebody who only wants to play at once gets a name that others can tell apart."""
    cookie: bool = False


class NewName(Body, frozen=True):
    name: Name


class NewToken(Body, frozen=True):
    cookie: bool = False


class Guest(Body, frozen=True):
    name: str
    named: bool
    """Whether the name is one that they have chosen."""
    token: str | None = None


class Visitor(Body, frozen=True):
    """Who asks; null for somebody who has not come yet."""

    name: str | None
    named: bool


class NewTable(Body, frozen=True):
    options: TableOptions
    seat: Annotated[int, Meta(ge=0, le=5)] | None = 0
    """Where the owner sits; null to sit down later."""
    ready: bool = True


class TableLink(Body, frozen=True):
    id: str
    link: str


class TableSummary(Body, frozen=True):
    """A table as the lobby and who follows a link see it before they sit down."""

    id: str
    phase: Phase
    options: TableOptions
    seats: list[SeatView]
    locked: bool
    made_at: int


class Lobby(Body, frozen=True):
    tables: list[TableSummary]


class OwnTable(Body, frozen=True):
    table: TableSummary
    seat: int
    """Where one sits there."""
    changed_at: int
    """When something last happened there, in milliseconds since 1970."""


class OwnTables(Body, frozen=True):
    tables: list[OwnTable]


class Reason(Body, frozen=True):
    """A feature that the planner weighs (docs/bots.md), what it is after either move, and what it counts in points."""

    feature: str
    here: float
    there: float
    points: float


class Hint(Body, frozen=True):
    """What the planner would play at a seat, from what that seat sees. A stock card is ten points."""

    version: int
    """Of the table for which it was thought out."""
    move: str
    line: list[str]
    """The move, and what the planner would play after it."""
    wins: bool
    against: str | None
    """The best move that is not as good; null where there is no other, or nothing was weighed."""
    reasons: list[Reason]
    """What speaks for the move against that one, the weightiest first."""


class ReplaySeat(Body, frozen=True):
    """Who sat there, and what played: `person` or the name of a bot."""

    name: str
    player: str


class Frame(Body, frozen=True):
    """A game after a move, with every hand open. The first frame is the deal: nobody has moved."""

    by: int | None
    move: str | None
    happened: list[Event]
    game: GameView
    hands: list[list[int]]


class Replay(Body, frozen=True):
    """A finished game from the deal to its end."""

    edition: str
    referee: str
    stock: int
    seats: list[ReplaySeat]
    teams: list[list[int]]
    dealer: int | None
    first: int
    frames: list[Frame]


class Proof(Body, frozen=True):
    """All that is needed to check the shuffles of a finished game: see docs/promises.md."""

    scheme: int
    secret: str
    commitment: str
    entropy: list[str]


class GoOn(Body, frozen=True):
    """A new table that goes on from a finished game after so many of its moves; after none, the same deal again."""

    moves: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    seat: Annotated[int, Meta(ge=0, le=5)] | None = 0


class HistoryItem(Body, frozen=True):
    table: str
    game: int
    ended_at: int
    seat: int
    won: bool
    points: int
    edition: str
    names: list[str]


class History(Body, frozen=True):
    games: list[HistoryItem]


class Statistics(Body, frozen=True):
    games: int
    won: int
    points: int
