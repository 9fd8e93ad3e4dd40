"""Draws the table of the rules: for two players, with the names that the standard sheet gives to the piles."""

from dataclasses import dataclass

from skipbo.editions import DEFAULT, EDITIONS
from skipbo.text import capitalized

WIDTH, HEIGHT = 720, 560
CARD_WIDTH, CARD_HEIGHT, GAP = 60, 84, 14
STEP = CARD_WIDTH + GAP
FELT, INK, SHEET, BACK = "#20342b", "#e8e6df", "#f6f3ea", "#4d6f94"


@dataclass(frozen=True)
class Card:
    x: int
    y: int
    face: str | None = None  # None for a place that is still empty, "" for a card face down

    def __str__(self) -> str:
        outline = f'x="{self.x}" y="{self.y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7"'
        if self.face is None:
            return f'<rect {outline} fill="none" stroke="{INK}" stroke-width="2" stroke-dasharray="6 5"/>'
        colour = SHEET if self.face else BACK
        number = _text(self.x + CARD_WIDTH // 2, self.y + 54, self.face, size=34, fill=FELT) if self.face else ""
        return f'<rect {outline} fill="{colour}" stroke="{INK}"/>{number}'


def layout_picture() -> str:
    """Returns the picture as SVG: each player has the stock pile at the right, the other one sits across."""
    names = EDITIONS[DEFAULT].names_in("en")
    left, middle = 60, HEIGHT // 2 - CARD_HEIGHT // 2
    bottom = HEIGHT - 2 * CARD_HEIGHT - 70
    stock = left + 6 * STEP
    parts = [
        _text(WIDTH // 2, 26, "the other player"),
        *_row(left + 3 * STEP, 44, ["10", "6", None, None]),
        _text(left + 5 * STEP - GAP, 44 + CARD_HEIGHT + 20, capitalized(format(names.discard, "s"))),
        Card(left + STEP, 44, "9"),
        _text(left + STEP + CARD_WIDTH // 2, 44 + CARD_HEIGHT + 20, capitalized(names.stock)),
        Card(left + STEP, middle, ""),
        _text(left + STEP + CARD_WIDTH // 2, middle + CARD_HEIGHT + 20, capitalized(names.draw)),
        *_row(left + 3 * STEP, middle, ["3", "8", None, None]),
        _text(left + 5 * STEP - GAP, middle + CARD_HEIGHT + 20, capitalized(format(names.building, "s"))),
        *_row(left + STEP, bottom, ["8", "10", "7", None]),
        _text(left + 3 * STEP - GAP, bottom + CARD_HEIGHT + 20, capitalized(format(names.discard, "s"))),
        Card(stock, bottom, "4"),
        _text(stock + CARD_WIDTH // 2, bottom + CARD_HEIGHT + 20, capitalized(names.stock)),
        *_row(left + STEP, HEIGHT - CARD_HEIGHT - 30, ["W", "1", "6", "12", "12"]),
        _text(stock + CARD_WIDTH // 2, HEIGHT - CARD_HEIGHT // 2 - 25, f"you, and your {names.hand}"),
    ]
    frame = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{FELT}"/>'
    view_box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    body = "\n".join([frame, *map(str, parts)])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view_box} role="img" font-family="sans-serif">\n{body}\n</svg>\n'


def _row(x: int, y: int, faces: list[str | None]) -> list[Card]:
    return [Card(x + STEP * place, y, face) for place, face in enumerate(faces)]


def _text(x: int, y: int, text: str, size: int = 16, fill: str = INK) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="middle">{text}</text>'
