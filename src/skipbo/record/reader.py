"""From a record back to a game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import Begins
from skipbo.errors import Malformed
from skipbo.game.game import Game, find_referee
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import plain
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import COPIES, NO_SEAT, WILD, States, first_copy


def table_of(record: Mapping[str, Any]) -> Table:
    """The table that a record describes; raises `Malformed` where no sheet allows it."""
    players = len(record["seats"])
    partners = len(record["teams"]) < players
    return Table.of(record["edition"], players=players, partners=partners, stock=record["stock"])


def number_cards(table: Table, stocks: list[list[int]], draw: list[int]) -> NDArray[np.uint8] | None:
    """Tells equal cards of a deal apart, stock piles first, each from the bottom up; None if it is not the deck.

    The lowest numbers of a rank are in packs 1 and 2, so that in 1967 stock piles get no others.
    """
    used: Counter[int] = Counter()
    numbers = []
    for rank in [rank for pile in (*stocks, draw) for rank in reversed(pile)]:
        if rank > table.edition.ranks or used[rank] == (table.edition.wilds if rank == WILD else COPIES):
            return None
        numbers.append(plain(first_copy)(rank) + used[rank])
        used[rank] += 1
    return np.array(numbers, np.uint8) if len(numbers) == table.edition.cards else None


def lay_out(table: Table, record: Mapping[str, Any], cards: NDArray[np.uint8]) -> States:
    """The record's game before its first move."""
    states = table.states()
    states["dealer"] = NO_SEAT if record["dealer"] is None else record["dealer"]
    states["first"] = record["first"]
    arrays.lay_out(states, cards)
    return states


def game_from_record(record: Mapping[str, Any]) -> Game:
    """The record's game before its first move, with its shuffles known: play `record["moves"]` to see it.

    The record must be sound: see `check`.
    """
    table = table_of(record)
    cards = number_cards(table, record["deal"]["stocks"], record["deal"]["draw"])
    assert cards is not None
    return find_referee(record["referee"]).from_deal(table, lay_out(table, record, cards), record["shuffles"])


def from_seed(record: Mapping[str, Any]) -> Game | None:
    """The record's game dealt again from its seed; None if the seed gives another deal."""
    table = table_of(record)
    options: dict[str, Any] = {"players": table.players, "partners": table.partners, "stock": table.stock}
    options["referee"] = record["referee"]
    if table.edition.begins is Begins.YOUNGEST:
        options["youngest"] = record["first"]
    key = bytes.fromhex(record["seed"])
    deal = (tuple(map(tuple, record["deal"]["stocks"])), tuple(record["deal"]["draw"]))
    for dealer in (None, record["dealer"]):  # drawn for, or known because the deal moved on in a match
        game = Game(table.edition, key=key, dealer=dealer, **options)
        if game.deal == deal and game.dealer == record["dealer"]:
            return game
    return None


def resume(record: Mapping[str, Any]) -> Game:
    """A game that was not finished, at the move where it stopped; its seed goes on making the shuffles."""
    game = from_seed(record)
    if game is None:
        raise Malformed("seed", _("The seed does not give the deal of this record."))
    for move in record["moves"]:
        game.play(move)
    return game
