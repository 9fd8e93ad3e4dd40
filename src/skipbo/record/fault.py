"""A fault in a record, and its place in a file."""

from dataclasses import dataclass
from pathlib import Path

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.text import printable


class BadRecord(Malformed):
    """A record that does not hold. The code is the id of the rule or the name of the field it breaks."""

    def __init__(self, code: str, message: str, move: int | None = None) -> None:
        super().__init__(code, message)
        self.args = code, message, move
        self.move = move  # counted from 1


# The rule that each field of a result follows
RULES_OF_RESULT = {"how": "ruling.blocked", "winners": "win.stock", "left": "score.game", "points": "score.game"}


# Faults of the form and of the content alike


def bad_field(field: str, code: str) -> BadRecord:
    return BadRecord(code, _("The field “{field}” is missing or of the wrong kind.").format(field=field))


def bad_teams() -> BadRecord:
    return BadRecord("ruling.seats", _("These seats do not play together."))


def bad_deal() -> BadRecord:
    return BadRecord("deal", _("The deal needs a stock pile for every seat and the draw pile, as lists of cards."))


def bad_seed() -> BadRecord:
    return BadRecord("seed", _("The seed is not in hex."))


def bad_commitment() -> BadRecord:
    return BadRecord("commitment", _("The commitment is not that of the seed."))


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
