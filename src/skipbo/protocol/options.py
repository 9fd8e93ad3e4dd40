"""The options of a table, agreed on before anybody sits down."""

from typing import Annotated

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a table. A combination that the edition does not allow is refused."""

    edition: Name = "mattel-2003"
    column: Name | None = None
    """The language of the sheet that is played by, where its languages disagree; null for the sheet's first."""
    referee: Name = "strict"
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    partners: bool = False
    stock: Annotated[int, Meta(ge=1, le=90)] | None = None
    """Cards in each stock pile; null for the edition's number."""
    dealer: Seat | None = None
    """The seat that deals first, where any player may; null for seat 0."""
    youngest: Seat | None = None
    """The seat of the youngest player, where the youngest begins; null for seat 0."""
    points: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """A match to this many points."""
    games: Annotated[int, Meta(ge=1, le=100)] | None = None
    """A match of this many games; with neither points nor games, single games."""
    bots: Annotated[list[Name | None], Meta(max_length=6)] = field(default_factory=list)
    """The bot at each seat, or null for a person; seats beyond the list are for people."""
    substitute: Name = "eager"
    """The bot that plays for a player who is away or has left."""
    grace: Annotated[int, Meta(ge=0, le=86_400)] = 60
    """Seconds that the table waits for a player who is away."""
    clock: Annotated[int, Meta(ge=10, le=604_800)] | None = None
    """Seconds for a turn, after which the substitute plays on; null for no limit."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 900
    """The least time that a bot takes for a move, in milliseconds."""
    vigilance: Annotated[float, Meta(ge=0, le=1)] = 0.8
    """The probability that a bot notices a mistake at a kitchen table."""
    spectators: bool = True
    public: bool = False
    """Whether the lobby lists the table; otherwise it can be found only by its link."""
    chat: bool = True
    hints: bool = True
    """Whether players may ask for hints."""
