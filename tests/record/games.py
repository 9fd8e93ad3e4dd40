"""Games to write down: played to their end by a seeded chooser, and the records they give."""

import copy
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from skipbo.editions import EDITIONS
from skipbo.game.game import Game
from skipbo.game.outcome import How
from skipbo.record import BadRecord, check, game_from_record, to_record
from skipbo.record.files import to_line
from tests.positions import wander

Record: TypeAlias = dict[str, Any]

# Every table that a sheet knows: players, and whether they play in partnerships
TABLES = tuple(
    (edition, players, partners)
    for edition in EDITIONS
    for players, partners in ((2, False), (3, False), (4, False), (5, False), (6, False), (4, True), (6, True))
)
every_table = pytest.mark.parametrize(("edition", "players", "partners"), TABLES)


@cache
def finished(
    edition: str = "mattel-2003", players: int = 2, partners: bool = False, stock: int | None = None, seed: int = 1
) -> Game:
    """A game that is over; shared between tests, so only to be looked at."""
    game = Game(edition, players=players, partners=partners, stock=stock, key=bytes([seed]) * 32)
    deque(wander(game, seed), 0)
    assert game.outcome is not None
    return game


@cache
def won(edition: str = "mattel-2003", players: int = 2, partners: bool = False, stock: int = 15) -> Game:
    """A game that somebody won by finishing a stock pile, with a shuffle on the way."""
    games = (finished(edition, players, partners, stock, seed) for seed in range(1, 200))
    return next(g for g in games if g.outcome and g.outcome.how is How.STOCK and g.shuffles)


def record_of(game: Game) -> Record:
    """A record to change at will."""
    return copy.deepcopy(to_record(game))


def good(edition: str = "mattel-2003", players: int = 2, partners: bool = False) -> Record:
    """A record that holds, to change at will."""
    record = record_of(won(edition, players, partners))
    check(record)
    return record


def without_seed(record: Mapping[str, Any]) -> Record:
    return {field: value for field, value in record.items() if field not in ("seed", "commitment")}


def fault(record: Mapping[str, Any]) -> tuple[str, int | None]:
    """The rule or field that a record breaks, and the move that breaks it."""
    with pytest.raises(BadRecord) as error:
        check(record)
    assert str(error.value).endswith((".", "}", "]")), "a fault is a sentence"
    return error.value.code, error.value.move


def positions(record: Mapping[str, Any]) -> Iterator[tuple[int, Game]]:
    """The game before each of its moves, counted from 0."""
    game = game_from_record(record)
    for number, move in enumerate(record["moves"]):
        yield number, game
        game.play(move)


def write_lines(path: Path, *records: Mapping[str, Any]) -> Path:
    path.write_bytes(b"".join(map(to_line, records)))
    return path
