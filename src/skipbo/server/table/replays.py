"""The replay of a finished game, move by move with open hands, made from its record."""

from collections.abc import Iterable

from msgspec import Raw

from skipbo.errors import Malformed
from skipbo.game.event import Event
from skipbo.game.game import Game
from skipbo.game.kitchen.act import Act
from skipbo.game.view import as_numbers
from skipbo.protocol.codec import encode, to_builtins
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Frame, Replay, ReplaySeat
from skipbo.record import game_to_replay, record_from_line
from skipbo.server.portions import with_rests
from skipbo.server.table.views import game_view

MOST_MOVES = 10_000  # ten times a long game of six players


def replay(line: bytes, number: int) -> bytes:
    """Returns the encoded replay of game `number` of its table. It takes long: run it in a thread."""
    record = record_from_line(line)
    if len(record.moves) > MOST_MOVES:
        raise Malformed("length", describe("length"))
    whole = Replay(
        edition=record.edition,
        referee=record.referee,
        stock=record.stock,
        seats=[ReplaySeat(name=seat.name, player=seat.player) for seat in record.seats],
        teams=[list(team) for team in record.teams],
        dealer=record.dealer,
        first=record.first,
        frames=[],
    )
    return encode(to_builtins(whole) | {"frames": _frames(game_to_replay(record), record.moves, number)})


def _frames(game: Game, moves: Iterable[str], number: int) -> list[Raw]:
    """Returns the frames, each encoded at once: to encode thousands together would stop the event loop for long."""
    frames = [_frame(game, number, None, None, game.events)]
    for text in with_rests(moves):
        turn = game.turn
        events = game.play(text)
        move = game.moves[-1]
        actor = move.actor if isinstance(move, Act) else None
        frames.append(_frame(game, number, turn if actor is None else actor, text, events))
        game.forget()
    return frames


def _frame(game: Game, number: int, by: int | None, move: str | None, events: list[Event]) -> Raw:
    frame = Frame(
        by=by,
        move=move,
        happened=list(events),
        game=game_view(game, number),
        hands=[as_numbers(game.hand(seat)) for seat in range(game.table.players)],
    )
    return Raw(encode(frame))
