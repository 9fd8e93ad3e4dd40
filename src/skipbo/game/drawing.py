"""The table, drawn with box characters and digits, for 80 columns.

A pile's border names it as a player types it: b1 to b4 are the building piles, d1 to d4 one's own discard piles. Under
the top card of a discard pile lie the cards it covers. Each seat is drawn as its player sees it, with the stock pile at
the right, or at the left for left-handed players.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from skipbo.editions import Edition
from skipbo.game.card import Card
from skipbo.i18n import translate as _
from skipbo.kernel.layout import FULL_HAND, WILD

if TYPE_CHECKING:
    from skipbo.game.view import View

WIDTH = 80
BACK = "▒▒"
NOTHING = "–"
OPPONENT_SHOWS = 3  # covered cards of a discard pile that is not one's own
CARD_WIDTH = 4
HEADING = 14  # columns for the name of a pile above a narrow column
Lines = list[str]


def draw_table(view: View, seats: Sequence[str] | None = None, left_handed: bool = False) -> str:
    """Returns the table as a seat sees it: the others from its left on, the building piles, then its own cards."""
    own = view.seat if view.seat is not None else view.players - 1
    names = [_name(view, seat, seats) for seat in range(view.players)]
    others = [(own + distance) % view.players for distance in range(1, view.players)]
    draw_others = _list if len(others) > 1 else _seat
    blocks = (
        draw_others(view, others, names, left_handed),
        _middle(view),
        _seat(view, [own], names, left_handed),
    )
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)


def _name(view: View, seat: int, seats: Sequence[str] | None) -> str:
    name = _("seat {number}").format(number=seat) if seats is None else seats[seat]
    if seat == view.seat:
        return _("{name} (you)").format(name=name)
    if view.seat in view.partners_of(seat):
        return _("{name} ({seat}, partner)").format(name=name, seat=seat)
    return name


def _turn(view: View, seat: int) -> str:
    return "▶" if seat == view.turn and view.outcome is None else " "


# Cards, and how they lie beside each other


def _card(face: object, label: str = "", mark: str = "") -> Lines:
    return [f"┌{label:─<2}┐", f"│{face!s:>2}│", f"└{mark:─>2}┘"]


def _no_card(label: str = "") -> Lines:
    return [f"┌{label:╌<2}┐", "╎  ╎", "└╌╌┘"]


def _stack(cards: Sequence[str], label: str, shows: int | None) -> Lines:
    """A face-up pile: its top card, and under it the cards it covers, all of them where `shows` is None."""
    if not cards:
        return _no_card(label)
    top, *covered = reversed(cards)
    if not covered:
        return _card(top, label)
    faces = [*covered[:shows], *(["…"] if covered[:shows] != covered else [])]
    return [*_card(top, label)[:2], "╞══╡", *(f"│{face:>2}│" for face in faces), "└──┘"]


def _building(cards: Sequence[Card], label: str, edition: Edition) -> Lines:
    """The card that a pile has reached; a wild that stands for it is marked."""
    return _card(edition.face(len(cards)), label, "W" if cards[-1] == WILD else "") if cards else _no_card(label)


def _faces(cards: Sequence[Card], edition: Edition) -> list[str]:
    return [edition.face(card) for card in cards]


def _beside(cells: Sequence[Lines], gap: str) -> Lines:
    widths = [max((len(line) for line in cell), default=0) for cell in cells]
    rows = zip_longest(*cells, fillvalue="")
    return [gap.join(part.ljust(width) for part, width in zip(row, widths, strict=True)) for row in rows]


def _titled(title: str, cells: Sequence[Lines]) -> Lines:
    return [title, *_beside(cells, " ")]


def _counted(name: str, count: int) -> str:
    return f"{name} ({count})"


# The parts of the table


def _middle(view: View) -> Lines:
    names, back, none = view.edition.names_in(), _card(BACK), _no_card()
    building = [_building(pile, f"b{number}", view.edition) for number, pile in enumerate(view.building, 1)]
    draw = [*([back] if view.draw > len(view.exposed) else []), *map(_card, _faces(view.exposed, view.edition))]
    parts = (
        _titled(names.building, building),
        _titled(_counted(names.draw, view.draw), draw or [none]),
        _titled(_counted(_("set aside"), len(view.spent)), [back if view.spent else none]),
    )
    return [f"  {line}" for line in _beside(parts, "   ")]


def _seat(view: View, around: Sequence[int], seats: Sequence[str], left_handed: bool) -> Lines:
    """A seat in full: its own, or the only other one."""
    (seat,) = around
    edition, names, own = view.edition, view.edition.names_in(), seat == view.seat
    top, left = view.stocks[seat]
    letter, shows = ("d", None) if own else ("", OPPONENT_SHOWS)
    piles = [
        _stack(_faces(pile, edition), f"{letter}{number}", shows) for number, pile in enumerate(view.discards[seat], 1)
    ]
    label = "s" if own else ""
    stock = _no_card(label) if top is None else _card(edition.face(top), label)
    hand = [_card(face) for face in (_faces(view.hand, edition) if own else [BACK] * view.hands[seat])]
    parts = [
        _titled(names.hand if own else _counted(names.hand, view.hands[seat]), _padded(hand)),
        _titled(names.discard, piles),
        _titled(_counted(names.stock, left), [stock]),  # rule: layout
    ]
    return [f"{_turn(view, seat)} {seats[seat]}", *(f"  {line}" for line in _laid(parts, left_handed))]


def _padded(hand: Sequence[Lines]) -> list[Lines]:
    """The cards of a hand with room for a full one, so that the piles beside it stay where they are."""
    return [*hand, *[[" " * CARD_WIDTH]] * (FULL_HAND - len(hand))]


def _laid(parts: Sequence[Lines], left_handed: bool) -> Lines:
    """Parts from left to right as a right-handed player lays them, or the other way round."""
    return _beside(parts[::-1] if left_handed else parts, "   ")


def _list(view: View, around: Sequence[int], seats: Sequence[str], left_handed: bool) -> Lines:
    """Several seats, a line each: the hand, every discard pile from its top, the stock card and how many there are."""
    edition, names = view.edition, view.edition.names_in()
    heading = textwrap.wrap(names.stock, HEADING)
    name = ["", "", *(f"{_turn(view, seat)} {seats[seat]}" for seat in around)]
    hand = ["", names.hand, *(str(view.hands[seat]) for seat in around)]
    stock = [*[""] * (2 - len(heading)), *heading, *(_stock(view, seat) for seat in around)]
    taken = sum(max(map(len, column)) + 3 for column in (name, hand, stock))
    room = (WIDTH - taken) // 4
    numbers = "".join(f"{number:>2}".ljust(room) for number in range(1, 5))
    piles = [
        "".join(f"{_line(_faces(pile, edition), room - 1):<{room}}" for pile in view.discards[seat]) for seat in around
    ]
    return _beside([name, _laid([hand, [names.discard, numbers, *piles], stock], left_handed)], "   ")


def _stock(view: View, seat: int) -> str:
    top, left = view.stocks[seat]
    return f" {NOTHING}" if top is None else f"{view.edition.face(top):>2} ({left})"


def _line(cards: Sequence[str], room: int) -> str:
    """A pile in a line: its top card, then the cards it covers, as many as there is room for."""
    if not cards:
        return f" {NOTHING}"
    top, *covered = reversed(cards)
    for shown in range(len(covered), -1, -1):
        line = f"{top:>2}" + "│" * bool(covered) + " ".join(covered[:shown]) + "…" * (shown < len(covered))
        if len(line) <= room:
            break
    return line
