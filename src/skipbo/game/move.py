"""A move as people write it: `s>b1`, `d3>b2`, `h7>b4`, `hW>d1`, `2s>b1`, `pass`."""

import re
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import SupportsIndex

from skipbo.editions import Edition
from skipbo.errors import Malformed, NotLegal
from skipbo.game.card import HIGHEST, Card
from skipbo.game.pile import HAND, NOWHERE, Pile, PileKind
from skipbo.i18n import translate as _
from skipbo.kernel import moves as kernel
from skipbo.kernel.compiler import plain
from skipbo.kernel.layout import PILES_PER_SEAT
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, PASS

kind_of, what_of, pile_of = plain(kernel.kind_of), plain(kernel.what_of), plain(kernel.pile_of)
move_of = plain(kernel.move_of)

_PASS = "pass"
_WRITTEN = re.compile(r"(?:h(?P<card>W|[1-9]|1[0-3])|(?P<source>[^>]+))>(?P<target>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """The choice of a player: a card from the pile `source`, put on the pile `target`. From a hand, `card` says which.

    A pass goes from nowhere to nowhere.

    >>> Move.parse("2d4>b3")
    Move.parse('2d4>b3')
    >>> move = Move.parse("hW>d1")
    >>> move.source.kind, move.card, move.target.number
    (PileKind.HAND, Card('W'), 1)
    """

    source: Pile = NOWHERE
    target: Pile = NOWHERE
    card: Card | None = None

    def __post_init__(self) -> None:
        if not _can_be_written(self.source, self.target, self.card):
            raise _no_move(_written(self.source, self.target, self.card))

    @staticmethod
    def parse(text: str) -> "Move":
        return _parse(text)

    @staticmethod
    def from_code(code: SupportsIndex, seat: SupportsIndex, players: SupportsIndex, teams: SupportsIndex) -> "Move":
        """The move that the kernel's number stands for when `seat` makes it."""
        return _from_code(index(code), index(seat), index(players), index(teams))

    def code(self, seat: SupportsIndex, players: SupportsIndex, teams: SupportsIndex) -> int:
        """The kernel's number for this move of `seat`; raises `NotLegal` if it names a seat that is not a partner."""
        if self.source.kind is PileKind.NOWHERE:
            return PASS
        number = self.target.number - 1
        if self.card is not None:
            return move_of(END_TURN if self.ends_turn else FROM_HAND, int(self.card), number)
        seat, players, teams = index(seat), index(players), index(teams)
        owner = self.source.owner(seat)
        partner = (owner - seat) % players
        if owner >= players or partner % teams:
            raise NotLegal(
                "play.sources", _("Seat {owner} is not on the side of seat {seat}.").format(owner=owner, seat=seat)
            )
        return move_of(FROM_PILE, partner // teams * PILES_PER_SEAT + self.source.number, number)

    @property
    def is_pass(self) -> bool:
        return self.source.kind is PileKind.NOWHERE

    @property
    def ends_turn(self) -> bool:
        return self.target.kind is not PileKind.BUILDING

    def __str__(self) -> str:
        return _PASS if self.is_pass else _written(self.source, self.target, self.card)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse('{self}')"


def _can_be_written(source: Pile, target: Pile, card: Card | None) -> bool:
    if source.kind is PileKind.HAND:
        own_discard = target.kind is PileKind.DISCARD and target.seat is None
        return card is not None and (own_discard or target.kind is PileKind.BUILDING)
    if source.kind is PileKind.NOWHERE:
        return target.kind is PileKind.NOWHERE and card is None
    return source.kind is not PileKind.BUILDING and target.kind is PileKind.BUILDING and card is None


def _written(source: Pile, target: Pile, card: Card | None) -> str:
    return f"{source}{'' if card is None else card}>{target}"


def _no_move(text: str) -> Malformed:
    return Malformed(
        "move",
        _("“{text}” is not a move. Write for example s>b1, d3>b2, h7>b4, hW>d1, 2s>b1 or pass.").format(text=text),
    )


def in_numbers(text: str, edition: Edition) -> str:
    """Returns a written move with numbers for the letters of an edition's cards, as records have it.

    >>> from skipbo.editions import find_edition
    >>> in_numbers("hK>d1", find_edition("1967")), in_numbers("hK>d1", find_edition("2003"))
    ('h13>d1', 'hK>d1')
    """
    for named in edition.named_cards:
        text = text.replace(f"h{named.letter}>", f"h{named.rank}>")
    return text


def in_letters(move: "Move | str", edition: Edition) -> str:
    """Returns a move as the players of an edition write it.

    >>> from skipbo.editions import find_edition
    >>> in_letters("h13>d1", find_edition("1967"))
    'hK>d1'
    """
    text = str(move)
    for named in edition.named_cards:
        text = text.replace(f"h{named.rank}>", f"h{named.letter}>")
    return text


@lru_cache(maxsize=1024)
def _parse(text: str) -> Move:
    if text == _PASS:
        return Move()
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise _no_move(text)
    try:
        target = Pile.parse(match["target"])
        return Move(HAND, target, Card(match["card"])) if match["card"] else Move(Pile.parse(match["source"]), target)
    except Malformed:
        raise _no_move(text) from None


@lru_cache(maxsize=16384)
def resolve(text: str, seat: int, players: int, teams: int) -> tuple[int, Move]:
    """The kernel's number of a written move of `seat`, and the move as it is recorded, without that seat's number."""
    code = _parse(text).code(seat, players, teams)
    return code, _from_code(code, seat, players, teams)


@lru_cache(maxsize=16384)
def _from_code(code: int, seat: int, players: int, teams: int) -> Move:
    kind, what, number = kind_of(code), what_of(code), pile_of(code) + 1
    last = {FROM_PILE: players // teams * PILES_PER_SEAT - 1, FROM_HAND: HIGHEST, END_TURN: HIGHEST}.get(kind, -1)
    if code == PASS:
        return Move()
    if what > last:
        raise Malformed("move", _("{code} is not the number of a move at this table.").format(code=code))
    if kind == END_TURN:
        return Move(HAND, Pile(PileKind.DISCARD, number), Card(what))
    target = Pile(PileKind.BUILDING, number)
    if kind == FROM_HAND:
        return Move(HAND, target, Card(what))
    partner, place = divmod(what, PILES_PER_SEAT)
    owner = None if partner == 0 else (seat + partner * teams) % players
    return Move(Pile(PileKind.DISCARD if place else PileKind.STOCK, place, owner), target)
