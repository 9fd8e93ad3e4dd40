"""Analyses kept in files, so that none is made twice: by the record of the game, its worlds, and the code."""

import contextlib
import hashlib
import json
from pathlib import Path

from skipbo.coach.analysis import Analysis
from skipbo.draft import drafted
from skipbo.kernel.compiler import source_digest
from skipbo.record import Record, to_line

MOST_FILES = 50


class AnalysisCache:
    def __init__(self, folder: Path) -> None:
        """The folder is made when there is something to keep."""
        self._folder = folder

    def find(self, record: Record, worlds: int) -> Analysis | None:
        """Returns the analysis of a game with so many worlds by this code; None if there is none that can be read."""
        try:
            return Analysis.from_dict(json.loads(self._path(record, worlds).read_bytes()))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, record: Record, found: Analysis) -> None:
        """Writes an analysis, and removes the oldest. Where nothing can be written, nothing is kept."""
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with drafted(self._path(record, found.worlds)) as draft:
                draft.write_text(json.dumps(found.as_dict()), "utf-8")
            for path in sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)[:-MOST_FILES]:
                path.unlink(missing_ok=True)

    def _path(self, record: Record, worlds: int) -> Path:
        digest = hashlib.sha256(source_digest() + worlds.to_bytes(4, "big") + to_line(record))
        return self._folder / f"{digest.hexdigest()}.json"
