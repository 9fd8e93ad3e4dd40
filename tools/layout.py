"""Draws the table of the rules: for two players, with the names that the standard sheet gives to the piles."""

from dataclasses import dataclass

from skipbo.editions import DEFAULT, EDITIONS
from skipbo.text import capitalized

WIDTH, HEIGHT = 620, 610
CARD_WIDTH, CARD_HEIGHT, GAP = 60, 84, 14
STEP = CARD_WIDTH + GAP
LEFT, RIGHT = 58, 58 + 6 * STEP  # of the first and the last column of cards
OTHER, MIDDLE, OWN, HAND = 40, 178, 316, 454  # the upper edges of the rows
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
    """Returns the picture as SVG: each player has the stock pile at the right, and the other one sits across."""
    names = EDITIONS[DEFAULT].names_in("en")
    discards = format(names.discard, "s")
    parts = [
        _text(WIDTH // 2, 26, "the other player"),
        *_pile(LEFT, OTHER, names.stock, ["9"]),
        *_pile(LEFT + 3 * STEP, OTHER, discards, ["10", "6", None, None]),
        *_pile(LEFT, MIDDLE, names.draw, [""]),
        *_pile(LEFT + 3 * STEP, MIDDLE, format(names.building, "s"), ["3", "8", None, None]),
        *_pile(LEFT, OWN, discards, ["8", "10", "7", None]),
        *_pile(RIGHT, OWN, names.stock, ["4"]),
        *_pile(LEFT + STEP, HAND, f"your {names.hand}", ["W", "1", "6", "12", "12"]),
        _text(WIDTH // 2, HEIGHT - 16, "you"),
    ]
    frame = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{FELT}"/>'
    view_box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    body = "\n".join([frame, *map(str, parts)])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view_box} role="img" font-family="sans-serif">\n{body}\n</svg>\n'


def _pile(x: int, y: int, name: str, faces: list[str | None]) -> list[Card | str]:
    """Cards side by side, with their name below."""
    cards = [Card(x + STEP * place, y, face) for place, face in enumerate(faces)]
    middle = x + (STEP * len(faces) - GAP) // 2
    return [*cards, _text(middle, y + CARD_HEIGHT + 20, capitalized(name))]


def _text(x: int, y: int, text: str, size: int = 16, fill: str = INK) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="middle">{text}</text>'
