"""Kept analyses: found again for the same game, worlds and code, and for nothing else."""

import os
from pathlib import Path

import pytest

from skipbo.bots.searcher.strength import CHANCE
from skipbo.coach import cache
from skipbo.coach.analysis import Analysis, Decision
from skipbo.coach.cache import AnalysisCache
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.record import Record, to_record

LINE = (Move.parse("h6>d2"), Move.parse("s>b1"))
FOUND = Analysis(
    2, 3, (Decision(0, 0, LINE, LINE, (CHANCE, 2 * CHANCE), (2 * CHANCE, CHANCE), 1, 0.1),), (0, 3 * CHANCE)
)


def game(key: int = 1) -> Record:
    return to_record(Game(stock=1, key=bytes([key]) * 32))


@pytest.fixture
def kept(tmp_path: Path) -> AnalysisCache:
    kept = AnalysisCache(tmp_path / "analyses")
    assert kept.find(game(), 3) is None
    kept.keep(game(), FOUND)
    return kept


def test_an_analysis_is_found_again(kept: AnalysisCache) -> None:
    assert kept.find(game(), 3) == FOUND


def test_nothing_is_found_for_another_game_other_worlds_or_other_code(
    kept: AnalysisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept.find(game(2), 3) is None
    assert kept.find(game(), 4) is None
    monkeypatch.setattr(cache, "source_digest", lambda: bytes(32))
    assert kept.find(game(), 3) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"totals": {"result": 1}}'])
def test_a_damaged_file_is_as_none(kept: AnalysisCache, tmp_path: Path, damage: str) -> None:
    (file,) = (tmp_path / "analyses").iterdir()
    file.write_text(damage)
    assert kept.find(game(), 3) is None


def test_the_oldest_are_removed(kept: AnalysisCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 2)
    (file,) = (tmp_path / "analyses").iterdir()
    os.utime(file, (1, 1))
    for key in (2, 3):
        kept.keep(game(key), FOUND)
    assert [kept.find(game(key), 3) for key in (1, 2, 3)] == [None, FOUND, FOUND]


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = AnalysisCache(tmp_path / "file" / "analyses")
    kept.keep(game(), FOUND)
    assert kept.find(game(), 3) is None
