"""Cards laid into the kernel's record as a position has them, and read from it again.

A position does not tell equal cards apart, and in the sheet of 1967 not from which pack a card is. There the stock
piles get cards of packs 1 and 2, as they are dealt, and all others rather the cards of pack 3.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np

from skipbo.editions import Edition
from skipbo.game.card import CARD_OF, Card
from skipbo.game.notation import Cards
from skipbo.game.position import Position, last_seats, left_of_dealer
from skipbo.game.table import STRICT
from skipbo.i18n import mark
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import plain
from skipbo.kernel.deal import LAST_PACK
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import (
    BUILDINGS,
    COPIES,
    DISCARDS,
    DRAW_PILE,
    FULL_HAND,
    NO_SEAT,
    PACKS_OF_CARDS,
    PILES,
    PILES_PER_SEAT,
    SEATS,
    SPENT_PILE,
    STOCKS,
    WILD,
    States,
    first_copy,
)
from skipbo.kernel.status import Status

# What the kernel finds wrong; that cards are missing or doubled is said rank by rank
SENTENCES = {
    Status.BUILDING_ORDER: mark("A building pile goes up by one from 1, and a wild stands for any number."),
    Status.BUILDING_COMPLETE: mark("A building pile that is complete is set aside: write its cards under “spent”."),
    Status.PILE_SIZE: mark("A stock pile has more cards than were dealt: write how many there were, as in stock=30."),
    Status.HAND_NOT_DRAWN: mark("The player in turn holds no card, although there are cards to draw."),
    Status.PASSES: mark("A side has finished its stock piles: then not everybody has passed."),
    Status.OUTCOME: mark("More than one side has finished its stock piles."),
    Status.KITCHEN: mark("No kitchen table comes to this: look at “passed”, “exposed”, “talked” and “owes”."),
}


def read_pile(states: States, pile: int) -> tuple[Card, ...]:
    """The cards of a pile from the bottom up."""
    count = int(states["count"][0, pile])
    if pile == DRAW_PILE:
        return tuple(CARD_OF[card] for card in states["order"][0, :count].tolist())
    under, card, cards = states["under"][0], states["top"][0, pile], []
    for _place in range(count):
        cards.append(CARD_OF[card])
        card = under[card]
    return tuple(reversed(cards))


def read_table(states: States) -> dict[str, Any]:
    """The fields of a position that every game has in its record."""
    players, turn, dealer = (int(states[name][0]) for name in ("players", "turn", "dealer"))
    seats = range(players)
    hands = [states["hand"][0, seat, : states["held"][0, seat]].tolist() for seat in seats]
    return {
        "partners": int(states["teams"][0]) < players,
        "stock": int(states["stock"][0]),
        "dealer": None if dealer == NO_SEAT else dealer,
        "first": int(states["first"][0]),
        "turn": turn,
        "passed": last_seats(turn, int(states["passes"][0]), players),
        "building": tuple(read_pile(states, pile) for pile in range(BUILDINGS)),
        "hands": tuple(tuple(CARD_OF[card] for card in hand) for hand in hands),
        "stocks": tuple(read_pile(states, STOCKS[seat]) for seat in seats),
        "discards": tuple(
            tuple(read_pile(states, STOCKS[seat] + number) for number in range(1, DISCARDS + 1)) for seat in seats
        ),
        "draw": read_pile(states, DRAW_PILE),
        "spent": read_pile(states, SPENT_PILE),
    }


class _Deck:
    """The cards that do not lie anywhere yet, by the kernel's numbers."""

    def __init__(self, edition: Edition) -> None:
        self._packs = edition.packs
        self._left = {rank: _cards_of(edition, rank) for rank in range(edition.ranks + 1)}
        self._unseen: list[int] = []

    def take(self, rank: Card | None, for_stock: bool) -> int | None:
        """A card of this rank, of a low pack for a stock pile; None if it is hidden, or there is none left."""
        cards = None if rank is None else self._left.get(rank)
        return cards.pop(0 if for_stock else -1) if cards else None

    def shuffle(self, key: bytes) -> None:
        """Nothing more is taken: the cards that are left are the hidden ones."""
        self._unseen = [card for cards in self._left.values() for card in cards]
        Random(key).shuffle(self._unseen)

    def deal(self, for_stock: bool) -> int | None:
        """Any hidden card, of packs 1 and 2 for a stock pile; None if there is none left."""
        for place, card in enumerate(self._unseen):
            if not (for_stock and self._packs) or PACKS_OF_CARDS[card] < LAST_PACK:  # rule: stock.packs
                return self._unseen.pop(place)
        return None


def _cards_of(edition: Edition, rank: int) -> list[int]:
    first, copies = plain(first_copy)(rank), _copies(edition, rank)
    return list(range(first, first + copies))


def _copies(edition: Edition, rank: int) -> int:
    if rank == WILD:
        return edition.wilds
    return COPIES if rank <= edition.ranks else 0


def lay(position: Position, key: bytes) -> tuple[States, list[str]]:
    """Lays a position into a record; the key deals the hidden cards. Also returns its defects, a sentence each.

    For a card that the deck does not have a hidden one is laid. What else cannot be, the kernel finds in the record.
    """
    groups = _number(position, key)
    states = position.table.states()
    states["key"] = np.frombuffer(key, "<u4")
    states["dealer"] = NO_SEAT if position.dealer is None else position.dealer
    states["first"], states["turn"] = position.first, position.turn
    cards = np.array([card for group in groups for card in group], np.uint8)
    ends = np.cumsum([0, *map(len, groups)], dtype=np.int64)
    arrays.lay_piles(states, len(position.passed), cards, ends)
    stocks = [groups[STOCKS[seat]] for seat in range(position.players)]
    return states, [*_deck_defects(position), *_pack_defects(position, stocks), *_course_defects(position)]


def _groups(position: Position) -> list[Cards]:
    """The cards of each pile by the kernel's number, then of each hand."""
    groups: list[Cards] = [()] * (PILES + SEATS)
    groups[:BUILDINGS] = position.building
    groups[SPENT_PILE], groups[DRAW_PILE] = position.spent, position.draw
    for seat in range(position.players):
        stock = STOCKS[seat]
        groups[stock : stock + PILES_PER_SEAT] = position.stocks[seat], *position.discards[seat]
        groups[PILES + seat] = position.hands[seat][:FULL_HAND]
    return groups


def _number(position: Position, key: bytes) -> list[list[int]]:
    """The kernel's number of every card. What lies on building and stock piles and in hands comes first."""
    groups, deck = _groups(position), _Deck(position.edition)
    order = sorted(range(len(groups)), key=lambda group: (group >= BUILDINGS, group not in STOCKS, group < PILES))
    known = {group: [deck.take(card, group in STOCKS) for card in groups[group]] for group in order}
    for pile in range(BUILDINGS):  # any other card would be out of order here
        known[pile] = list(takewhile(lambda card: card is not None, known[pile]))
    deck.shuffle(key)
    laid = {group: [deck.deal(group in STOCKS) if card is None else card for card in known[group]] for group in order}
    return [[card for card in laid[group] if card is not None] for group in range(len(groups))]


# Defects


def _deck_defects(position: Position) -> Iterator[str]:
    edition = position.edition
    cards = [card for pile in position.piles for card in pile]
    if len(cards) != edition.cards:
        yield _("The deck has {cards} cards, the position {count}.").format(cards=edition.cards, count=len(cards))
    for card, count in sorted(Counter(card for card in cards if card is not None).items()):
        if count > _copies(edition, card):
            yield _("There are {copies} cards {card} in the deck, {count} in the position.").format(
                copies=_copies(edition, card), card=card, count=count
            )


def _pack_defects(position: Position, stocks: Sequence[Sequence[int]]) -> Iterator[str]:  # rule: stock.packs
    if not position.edition.packs:
        return
    short = any(len(laid) < len(written) for laid, written in zip(stocks, position.stocks, strict=True))
    if short or any(PACKS_OF_CARDS[card] == LAST_PACK for stock in stocks for card in stock):
        text = _("{stock:S} are dealt from packs 1 and 2, which do not have so many cards of one kind.")
        yield text.format(stock=position.edition.names_in().stock)


def _course_defects(position: Position) -> Iterator[str]:
    players = position.players
    for seat, hand in enumerate(position.hands):
        if len(hand) > FULL_HAND:
            yield _("Seat {seat} holds {count} cards: a hand has at most {most}.").format(
                seat=seat, count=len(hand), most=FULL_HAND
            )
    first = left_of_dealer(position.edition, players, position.dealer)
    if first not in (None, position.first):
        yield _("By this sheet the dealer's left begins: write first={seat}, or leave it out.").format(seat=first)
    passed = position.passed
    if position.referee == STRICT and passed != last_seats(position.turn, len(passed), players):
        yield _("The seats that have passed must be the last ones before the seat in turn.")


def defects_of(status: Status) -> list[str]:
    """The broken invariants of a record that was laid, a sentence each."""
    return [_(SENTENCES[fault]) for fault in SENTENCES if fault in status]
