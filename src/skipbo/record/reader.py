"""Makes a game from a record."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import Begins
from skipbo.errors import Malformed
from skipbo.game.event import DrewForDealer
from skipbo.game.game import Game, find_referee
from skipbo.game.table import KITCHEN, RULINGS, Table
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import plain
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import COPIES, NO_SEAT, WILD, States, first_copy
from skipbo.record.model import Record, RecordedDeal


def table_of(record: Record) -> Table:
    """The table that a record describes; raises `Malformed` where no sheet allows it."""
    players = len(record.seats)
    partners = len(record.teams) < players
    return Table.of(
        record.edition,
        players=players,
        partners=partners,
        stock=record.stock,
        column=record.column,
        needs_draw_pile=False,
        rulings=record.rulings if record.referee == KITCHEN else RULINGS,
    )


def number_cards(table: Table, deal: RecordedDeal) -> NDArray[np.uint8] | None:
    """The kernel's numbers of the cards, stock piles first, each from the bottom up; None if they are not the deck.

    Cards of the same rank get rising numbers. The lowest are in packs 1 and 2: in 1967 stock piles have no others.
    """
    counts = {WILD: table.edition.wilds} | dict.fromkeys(range(1, table.edition.ranks + 1), COPIES)
    unused = {rank: iter(range(first := plain(first_copy)(rank), first + count)) for rank, count in counts.items()}
    try:
        numbers = [next(unused[rank]) for pile in (*deal.stocks, deal.draw) for rank in reversed(pile)]
    except (KeyError, StopIteration):
        return None
    return np.array(numbers, np.uint8) if len(numbers) == table.edition.cards else None


def lay_out(table: Table, record: Record, cards: NDArray[np.uint8]) -> States:
    """The record's game before its first move."""
    states = table.states()
    states["dealer"] = NO_SEAT if record.dealer is None else record.dealer
    states["first"] = record.first
    arrays.lay_out(states, cards)
    return states


def game_from_record(record: Record) -> Game:
    """The record's game before its first move; it takes its shuffles from the record. Play `record.moves` to see it.

    The record must hold: see `check`.
    """
    table = table_of(record)
    cards = number_cards(table, record.deal)
    assert cards is not None
    return find_referee(record.referee).from_deal(table, lay_out(table, record, cards), record.shuffles)


def game_to_replay(record: Record) -> Game:
    """The same, with the draw for its dealer where the seed shows it."""
    game = game_from_record(record)
    again = None if record.seed is None else deal_again(record, game.table, bytes.fromhex(record.seed))
    if again is not None:
        game.events[:0] = [event for event in again.events if isinstance(event, DrewForDealer)]
    return game


def deal_again(record: Record, table: Table, key: bytes) -> Game | None:
    """The record's game dealt from a key; None if the key gives another deal."""
    referee = find_referee(record.referee)
    if table.edition.begins is Begins.YOUNGEST:
        table = replace(table, youngest=record.first)
    for dealer in (None, record.dealer):  # drawn for, or known because the deal moved on in a match
        game = referee.from_key(replace(table, dealer=dealer), key)
        if game.deal == (record.deal.stocks, record.deal.draw) and game.dealer == record.dealer:
            return game
    return None


def resume(record: Record) -> Game:
    """An unfinished game, at the move where it stopped; its seed goes on making the shuffles."""
    return deque(resuming(record), maxlen=1)[0]


def resuming(record: Record) -> Iterator[Game]:
    """The same game after its deal, and then after each move, because many moves take long."""
    game = deal_again(record, table_of(record), bytes.fromhex(record.seed or ""))
    if game is None:
        raise Malformed("seed", _("The seed does not give the deal of this record."))
    yield game
    for move in record.moves:
        game.play(move)
        yield game
