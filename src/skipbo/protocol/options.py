"""What is agreed on before anybody sits down."""

from typing import Annotated

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as its owner wants it. What the sheet does not allow is refused."""

    edition: Name = "mattel-2003"
    referee: Name = "strict"
    players: Annotated[int, Meta(ge=2, le=6)] = 2
    partners: bool = False
    stock: Annotated[int, Meta(ge=1, le=90)] | None = None
    """Cards in each stock pile; without it, what the sheet says."""
    points: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """A match to this many points."""
    games: Annotated[int, Meta(ge=1, le=100)] | None = None
    """A match of this many games; without points or games, single games."""
    bots: Annotated[list[Name | None], Meta(max_length=6)] = field(default_factory=list)
    """By seat: a bot's name, or null for a person. Seats that are not named are for people."""
    substitute: Name = "eager"
    """The bot that plays for somebody who is away or has left."""
    grace: Annotated[int, Meta(ge=0, le=86_400)] = 60
    """Seconds that the table waits for somebody who is away."""
    clock: Annotated[int, Meta(ge=10, le=604_800)] | None = None
    """Seconds for a turn, after which the substitute plays on; without it, nobody is hurried."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 900
    """Milliseconds that a bot takes for a move at least."""
    vigilance: Annotated[float, Meta(ge=0, le=1)] = 0.8
    """How surely bots notice a mistake at a kitchen table."""
    spectators: bool = True
    public: bool = False
    """Whether the lobby shows the table; otherwise only who has its link finds it."""
    chat: bool = True
    hints: bool = True
    """Whether players may ask what the planner would play."""
