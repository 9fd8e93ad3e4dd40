"""Makes a record from a game."""

from collections.abc import Iterable, Sequence

from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.outcome import Outcome
from skipbo.game.table import FIRST_RULINGS, KITCHEN, STRICT, Table
from skipbo.record.model import VERSION, Cards, Record, RecordedDeal, RecordedSeat
from skipbo.record.seats import default_seats


def to_record(game: Game, seats: Sequence[RecordedSeat] | None = None) -> Record:
    """The record of a game. An unfinished one has no result, and can be resumed from its record."""
    stocks, draw = game.deal
    return assemble_record(
        table=game.table,
        seats=seats or default_seats(game.table.players),
        dealer=game.dealer,
        first=game.first,
        stocks=stocks,
        draw=draw,
        shuffles=game.shuffles,
        moves=_texts(game.moves),
        outcome=game.outcome,
        seed=None if game.key is None else game.key.hex(),
        commitment=game.commitment,
        referee=game.referee,
    )


def assemble_record(
    *,
    table: Table,
    seats: Iterable[RecordedSeat],
    dealer: int | None,
    first: int,
    stocks: Iterable[Iterable[int]],
    draw: Iterable[int],
    shuffles: Iterable[Iterable[int]],
    moves: Iterable[str],
    outcome: Outcome | None,
    seed: str | None,
    commitment: str | None,
    referee: str = STRICT,
) -> Record:
    return Record(
        skipbo=VERSION,
        edition=table.edition.id,
        stock=table.stock,
        house=table.house,
        referee=referee,
        seats=tuple(seats),
        teams=table.sides,
        dealer=dealer,
        first=first,
        deal=RecordedDeal(stocks=tuple(map(_numbers, stocks)), draw=_numbers(draw)),
        shuffles=tuple(map(_numbers, shuffles)),
        moves=tuple(moves),
        result=outcome,
        seed=seed,
        commitment=commitment,
        column=None if table.column == table.edition.find_column() else table.column,
        rulings=table.rulings if referee == KITCHEN else FIRST_RULINGS,
    )


def _texts(moves: list[Move]) -> list[str]:
    """The moves as they are written. A game makes the same few again and again, so each is written once."""
    known: dict[int, str] = {}
    return [known.get(id(move)) or known.setdefault(id(move), str(move)) for move in moves]


def _numbers(cards: Iterable[int]) -> Cards:
    """Plain numbers: msgspec does not write `Card`."""
    return tuple(bytes(cards))
