"""`skipbo analyse` shows chances, luck and skill, and what cost most."""

import json
import os
import sys
from pathlib import Path

import pexpect
import pytest

from skipbo.bots import Bot
from skipbo.coach.analysis import FIRST_LOOK, Analysis, Decision
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


def test_partners_have_a_grade_and_a_cost_each() -> None:
    start = lay(players=4, partners=True, hands=[[8]])
    line = (Move.parse("h8>d1"),)
    even = (CERTAIN // 2,) * 2
    blunder = Decision(0, 0, line, line, even, (0, CERTAIN), CERTAIN // 2, 0.0)
    decision = Decision(2, 1, line, line, (0, CERTAIN), (0, CERTAIN), 0, 0.0)
    found = Analysis(2, 1, (blunder, decision), (0, CERTAIN))
    _heads, rows = AnalysedRecord(found, start, ["Ann", "Bob", "Cid", "Dan"]).accounts()
    assert [row[0] for row in rows] == ["Ann & Cid", "Bob & Dan"]
    assert [row[-2:] for row in rows] == [["50.00 & 0.00", "novice & master"], ["– & –", "– & –"]]


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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a short game."""
    game, bots = Game(stock=2, key=bytes(32)), [Bot("eager", seed=seat) for seat in range(2)]
    while game.outcome is None:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    file = tmp_path / "games.jsonl"
    with RecordWriter(file) as writer:
        writer.write(to_record(game))
    return file


@pytest.mark.slow  # compiling the searcher takes a minute
def test_what_was_analysed_is_not_analysed_again_but_with_more_worlds(file: Path) -> None:
    told: list[tuple[int, int]] = []

    def looks(worlds: int) -> list[Analysis]:
        told.clear()
        return [each.found for each in look_at_record(file, 1, worlds, 1, lambda done, of: told.append((done, of)))]

    made = looks(20)
    assert [found.worlds for found in made] == [16, 20]
    assert told
    assert looks(20) == made[1:]
    assert not told
    assert [found.worlds for found in looks(32)] == [16, 32]
    assert told


@pytest.mark.slow  # compiling the searcher takes a minute
def test_ctrl_c_shows_what_is_known_by_then(file: Path) -> None:
    """After the first look: it tries 16 worlds, and 10,000 would take minutes."""
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "skipbo", "analyse", str(file), "--worlds", "10000"],
        env={**os.environ, "LANGUAGE": "en", "COLUMNS": "120"},
        encoding="utf-8",
        timeout=300,
    )
    terminal.expect("The chance to win, from the deal to the end:")
    terminal.sendintr()
    terminal.expect(r"Interrupted: every choice was tried in only (\d+) worlds\.")
    assert int(terminal.match.group(1)) in (FIRST_LOOK * 2**look for look in range(9))
    terminal.expect("In points of a hundred")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


@pytest.mark.slow  # compiling the searcher takes a minute
def test_a_recorded_game_is_analysed_by_the_command(command: Command, file: Path, tmp_path: Path) -> None:
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
