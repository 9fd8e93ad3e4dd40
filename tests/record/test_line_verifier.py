"""A line whose game plainly holds is judged at once; every other line as its record is, with the same words."""

import json
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipbo.batch.simulation import GameLogger
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.match import Match
from skipbo.game.table import Table
from skipbo.record import RecordWriter, to_line, to_record, verify_file
from skipbo.record.line_verifier import plainly_holds, vocabulary
from tests.kernel.strategies import games
from tests.positions import wander
from tests.record.games import Fields, every_table, fields_of, finished, line_of, verdict, without_seed, won
from tests.record.test_kitchen import played
from tests.repetition import later

WITH_SEED = fields_of(won())
WITHOUT = without_seed(WITH_SEED)
PARTNERS = fields_of(won("brownfield-1967", 4, True))
KINDS = [WITH_SEED, WITHOUT, PARTNERS, without_seed(PARTNERS)]
every_kind = pytest.mark.parametrize("fields", [*KINDS[:2], *map(later, KINDS[2:])])


@every_table
def test_what_we_write_plainly_holds(edition: str, players: int, partners: bool) -> None:
    fields = fields_of(finished(edition, players, partners))
    for line in (line_of(fields), line_of(without_seed(fields))):
        assert plainly_holds(line)
        assert plainly_holds(line.rstrip())
        assert verdict(line) is None


def test_every_game_of_a_match_plainly_holds_whoever_deals() -> None:
    match = Match(players=3, stock=2, games=4, key=bytes(32))
    while not match.is_over:
        game = match.next_game()
        for _position in wander(game, 1):
            pass
        match.count(game)
    lines = [to_line(to_record(game)) for game in match.played]
    assert len({game.dealer for game in match.played}) > 1
    assert all(map(plainly_holds, lines))


def test_a_record_in_another_column_plainly_holds() -> None:
    game = Game("mattel-2003", stock=2, column="fr", key=bytes(32))
    for _position in wander(game, 1):
        pass
    line = to_line(to_record(game))
    assert b'"column":"fr"' in line
    assert plainly_holds(line)


@settings(max_examples=50, deadline=None)
@given(games())
def test_a_game_that_goes_on_does_not_hold(game: Game) -> None:
    line = to_line(to_record(game))
    assert plainly_holds(line) == (game.outcome is not None)
    assert (verdict(line) is None) == (game.outcome is not None)


def test_a_kitchen_game_holds_though_not_plainly() -> None:
    game = played("mattel-2003")
    assert isinstance(game, KitchenGame)
    line = to_line(to_record(game))
    assert not plainly_holds(line)
    assert verdict(line) is None


def test_another_spelling_holds_though_not_plainly() -> None:
    for line in (json.dumps(WITH_SEED).encode(), line_of({"note": 1} | WITH_SEED), line_of(WITH_SEED | {"note": 1})):
        assert not plainly_holds(line)
        assert verdict(line) is None


@every_kind
def test_no_line_with_another_byte_plainly_holds_unless_its_record_does(fields: Fields) -> None:
    """Every byte becomes some others that records have. What still holds are names: no rule reads them."""
    line = line_of(fields)
    held = 0
    for place in range(len(line)):
        for byte in b'0123456789"\\,[]{}:sdhbW> \x00\xff'[place % 3 :: 3]:
            changed = line[:place] + bytes([byte]) + line[place + 1 :]
            if changed != line and plainly_holds(changed):
                held += 1
                assert verdict(changed) is None
    assert 0 < held < len(line)


@every_kind
def test_no_line_without_a_byte_or_with_one_more_plainly_holds_unless_its_record_does(fields: Fields) -> None:
    line = line_of(fields)
    for place in range(len(line)):
        for changed in (line[:place] + line[place + 1 :], line[:place] + line[place : place + 1] + line[place:]):
            if plainly_holds(changed):
                assert verdict(changed) is None


def spoiled(fields: Fields, place: int) -> list[Fields]:
    """Records in which one thing is different: a move, a card, the table, the result, the version, the seed."""
    moves, deal, shuffles, result = (fields[name] for name in ("moves", "deal", "shuffles", "result"))
    at, card = place % len(moves), place % len(deal["draw"])
    draw, stock, first = deal["draw"], deal["stocks"][0], shuffles[0]
    turned = place % len(first)
    changes: tuple[Fields, ...] = (
        {"moves": moves[:at] + moves[at + 1 :]},
        {"moves": moves[:at] + moves[at : at + 1] + moves[at:]},
        {"moves": moves[:at] + moves[at : at + 2][::-1] + moves[at + 2 :]},
        {"moves": [*moves[:at], moves[at - 1], *moves[at + 1 :]]},
        {"moves": moves[: at + 1]},
        {"deal": deal | {"draw": [*draw[:card], (draw[card] + 1) % 13, *draw[card + 1 :]]}},
        {"deal": deal | {"draw": [*draw[card:], *draw[:card]]}},
        {"deal": deal | {"draw": draw[:card] + draw[card + 1 :]}},
        {"deal": deal | {"stocks": [stock[::-1], *deal["stocks"][1:]]}},
        {"deal": deal | {"stocks": deal["stocks"][::-1]}},
        {"shuffles": [[*first[turned:], *first[:turned]], *shuffles[1:]]},
        {"shuffles": [[*first[:turned], (first[turned] + 1) % 13, *first[turned + 1 :]], *shuffles[1:]]},
        {"shuffles": shuffles[1:]},
        {"shuffles": [*shuffles, first]},
        {"result": result | {"points": place}},
        {"result": result | {"how": "blocked"}},
        {"result": result | {"winners": [place % len(fields["seats"])]}},
        {"result": result | {"left": [place % 3] * len(fields["seats"])}},
        {"result": None},
        {"skipbo": place},
        {"stock": place % 40},
        {"edition": ["mattel-2003", "mattel-2016", "holiday-2010", "brownfield-1967"][place % 4]},
        {"referee": "kitchen"},
        {"house": {}},
        {"teams": [[1], [0]]},
        {"dealer": place % len(fields["seats"])},
        {"dealer": None},
        {"first": place % len(fields["seats"])},
        {"rulings": place % 3},
        {"column": ["en", "fr", "es", "pt"][place % 4]},
        {"seed": "00" * 32},
        {"seed": "00" * (place % 40)},
        {"commitment": "00" * 32},
        {"seats": fields["seats"][1:]},
    )
    return [fields | change for change in changes]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 300), st.sampled_from(KINDS))
def test_the_verdict_and_its_words_are_those_on_the_record(place: int, fields: Fields) -> None:
    for record in spoiled(fields, place):
        verdict(line_of(record))


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(st.integers(0, 300), st.sampled_from(KINDS), st.integers(0, 33), st.integers(0, 300))
def test_the_verdict_is_the_same_where_two_things_are_different(
    one: int, fields: Fields, change: int, other: int
) -> None:
    once = spoiled(fields, one)[change]
    if once["result"] is not None and once["moves"] and len(once["deal"]["draw"]) > 1 and once["shuffles"]:
        for record in spoiled(once, other):
            verdict(line_of(record))


def test_no_two_moves_share_a_slot_at_any_table() -> None:
    for players, teams in ((2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (4, 2), (6, 2), (6, 3)):
        words, codes = vocabulary(players, teams)
        assert ((codes != 255).any(axis=0) == (words != 0)).all()
        moves = 133 + 20 * (players // teams - 1)
        assert ((codes != 255).sum(axis=1) == moves).all()


def test_a_file_of_all_kinds_is_judged_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    logger = GameLogger(Table.of(stock=3), ["eager"], "lines")
    with RecordWriter(path) as file:
        for number in range(20):
            logger.play(number)
            file.write(logger.record())
    lines = list(chain(path.read_bytes().splitlines(keepends=True), map(line_of, KINDS)))
    lines[3] = lines[3].replace(b'"stock":3', b'"stock":4', 1)
    lines[7] = b"\n"
    path.write_bytes(b"".join(lines))
    faults = list(verify_file(path))
    assert [(fault.line, fault.rule) for fault in faults if fault is not None] == [(4, "house")]
    assert len(faults) == 23
