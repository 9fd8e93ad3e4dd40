"""Tables in the state that a test wants, reached over the wire: quicker than through the page."""

import contextlib

from skipbo.client import Guest, Refused
from skipbo.protocol.messages import Phase, Update
from tests.web.browsing import Visitor


def account(visitor: Visitor) -> Guest:
    """The visitor's own account, for a program."""
    (cookie,) = visitor.context.cookies()
    return Guest(visitor.url, cookie["value"])


def play_on(guest: Guest, table: str, moves: int = 1000) -> Update:
    """Plays so many moves of a guest's own, or to the end of the game. It is then their turn, or the game is over."""
    with guest.at(table) as place:
        for update in place.updates():
            if update.version != place.now.version:
                continue
            if update.table.phase is not Phase.PLAYING or (moves == 0 and update.own and update.own.legal):
                return update
            if update.own and update.own.legal:
                with contextlib.suppress(Refused):  # somebody was quicker, at a kitchen table: look again
                    place.play(next_move(update))
                    moves -= 1
    raise AssertionError("the table is gone")


def next_move(update: Update) -> str:
    """What a hasty person would do: away with the stock, then with the hand; discards by turns."""
    assert update.own is not None
    assert update.game is not None
    carried = [move for move in update.own.legal if ">" in move] or list(update.own.legal)
    pile = f">d{update.game.moves // 2 % 4 + 1}"
    return min(carried, key=lambda move: (">b" not in move, not move.startswith("s"), pile not in move))


def take_turn(guest: Guest, table: str) -> None:
    """Plays until a card of the guest's is discarded, or the game is over."""
    with guest.at(table) as place:
        for update in place.updates():
            if update.table.phase is not Phase.PLAYING:
                return
            if update.version == place.now.version and update.own and update.own.legal:
                move = next_move(update)
                place.play(move)
                if ">d" in move:
                    return
