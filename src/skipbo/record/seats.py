"""The names of seats that nobody has named."""

from collections.abc import Sequence

from skipbo.record.model import RecordedSeat

PERSON = "person"

DIRECTIONS = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
    6: ("South", "Southwest", "Northwest", "North", "Northeast", "Southeast"),
}

# The bot at each seat, with its face in web/src/board/faces.svg. The names are the same in every language, and no words
# of the game. No two begin alike or sound alike, and none begins like a side of the table in English.
BOT_NAMES = ("Miso", "Baru", "Kiwi", "Polo", "Fenna", "Lulu")


def default_seats(players: int, kinds: Sequence[str] = (PERSON,)) -> list[RecordedSeat]:
    """Seats named clockwise after the sides of the table; one kind of player serves all seats."""
    every = list(kinds) * (players if len(kinds) == 1 else 1)
    return [RecordedSeat(name, kind) for name, kind in zip(DIRECTIONS[players], every, strict=True)]


def seats_with_bots(kinds: Sequence[str]) -> list[RecordedSeat]:
    """The seats of a table where people play: those of bots have the bots' names, the others those of their sides."""
    return [
        seat if seat.player == PERSON else RecordedSeat(name, seat.player)
        for seat, name in zip(default_seats(len(kinds), kinds), BOT_NAMES, strict=False)
    ]
