"""Tables that describe observations and actions, in Markdown: for the docs and for the cards of datasets."""

import numpy as np

from skipbo.env.interface import Interface
from skipbo.kernel.layout import PILES_PER_SEAT
from skipbo.kernel.moves import FROM_HAND, FROM_PILE, PASS


def markdown(heads: list[str], rows: list[list[object]]) -> str:
    every: list[list[object]] = [[*heads], ["---"] * len(heads), *rows]
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in every]
    return "\n".join(lines) + "\n"


def describe_layout(dtype: np.dtype[np.void]) -> str:
    """The fields of a record: where each begins, and how many numbers it has."""
    rows: list[list[object]] = []
    assert dtype.names is not None
    assert dtype.fields is not None
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        shape = "×".join(map(str, field.shape)) or "1"
        rows.append([f"`{name}`", offset, field.base.name, shape])
    return markdown(["field", "at byte", "type", "how many"], rows) + f"\n{dtype.itemsize} bytes in all.\n"


def describe_actions(interfaces: dict[str, Interface]) -> str:
    """Every action of some kinds of tables, in runs that are read alike; the seat that acts is 0."""
    largest = max(interfaces.values(), key=lambda interface: interface.actions)
    rows: list[list[object]] = []
    for code in filter(lambda code: code % 4 == 0, map(largest.code, range(largest.actions))):
        what = "end the turn with an empty hand" if code == PASS else meaning(*divmod(code // 4, 16))
        rows.append([what, *(_numbers_of(interface, code) for interface in interfaces.values())])
    counts = [interface.actions for interface in interfaces.values()]
    return markdown(["what it does", *interfaces], [*rows, ["**actions in all**", *counts]])


def meaning(kind: int, what: int) -> str:
    """The four moves of a kind with one card, in words."""
    if kind == FROM_PILE:
        partner, place = divmod(what, PILES_PER_SEAT)
        owner = ["one's own", "the first partner's", "the second partner's"][partner]
        return f"{owner} {'stock card' if place == 0 else f'discard pile {place}'} to building pile 1–4"
    card = "a wild" if what == 0 else f"{'an' if what in (8, 11) else 'a'} {what}"
    return (
        f"{card} of the hand to building pile 1–4" if kind == FROM_HAND else f"{card} of the hand to discard pile 1–4"
    )


def _numbers_of(interface: Interface, code: int) -> str:
    """The actions that begin with a move's number; none if the table does not have it."""
    codes = [interface.code(action) for action in range(interface.actions)]
    if code not in codes:
        return ""
    first = codes.index(code)
    return str(first) if code == PASS else f"{first}–{first + 3}"
