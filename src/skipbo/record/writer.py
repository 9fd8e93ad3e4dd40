"""What a record says, made from a game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from skipbo.game.game import STRICT, Game
from skipbo.game.outcome import Outcome
from skipbo.game.table import Table

VERSION = 1
PERSON = "person"

DIRECTIONS = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
    6: ("South", "Southwest", "Northwest", "North", "Northeast", "Southeast"),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat at a seat, and what played it: `person` or the name of a bot."""

    name: str
    player: str = PERSON


def default_seats(players: int, kinds: Sequence[str] = (PERSON,)) -> list[Seat]:
    """Seats named clockwise after the sides of the table; one kind of player serves all seats."""
    every = list(kinds) * (players if len(kinds) == 1 else 1)
    return [Seat(name, kind) for name, kind in zip(DIRECTIONS[players], every, strict=True)]


def to_record(game: Game, seats: Sequence[Seat] | None = None) -> dict[str, Any]:
    """The record of a game; of one that is not finished, with `result` null: enough to go on with it."""
    stocks, draw = game.deal
    return write_record(
        table=game.table,
        seats=seats or default_seats(game.table.players),
        dealer=game.dealer,
        first=game.first,
        stocks=stocks,
        draw=draw,
        shuffles=game.shuffles,
        moves=[str(move) for move in game.moves],
        outcome=game.outcome,
        seed=None if game.key is None else game.key.hex(),
        commitment=game.commitment,
        referee=game.referee,
    )


def write_record(
    *,
    table: Table,
    seats: Sequence[Seat],
    dealer: int | None,
    first: int,
    stocks: Iterable[Iterable[int]],
    draw: Iterable[int],
    shuffles: Iterable[Iterable[int]],
    moves: list[str],
    outcome: Outcome | None,
    seed: str | None,
    commitment: str | None,
    referee: str = STRICT,
) -> dict[str, Any]:
    record: dict[str, Any] = {
        "skipbo": VERSION,
        "edition": table.edition.id,
        "stock": table.stock,
        "house": table.house,
        "referee": referee,
        "seats": [{"name": seat.name, "player": seat.player} for seat in seats],
        "teams": [list(side) for side in table.sides],
        "dealer": dealer,
        "first": first,
        "deal": {"stocks": [[int(card) for card in stock] for stock in stocks], "draw": [int(card) for card in draw]},
        "shuffles": [[int(card) for card in shuffle] for shuffle in shuffles],
        "moves": moves,
        "result": None if outcome is None else outcome.as_dict(),
    }
    if seed is not None:
        record |= {"seed": seed, "commitment": commitment}
    return record
