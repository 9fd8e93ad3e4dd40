"""A recorded game is shown move by move, and to a seat only what it saw."""

from pathlib import Path

import pytest

from skipbo.errors import Malformed, SkipboError
from skipbo.game.game import Game
from skipbo.record import RecordWriter, to_record
from skipbo.terminal import replay
from tests.positions import KEY, wander

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two games by two players."""
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        for seed in (1, 2):
            game = Game(stock=3, key=KEY)
            for _ in wander(game, seed):
                pass
            writer.write(to_record(game))
    return path


def test_a_recorded_game_is_shown_to_its_end(file: Path, capsys: Output) -> None:
    assert replay(file, 2) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Drawn for the deal: South 7, North 12.\nThe cards are dealt. Dealer: North.\n")
    assert "Cards left in the stock piles: South " in shown.splitlines()[-1]
    assert "You" not in shown
    assert "drawn 1" not in shown


def test_a_seat_sees_its_own_hand_again(file: Path, capsys: Output) -> None:
    replay(file, 1, seat=1)
    shown = capsys.readouterr().out
    assert "North (you)" in shown
    assert "You draw: " in shown
    assert "South: drawn " not in shown


def test_a_game_or_seat_that_is_not_there_is_refused(file: Path) -> None:
    with pytest.raises(Malformed, match="fewer than 3 games"):
        replay(file, 3)
    with pytest.raises(Malformed, match="There is no seat 2: the seats are 0 to 1"):
        replay(file, 1, seat=2)


def test_an_invalid_record_is_refused(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace('"points":', '"points":1'), encoding="utf-8")
    with pytest.raises(SkipboError):
        replay(file, 1)
    file.write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(Malformed, match="not JSON"):
        replay(file, 1)
