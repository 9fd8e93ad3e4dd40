"""A position: everything that lies on a table, as one line of text. What FEN is to chess.

An edition, then sections, each a name and a value. A section that is left out is empty, or as the sheet has it:

    mattel-2003 turn=0 building=1,2,W hands=3,8|5? stocks=29?,7|29?,12 draw=?

`notation.py` explains how cards and piles are written, `docs/records.md` what each section means.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skipbo.editions import Begins, Edition, find_edition
from skipbo.errors import Malformed
from skipbo.game.notation import CARDS, FLAG, NUMBER, SEATS, WORD, Cards, by_seat, count_cards, malformed, piles
from skipbo.game.table import STRICT, Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import BUILDINGS, DISCARDS

DRAWING = ("open", "over", "forbidden")  # by the kernel's number

PILES = {
    "building": piles(BUILDINGS),
    "hands": by_seat(CARDS),
    "stocks": by_seat(CARDS),
    "discards": by_seat(piles(DISCARDS)),
    "draw": CARDS,
    "spent": CARDS,
}
KITCHEN_SECTIONS = {
    "exposed": NUMBER,
    "begun": WORD,
    "offered": FLAG,
    "early": NUMBER,
    "talked": SEATS,
    "owes": SEATS,
}
CALM: Mapping[str, Any] = {
    "exposed": 0,
    "begun": None,
    "offered": False,
    "early": None,
    "talked": (),
    "owes": (),
}
SECTIONS = {
    "column": WORD,
    "partners": FLAG,
    "referee": WORD,
    "stock": NUMBER,
    "dealer": NUMBER,
    "first": NUMBER,
    "turn": NUMBER,
    "passed": SEATS,
    **PILES,
    **KITCHEN_SECTIONS,
}


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Position:
    """A whole table, or the part of it that a seat may see, with hidden cards as None. Piles are from the bottom up.

    It holds what decides how a game can go on, but neither its history nor the key of its shuffles. A position can be
    impossible, with 13 cards of a number, say: `Game.from_position` refuses it and names every defect.

    >>> position = Position.parse("2003 turn=1 hands=-|3,W stocks=12|29?,7 draw=?")
    >>> position.hands[1], len(position.draw)
    ((Card('W'), Card('3')), 129)
    >>> print(position)
    mattel-2003 turn=1 hands=-|W,3 stocks=12|29?,7 draw=129?
    """

    edition: Edition
    column: str | None = None  # the language that is played by; None for the sheet's first
    partners: bool
    referee: str
    stock: int  # cards dealt to each stock pile
    dealer: int | None  # None: there is none, or it is not known
    first: int  # the seat that began
    turn: int
    passed: tuple[int, ...]  # the seats that have passed since a card was last moved
    building: tuple[Cards, ...]
    hands: tuple[Cards, ...]  # sorted: the order of a hand means nothing
    stocks: tuple[Cards, ...]
    discards: tuple[tuple[Cards, ...], ...]
    draw: Cards
    spent: Cards
    # At a kitchen table only
    exposed: int = 0  # how many cards lie face up on the draw pile
    begun: str | None = None  # None until the player in turn begins, then whether they may draw: see DRAWING
    offered: bool = False  # whether the player in turn, having begun, can still take the exposed cards
    early: int | None = None  # the seat that has drawn out of turn, where that alone is no offence
    talked: tuple[int, ...] = ()  # the seats that can be called for talking
    owes: tuple[int, ...] = ()  # the seats that begin their next proper turn without drawing

    def __post_init__(self) -> None:
        if self.column == self.edition.find_column():
            object.__setattr__(self, "column", None)
        for name in ("passed", "talked", "owes"):
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))
        object.__setattr__(self, "hands", tuple(map(_sort, self.hands)))
        _check_seats(self)
        _check_piles(self)
        _check_kitchen(self)

    @property
    def players(self) -> int:
        return len(self.stocks)

    @property
    def piles(self) -> Iterator[Cards]:
        """Every pile and every hand."""
        yield from (*self.building, *self.hands, *self.stocks, self.draw, self.spent)
        for group in self.discards:
            yield from group

    @property
    def table(self) -> Table:
        return Table.of(
            self.edition,
            players=self.players,
            partners=self.partners,
            stock=self.stock,
            dealer=self.dealer,
            youngest=self.first if self.edition.begins is Begins.YOUNGEST else None,
            column=self.column,
            needs_draw_pile=False,
        )

    @staticmethod
    def parse(text: str) -> "Position":
        """Reads a position; raises `Malformed` with a sentence that says what to write instead."""
        return _read(text)

    def __str__(self) -> str:
        return " ".join(_words(self))

    def __repr__(self) -> str:
        return f"Position.parse('{self}')"


def _sort(hand: Cards) -> Cards:
    known = sorted(card for card in hand if card is not None)
    return (*known, *(None,) * (len(hand) - len(known)))


def last_seats(turn: int, passes: int, players: int) -> tuple[int, ...]:
    """The seats of the last `passes` turns before this one."""
    return tuple(sorted((turn - before) % players for before in range(1, passes + 1)))


def left_of_dealer(edition: Edition, players: int, dealer: int | None) -> int | None:
    """The seat that began, if the sheet makes the dealer's left begin and the dealer is known."""
    if dealer is None or edition.begins is not Begins.LEFT_OF_DEALER:
        return None
    return (dealer + 1) % players


# Reading and writing


def _usual(edition: Edition, players: int, dealer: int | None, turn: int) -> dict[str, Any]:
    """The values of the sections that may be left out."""
    first = left_of_dealer(edition, players, dealer)
    return {
        "column": None,
        "partners": False,
        "referee": STRICT,
        "stock": edition.stock_size(players),
        "dealer": None,
        "first": turn if first is None else first,
        "passed": (),
        "building": ((),) * BUILDINGS,
        "hands": ((),) * players,
        "discards": (((),) * DISCARDS,) * players,
        "draw": (),
        "spent": (),
        **CALM,
    }


def _words(position: Position) -> Iterator[str]:
    usual = _usual(position.edition, position.players, position.dealer, position.turn)
    yield position.edition.id
    for name, section in SECTIONS.items():
        value = getattr(position, name)
        if name not in usual or value != usual[name]:
            yield name if section is FLAG else f"{name}={section.write(value)}"


def _read(text: str) -> Position:
    name, *words = text.split() or [""]
    edition, texts = find_edition(name), _split(words)
    if "stocks" not in texts:
        raise malformed(_("The stock piles are missing: write stocks= and a pile for each seat, separated by |."))
    count, rests = count_cards(texts[name] for name in PILES if name in texts)
    if rests > 1:
        raise malformed(_("Write ? without a number only once: it stands for all the other cards."))
    rest = max(edition.cards - count, 0)
    values = {name: SECTIONS[name].read(text, rest) for name, text in texts.items()}
    turn = values.setdefault("turn", 0)
    return Position(edition=edition, **_usual(edition, len(values["stocks"]), values.get("dealer"), turn) | values)


def _split(words: Sequence[str]) -> Mapping[str, str]:
    """The text of each section by its name."""
    texts: dict[str, str] = {}
    for word in words:
        name, sign, text = word.partition("=")
        section = SECTIONS.get(name)
        if section is None or bool(sign) == (section is FLAG):
            known = [each if SECTIONS[each] is FLAG else f"{each}=" for each in SECTIONS]
            raise malformed(
                _("“{word}” is not a section of a position. The sections are: {known}."),
                word=word,
                known=" ".join(known),
            )
        if name in texts:
            raise malformed(_("“{name}” is written twice: write it once."), name=name)
        texts[name] = text
    return texts


# What no table can be; `placement.py` finds what no game can come to


def _check_seats(position: Position) -> None:
    last = position.table.players - 1
    early = position.turn if position.early is None else position.early
    for seat in (position.turn, position.first, early, *position.passed, *position.talked, *position.owes):
        if not 0 <= seat <= last:
            raise Malformed(
                "seat", _("There is no seat {seat}: the seats are 0 to {last}.").format(seat=seat, last=last)
            )


def _check_piles(position: Position) -> None:
    for name in ("hands", "discards"):
        if len(getattr(position, name)) != position.players:
            raise malformed(
                _("“{name}”: write one for each of the {players} seats, separated by |."),
                name=name,
                players=position.players,
            )
    assert all(len(group) == DISCARDS for group in position.discards)
    assert len(position.building) == BUILDINGS
    tops = [stock[-1] for stock in position.stocks if stock]
    in_sight = [*position.building, *(pile for group in position.discards for pile in group), position.spent, tops]
    if any(None in pile for pile in in_sight):
        raise malformed(
            _("Only cards of a hand, of the draw pile or under the top card of a stock pile can be hidden.")
        )


def _check_kitchen(position: Position) -> None:
    if not position.referee.isalpha():
        raise malformed(_("“{text}” is not a referee."), text=position.referee)
    written = [name for name, value in CALM.items() if getattr(position, name) != value]
    if position.referee == STRICT and written:
        raise malformed(
            _("Only a kitchen table has these sections: {names}. Write referee=kitchen, or leave them out."),
            names=", ".join(written),
        )
    if position.begun is not None and position.begun not in DRAWING:
        raise malformed(_("“begun”: write one of these: {words}."), words=", ".join(DRAWING))
    in_sight = position.draw[len(position.draw) - position.exposed :]
    if not 0 <= position.exposed <= len(position.draw) or None in in_sight:
        raise malformed(_("“exposed”: so many cards must lie in sight on the draw pile."))
