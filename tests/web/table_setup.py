"""Tables in the state that a test wants, reached over the wire: quicker than through the page."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from tools.server import UNLIMITED

from skipbo.client import Account, TableClient
from skipbo.game.game import Game
from skipbo.protocol.messages import NewTable, Phase, Update
from skipbo.protocol.options import TableOptions
from skipbo.record import to_record
from skipbo.server.http.identity import hash_of
from skipbo.server.hub import Hub
from skipbo.server.store.log import Origin
from skipbo.server.store.sqlite import SqliteStore
from tests.web.browser import Visitor


def account(visitor: Visitor) -> Account:
    """The visitor's own account, for a program."""
    return Account(visitor.url, token(visitor))


def token(visitor: Visitor) -> str:
    (cookie,) = visitor.context.cookies()
    return cookie["value"]


def deal(visitor: Visitor, number: int, **options: Any) -> str:
    """A table of the visitor's whose first game is this deal in every run; answers its id.

    It goes on with a game of which nothing is played yet, written where the server keeps its tables. Of the bots only
    the planner, whose level is master, plays the same every time: it rolls no dice.
    """
    wanted = TableOptions(**({"pace": 0} | options))
    table = {name: getattr(wanted, name) for name in ("players", "partners", "stock", "referee")}
    game = Game(wanted.edition, key=number.to_bytes(32, "big"), **table)
    origin = Origin(msgspec.json.encode(to_record(game)))
    opening = _open_table(visitor.server.folder, token(visitor), NewTable(options=wanted), origin)
    with ThreadPoolExecutor(1) as apart:  # this thread has a loop already, which drives the browser
        return apart.submit(asyncio.run, opening).result()


async def _open_table(folder: Path, token: str, table: NewTable, origin: Origin) -> str:
    store = SqliteStore(folder)
    try:
        owner = await store.find_guest(hash_of(token))
        assert owner is not None
        return await Hub(store, UNLIMITED).open_table(owner, table, origin)
    finally:
        store.close()


def play_on(guest: Account, table: str, moves: int = 1000) -> Update:
    """Plays so many moves of a guest's own, or to the end of the game. It is then their turn, or the game is over."""
    with TableClient(guest, table) as place:
        for update in place.updates():
            if update.version != place.now.version:
                continue
            if update.table.phase is not Phase.PLAYING or (moves == 0 and in_turn(update)):
                return update
            if in_turn(update):
                place.play(next_move(update))
                moves -= 1
    raise AssertionError("the table is gone")


def in_turn(update: Update) -> bool:
    """At a kitchen table much can be done out of turn; who is caught may have nothing left to do but pass."""
    return update.own is not None and update.game is not None and update.game.turn == update.own.seat


def next_move(update: Update) -> str:
    """What a hasty person would do: away with the stock, then with the hand; discards by turns."""
    assert update.own is not None
    assert update.game is not None
    carried = [move for move in update.own.legal if ">" in move] or list(update.own.legal)
    pile = f">d{update.game.moves // 2 % 4 + 1}"
    return min(carried, key=lambda move: (">b" not in move, not move.startswith("s"), pile not in move))


def take_turn(guest: Account, table: str) -> None:
    """Plays until a card of the guest's is discarded, or the game is over."""
    with TableClient(guest, table) as place:
        for update in place.updates():
            if update.table.phase is not Phase.PLAYING:
                return
            if update.version == place.now.version and update.own and update.own.legal:
                move = next_move(update)
                place.play(move)
                if ">d" in move:
                    return
