"""`skipbo analyse` shows chances, luck and skill, and what cost most."""

import json
from pathlib import Path

import pytest

from skipbo.bots import Bot
from skipbo.coach.analysis import Analysis, Decision
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.record import RecordWriter, to_record
from skipbo.terminal.analysis import AnalysedRecord, look_at_record
from skipbo.terminal.analysis_page import analysis_page
from tests.command_runner import Command, command
from tests.positions import lay, up_to

__all__ = ["command"]
CERTAIN = 1 << 16
NAMES = ["Ann", "North"]


def analysed() -> AnalysedRecord:
    """A game of two decisions, the first of them a blunder, as an analysis with one world would have it."""
    start = lay(stocks=[[9, 5], [11, 12]], hands=[[4, 8, 9], [12]], building=[up_to(3)])
    played, best = (Move.parse("h8>d1"),), (Move.parse("h4>b1"), Move.parse("s>b1"))
    blunder = Decision(
        0, 0, played, best, (CERTAIN // 2, CERTAIN // 2), (CERTAIN // 4, CERTAIN * 3 // 4), CERTAIN // 4, 0.01
    )
    after = (CERTAIN // 8, CERTAIN * 7 // 8)
    line = (Move.parse("h12>d1"),)
    answer = Decision(1, 1, line, line, after, after, 0, 0.0)
    return AnalysedRecord(Analysis(2, 1, (blunder, answer), (0, CERTAIN)), start, NAMES)


def test_an_analysis_shows_the_curve_the_account_and_the_costliest_decision(capsys: pytest.CaptureFixture[str]) -> None:
    analysed().show()
    shown = capsys.readouterr().out
    assert "Ann    ▅▂▁" in shown
    assert "North  ▅█" in shown
    assert "Move 1, Ann: 25.0 points (± 1.0). Played: h8>d1. Better: h4>b1 s>b1." in shown
    assert "stock" in shown.partition("Better")[2], "a reason is given"


def test_the_greatest_strokes_of_luck_name_the_cards_that_were_seen(capsys: pytest.CaptureFixture[str]) -> None:
    start = lay(stocks=[[9, 5], [11, 12]], hands=[[4, 8, 9], [12]], building=[up_to(4)], draw=[3, "W", 7, 1, 2])
    played = (Move.parse("s>b1"),)
    turned = Decision(0, 0, played, played, (CERTAIN // 2,) * 2, (CERTAIN // 2,) * 2, 0, 0.0)
    line = (Move.parse("h8>d1"),)
    after = (CERTAIN * 3 // 4, CERTAIN // 4)
    drawn = Decision(0, 1, line, line, after, after, 0, 0.0)
    AnalysedRecord(Analysis(2, 1, (turned, drawn), (0, CERTAIN)), start, NAMES).show()
    said = capsys.readouterr().out.partition("The greatest strokes of luck\n")[2].splitlines()
    assert said[0].startswith("After move 2: +75.0 points for North. North draws: ")
    assert said[1] == "After move 1: +25.0 points for Ann. Ann: next on the stock pile: 9."


def test_every_row_of_the_account_adds_up() -> None:
    found = analysed().found
    for side in range(2):
        assert found.start[side] + found.luck[side] + sum(made[side] for made in found.skill) == found.result[side]
    heads, rows = analysed().accounts()
    assert rows[0] == ["Ann", "50.0", "-25.0", "-25.0", "+0.0", "0", "25.00", "novice"]
    assert {len(row) for row in rows} == {len(heads)}


def test_the_page_has_the_curves_the_account_and_every_decision() -> None:
    page = analysis_page(analysed())
    assert "<h1>Ann – North</h1>" in page
    assert page.count('class="trace"') == 2
    assert "Move 1, Ann: 25.0 points" in page
    assert page.count("<tr>") == 1 + 2 + 1 + 2
    assert "<p>After move 2: +12.5 points for North." in page
    assert ">+12.5<" in page
    assert "<script" not in page


def test_the_analysis_for_programs_has_every_decision() -> None:
    record = analysed()
    written = json.loads(record.as_json())
    assert written == record.found.as_dict()
    assert written["start"] == [0.5, 0.5]
    assert [made["cost"] for made in written["decisions"]] == [0.25, 0.0]
    assert written["decisions"][0]["best"] == ["h4>b1", "s>b1"]


def test_reasons_are_those_of_the_first_move_that_differs(capsys: pytest.CaptureFixture[str]) -> None:
    start = lay(stocks=[[9, 5], [11, 12]], hands=[[4, 8, 9], [12]], building=[up_to(3)])
    played = (Move.parse("h4>b1"), Move.parse("h8>d1"))
    made = Decision(0, 0, played, (played[0], Move.parse("s>b1")), (CERTAIN, 0), (0, CERTAIN), CERTAIN, 0.0)
    AnalysedRecord(Analysis(2, 1, (made,), (0, CERTAIN)), start, NAMES).show()
    said = capsys.readouterr().out.partition("Better: h4>b1 s>b1.")[2]
    assert "Play the 5 from your stock pile on building pile 1." in said


@pytest.mark.slow  # compiling the searcher takes a minute
def test_a_recorded_game_is_analysed_by_the_command(command: Command, tmp_path: Path) -> None:
    game, bots = Game(stock=2, key=bytes(32)), [Bot("eager", seed=seat) for seat in range(2)]
    while game.outcome is None:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    file = tmp_path / "games.jsonl"
    with RecordWriter(file) as writer:
        writer.write(to_record(game))
    told: list[tuple[int, int]] = []
    (analysed,) = look_at_record(file, 1, 2, 1, lambda done, of: told.append((done, of)))
    found = analysed.found
    assert told[-1] == (2 * len(found.decisions), 2 * len(found.decisions))
    page = tmp_path / "analysis.html"
    written = command("analyse", file, "--worlds", 2, "--json", "--html", page).json
    assert written == found.as_dict()
    assert "<svg" in page.read_text("utf-8")
    lines = tmp_path / "lines.jsonl"
    everything = command("analyse", file, "--worlds", 2, "--all", "--out", lines)
    assert everything.code == 0
    assert [row for row in everything.out.splitlines() if "North" in row]
    assert written.items() <= json.loads(lines.read_text("utf-8")).items()
    assert command("analyse", file, "--worlds", 2, "--all", "--out", lines).out == everything.out
    assert command("analyse", file, "--worlds", 2, "--all", "--json").json == json.loads(lines.read_text("utf-8"))
