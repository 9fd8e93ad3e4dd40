"""The check of lines and files of records.

A line that is exactly as `to_line` writes it is played from its text, by the kernel alone. Whatever does not hold so,
or is spelled or refereed in another way, is left to `check`, which finds what is wrong and says it.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from msgspec import Raw, Struct

from skipbo.editions import DEFAULT
from skipbo.errors import Malformed
from skipbo.game.game import KEY_BYTES, outcome_in
from skipbo.game.move import Move
from skipbo.game.table import STRICT, Table
from skipbo.kernel.compiler import bound
from skipbo.kernel.doors import transcript
from skipbo.kernel.ending import ENDING
from skipbo.kernel.layout import NO_SEAT, new_states
from skipbo.kernel.moves import MOVES
from skipbo.kernel.transcript import NO_MOVE, Codes, Numbers
from skipbo.record.fault import BadRecord, Fault
from skipbo.record.files import RecordLine, read_line, read_lines
from skipbo.record.line import record_from_line
from skipbo.record.model import RecordForm
from skipbo.record.verifier import check, check_dealer, check_key, check_table


class TextDeal(Struct, frozen=True):
    stocks: Raw
    draw: Raw


Outline: TypeAlias = RecordForm[TextDeal, Raw, Raw]  # the long lists are still text

_decoder = msgspec.json.Decoder(Outline)
_encoder = msgspec.json.Encoder()

RECORD = new_states().dtype


def verify_file(path: str | Path) -> Iterator[Fault | None]:
    """Yields for each game of a file its fault, or None if it holds."""
    for number, text in read_lines(path):
        try:
            if isinstance(text, BadRecord) or not plainly_holds(text):
                check(RecordLine(number, text if isinstance(text, BadRecord) else read_line(text)).record)
        except BadRecord as fault:
            yield Fault(Path(path), number, fault.move, fault.code, str(fault))
        else:
            yield None


def check_line(line: bytes) -> None:
    """Raises `BadRecord` for the first thing that does not hold, as `check` does."""
    if not plainly_holds(line):
        check(record_from_line(line))


def plainly_holds(line: bytes) -> bool:
    """Whether a line is as `to_line` writes it, and its strict game holds. A game may hold without that."""
    try:
        outline = _decoder.decode(line)
        if outline.referee != STRICT or outline.result is None or _encoder.encode(outline) != line.removesuffix(b"\n"):
            return False
        table, key = check_table(outline), check_key(outline)
        check_dealer(outline, table)
    except (ValueError, RecursionError, BadRecord):
        return False
    if key is not None and len(key) != KEY_BYTES:
        return False
    blank, words, codes = prepare(table.edition.id, table.players, table.teams, table.stock)
    states, ending = np.frombuffer(bytearray(blank), RECORD), np.empty(ENDING, np.int64)
    if key is not None:
        states["key"] = np.frombuffer(key, "<u4")
    holds = play_door()(
        states,
        key is not None,
        NO_SEAT if outline.dealer is None else outline.dealer,
        outline.first,
        bytes(outline.deal.stocks),
        bytes(outline.deal.draw),
        bytes(outline.shuffles),
        bytes(outline.moves),
        words,
        codes,
        ending,
    )
    return holds and outcome_in(table, ending) == outline.result


@cache
def play_door() -> Callable[..., bool]:
    """The kernel's door, for arguments of these types."""
    _blank, words, codes = prepare(DEFAULT, 2, 2, 1)
    return bound(transcript.play, new_states(), True, 0, 0, b"", b"", b"", b"", words, codes, np.zeros(1, np.int64))


@lru_cache(maxsize=256)
def prepare(edition: str, players: int, teams: int, stock: int) -> tuple[bytes, Numbers, Codes]:
    """A game at a table before its deal, and the moves that its seats can write."""
    table = Table.of(edition, players=players, partners=teams < players, stock=stock, needs_draw_pile=False)
    return table.states().tobytes(), *vocabulary(players, teams)


@cache
def vocabulary(players: int, teams: int) -> tuple[Numbers, Codes]:
    """Every move that a seat can write, as the kernel looks it up: see `read_moves`. No two share a slot."""
    written = {
        (seat, code): word
        for seat in range(players)
        for code in range(MOVES)
        if (word := word_of(code, seat, players, teams))
    }
    words = set(written.values())
    size = next(size for size in count(len(words)) if len({word % size for word in words}) == len(words))
    slots, codes = np.zeros(size, np.int64), np.full((players, size), NO_MOVE, np.uint8)
    for (seat, code), word in written.items():
        slots[word % size] = word
        codes[seat, word % size] = code
    return slots, codes


def word_of(code: int, seat: int, players: int, teams: int) -> int | None:
    """A move's text as a number, in base 256 after a 1; None for a code that is not a move at this table."""
    try:
        move = Move.from_code(code, seat, players, teams)
    except Malformed:
        return None
    return int.from_bytes(b"\x01" + str(move).encode())
