"""Makes a game from a record."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import Begins
from skipbo.errors import Malformed
from skipbo.game.event import DrewForDealer
from skipbo.game.game import Game, find_referee
from skipbo.game.table import KITCHEN, RULINGS, Table
from skipbo.i18n import translate as _
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import NO_RANK, NO_SEAT, States
from skipbo.kernel.replay import NUMBERED
from skipbo.record.model import AnyRecord, Cards, Record, RecordedDeal

_find_table = lru_cache(maxsize=1024)(Table.of)  # the games of a file are often played at the same table


def table_of(record: AnyRecord) -> Table:
    """The table that a record describes; raises `Malformed` where no sheet allows it."""
    players = len(record.seats)
    partners = len(record.teams) < players
    return _find_table(
        record.edition,
        players=players,
        partners=partners,
        stock=record.stock,
        column=record.column,
        needs_draw_pile=False,
        rulings=record.rulings if record.referee == KITCHEN else RULINGS,
    )


def join_piles(piles: Iterable[Cards]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Piles as the kernel takes them, one behind the other: pile k is cards[ends[k] : ends[k + 1]]."""
    piles = list(piles)
    return np.array(list(chain(*piles)), np.uint8), np.cumsum([0, *map(len, piles)], dtype=np.int64)


def number_cards(table: Table, deal: RecordedDeal) -> tuple[int, NDArray[np.uint8]]:
    """Whether the cards are the deck, dealt by the rules, and then the kernel's numbers of them: see the kernel's."""
    ranks, ends = join_piles((*deal.stocks, deal.draw))
    cards = np.zeros_like(ranks)
    return arrays.number_cards(table.states(), ranks, ends, np.zeros(NO_RANK, np.int64), cards), cards


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
    answer, cards = number_cards(table, record.deal)
    assert answer == NUMBERED
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
