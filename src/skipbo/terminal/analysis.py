"""`skipbo analyse`: how the chances of a recorded game went, what was luck and what skill, and what cost most."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from skipbo.coach.analysis import Analysis, Decision, Progress, look
from skipbo.coach.explanation import Explanation
from skipbo.coach.reasons import why
from skipbo.coach.sentences import move_sentence
from skipbo.game.game import Game
from skipbo.game.move import in_letters
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.record import check, game_from_record
from skipbo.terminal.replay import find_record
from skipbo.terminal.sentences import seat_name

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60  # columns of a curve


@dataclass(frozen=True)
class AnalysedRecord:
    found: Analysis
    start: Game  # as dealt
    names: list[str]

    def show_curves(self, console: Console) -> None:
        show_curves(console, self.found, self.names)

    def show(self) -> None:
        console = Console(highlight=False)
        show_curves(console, self.found, self.names)
        console.print(accounts(self.found, self.names))
        for decision in self.found.costliest():
            show_decision(console, self.found, decision, self.start, self.names)

    def as_json(self) -> str:
        return json.dumps(as_dict(self.found))


def look_at_record(file: Path, game: int, worlds: int, on_progress: Progress) -> Iterator[AnalysedRecord]:
    """Analyses game number `game` of a file, from 1: ever surer, the last time with all worlds."""
    record = find_record(file, game)
    check(record)
    replayed = game_from_record(record)
    start = replayed.copy()
    for text in record.moves:
        replayed.play(text)
    names = [seat_name(seat.name) for seat in record.seats]
    for found in look(replayed, worlds=worlds, on_progress=on_progress):
        yield AnalysedRecord(found, start, names)


def as_dict(found: Analysis) -> dict[str, Any]:
    """The analysis for programs: chances are numbers from 0 to 1, by side."""

    def shares(totals: Sequence[int]) -> list[float]:
        return [found.share(total) for total in totals]

    return {
        "worlds": found.worlds,
        "start": shares(found.start),
        "result": shares(found.result),
        "luck": shares(found.luck),
        "skill": [shares(made) for made in found.skill],
        "decisions": [
            {
                "seat": made.seat,
                "move": made.first + 1,
                "played": [str(move) for move in made.played],
                "best": [str(move) for move in made.best],
                "before": shares(made.before),
                "after": shares(made.after),
                "cost": found.cost(made),
                "error": made.error,
            }
            for made in found.decisions
        ],
    }


def side_name(found: Analysis, side: int, names: Sequence[str]) -> str:
    return " & ".join(names[side :: found.sides])


def show_curves(console: Console, found: Analysis, names: Sequence[str]) -> None:
    """Draws the chance of every side, from the first decision to the result."""
    console.print(_("The chance to win, from the deal to the end:"))
    points = [*(made.before for made in found.decisions), found.result]
    columns = min(WIDTH, len(points))
    shown = [points[number * (len(points) - 1) // max(columns - 1, 1)] for number in range(columns)]
    widest = max(len(side_name(found, side, names)) for side in range(found.sides))
    for side in range(found.sides):
        heights = (min(int(found.share(point[side]) * len(BARS)), len(BARS) - 1) for point in shown)
        bars = "".join(BARS[height] for height in heights)
        console.print(f"{side_name(found, side, names):<{widest}}  {bars}", markup=False)


def points_of(found: Analysis, total: int, form: str = "+.1f") -> str:
    """A chance in points of a hundred."""
    return local_number(100 * found.share(total), form)


def accounts(found: Analysis, names: Sequence[str]) -> Grid:
    """Luck and skill by side; every row adds up to its result."""
    grid = Grid(title=_("In points of a hundred"), title_justify="left")
    grid.add_column(_("side"))
    for title in (_("start"), _("luck"), _("own decisions"), _("those of others"), _("result"), _("a decision costs")):
        grid.add_column(title, justify="right")
    for side in range(found.sides):
        made = [decision for decision in found.decisions if decision.seat % found.sides == side]
        others = sum(found.skill[other][side] for other in range(found.sides) if other != side)
        cost = 100 * sum(map(found.cost, made)) / len(made) if made else 0.0
        grid.add_row(
            side_name(found, side, names),
            points_of(found, found.start[side], ".1f"),
            points_of(found, found.luck[side]),
            points_of(found, found.skill[side][side]),
            points_of(found, others),
            points_of(found, found.result[side], ".0f"),
            local_number(cost, ".2f"),
        )
    return grid


def show_decision(console: Console, found: Analysis, decision: Decision, start: Game, names: Sequence[str]) -> None:
    """Says what a decision cost, what would have been better, and why."""
    game = start.copy()
    for move in found.moves[: decision.first]:
        game.play(move)
    view = game.view(game.turn)
    played, best = (
        " ".join(in_letters(move, view.edition) for move in line) for line in (decision.played, decision.best)
    )
    text = _("Move {number}, {seat}: {cost} points (± {error}). Played: {played}. Better: {best}.").format(
        number=decision.first + 1,
        seat=names[decision.seat],
        cost=local_number(100 * found.cost(decision), ".1f"),
        error=local_number(100 * decision.error, ".1f"),
        played=played,
        best=best,
    )
    console.print(f"\n{text}", markup=False, soft_wrap=True)
    if decision.best[0] == decision.played[0]:
        return
    thoughts = Explanation(view)
    reasons = why(thoughts, thoughts.option(decision.best[0]), thoughts.option(decision.played[0]))
    written = (reason.write(view.edition, names) for reason in reasons)
    for sentence in (move_sentence(decision.best[0], view, names), *written):
        console.print(f"  {sentence}", markup=False, soft_wrap=True)
