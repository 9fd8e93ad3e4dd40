"""The picture of a table in a link preview: seats and sides as drawn (`make previews`), the stock cards written on it.

Previewers want a PNG. Those in `tables/` have one palette, and rows without filters, so that a number can be written
on a picture by copying a few bytes.
"""

import asyncio
import re
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec

FOLDER = Path(__file__).parent / "tables"
PLACES = FOLDER / "places.json"
DIGITS = FOLDER / "digits.png"
WIDTH, HEIGHT = 1200, 630
PATH = "/previews"
NAME = re.compile(r"table-([2-6])-([2-6])-([1-9]\d?)")  # a tab has room for two digits
MOST_KEPT = 64  # pictures in memory, of some 30 KB

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE_OF_BYTES = struct.pack("!5B", 8, 3, 0, 0, 0)  # the end of a header: a byte is a colour of the palette
LEVEL = 6  # of the compression

Places: TypeAlias = dict[str, list[tuple[int, int]]]  # by picture: the left upper corner of the number on each tab


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A picture as bytes, each a colour of a palette; every row begins with a zero, which is its filter."""

    width: int
    palette: bytes
    rows: bytes

    @property
    def height(self) -> int:
        return len(self.rows) // (self.width + 1)

    def to_png(self) -> bytes:
        header = struct.pack("!2I", self.width, self.height) + PALETTE_OF_BYTES
        parts = (b"IHDR", header), (b"PLTE", self.palette), (b"IDAT", zlib.compress(self.rows, LEVEL)), (b"IEND", b"")
        return SIGNATURE + b"".join(_chunk(kind, content) for kind, content in parts)

    @classmethod
    def from_png(cls, png: bytes) -> "Bitmap":
        """Reads what `to_png` writes."""
        chunks = dict(_chunks(png))
        (width,) = struct.unpack("!I", chunks[b"IHDR"][:4])
        return cls(width, chunks[b"PLTE"], zlib.decompress(chunks[b"IDAT"]))


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack("!I", len(content)) + checked + struct.pack("!I", zlib.crc32(checked))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack("!I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


class TablePicture(NamedTuple):
    """Names a picture; there are not many. `sides` is the number of players if nobody has a partner."""

    players: int
    sides: int
    stock: int

    @classmethod
    def named(cls, name: str) -> "TablePicture | None":
        """Returns the picture of a name; None for a table that cannot be."""
        numbers = NAME.fullmatch(name)
        picture = None if numbers is None else cls(*map(int, numbers.groups()))
        return picture if picture is not None and picture.drawing in places() else None

    @property
    def drawing(self) -> str:
        return drawing_of(self.players, self.sides)

    @property
    def path(self) -> str:
        """The path of its address. It names no table, because the link of a table is its key."""
        return f"{PATH}/table-{self.players}-{self.sides}-{self.stock}.png"

    def to_png(self) -> bytes:
        """Makes the picture, which takes some milliseconds: run it in a thread."""
        drawn = Bitmap.from_png((FOLDER / f"{self.drawing}.png").read_bytes())
        return _numbered(drawn, places()[self.drawing], str(self.stock)).to_png()


def drawing_of(players: int, sides: int) -> str:
    return f"{players}-{sides}"


@cache
def places() -> Places:
    return msgspec.json.decode(PLACES.read_bytes(), type=Places)


class KeptPictures:
    """Keeps those that were asked for last, and makes one at a time, so that many at once delay nothing else."""

    def __init__(self) -> None:
        self._kept: OrderedDict[TablePicture, bytes] = OrderedDict()
        self._making = asyncio.Lock()

    def find(self, picture: TablePicture) -> bytes | None:
        """Returns a picture that is kept."""
        if picture in self._kept:
            self._kept.move_to_end(picture)
        return self._kept.get(picture)

    async def make(self, picture: TablePicture) -> bytes:
        async with self._making:
            png = self.find(picture)
            if png is None:
                png = await asyncio.to_thread(picture.to_png)
        self._kept[picture] = png
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return png


def _numbered(drawn: Bitmap, corners: list[tuple[int, int]], number: str) -> Bitmap:
    """Writes a number at each corner, in the middle of a place for two digits."""
    digits = Bitmap.from_png(DIGITS.read_bytes())
    across = digits.width // 10
    rows = bytearray(drawn.rows)
    for left, top in corners:
        begin = left + (2 - len(number)) * across // 2
        ends = range(begin, begin + across * (len(number) + 1), across)
        for digit, (start, end) in zip(map(int, number), pairwise(ends), strict=True):
            for row in range(digits.height):
                target, source = (top + row) * (drawn.width + 1) + 1, row * (digits.width + 1) + 1
                rows[target + start : target + end] = digits.rows[
                    source + digit * across : source + (digit + 1) * across
                ]
    return Bitmap(drawn.width, drawn.palette, bytes(rows))
