"""Files of records: a game a line, compressed where the name ends in `.gz`. Reading takes the memory of one game."""

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from skipbo.errors import Malformed
from skipbo.i18n import translate as _

LONGEST_LINE = 1 << 20  # bytes; a game of the longest kind takes a fortieth of it


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: a game's record, or what is wrong with the line."""

    number: int
    record: Mapping[str, Any] | None
    fault: str = ""


def open_bytes(path: Path, mode: str) -> IO[bytes]:
    if path.suffix == ".gz":
        return gzip.open(path, mode)  # type: ignore[return-value]
    return path.open(mode)


def read_records(path: str | Path) -> Iterator[Line]:
    """Every line in turn. A bad line does not hide the games after it, nor a cut-off end those before it."""
    with open_bytes(Path(path), "rb") as file:
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(LONGEST_LINE)
                whole = line
                while line and not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                    line = file.readline(LONGEST_LINE)
            except (EOFError, zlib.error, gzip.BadGzipFile):
                yield Line(
                    number, None, _("The compressed file is cut off or damaged here; the games before it are whole.")
                )
                return
            if not whole:
                return
            if whole.strip():
                yield _read_line(number, whole)


def _read_line(number: int, line: bytes) -> Line:
    if len(line) == LONGEST_LINE:
        return Line(number, None, _("The line is longer than any game."))
    try:
        record = json.loads(line.decode(), parse_constant=refuse, object_pairs_hook=without_doubles)
    except (ValueError, RecursionError):
        if not line.endswith(b"\n"):
            return Line(number, None, _("The file is cut off in this line; the games before it are whole."))
        return Line(number, None, _("The line is not JSON."))
    if not isinstance(record, dict):
        return Line(number, None, _("The line is not a record: it should be a JSON object."))
    return Line(number, record)


def refuse(name: str) -> None:
    raise ValueError(f"JSON has no {name}")


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A field that is told twice could be read in two ways."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field is told twice")
    return fields


def to_line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class RecordWriter:
    """Writes games to a new file; every game written is a whole line."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._file = open_bytes(self.path, "xb")
        except FileExistsError as error:
            raise Malformed(
                "file", _("{path} exists already: choose another name, or move it away.").format(path=self.path)
            ) from error

    def write(self, record: Mapping[str, Any]) -> None:
        with self._naming_the_file():
            self._file.write(to_line(record))

    @contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            error.filename = str(self.path)
            raise

    def __enter__(self) -> "RecordWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._naming_the_file():
            self._file.close()
