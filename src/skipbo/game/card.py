"""A card as people see it: a number from 1 to 13, or a wild."""

from operator import index
from typing import SupportsIndex

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import NO_CARD, RANKS, WILD

WILD_NAME = "W"
HIGHEST = 13


class Card(int):
    """
    >>> Card(0), Card(12), Card("W") == 0
    (Card('W'), Card('12'), True)
    """

    def __new__(cls, rank: SupportsIndex | str) -> "Card":
        if isinstance(rank, str):
            return cls.parse(rank)
        if not 0 <= (number := index(rank)) <= HIGHEST:
            raise Malformed("card", _("{rank} is not a card: 0 is a wild, 1 to 13 are the numbers.").format(rank=rank))
        return CARDS[number]

    @classmethod
    def parse(cls, text: str) -> "Card":
        name = text.strip().upper()
        if name == WILD_NAME:
            return cls(WILD)
        if name.isdecimal() and len(name) <= 2 and 1 <= int(name) <= HIGHEST:
            return cls(int(name))
        raise Malformed("card", _("“{text}” is not a card: write W or a number from 1 to 13.").format(text=text))

    def __str__(self) -> str:
        return WILD_NAME if self == WILD else int.__repr__(self)

    def __repr__(self) -> str:
        return f"Card('{self}')"


CARDS = tuple(int.__new__(Card, rank) for rank in range(HIGHEST + 1))  # by rank
CARD_OF = tuple(CARDS[rank] for rank in RANKS[:NO_CARD])  # by the kernel's number of a card
