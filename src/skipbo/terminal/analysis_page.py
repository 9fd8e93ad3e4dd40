"""An analysis as a page: the chances as curves, luck and skill, what counted most, and all decisions."""

from collections.abc import Sequence
from html import escape

import numpy as np

from skipbo.coach.analysis import Decision
from skipbo.game.move import in_letters
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.paper import charts
from skipbo.paper.charts import Curve
from skipbo.paper.page import in_numbers, page, section, table
from skipbo.terminal.analysis import AnalysedRecord


def analysis_page(analysed: AnalysedRecord) -> str:
    found = analysed.found
    tried = _("{decisions} decisions, every choice tried in {worlds} worlds").format(
        decisions=local_number(len(found.decisions)), worlds=local_number(found.worlds)
    )
    heads, rows = analysed.accounts()
    about = _("In points of a hundred. Start, luck, own decisions and those of others add up to the result.")
    sections = [
        curves(analysed),
        section(_("Luck and skill"), about, table(heads, rows)),
        *([moments(analysed)] if found.costliest() else []),
        *([strokes(analysed)] if found.strokes() else []),
        all_decisions(analysed),
    ]
    return page(_("Skip-Bo coach"), " – ".join(analysed.sides), [tried], sections)


def curves(analysed: AnalysedRecord) -> str:
    found = analysed.found
    lines = [
        Curve(name, np.array([100 * found.share(point[side]) for point in found.points]), side)
        for side, name in enumerate(analysed.sides)
    ]
    title = _("The chance to win")
    ends = (
        f"{line.label} {local_number(line.values[0], '.0f')}–{local_number(line.values[-1], '.0f')}" for line in lines
    )
    about = _("In points of a hundred, before each decision and at the end.")
    return section(title, about, charts.curves(title, "; ".join(ends), lines, _("decisions")))


def moments(analysed: AnalysedRecord) -> str:
    """The costliest decisions, each with what was better and why."""
    told = (analysed.moment(decision) for decision in analysed.found.costliest())
    parts = [
        f"<p><strong>{escape(text)}</strong> {escape(' '.join(sentences))}</p>".replace(" </p>", "</p>")
        for text, sentences in told
    ]
    return section(_("What cost most"), "", *parts)


def strokes(analysed: AnalysedRecord) -> str:
    """What was drawn or turned over that changed the chances most."""
    parts = (f"<p>{escape(analysed.stroke(stroke))}</p>" for stroke in analysed.found.strokes())
    return section(_("The greatest strokes of luck"), "", *parts)


def all_decisions(analysed: AnalysedRecord) -> str:
    found = analysed.found
    heads = [_("move"), _("who"), _("cost"), "±", _("luck"), _("played"), _("better")]
    rows = [decision_row(analysed, *row) for row in zip(found.decisions, found.lucks, strict=True)]
    return section(_("All decisions"), "", in_numbers(table(heads, rows, "words")))


def decision_row(analysed: AnalysedRecord, decision: Decision, luck: Sequence[int]) -> list[str]:
    """A decision, and the luck that its side had then."""
    edition = analysed.start.table.edition
    played, best = (" ".join(in_letters(move, edition) for move in line) for line in (decision.played, decision.best))
    return [
        str(decision.first + 1),
        analysed.names[decision.seat],
        local_number(100 * analysed.found.cost(decision), ".1f"),
        local_number(100 * decision.error, ".1f"),
        local_number(100 * analysed.found.share(luck[decision.seat % analysed.found.sides]), "+.1f"),
        played,
        "" if decision.is_best else best,
    ]
