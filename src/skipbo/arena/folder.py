"""The results folder of `--out`: the checkpoint of a run, and its results at the end."""

import json
from pathlib import Path
from typing import Any

import skipbo
from skipbo.arena.checkpoint import Checkpoint
from skipbo.arena.chunks import RESULT_AND_LUCK
from skipbo.arena.export import check_format, export
from skipbo.arena.report import report
from skipbo.arena.sample import Sample
from skipbo.arena.tournament import Plan, Tournament
from skipbo.batch.loops import RESULT
from skipbo.kernel.compiler import source_digest

__all__ = ["check_format", "open_folder", "write_results"]


def open_folder(folder: Path, plan: Plan) -> Checkpoint:
    """Opens the checkpoint. Its manifest names the code, too: games by other rules or bots must not be added to it."""
    code = {"version": skipbo.__version__, "code": source_digest().hex()[:16]}
    row = RESULT_AND_LUCK if plan.luck_adjusted else RESULT
    return Checkpoint(folder, {**plan.as_dict(), **code}, plan.table.teams, row)


def write_results(
    checkpoint: Checkpoint, tournament: Tournament, sample: Sample, summary: dict[str, Any], table_format: str
) -> None:
    export(tournament.plan, checkpoint, table_format)
    with checkpoint.writing("summary.json") as draft:
        draft.write_text(json.dumps(summary, indent=2, ensure_ascii=False) + "\n", "utf-8")
    with checkpoint.writing("report.html") as draft:
        draft.write_text(report(tournament, sample, summary), "utf-8")
