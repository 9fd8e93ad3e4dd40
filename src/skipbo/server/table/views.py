"""What a table shows: to everybody, and to one seat. Built from views of the game, never from its state."""

from collections.abc import Iterable
from enum import Enum
from functools import cache, lru_cache
from typing import Any, get_args

import msgspec
from msgspec import Raw, Struct

from skipbo.game.event import HIDING, seen_by
from skipbo.game.event import Event as GameEvent
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.move import Move
from skipbo.game.outcome import Outcome
from skipbo.game.view import as_numbers
from skipbo.protocol import events as told
from skipbo.protocol import messages
from skipbo.protocol.codec import encode
from skipbo.server.table.state import Happened, TableState

TOLD_AS = {kind.__name__: kind for kind in get_args(told.GameHappening)}
WIRE = {kind: TOLD_AS[kind.__name__] for kind in get_args(GameEvent)}


@lru_cache(maxsize=2048)  # the same few happen again and again, and each is told to every seat
def show_event(event: GameEvent) -> told.GameHappening:
    kind = WIRE[type(event)]
    shown: told.GameHappening = kind(*(_plain(getattr(event, name)) for name in kind.__struct_fields__))
    return shown


def _plain(value: Any) -> Any:
    if isinstance(value, int):
        return int(value)
    if isinstance(value, tuple):
        return as_numbers(value)
    if isinstance(value, Outcome):
        return msgspec.convert(value.as_dict(), told.Outcome)
    return value.value if isinstance(value, Enum) else value


class News:
    """What happened, for everybody who is told of it: what all see alike is made ready once."""

    def __init__(self, happened: Iterable[Happened]) -> None:
        self._told = [
            (each, each if isinstance(each, told.Base) else show_event(seen_by(each, None))) for each in happened
        ]

    def to(self, seat: int | None, state: TableState) -> list[told.Happening]:
        """What a seat may know of it; None is a spectator."""
        muted = () if seat is None else state.seats[seat].muted
        return [
            show_event(each) if isinstance(each, HIDING) and each.seat == seat else shown
            for each, shown in self._told
            if not (muted and isinstance(shown, told.Said) and shown.seat in muted)
        ]


NO_NEWS = News(())


def show_seats(state: TableState) -> list[messages.SeatView]:
    return [
        messages.SeatView(
            name=seat.name,
            person=seat.guest is not None,
            bot=seat.bot,
            ready=seat.ready,
            open=state.may_be_taken(number),
        )
        for number, seat in enumerate(state.seats)
    ]


def show_table(state: TableState) -> messages.TableView:
    match, undo = state.match, state.undo
    return messages.TableView(
        id=state.id,
        phase=state.phase,
        options=state.options,
        owner=state.owner_seat,
        locked=state.locked,
        seats=show_seats(state),
        match=messages.MatchView(
            points=match.points,
            games=match.games,
            played=match.number,
            scores=list(match.scores),
            over=match.is_over,
        ),
        undo=None
        if undo is None
        else messages.UndoView(seat=undo.seat, moves=undo.moves, waiting=sorted(undo.waiting)),
        fair=state.fair_play(),
        origin=state.origin,
    )


def show_summary(state: TableState) -> messages.TableSummary:
    return messages.TableSummary(
        id=state.id,
        phase=state.phase,
        options=state.options,
        seats=show_seats(state),
        locked=state.locked,
        made_at=state.made_at,
    )


def show_game(game: Game, number: int) -> messages.GameView:
    """What everybody sees of a game, the so-manieth of its table."""
    return msgspec.convert(_fields_of(game, number), messages.GameView)


def _fields_of(game: Game, number: int) -> dict[str, Any]:
    """The same, as it is about to be encoded: at a table that need not be checked after every move."""
    own = {"number": number, "moves": game.version, "sides": game.table.teams, "kitchen": None}
    return own | game.public_dict()


def show_own(state: TableState, seat: int) -> messages.OwnView:
    """What the seat sees besides: its hand, and what it may do."""
    game = state.game
    return messages.OwnView(
        seat=seat,
        owner=state.seats[seat].guest == state.owner,
        hand=[] if game is None else as_numbers(game.hand(seat)),
        legal=[] if game is None else legal_moves(game, seat),
        muted=sorted(state.seats[seat].muted),
        undo=state.who_must_agree(seat),
    )


def legal_moves(game: Game, seat: int) -> list[str]:
    if game.is_over:
        return []
    if isinstance(game, KitchenGame):
        return [str(act) for act in game.legal_acts(seat)]
    if seat != game.turn:
        return []
    return list(map(_names(seat, game.table.players, game.table.teams).__getitem__, game.legal_moves.codes))


class _Names(dict[int, str]):
    """The moves of a seat as people write them, by the kernel's numbers."""

    def __init__(self, *table: int) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, code: int) -> str:
        name = self[code] = str(Move.from_code(code, *self._table))
        return name


@cache
def _names(seat: int, players: int, teams: int) -> _Names:
    return _Names(seat, players, teams)


class _Update(Struct, frozen=True, tag_field="type", tag="update"):
    """An update whose parts are encoded already; on the wire it is `messages.Update`."""

    version: int
    since: int | None
    happened: list[told.Happening]
    chat: list[told.Happening]
    table: Raw
    game: Raw
    own: messages.OwnView | None


class Shown:
    """A table at one version: what everybody sees is encoded once for all who look.

    What only the game has changed since `before` need not be encoded again.
    """

    def __init__(self, state: TableState, before: "Shown | None" = None) -> None:
        self._state = state
        self.version = state.version
        known = before is not None and state.arranged_at <= before.version
        self._table: Raw = before._table if before and known else Raw(encode(show_table(state)))
        self._game = Raw(encode(state.game and _fields_of(state.game, state.number)))

    def update(self, seat: int | None, since: int | None = None, news: News = NO_NEWS) -> bytes:
        """For a seat, or with None for a spectator; only while the table is still at this version.

        With the news since another version, for who knows that one.
        """
        state = self._state
        assert state.version == self.version
        return msgspec.json.encode(
            _Update(
                version=self.version,
                since=since,
                happened=news.to(seat, state),
                chat=News(state.chat).to(seat, state) if since is None else [],
                table=self._table,
                game=self._game,
                own=None if seat is None else show_own(state, seat),
            )
        )
