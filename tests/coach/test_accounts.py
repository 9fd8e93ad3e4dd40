"""Luck and skill over many games: rows add up, a second run goes on, and a bad game stops no other."""

import json
import pickle
from pathlib import Path

import pytest

from skipbo.coach.accounts import Account, AnalysedGames, LineFile, accounts_of, analyse_games
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.record import RecordedSeat, RecordLine, RecordWriter, read_records, to_record
from skipbo.workers import LocalWorkers

SHORT = {2: ("s>b2",), 5: ("s>b1",), 7: ("h6>d2", "s>b1")}  # games that end at once, by their keys


@pytest.fixture
def games(tmp_path: Path) -> tuple[RecordLine, ...]:
    """Three games of Ann against Bob, and a line that is none, between them."""
    path = tmp_path / "games.jsonl"
    seats = [RecordedSeat(name, "person") for name in ("Ann", "Bob")]
    with RecordWriter(path) as writer:
        for key, moves in SHORT.items():
            game = Game(stock=1, key=bytes([key]) * 32)
            for move in moves:
                game.play(move)
            writer.write(to_record(game, seats=seats))
    first, *others = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([first, "{}\n", *others]), "utf-8")
    return tuple(read_records(path))


def test_every_game_is_analysed_and_a_bad_one_stops_no_other(games: tuple[RecordLine, ...]) -> None:
    task = pickle.loads(pickle.dumps(AnalysedGames(games, worlds=2)))  # as a cluster gets it
    lines = list(analyse_games(task, LocalWorkers()))
    assert [line["game"] for line in lines] == [1, 2, 3, 4]
    assert ["fault" in line for line in lines] == [False, True, False, False]
    assert json.loads(json.dumps(lines)) == lines
    accounts = accounts_of(lines)
    assert list(accounts) == ["Ann", "Bob"]
    assert {account.games for account in accounts.values()} == {3}
    assert accounts["Ann"].result + accounts["Bob"].result == pytest.approx(3)
    for account in accounts.values():
        sums = account.start + account.luck + account.own + account.others
        assert sums == pytest.approx(account.result)


def test_a_second_run_goes_on_after_the_last_whole_line(games: tuple[RecordLine, ...], tmp_path: Path) -> None:
    task, path = AnalysedGames(games, worlds=2), tmp_path / "lines.jsonl"
    with LineFile(path, task) as kept:
        for line in analyse_games(task, LocalWorkers()):
            kept.add(line)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])  # killed while the last line was written
    with LineFile(path, task) as kept:
        assert len(kept.lines) == 3
        for line in analyse_games(task, LocalWorkers(), len(kept.lines)):
            kept.add(line)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("change", ["worlds", "games", "more", "not JSON", "no object"])
def test_a_file_about_something_else_is_refused_and_stays(
    games: tuple[RecordLine, ...], tmp_path: Path, change: str
) -> None:
    task, path = AnalysedGames(games, worlds=2), tmp_path / "lines.jsonl"
    line = json.dumps(task.key(0)) + "\n"
    path.write_text({"not JSON": "what\n", "no object": "[]\n", "more": line * 5}.get(change, line))
    other = {"worlds": AnalysedGames(games, worlds=3), "games": AnalysedGames(games[1:], worlds=2)}.get(change, task)
    before = path.read_bytes()
    with pytest.raises(Malformed, match="is not about these games"):
        LineFile(path, other)
    assert path.read_bytes() == before


def test_a_file_that_another_version_has_written_is_refused(
    games: tuple[RecordLine, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stamp of the code changes with every number of the coach, so that none can be forgotten."""
    task, path = AnalysedGames(games, worlds=2), tmp_path / "lines.jsonl"
    path.write_text(json.dumps(task.key(0)) + "\n")
    with LineFile(path, task) as kept:
        assert len(kept.lines) == 1
    monkeypatch.setattr("skipbo.coach.accounts.source_digest", lambda: bytes(32))
    with pytest.raises(Malformed, match="another version of skipbo"):
        LineFile(path, task)


def test_a_player_is_graded_if_all_games_are_of_one_kind() -> None:
    made = {"seat": 0, "before": [0.5, 0.5], "after": [0.5, 0.5], "cost": 0.0}
    line = {"start": [0.5, 0.5], "luck": [0.5, -0.5], "result": [1.0, 0.0], "decisions": [made]}
    one, both = Account(), Account()
    for account in (one, both):
        account.add(line | {"seats": ["Ann", "Bob"]}, 0)
    both.add(line | {"seats": ["Ann", "Bob", "Cid", "Dan"]}, 0)
    assert one.grade == "master"
    assert both.grade is None
    idle = Account()
    idle.add(line | {"seats": ["Bob", "Ann"]}, 1)
    assert idle.grade is None
