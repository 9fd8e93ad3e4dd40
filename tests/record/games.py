"""Games to record, played to their end by a seeded chooser; and their records as JSON objects, to be spoiled."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from skipbo.editions import EDITIONS
from skipbo.game.game import Game
from skipbo.game.outcome import How
from skipbo.record import BadRecord, Record, check, check_line, game_from_record, record_from_line, to_line, to_record
from tests.positions import wander

Fields: TypeAlias = dict[str, Any]  # a record's line as JSON says it, right or wrong

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


def fields_of(game: Game) -> Fields:
    """A record to change at will."""
    fields: Fields = json.loads(to_line(to_record(game)))
    return fields


def good(edition: str = "mattel-2003", players: int = 2, partners: bool = False) -> Fields:
    """A record that holds, to change at will."""
    fields = fields_of(won(edition, players, partners))
    check(read(fields))
    return fields


def without_seed(fields: Fields) -> Fields:
    return {field: value for field, value in fields.items() if field not in ("seed", "commitment")}


def line_of(fields: Fields) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def read(fields: Fields) -> Record:
    return record_from_line(line_of(fields))


Verdict: TypeAlias = tuple[str, str, int | None] | None  # what is wrong, if something is


def verdict(line: bytes) -> Verdict:
    """The verdict on a line; the same whether its game is played from its text or its record is judged with care."""
    careful = _verdict_of(lambda: check(record_from_line(line)))
    assert _verdict_of(lambda: check_line(line)) == careful
    return careful


def _verdict_of(judge: Callable[[], None]) -> Verdict:
    try:
        judge()
    except BadRecord as fault:
        return fault.code, str(fault), fault.move
    return None


def fault(fields: Fields) -> tuple[str, int | None]:
    """The rule or field that a record breaks, and the move that breaks it."""
    found = verdict(line_of(fields))
    assert found is not None
    code, sentence, move = found
    assert sentence.endswith((".", "}", "]")), "a fault is a sentence"
    return code, move


def positions(fields: Fields) -> Iterator[tuple[int, Game]]:
    """The game before each of its moves, counted from 0."""
    game = game_from_record(read(fields))
    for number, move in enumerate(fields["moves"]):
        yield number, game
        game.play(move)


def write_lines(path: Path, *records: Fields) -> Path:
    path.write_bytes(b"".join(map(line_of, records)))
    return path
