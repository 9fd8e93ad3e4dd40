"""A move as people write it: `s>b1`, `d3>b2`, `h7>b4`, `hW>d1`, `2s>b1`, `pass`."""

import re
from dataclasses import dataclass
from functools import lru_cache

from skipbo.errors import Malformed, NotLegal
from skipbo.game.card import HIGHEST, Card
from skipbo.i18n import translate as _
from skipbo.kernel import moves as kernel
from skipbo.kernel.compiler import plain
from skipbo.kernel.layout import PILES_PER_SEAT
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, PASS

STOCK, DISCARD, HAND, PASSED = "stock", "discard", "hand", "pass"
BUILDING = "building"

kind_of, what_of, pile_of = plain(kernel.kind_of), plain(kernel.what_of), plain(kernel.pile_of)
move_of = plain(kernel.move_of)

_WRITTEN = re.compile(
    r"(?:(?P<seat>[0-5])?(?:(?P<stock>s)|d(?P<discard>[1-4]))|h(?P<rank>W|[1-9]|1[0-3]))>(?P<target>[bd])(?P<pile>[1-4])"
)


@dataclass(frozen=True, slots=True)
class Move:
    """What a player chose: a card from `source`, put on `target` number `pile`, both counted from 1.

    `number` is the discard pile the card comes from; `card` is the card where it comes from the hand; `seat` is the
    partner whose pile it is, None for one's own.

    >>> Move.parse("2d4>b3")
    Move('2d4>b3')
    >>> Move.parse("hW>d1").target
    'discard'
    """

    source: str
    target: str = ""
    pile: int = 0
    number: int = 0
    card: Card | None = None
    seat: int | None = None

    @staticmethod
    def parse(text: str) -> "Move":
        return _parse(text)

    @staticmethod
    def from_code(code: int, seat: int, players: int, teams: int) -> "Move":
        """The move that the kernel's number stands for when `seat` makes it."""
        return _from_code(int(code), int(seat), int(players), int(teams))

    def code(self, seat: int, players: int, teams: int) -> int:
        """The kernel's number for this move of `seat`; an error if it names a seat that is no partner."""
        if self.source == PASSED:
            return PASS
        if self.source == HAND:
            assert self.card is not None
            kind = FROM_HAND if self.target == BUILDING else END_TURN
            return move_of(kind, int(self.card), self.pile - 1)
        owner = seat if self.seat is None else self.seat
        partner = (owner - seat) % players
        if owner >= players or partner % teams:
            raise NotLegal(
                "play.sources", _("Seat {owner} is not on the side of seat {seat}.").format(owner=owner, seat=seat)
            )
        return move_of(FROM_PILE, partner // teams * PILES_PER_SEAT + self.number, self.pile - 1)

    @property
    def ends_turn(self) -> bool:
        return self.target != BUILDING

    def __str__(self) -> str:
        if self.source == PASSED:
            return "pass"
        if self.source == HAND:
            source = f"h{self.card}"
        else:
            seat = "" if self.seat is None else self.seat
            source = f"{seat}s" if self.source == STOCK else f"{seat}d{self.number}"
        return f"{source}>{self.target[0]}{self.pile}"

    def __repr__(self) -> str:
        return f"Move('{self}')"


@lru_cache(maxsize=1024)
def _parse(text: str) -> Move:
    if text == "pass":
        return Move(PASSED)
    match = _WRITTEN.fullmatch(text)
    if match is None or (match["target"] == "d" and match["rank"] is None):
        raise Malformed(
            "move",
            _("“{text}” is no move. Write for example s>b1, d3>b2, h7>b4, hW>d1, 2s>b1 or pass.").format(text=text),
        )
    target, pile = BUILDING if match["target"] == "b" else DISCARD, int(match["pile"])
    if match["rank"]:
        return Move(HAND, target, pile, card=Card.parse(match["rank"]))
    seat = int(match["seat"]) if match["seat"] else None
    if match["stock"]:
        return Move(STOCK, target, pile, seat=seat)
    return Move(DISCARD, target, pile, number=int(match["discard"]), seat=seat)


@lru_cache(maxsize=16384)
def _from_code(code: int, seat: int, players: int, teams: int) -> Move:
    kind, what, pile = kind_of(code), what_of(code), pile_of(code) + 1
    last = {FROM_PILE: players // teams * PILES_PER_SEAT - 1, FROM_HAND: HIGHEST, END_TURN: HIGHEST}.get(kind, -1)
    if code != PASS and what > last:
        raise Malformed("move", _("{code} is not the number of a move at this table.").format(code=code))
    if kind == FROM_PILE:
        partner, number = divmod(what, PILES_PER_SEAT)
        owner = None if partner == 0 else (seat + partner * teams) % players
        return Move(STOCK if number == 0 else DISCARD, BUILDING, pile, number=number, seat=owner)
    if code == PASS:
        return Move(PASSED)
    return Move(HAND, BUILDING if kind == FROM_HAND else DISCARD, pile, card=Card(what))
