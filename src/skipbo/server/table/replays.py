"""A finished game to look at again, move by move and with open hands: its record, played once more."""

from collections.abc import Iterable

from skipbo.errors import Malformed
from skipbo.game.event import Event
from skipbo.game.game import Game
from skipbo.game.kitchen.act import Act
from skipbo.game.view import as_numbers
from skipbo.protocol.codec import encode
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Frame, Replay, ReplaySeat
from skipbo.record import game_from_record, record_from_line
from skipbo.server.table.views import show_game

MOST_MOVES = 10_000  # ten times a long game of six


def replay(line: bytes, number: int) -> bytes:
    """The game of a record, the so-manieth of its table, as it is sent. Takes a while: call it where nobody waits."""
    record = record_from_line(line)
    if len(record.moves) > MOST_MOVES:
        raise Malformed("length", describe("length"))
    return encode(
        Replay(
            edition=record.edition,
            referee=record.referee,
            stock=record.stock,
            seats=[ReplaySeat(name=seat.name, player=seat.player) for seat in record.seats],
            teams=[list(team) for team in record.teams],
            dealer=record.dealer,
            first=record.first,
            frames=_frames(game_from_record(record), record.moves, number),
        )
    )


def _frames(game: Game, moves: Iterable[str], number: int) -> list[Frame]:
    frames = [_frame(game, number, None, None, game.events)]
    for text in moves:
        turn = game.turn
        events = game.play(text)
        move = game.moves[-1]
        actor = move.actor if isinstance(move, Act) else None
        frames.append(_frame(game, number, turn if actor is None else actor, text, events))
        game.forget()
    return frames


def _frame(game: Game, number: int, by: int | None, move: str | None, events: list[Event]) -> Frame:
    return Frame(
        by=by,
        move=move,
        happened=list(events),
        game=show_game(game, number),
        hands=[as_numbers(game.hand(seat)) for seat in range(game.table.players)],
    )
