"""What is wrong with a record, and where in a file."""

from dataclasses import dataclass
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.text import printable


class BadRecord(Malformed):
    """A record that does not hold. The code is the id of the rule or the name of the field it breaks."""

    def __init__(self, code: str, message: str, move: int | None = None) -> None:
        super().__init__(code, message)
        self.move = move  # counted from 1


@dataclass(frozen=True, slots=True)
class Fault:
    """A bad record of a file, and its line."""

    path: Path
    line: int
    move: int | None
    rule: str
    message: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}"
        if self.move is not None:
            where += ": " + _("move {number}").format(number=self.move)
        return printable(f"{where}: {self.rule}: {self.message}")
