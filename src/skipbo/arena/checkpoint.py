"""The checkpoint of a tournament: a folder with everything played, so that a power cut costs half a second at most.

`manifest.json` has the options. `games.bin` has the results of the games and only grows; a line of `chunks.jsonl` is
written after the games of its chunk, and makes them count. Resuming a killed run cuts off everything after its last
whole line.
"""

import json
import os
import sys
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
from skipbo.draft import DRAFT, drafted
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _

MANIFEST, GAMES, CHUNKS = "manifest.json", "games.bin", "chunks.jsonl"


@contextmanager
def explain_disk_errors(folder: Path) -> Iterator[None]:
    """Turns an error of the disk into one that says that everything played is kept."""
    try:
        yield
    except OSError as error:
        raise SkipboError(
            "disk",
            _("{folder}: {reason}. The games played so far are kept: the same command continues from there.").format(
                folder=folder, reason=error.strerror or error
            ),
        ) from error


class Checkpoint:
    """The folder of one tournament, used by one run at a time."""

    def __init__(self, folder: Path, manifest: dict[str, Any], rotations: int, row: "np.dtype[Any]" = RESULT) -> None:
        self.folder = folder
        self._rotations = rotations
        self._row = row  # of the results
        self._open = ExitStack()
        with self._open:  # closed again if anything here fails
            folder.mkdir(parents=True, exist_ok=True)
            strange = any(path.suffix != DRAFT for path in folder.iterdir())
            if strange and not (folder / MANIFEST).exists():
                raise Malformed(
                    "out", _("{folder} holds other files: name a new folder for the results.").format(folder=folder)
                )
            with explain_disk_errors(folder):
                self._check_manifest(manifest)
                self._games = self._open.enter_context((folder / GAMES).open("ab+", buffering=0))
                self._chunks = self._open.enter_context((folder / CHUNKS).open("ab+", buffering=0))
                self._lock()
                self._cut_off_incomplete_chunk()
            self._open = self._open.pop_all()

    def _check_manifest(self, manifest: dict[str, Any]) -> None:
        path = self.folder / MANIFEST
        if not path.exists():
            with drafted(path) as draft:
                draft.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
            return
        try:
            there = json.loads(path.read_bytes())
            other = {name: there.get(name) for name in manifest if there.get(name) != manifest[name]}
        except (ValueError, AttributeError) as error:
            raise Malformed("out", _("{path} cannot be read: name another folder.").format(path=path)) from error
        if other:
            differences = "; ".join(
                _("{name} is {there} there and {here} here").format(name=name, there=was, here=manifest[name])
                for name, was in other.items()
            )
            raise Malformed(
                "out",
                _(
                    "{folder} holds another tournament ({differences}). Name another folder, or repeat its command."
                ).format(folder=self.folder, differences=differences),
            )

    def _lock(self) -> None:
        if sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._chunks, fcntl.LOCK_EX | fcntl.LOCK_NB)  # released when the process ends, in whatever way
        except BlockingIOError as error:
            raise Malformed(
                "out", _("Another run is writing to {folder}: wait for it, or stop it.").format(folder=self.folder)
            ) from error

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
