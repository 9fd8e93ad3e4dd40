"""The checkpoint of a tournament: a folder with everything played, so that a power cut costs half a second at most.

`manifest.json` has the options. `games.bin` has the results of the games and only grows; a line of `chunks.jsonl` is
written after the games of its chunk, and makes them count. Resuming a killed run cuts off everything after its last
whole line.
"""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from skipbo.arena.chunks import Chunk
from skipbo.arena.referee import Clock, Forfeit
from skipbo.batch.loops import RESULT
from skipbo.draft import drafted
from skipbo.run_folder import explain_disk_errors, open_run_folder

GAMES, CHUNKS = "games.bin", "chunks.jsonl"


class Checkpoint:
    """The folder of one tournament, used by one run at a time."""

    def __init__(self, folder: Path, manifest: dict[str, Any], rotations: int, row: "np.dtype[Any]" = RESULT) -> None:
        self.folder = folder
        self._rotations = rotations
        self._row = row  # of the results
        self._open = ExitStack()
        with self._open:  # closed again if anything here fails
            self._open.enter_context(open_run_folder(folder, manifest))
            with explain_disk_errors(folder):
                self._games = self._open.enter_context((folder / GAMES).open("ab+", buffering=0))
                self._chunks = self._open.enter_context((folder / CHUNKS).open("ab+", buffering=0))
                self._cut_off_incomplete_chunk()
            self._open = self._open.pop_all()

    def _cut_off_incomplete_chunk(self) -> None:
        there, counted, lines = os.fstat(self._games.fileno()).st_size, 0, 0
        self._chunks.seek(0)
        for line in self._chunks.read().splitlines(keepends=True):
            try:
                deals = json.loads(line)["deals"]
            except (ValueError, KeyError, TypeError):
                break
            size = deals * self._rotations * self._row.itemsize
            if not line.endswith(b"\n") or counted + size > there:
                break
            counted += size
            lines += len(line)
        self._games.truncate(counted)
        self._chunks.truncate(lines)

    def append(self, chunk: Chunk) -> None:
        line = {
            "meeting": chunk.meeting,
            "deals": chunk.deals,
            "seconds": chunk.seconds,
            "forfeits": [
                {"deal": deal, "rotation": rotation, **asdict(forfeit)}
                for (deal, rotation), forfeit in chunk.forfeits.items()
            ],
            "clocks": {label: asdict(clock) for label, clock in chunk.clocks.items()},
        }
        with explain_disk_errors(self.folder):
            for file, data in (
                (self._games, chunk.results.tobytes()),
                (self._chunks, json.dumps(line, ensure_ascii=False).encode() + b"\n"),
            ):
                rest = memoryview(data)
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk, in the order of play."""
        played: dict[int, int] = {}
        with (self.folder / GAMES).open("rb") as games, (self.folder / CHUNKS).open("rb") as lines:
            for text in lines:
                line = json.loads(text)
                meeting, shape = line["meeting"], (line["deals"], self._rotations)
                data = games.read(shape[0] * shape[1] * self._row.itemsize)
                yield Chunk(
                    meeting,
                    played.get(meeting, 0),
                    np.frombuffer(data, self._row).reshape(shape),
                    line["seconds"],
                    {(each["deal"], each["rotation"]): Forfeit(each["seat"], each["why"]) for each in line["forfeits"]},
                    {label: Clock(**clock) for label, clock in line["clocks"].items()},
                )
                played[meeting] = played.get(meeting, 0) + line["deals"]

    @contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """Yields a draft of a file of the folder."""
        with explain_disk_errors(self.folder), drafted(self.folder / name) as draft:
            yield draft

    def __enter__(self) -> "Checkpoint":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._open.close()
