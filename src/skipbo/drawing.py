"""The table, drawn with box characters and digits."""

from collections.abc import Sequence

from skipbo.cards import Card
from skipbo.kernel.layout import WILD
from skipbo.language import translate as _
from skipbo.view import View

GAP = "   "
UNDER = 3  # how many cards under the top of a discard pile are shown


def draw_table(view: View, seats: Sequence[str] | None = None) -> str:
    """The table as a seat sees it: the others from its left on, the building piles, then its own piles and hand."""
    names = [_("seat {number}").format(number=seat) for seat in range(view.players)] if seats is None else seats
    own = view.seat if view.seat is not None else view.players - 1
    around = [(own + distance) % view.players for distance in range(1, view.players + 1)]
    blocks = [_seat(view, seat, names[seat]) for seat in around]
    blocks.insert(-1, _middle(view))
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)


def _box(face: str) -> list[str]:
    return ["┌──┐", f"│{face:>2}│", "└──┘"]


def _no_card() -> list[str]:
    return ["┌╌╌┐", "╎  ╎", "└╌╌┘"]


def _row(title: str, boxes: list[list[str]], captions: list[str]) -> list[str]:
    """A title, cards side by side, and a caption under each."""
    cells = [[*box, f"{caption:^4}"] for box, caption in zip(boxes, captions, strict=True)]
    lines = [" ".join(cell[line] for cell in cells) for line in range(4)]
    width = max(len(title), len(lines[0]))
    return [f"{line:<{width}}" for line in (title, *lines)]


def _beside(*parts: list[str]) -> list[str]:
    return [GAP.join(lines) for lines in zip(*parts, strict=True)]


def _pile(cards: Sequence[Card]) -> list[str]:
    return _box(str(cards[-1])) if cards else _no_card()


def _building(cards: Sequence[Card]) -> list[str]:
    """The number a pile has reached; a wild that stands for it is marked."""
    if not cards:
        return _no_card()
    box = _box(str(len(cards)))
    return [box[0], box[1], "└W─┘"] if cards[-1] == WILD else box


def _beneath(cards: Sequence[Card]) -> str:
    below = [str(card) for card in reversed(cards[:-1])]
    return "" if not below else f"{below[0]}{'…' if len(below) > 1 else ''}"


def _middle(view: View) -> list[str]:
    names = view.edition.names_in()
    numbers = [str(number) for number in range(1, len(view.building) + 1)]
    building = _row(names.building, [_building(pile) for pile in view.building], numbers)
    backs = _box("▒▒") if view.draw else _no_card()
    draw = _row(names.draw, [backs], [str(view.draw)])
    spent = _row(_("set aside"), [_box("▒▒") if view.spent else _no_card()], [str(len(view.spent))])
    return _beside(building, draw, spent)


def _seat(view: View, seat: int, name: str) -> list[str]:
    names = view.edition.names_in()
    top, left = view.stocks[seat]
    stock = _row(names.stock, [_no_card() if top is None else _box(str(top))], [str(left)])
    piles = view.discards[seat]
    numbers = [f"{number}" for number in range(1, len(piles) + 1)]
    discards = _row(names.discard, [_pile(pile) for pile in piles], [_beneath(pile) for pile in piles])
    discards[0] = f"{names.discard} {' '.join(numbers)}".ljust(len(discards[0]))
    if seat == view.seat:
        hand = _row(_("hand"), [_box(str(card)) for card in view.hand], [""] * len(view.hand))
    else:
        hand = _row(_("hand"), [_box("▒▒")] * view.hands[seat], [""] * view.hands[seat])
    mark = "▶" if seat == view.turn and view.outcome is None else " "
    return [f"{mark} {name}", *(f"  {line}" for line in _beside(stock, discards, hand))]
