"""A game that is left, however it is left, goes on where it was; a bad file or disk spoils no game."""

import errno
import json
import os
from collections import deque
from pathlib import Path

import pytest

from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.paths import data_folder
from skipbo.record import PERSON, seats_with_bots
from skipbo.terminal import play, save_file
from skipbo.terminal.session import last_move_of_person
from skipbo.terminal.start import new_game
from tests.positions import lay, play_all, wander
from tests.terminal.scripted_player import OPTIONS, go_on, lines, sit, sit_at, type_good_moves

Output = pytest.CaptureFixture[str]


def test_at_the_end_of_the_input_the_game_is_saved_and_goes_on_later(path: Path, capsys: Output) -> None:
    assert go_on(path, edition="2016") == 0
    first = capsys.readouterr().out
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["game"]["result"] is None
    assert go_on(path, seed="another table", players=5) == 0
    again = capsys.readouterr().out
    assert "You resume the saved game" in again
    assert first.split("South (you)")[1].split("South>")[0] == again.split("South (you)")[1].split("South>")[0]
    assert json.loads(path.read_text(encoding="utf-8")) == saved


def test_a_saved_game_says_that_it_keeps_its_own_options(path: Path, capsys: Output) -> None:
    play(save=path, read=lines())
    play(save=path, read=lines())
    assert f"To start a new one: skipbo play --terminal --save {path} --new\n" in capsys.readouterr().out
    play(save=path, read=lines(), edition="1967")
    assert "with its own options. To start a new one with yours, add --new." in capsys.readouterr().out


def test_a_new_game_can_replace_the_saved_one(path: Path, capsys: Output) -> None:
    go_on(path)
    go_on(path, seed="another table", new=True)
    assert "saved game" not in capsys.readouterr().out
    assert save_file.read(path).game.key == new_game(**{**OPTIONS, "seed": "another table"}).game.key


def test_a_match_goes_on_with_its_scores(path: Path, capsys: Output) -> None:
    session = sit(path, match_points=1000, stock=1)
    type_good_moves(session, limit=30)
    with pytest.raises(EOFError):
        session.run()
    match = session.saved_game.match
    assert match is not None
    assert match.played
    capsys.readouterr()
    go_on(path)
    assert f"Scores: You {match.scores[0]}, Baru {match.scores[1]}." in capsys.readouterr().out
    again = save_file.read(path)
    assert again.match is not None
    assert again.match.scores == match.scores
    assert again.game.key == session.game.key


@pytest.mark.parametrize(("rulings", "begins"), [(1, 2), (2, 1)])
def test_a_match_of_2016_is_resumed_by_the_rulings_it_began_with(path: Path, rulings: int, begins: int) -> None:
    # rule: ruling.youngest
    match = Match("2016", players=3, stock=1, youngest=1, points=1000, rulings=rulings, key=bytes(32))
    while match.number < 3:
        game = match.next_game()
        deque(wander(game, match.number), 0)
        match.count(game)
    seats = seats_with_bots([PERSON, "eager", "eager"])
    save_file.write(path, save_file.SavedGame(match.next_game(), seats, match))
    again = save_file.read(path)
    assert again.match is not None
    assert again.match.scores == match.scores
    deque(wander(again.game, 5), 0)
    again.match.count(again.game)
    assert again.match.next_game().first == begins


def test_control_c_saves_and_says_how_to_go_on(path: Path, capsys: Output) -> None:
    def interrupt(_prompt: str) -> str:
        raise KeyboardInterrupt

    assert play(save=path, read=interrupt, **OPTIONS) == 0
    assert capsys.readouterr().out.endswith(
        f"The game is saved. Resume it with: skipbo play --terminal --save {path}\n"
    )
    assert save_file.read(path).game.outcome is None


@pytest.mark.parametrize("referee", ["strict", "kitchen"])
def test_a_game_that_began_at_a_position_goes_on_where_it_was(path: Path, referee: str) -> None:
    game = lay(players=3, stocks=[[12, 4], [5, 3]], hands=[[1, 2, 9]], referee=referee)
    session = sit_at(game, path)
    play_all(game, "h1>b1 h2>b1 h9>d1")
    save_file.write(path, session.saved_game)
    again = save_file.read(path).game
    assert again == game
    for one, other in zip(wander(game, 1, 60), wander(again, 1, 60), strict=True):
        assert one == other


def test_undo_finds_the_persons_last_move_after_a_position() -> None:
    game = lay(players=3, hands={2: [7], 0: [5, 8]}, turn=2)
    assert (game.first, game.start and game.start.turn) == (2, 2)
    game = Game.from_position(str(game.position()).replace("turn=2", "dealer=0 turn=2"), key=game.key)
    assert (game.first, game.turn) == (1, 2)
    play_all(game, "h7>d1 h5>d1")
    assert last_move_of_person(game) == 1


DAMAGED = {
    "empty": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "another thing": b"[1, 2]",
    "nothing": b"null",
    "deep": b"[" * 100_000,
    "no game": b'{"saved": 1, "game": {}, "match": null}',
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_kept_and_a_new_game_begins(path: Path, damage: str, capsys: Output) -> None:
    path.parent.mkdir()
    path.write_bytes(DAMAGED[damage])
    assert go_on(path) == 0
    printed = capsys.readouterr().out
    assert "is damaged and cannot be read" in printed
    assert "A new game begins." in printed
    assert path.with_name("saved.json.broken").read_bytes() == DAMAGED[damage]
    assert save_file.read(path).game.version >= 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("moves", ["h1>b1"] * 3),
        ("moves", [1]),
        ("seed", "00" * 32),
        ("stock", 10**30),
        ("seats", [{"name": "South", "player": "nobody"}] * 2),
        ("seats", []),
        ("first", 5),
        ("dealer", "me"),
        ("edition", "1492"),
    ],
)
def test_a_file_that_was_changed_by_hand_is_damaged(path: Path, field: str, value: object) -> None:
    go_on(path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    saved["game"][field] = value
    path.write_text(json.dumps(saved), encoding="utf-8")
    with pytest.raises(Malformed):
        save_file.read(path)


def test_two_damaged_files_are_both_kept(path: Path) -> None:
    path.parent.mkdir()
    for _ in range(2):
        path.write_bytes(b"?")
        go_on(path)
    assert len(list(path.parent.glob("saved.json.broken*"))) == 2


def test_a_failed_save_is_reported_once_and_the_game_goes_on(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "file").write_text("no folder")
    session = sit(tmp_path / "file" / "saved.json")
    type_good_moves(session)
    assert session.run()
    assert capsys.readouterr().out.count("cannot be saved") == 1


def test_a_full_disk_leaves_the_last_saved_game_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    go_on(path)
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    go_on(path, new=True, seed="another")
    assert "No space left" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_the_file_is_in_the_data_folder() -> None:
    assert save_file.default_path() == data_folder() / "saved.json"
