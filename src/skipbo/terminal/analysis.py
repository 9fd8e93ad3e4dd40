"""`skipbo analyse`: how the chances of a recorded game went, what was luck and what skill, and what cost most."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from skipbo.coach.analysis import Analysis, Decision, Progress, Stroke, look
from skipbo.coach.cache import AnalysisCache
from skipbo.coach.explanation import Explanation
from skipbo.coach.grades import grade
from skipbo.coach.reasons import why
from skipbo.coach.sentences import move_sentence
from skipbo.game.event import Drew, Turned
from skipbo.game.game import Game
from skipbo.game.move import Move, in_letters
from skipbo.game.view import View
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.paths import cache_folder
from skipbo.record import check, game_from_record
from skipbo.terminal.replay import find_record
from skipbo.terminal.sentences import Narrator, listed, seat_name

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60  # columns of a curve


@dataclass(frozen=True)
class AnalysedRecord:
    found: Analysis
    start: Game  # as dealt
    names: list[str]

    @property
    def sides(self) -> list[str]:
        """The names of the sides."""
        return [" & ".join(self.names[side :: self.found.sides]) for side in range(self.found.sides)]

    def show_curves(self, console: Console) -> None:
        """Draws the chance of every side, from the first decision to the result."""
        console.print(_("The chance to win, from the deal to the end:"))
        points = self.found.points
        columns = min(WIDTH, len(points))
        shown = [points[number * (len(points) - 1) // max(columns - 1, 1)] for number in range(columns)]
        widest = max(map(len, self.sides))
        for side, name in enumerate(self.sides):
            heights = (min(int(self.found.share(point[side]) * len(BARS)), len(BARS) - 1) for point in shown)
            console.print(f"{name:<{widest}}  {''.join(BARS[height] for height in heights)}", markup=False)

    def show(self) -> None:
        console = Console(highlight=False)
        self.show_curves(console)
        heads, rows = self.accounts()
        grid = Grid(title=_("In points of a hundred"), title_justify="left")
        for number, title in enumerate(heads):
            grid.add_column(title, justify="left" if number == 0 else "right")
        for row in rows:
            grid.add_row(*map(escape, row))
        console.print(grid)
        for decision in self.found.costliest():
            text, sentences = self.moment(decision)
            for line in (f"\n{text}", *(f"  {sentence}" for sentence in sentences)):
                console.print(line, markup=False, soft_wrap=True)
        strokes = self.found.strokes()
        for line in ("\n" + _("The greatest strokes of luck"), *map(self.stroke, strokes)) if strokes else ():
            console.print(line, markup=False, soft_wrap=True)

    def accounts(self) -> tuple[list[str], list[list[str]]]:
        """The titles of the columns, and luck and skill by side; every row adds up to its result.

        What a decision costs, and the grade, is of each seat of the side, in the order of their names.
        """
        heads = [_("side"), _("start"), _("luck"), _("own decisions"), _("those of others"), _("result")]
        return [*heads, _("a decision costs"), _("played like")], [
            self._account(side, name) for side, name in enumerate(self.sides)
        ]

    def _account(self, side: int, name: str) -> list[str]:
        found = self.found
        others = sum(found.skill[other][side] for other in range(found.sides) if other != side)
        seats = range(side, len(self.names), found.sides)  # partners decide, and are graded, each for themselves
        return [
            name,
            self._points(found.start[side], ".1f"),
            self._points(found.luck[side]),
            self._points(found.skill[side][side]),
            self._points(others),
            self._points(found.result[side], ".0f"),
            " & ".join(map(self._cost, seats)),
            " & ".join(map(self._grade, seats)),
        ]

    def _cost(self, seat: int) -> str:
        cost = self.found.mean_cost(seat)
        return "–" if cost is None else local_number(100 * cost, ".2f")

    def _grade(self, seat: int) -> str:
        behind = self.found.mean_behind(seat)
        return "–" if behind is None else _(grade(behind, len(self.names), self.found.sides))

    def _points(self, total: int, form: str = "+.1f") -> str:
        """A chance in points of a hundred."""
        return local_number(100 * self.found.share(total), form)

    def moment(self, decision: Decision) -> tuple[str, list[str]]:
        """Says what a decision cost and what would have been better; and why."""
        game = self._after(decision.first)
        view = game.view(game.turn)
        played, best = (
            " ".join(in_letters(move, view.edition) for move in line) for line in (decision.played, decision.best)
        )
        text = _("Move {number}, {seat}: {cost} points (± {error}). Played: {played}. Better: {best}.").format(
            number=decision.first + 1,
            seat=self.names[decision.seat],
            cost=local_number(100 * self.found.cost(decision), ".1f"),
            error=local_number(100 * decision.error, ".1f"),
            played=played,
            best=best,
        )
        for better, worse in zip(decision.best, decision.played, strict=False):
            if better != worse:
                return text, self._reasons(better, worse, game.view(game.turn))
            game.play(worse)
        return text, []

    def stroke(self, stroke: Stroke) -> str:
        """Says what a stroke of luck brought, and which cards were drawn or turned over."""
        made = self.found.decisions[stroke.number]
        last = made.first + len(made.played)
        game = self._after(last - 1)
        narrator, seen = Narrator(game.edition, self.names, None), list[str]()
        for event in game.play(made.played[-1]):
            match event:
                case Drew(seat=seat, cards=cards) if cards:
                    drawn = listed(cards, game.edition)
                    seen.append(_("{seat} draws: {cards}.").format(seat=self.names[seat], cards=drawn))
                case Turned():
                    seen.append(narrator.sentence(event))
        text = _("After move {number}: {luck} points for {side}.").format(
            number=last, luck=self._points(stroke.luck), side=self.sides[stroke.side]
        )
        return " ".join([text, *seen])

    def _after(self, moves: int) -> Game:
        game = self.start.copy()
        for move in self.found.moves[:moves]:
            game.play(move)
        return game

    def _reasons(self, better: Move, worse: Move, view: View) -> list[str]:
        """Says what the better move is, and why it is better."""
        thoughts = Explanation(view)
        reasons = why(thoughts, thoughts.option(better), thoughts.option(worse))
        return [move_sentence(better, view, self.names), *(each.write(view.edition, self.names) for each in reasons)]

    def as_json(self) -> str:
        return json.dumps(self.found.as_dict())


def look_at_record(
    file: Path, game: int, worlds: int, threads: int | None, on_progress: Progress
) -> Iterator[AnalysedRecord]:
    """Analyses game number `game` of a file, from 1: ever surer, the last time with all worlds.

    What was analysed before is found again, at once with all worlds.
    """
    record, cache = find_record(file, game), AnalysisCache(cache_folder() / "analyses")
    check(record)
    replayed = game_from_record(record)
    start = replayed.copy()
    for text in record.moves:
        replayed.play(text)
    names = [seat_name(seat.name) for seat in record.seats]
    if (kept := cache.find(record, worlds)) is not None:
        yield AnalysedRecord(kept, start, names)
        return
    for found in look(replayed, worlds=worlds, threads=threads, on_progress=on_progress):
        if found.worlds == worlds:
            cache.keep(record, found)
        yield AnalysedRecord(found, start, names)
