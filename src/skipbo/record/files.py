"""Files of records: a game a line, compressed where the name ends in `.gz`. Reading takes the memory of one game."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.record.fault import BadRecord
from skipbo.record.line import NotJson, record_from_line, to_line
from skipbo.record.model import Record

LONGEST_LINE = 1 << 20  # bytes; the longest games take a fortieth of it


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of a file, and the record or the fault that was found in it."""

    number: int  # counted from 1
    content: Record | BadRecord

    @property
    def record(self) -> Record:
        """Raises `BadRecord` where the line has a fault."""
        if isinstance(self.content, BadRecord):
            raise self.content
        return self.content


def open_bytes(path: Path, mode: str) -> IO[bytes]:
    if path.suffix == ".gz":
        return gzip.open(path, mode)  # type: ignore[return-value]
    return path.open(mode)


def read_records(path: str | Path) -> Iterator[RecordLine]:
    """Yields every line that is not blank. A bad line does not hide the games after it, nor a cut those before it."""
    for number, text in read_lines(path):
        yield RecordLine(number, text if isinstance(text, BadRecord) else read_line(text))


def read_lines(path: str | Path) -> Iterator[tuple[int, bytes | BadRecord]]:
    """Yields the number and the text of every line that is not blank; a fault where there is no whole line."""
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
                message = _("The compressed file is cut off or damaged here; the games before it are whole.")
                yield number, BadRecord("file", message)
                return
            if not whole:
                return
            if not whole.isspace():
                long = len(whole) == LONGEST_LINE
                yield number, BadRecord("file", _("The line is longer than any game.")) if long else whole


def read_line(line: bytes) -> Record | BadRecord:
    """Reads a line of a file, which may be cut off in it."""
    try:
        return record_from_line(line)
    except NotJson as fault:
        if line.endswith(b"\n"):
            return fault
        return BadRecord("file", _("The file is cut off in this line; the games before it are whole."))
    except BadRecord as fault:
        return fault


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

    def write(self, record: Record) -> None:
        with self._naming_the_file():
            self._file.write(to_line(record))

    @contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        """Adds the path to errors of the system."""
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
