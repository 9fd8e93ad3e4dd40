"""The messages between us and the process of a bot: one JSON object a line, described in docs/bots.md."""

import base64
import json
from typing import Any

import numpy as np

from skipbo.editions import Edition
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.game.view import View, fields_of
from skipbo.i18n import translate as _
from skipbo.kernel.layout import STATE

VERSION = 1
HELLO, CHOOSE, OVER = "hello", "choose", "over"
LONGEST_WORD = 100  # characters of a name or a move


def write_line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> dict[str, Any]:
    """Returns the object in a line; raises `Malformed` if there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Malformed("line", _("A line must hold one JSON object."))
    return message


def hello(table: Table, seat: int) -> bytes:
    return write_line(
        {
            "type": HELLO,
            "protocol": VERSION,
            "edition": table.edition.id,
            "ranks": table.edition.ranks,
            "players": table.players,
            "teams": [list(side) for side in table.sides],
            "stock": table.stock,
            "seat": seat,
        }
    )


def question(view: View, seed: int) -> bytes:
    """A question with the view twice: as JSON, and as the kernel's record for bots that use this package."""
    return write_line(
        {
            "type": CHOOSE,
            "legal": [str(move) for move in view.legal_moves],
            "seed": seed,
            "record": base64.b64encode(view.record).decode(),
            "view": view.as_dict(),
        }
    )


def over(result: dict[str, Any]) -> bytes:
    return write_line({"type": OVER, "result": result})


def answer_of(line: bytes, field: str) -> str:
    """Returns the one field of an answer that counts; a bot may add others."""
    word = read_line(line).get(field)
    if not isinstance(word, str) or len(word) > LONGEST_WORD:
        raise Malformed(
            "line",
            _("An answer must have “{field}”, a text of at most {most} characters.").format(
                field=field, most=LONGEST_WORD
            ),
        )
    return word


def view_of(record: str, seat: int, edition: Edition) -> View:
    """The view in the record of a `question`."""
    views = np.frombuffer(base64.b64decode(record, validate=True), np.dtype((np.record, STATE)), count=1)
    return View(**fields_of(views, seat, edition, edition.find_column(), None))
