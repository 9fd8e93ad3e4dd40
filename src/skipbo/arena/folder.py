"""The folder that `--out` names: what a run keeps there while it plays, and what it leaves at the end."""

import json
from pathlib import Path
from typing import Any

import skipbo
from skipbo.arena.checkpoint import Store
from skipbo.arena.export import check_format, export
from skipbo.arena.report import report
from skipbo.arena.sample import Sample
from skipbo.arena.tournament import Plan, Tournament
from skipbo.kernel.compiler import source_digest

__all__ = ["check_format", "open_folder", "write_results"]


def open_folder(folder: Path, plan: Plan) -> Store:
    """Games by other rules or other bots must not be counted with those that are there, so their code is named too."""
    code = {"version": skipbo.__version__, "code": source_digest().hex()[:16]}
    return Store(folder, {**plan.as_dict(), **code}, plan.table.teams)


def write_results(
    store: Store, tournament: Tournament, sample: Sample, summary: dict[str, Any], table_format: str
) -> None:
    export(tournament.plan, store, table_format)
    with store.writing("summary.json") as draft:
        draft.write_text(json.dumps(summary, indent=2, ensure_ascii=False) + "\n", "utf-8")
    with store.writing("report.html") as draft:
        draft.write_text(report(tournament, sample, summary), "utf-8")
