"""The kinds of sections in a position's text, each with a way to read and to write it.

Cards are W and 1 to 13, a pile goes from the bottom up: `1,2,W`. `5?` are five hidden cards, `?` alone is every card
that is written nowhere else, and `-` is an empty pile. `/` separates the piles of a group, `|` the seats.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from skipbo.errors import Malformed
from skipbo.game.card import Card
from skipbo.i18n import translate as _

Cards: TypeAlias = tuple[Card | None, ...]  # a pile from the bottom up; None is a hidden card

NO_CARDS, HIDDEN = "-", "?"

_SEPARATORS = re.compile(r"[,/|]")
_NUMBER = re.compile(r"[0-9]{1,3}")
_HIDDEN_CARDS = re.compile(r"([1-9][0-9]{0,2})\?")


@dataclass(frozen=True, slots=True)
class Section:
    read: Callable[[str, int], Any]  # given the text, and how many cards `?` stands for
    write: Callable[[Any], str]


def malformed(sentence: str, **values: object) -> Malformed:
    return Malformed("position", sentence.format(**values))


def read_number(text: str, _rest: int = 0) -> int:
    if not _NUMBER.fullmatch(text):
        raise malformed(_("“{text}” is not a number of at most three digits."), text=text)
    return int(text)


def read_seats(text: str, _rest: int = 0) -> tuple[int, ...]:
    return tuple(map(read_number, text.split(",")))


def write_seats(seats: Iterable[int]) -> str:
    return ",".join(map(str, seats))


def read_cards(text: str, rest: int = 0) -> Cards:
    cards: list[Card | None] = []
    for part in [] if text == NO_CARDS else text.split(","):
        if part == HIDDEN:
            cards += [None] * rest
        elif match := _HIDDEN_CARDS.fullmatch(part):
            cards += [None] * int(match[1])
        else:
            cards.append(_read_card(part))
    return tuple(cards)


def _read_card(text: str) -> Card:
    try:
        return Card.parse(text)
    except Malformed:
        raise malformed(
            _("“{text}” is not a card: write W, a number from 1 to 13, or 5? for five hidden cards."), text=text
        ) from None


def write_cards(cards: Cards) -> str:
    """
    >>> write_cards((None, None, Card(7), None)), write_cards(())
    ('2?,7,1?', '-')
    """
    parts: list[str] = []
    for hidden, group in groupby(cards, lambda card: card is None):
        run = list(group)
        parts += [f"{len(run)}{HIDDEN}"] if hidden else map(str, run)
    return ",".join(parts) or NO_CARDS


def write_piles(piles: tuple[Cards, ...]) -> str:
    """Empty piles at the end are not written.

    >>> write_piles(((), (Card(1),), (), ()))
    '-/1'
    """
    count = max((number for number, pile in enumerate(piles, 1) if pile), default=1)
    return "/".join(map(write_cards, piles[:count]))


def piles(count: int) -> Section:
    """A group of so many piles."""

    def read(text: str, rest: int) -> tuple[Cards, ...]:
        written = [read_cards(part, rest) for part in text.split("/")]
        if len(written) > count:
            raise malformed(
                _("“{text}” has too many piles: write at most {count}, separated by /."), text=text, count=count
            )
        return (*written, *((),) * (count - len(written)))

    return Section(read, write_piles)


def by_seat(section: Section) -> Section:
    """Such a section for each seat."""
    return Section(
        lambda text, rest: tuple(section.read(part, rest) for part in text.split("|")),
        lambda parts: "|".join(map(section.write, parts)),
    )


FLAG = Section(lambda _text, _rest: True, lambda _value: "")
WORD = Section(lambda text, _rest: text, str)
NUMBER = Section(read_number, str)
SEATS = Section(read_seats, write_seats)
CARDS = Section(read_cards, write_cards)


def count_cards(texts: Iterable[str]) -> tuple[int, int]:
    """Returns how many cards these piles have, and how often `?` is among them."""
    parts = [part for text in texts for part in _SEPARATORS.split(text) if part != NO_CARDS]
    hidden = [int(match[1]) for part in parts if (match := _HIDDEN_CARDS.fullmatch(part))]
    rests = parts.count(HIDDEN)
    return len(parts) - len(hidden) - rests + sum(hidden), rests
