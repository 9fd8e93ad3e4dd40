"""The counts of a simulation in a file, so that the same command goes on where an earlier one was stopped."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skipbo.batch.simulation import GameTally
from skipbo.bots.seeds import Seed
from skipbo.draft import drafted
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _

EVERY = 0.5  # seconds between two savings: a power cut costs no more


class Checkpoint:
    def __init__(self, path: Path, table: Table, bots: Sequence[str], seed: Seed) -> None:
        """Reads the counts of an earlier run with the same options, if there is one. Raises `Malformed`."""
        self._path = path
        self._played = {
            "edition": table.edition.id,
            "players": table.players,
            "partners": table.partners,
            "stock": table.stock,
            "bots": list(bots),
            "seed": str(seed),
        }
        self._saved_at = 0.0
        self.tally = self._read(table) if path.exists() else GameTally(table)

    def _read(self, table: Table) -> GameTally:
        try:
            saved: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
            tally, played = GameTally.from_dict(table, saved["counts"]), saved["played"]
        except (ValueError, KeyError, TypeError) as error:
            raise Malformed(
                "out", _("{path} does not hold the counts of a simulation.").format(path=self._path)
            ) from error
        if played != self._played:
            raise Malformed(
                "out",
                _("{path} holds the counts of other games: repeat those options, or name another file.").format(
                    path=self._path
                ),
            )
        return tally

    def save_sometimes(self) -> None:
        if time.monotonic() - self._saved_at >= EVERY:
            self.save()

    def save(self) -> None:
        with drafted(self._path) as draft:
            draft.write_text(json.dumps({"played": self._played, "counts": self.tally.as_dict()}, indent=1), "utf-8")
        self._saved_at = time.monotonic()
