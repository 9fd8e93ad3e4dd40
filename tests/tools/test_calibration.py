"""How the coach's chances and its luck are measured: as an analysis says them, game by game, and in parts."""

from pathlib import Path

import numpy as np
import pytest
from bench import parts
from bench.calibration import DRAWN, SEED, STARTS, Foreteller, Foretold, chance_at_start, segments_of, tenths
from bench.parts import measured, run

from skipbo.batch.simulation import GameLogger
from skipbo.coach.analysis import analyse
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.kernel.layout import GOING_ON
from skipbo.record import game_to_replay

SHORT = Table.of(players=2, stock=1)
WORLDS = 2


def test_chances_are_those_of_an_analysis() -> None:
    logger = GameLogger(SHORT, ["planner"], SEED)
    result, record = logger.log(0)
    assert record is not None
    assert result["how"][0] != GOING_ON
    game = game_to_replay(record)
    for move in record.moves:
        game.play(move)
    found, foreteller = analyse(game, worlds=WORLDS, threads=1), Foreteller(SHORT)
    segments = list(segments_of(logger))
    assert [(each.first, each.seat) for each in segments] == [(made.first, made.seat) for made in found.decisions]
    for number, (segment, made) in enumerate(zip(segments, found.decisions, strict=True)):
        assert foreteller.chances(segment.states, number, WORLDS).tolist() == [
            found.share(all_) for all_ in made.before
        ]


def test_a_measurement_that_is_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 2)
    task, folder = Foretold(SHORT, 1), tmp_path / "kept"
    whole = measured(task, 5, tmp_path / "whole", {"worlds": 1}, jobs=2)
    assert whole["said"].shape == (5, DRAWN, 2)
    measured(task, 2, folder, {"worlds": 1}, jobs=1)
    again = measured(task, 5, folder, {"worlds": 1}, jobs=1)
    assert {name: array.tolist() for name, array in again.items()} == {
        name: array.tolist() for name, array in whole.items()
    }
    with pytest.raises(Malformed, match="holds other games"):
        measured(task, 5, folder, {"worlds": 2}, jobs=1)


def test_an_interrupt_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    assert run(interrupt) == 1
    assert "goes on from there" in capsys.readouterr().err


def test_chances_of_two_sides_are_counted_once_and_a_drawn_game_is_shared() -> None:
    said = np.tile([0.55, 0.45], (4, DRAWN, 1))
    won = np.array([[1, 0], [0, 1], [1, 0], [0.5, 0.5]])
    (row,) = tenths(said, won)
    assert (row.low, row.count) == (0.5, 4 * DRAWN)
    assert row.off == pytest.approx(0.55 - 2.5 / 4)


def test_the_chance_at_the_start_is_that_of_the_side_that_begins() -> None:
    logger, foreteller = GameLogger(SHORT, ["planner"], SEED), Foreteller(SHORT)
    with Foretold(SHORT, WORLDS).open("cpu") as play:
        found = play(range(3, 5))
    for place, game in enumerate((3, 4)):
        logger.play(game)
        begins = next(segments_of(logger))
        assert found["first"][place] == begins.seat
        assert found["start"][place].tolist() == foreteller.chances(begins.states, STARTS + game, WORLDS).tolist()


def test_the_side_that_begins_has_luck_if_it_wins_more_often_than_was_said() -> None:
    start, won = np.tile([0.4, 0.6], (4, 1)), np.array([[0, 1], [0, 1], [0, 1], [1, 0]])
    said, off, _error = chance_at_start({"start": start, "won": won, "first": np.array([0, 1, 1, 1])})
    assert said == pytest.approx((0.4 + 3 * 0.6) / 4)
    assert off == pytest.approx(said - 2 / 4)


@pytest.mark.parametrize(
    ("off", "games", "verdict"),
    [(0.0, 40_000, "within 2 points"), (0.05, 40_000, "NOT within 2 points"), (0.0, 40, "too few games to tell")],
)
def test_a_tenth_is_judged_with_its_error(off: float, games: int, verdict: str) -> None:
    won = np.tile([[1.0, 0.0], [0.0, 1.0]], (games // 2, 1))
    (row,) = tenths(np.full((games, DRAWN, 2), 0.5 + off), won)
    assert row.off == pytest.approx(off)
    assert row.verdict == verdict
