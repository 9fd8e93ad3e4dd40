"""A game becomes a record, a line, a file, and the same game again."""

from collections import deque
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipbo.editions import EDITIONS
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.table import Table
from skipbo.record import (
    RecordWriter,
    check,
    game_to_replay,
    read_records,
    record_from_line,
    resume,
    to_line,
    to_record,
    verify_file,
)
from skipbo.record.reader import table_of
from tests.positions import wander
from tests.record.games import every_table, fields_of, finished, read, without_seed


@every_table
def test_a_game_comes_back_from_its_line(edition: str, players: int, partners: bool) -> None:
    game = finished(edition, players, partners)
    record = record_from_line(to_line(to_record(game)))
    check(record)
    again = game_to_replay(record)
    for move in record.moves:
        assert again.outcome is None
        again.play(move)
    assert again.events == game.events
    assert again.outcome == game.outcome
    assert again.shuffles == game.shuffles
    assert again.moves == game.moves
    assert (again.dealer, again.first, again.deal) == (game.dealer, game.first, game.deal)
    assert not again.status
    assert without_seed(fields_of(again)) == without_seed(fields_of(game))


@every_table
def test_a_record_needs_no_seed(edition: str, players: int, partners: bool) -> None:
    check(read(without_seed(fields_of(finished(edition, players, partners)))))


@st.composite
def games(draw: st.DrawFn) -> Game:
    edition = EDITIONS[draw(st.sampled_from(sorted(EDITIONS)))]
    players = draw(st.integers(2, 6))
    partners = players in (4, 6) and draw(st.booleans())
    most = edition.most_stock(players)
    stock = draw(st.none() | st.integers(1, most))
    seat = draw(st.none() | st.integers(0, players - 1))
    youngest, dealer = (seat, None) if edition.id == "mattel-2016" else (None, seat)
    key = draw(st.binary(min_size=32, max_size=32))
    game = Game(edition, players=players, partners=partners, stock=stock, key=key, dealer=dealer, youngest=youngest)
    deque(wander(game, draw(st.integers(0, 2**32))), 0)
    return game


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_record_written_is_a_record_verified(game: Game) -> None:
    record = record_from_line(to_line(to_record(game)))
    check(record)
    check(read(without_seed(fields_of(game))))
    again = game_to_replay(record)
    for move in record.moves:
        again.play(move)
    assert again.events == game.events


def test_every_game_of_a_match_verifies_with_its_seed() -> None:
    for edition in EDITIONS:
        match = Match(edition, players=3, stock=2, games=4, key=bytes(32))
        while not match.is_over:
            game = match.next_game()
            deque(wander(game, len(match.played)), 0)
            check(to_record(game))
            match.count(game)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_file_gives_back_the_games_written_to_it(tmp_path: Path, name: str) -> None:
    records = [to_record(finished(edition, seed=seed)) for edition in EDITIONS for seed in (1, 2)]
    with RecordWriter(tmp_path / name) as writer:
        for record in records:
            writer.write(record)
    lines = list(read_records(tmp_path / name))
    assert [line.number for line in lines] == list(range(1, len(records) + 1))
    assert [line.record for line in lines] == records
    assert list(verify_file(tmp_path / name)) == [None] * len(records)


def test_only_a_name_that_ends_in_gz_is_compressed(tmp_path: Path) -> None:
    for name in ("games.jsonl", "games.jsonl.gz"):
        with RecordWriter(tmp_path / name) as writer:
            for _ in range(20):
                writer.write(to_record(finished()))
    assert (tmp_path / "games.jsonl").read_bytes().startswith(b'{"skipbo":1,')
    assert (tmp_path / "games.jsonl.gz").read_bytes().startswith(b"\x1f\x8b")
    assert (tmp_path / "games.jsonl.gz").stat().st_size < (tmp_path / "games.jsonl").stat().st_size / 4


@every_table
def test_a_game_that_was_stopped_goes_on_as_it_would_have(edition: str, players: int, partners: bool) -> None:
    game = finished(edition, players, partners, stock=3)
    half = len(game.moves) // 2
    stopped = Game(edition, players=players, partners=partners, stock=3, key=game.key)
    for move in game.moves[:half]:
        stopped.play(move)
    resumed = resume(record_from_line(to_line(to_record(stopped))))
    assert resumed.states.tobytes() == stopped.states.tobytes()
    assert resumed.events == stopped.events
    for move in game.moves[half:]:
        resumed.play(move)
    assert resumed.events == game.events


def test_a_game_is_not_resumed_with_another_seed() -> None:
    record = fields_of(Game(key=bytes(32)))
    record["seed"] = "11" * 32
    with pytest.raises(Malformed) as error:
        resume(read(record))
    assert error.value.code == "seed"


def test_a_table_is_read_back_from_the_record() -> None:
    for edition in EDITIONS:
        for players, partners in ((2, False), (4, True), (6, True)):
            table = Table.of(edition, players=players, partners=partners, stock=3)
            game = Game(edition, players=players, partners=partners, stock=3, key=bytes(32))
            assert table_of(to_record(game)) == table
