"""Messages from the server: over a table's socket, and as the bodies of HTTP requests and answers."""

from enum import Enum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from skipbo.game.event import Event, Ground
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
    """A seat: free, or with a person, or with a bot; a bot may also play for a person (`person` and `bot`)."""

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
    leading: list[int] = []
    """The sides that have won when the match is over."""


class UndoView(Body, frozen=True):
    """A request to undo moves, and the seats that have not answered yet."""

    seat: int
    moves: int
    waiting: list[int]


class FairPlay(Body, frozen=True):
    """The commitment to a game, SHA-256 of the server's secret for it, and the entropy that each seat has shown."""

    game: int
    commitment: str
    entropy: list[str]
    commitments: list[str] = []
    """The commitment of each seat to its entropy; empty for a seat that has made none."""
    showing: bool = False
    """Whether all commitments are made, so that the seats show their entropy: none can be changed any more."""


class OriginView(Body, frozen=True):
    """The finished game that a table goes on with: after how many of its moves, and the names at its seats."""

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


class MistakesView(Body, frozen=True):
    """Everything that is public about mistakes at a kitchen table."""

    actor: int | None
    """The seat that plays out of turn."""
    begun: bool
    """Whether the player in turn has drawn or played."""
    drawing: int
    """Whether the seat that acts may draw: 0 for yes, 1 for not before its hand is empty, 2 for not, as a penalty."""
    offered: bool
    """Whether exposed cards wait for an answer."""
    exposed: list[int]
    talked: list[int]
    """The seats that can be called for talking."""
    owes: list[int]
    """The seats whose next turn begins without drawing."""
    skipped: int | None = None
    """The seat whose turn the actor took."""
    early: int | None = None
    """The seat that has drawn out of turn, where that alone is no offence."""
    finished: bool = False
    """Whether the turn out of order is over: it can be called until another seat acts."""
    stood: list[int] = []
    """The seats that will not call it."""


class GameView(Body, frozen=True):
    """The public part of a game. Piles are listed from the bottom up; the top card of a stock pile is face up."""

    number: int
    moves: int
    turn: int
    dealer: int | None
    sides: int
    hands: list[int]
    stocks: list[StockView]
    discards: list[list[list[int]]]
    building: list[list[int]]
    """The card in place k of a pile stands for the number k, so a pile of k cards takes k + 1 next."""
    draw: int
    spent: list[int]
    passes: int
    """The number of players who have passed one after another."""
    kitchen: MistakesView | None
    outcome: Outcome | None


class CallGround(Body, frozen=True):
    """A seat that can be called with ground, and what it has done."""

    seat: int
    ground: Ground


class OwnView(Body, frozen=True):
    """The part of a table that only the receiver may see: their hand, and the moves they can make now."""

    seat: int
    owner: bool
    hand: list[int]
    legal: list[str]
    muted: list[int]
    undo: list[int] | None
    """The seats that must agree before the receiver undoes a move; null if there is no move to undo."""
    silenced_by: str | None = None
    """The id of the rule by which the receiver may not talk now; null if they may."""
    grounds: list[CallGround] = []
    """The calls in `legal` that have ground; any other call is a false one."""


class Update(Sent, tag="update", frozen=True, kw_only=True):
    """The whole table as the receiver may see it, and the events since version `since`.

    If `since` is null, there are no events, and `chat` has the latest messages. Clients drop an update whose version is
    not above the version that they have.
    """

    version: int
    since: int | None
    happened: list[TableEvent]
    chat: list[Said]
    table: TableView
    game: GameView | None
    own: OwnView | None


class Presence(Sent, tag="presence", frozen=True, kw_only=True):
    """Whether each seat is connected; if not, `grace` has the seconds until a bot plays for it."""

    here: list[bool]
    grace: list[float | None]
    spectators: int
    clock: float | None
    """The seconds that the player in turn has left, at a table with a clock."""
    preparing: bool = False
    """Whether a bot here is not ready yet: where its code was never compiled, that takes up to a minute."""


class Done(Sent, tag="done", frozen=True):
    """The command was accepted and made this version of the table."""

    id: str
    version: int


class Kind(Enum):
    """The kinds of refusals."""

    MALFORMED = "malformed"  # it means nothing
    NOT_LEGAL = "not_legal"  # the rules, or the table, do not allow it now
    OUT_OF_DATE = "out_of_date"  # made for another version, or not this seat's turn
    LIMITED = "limited"  # too much at once: wait
    FAILED = "failed"  # the server could not store it: nothing happened, send it again
    UNKNOWN = "unknown"  # there is no such thing, or the guest is not known


class Refusal(Sent, tag="refused", frozen=True):
    """The command was refused and nothing has changed. `code` is the id of a rule, or one of `codes`."""

    id: str | None
    kind: Kind
    code: str
    version: int | None = None


class Pong(Sent, tag="pong", frozen=True):
    version: int


Message: TypeAlias = Update | Presence | Done | Refusal | Pong


# HTTP


class Server(Body, frozen=True):
    """The server: its version, and whether tables can be played already."""

    version: str
    protocol: int
    id: str
    """Different after every start."""
    ready: bool
    """False while the rules are being compiled, up to a minute at the very first start; tables wait for that."""
    local: bool
    """Whether the server can be reached only from its own machine, so that links are useless to others."""


class NewGuest(Body, frozen=True):
    """A new guest. With `cookie` the token is set as a cookie that no script can read, for browsers."""

    name: Name | None = None
    """Without a name the server assigns one."""
    cookie: bool = False


class NewName(Body, frozen=True):
    name: Name


class NewToken(Body, frozen=True):
    cookie: bool = False


class GuestView(Body, frozen=True):
    name: str
    named: bool
    """False if the server assigned the name."""
    token: str | None = None


class Visitor(Body, frozen=True):
    """The guest who asks; the name is null for a client without a token."""

    name: str | None
    named: bool


class NewTable(Body, frozen=True):
    options: TableOptions
    seat: Annotated[int, Meta(ge=0, le=5)] | None = 0
    """The owner's seat; null to sit down later."""
    ready: bool = True


class TableLink(Body, frozen=True):
    id: str
    link: str


class TableSummary(Body, frozen=True):
    """A table as people see it before they sit down, in the lobby or by its link."""

    id: str
    phase: Phase
    options: TableOptions
    seats: list[SeatView]
    locked: bool
    made_at: int


class TableInvitation(TableSummary, frozen=True):
    """A table as whoever has its link sees it before they sit down."""

    host: int | None = None
    """The seat of the guest who opened the table; null if they do not sit there."""


class Lobby(Body, frozen=True):
    tables: list[TableSummary]


class OwnTable(Body, frozen=True):
    table: TableSummary
    seat: int
    """The guest's seat at the table."""
    changed_at: int
    """The time of the last change, in milliseconds since 1970."""
    turn: int | None = None
    """The seat in turn; null if no game is being played, or if the table would have to be loaded to know it."""


class OwnTables(Body, frozen=True):
    tables: list[OwnTable]


class HintReason(Body, frozen=True):
    """A feature of the planner (docs/bots.md), its value after either move, and the difference in points."""

    feature: str
    here: float
    there: float
    points: float


class HintSentence(Body, frozen=True):
    """A reason in words: a text by its name (docs/bots.md), and the cards, seat and discard pile to fill in."""

    text: str
    card: int | None = None
    needed: int | None = None
    seat: int | None = None
    pile: int | None = None
    """The number of an own discard pile, from 1."""


class Hint(Body, frozen=True):
    """The planner's move for a seat, chosen from what that seat sees. A stock card is worth ten points."""

    version: int
    """The version of the table that the hint is for."""
    move: str
    line: list[str]
    """The move, and the moves that the planner would make after it."""
    wins: bool
    against: str | None
    """The second-best move; null if there is no other, or the planner did not compare."""
    reasons: list[HintReason]
    """Why the move is better than the second-best, the strongest reason first."""
    sentences: list[HintSentence] = []
    """The same in words: at most two sentences."""


class LogStep(Body, frozen=True):
    """The events of one version of a table. Chat is not among them."""

    version: int
    happened: list[TableEvent]


class TableLog(Body, frozen=True):
    """The events of a table up to a version, from the deal of its latest game on, as the guest could see them."""

    game: int
    """The number of the game; 0 before the first deal."""
    version: int
    names: list[str | None]
    """The name at each seat before the first step; `sat` and `left_table` change it."""
    steps: list[LogStep]
    """Versions without events are left out."""


class ReplaySeat(Body, frozen=True):
    """The name at a seat, and its player: `person` or the name of a bot."""

    name: str
    player: str


class Frame(Body, frozen=True):
    """A game after a move, with every hand open. The first frame is the deal, without a move."""

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
    """The proof of the shuffles of a finished game: see docs/promises.md."""

    scheme: int
    secret: str
    commitment: str
    entropy: list[str]


class GoOn(Body, frozen=True):
    """A new table that goes on with a finished game after `moves` of its moves; with 0, from the same deal."""

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
