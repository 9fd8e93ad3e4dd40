"""Public and per-seat projections of a table, built from game views so that no hidden card can leak."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from skipbo.game.event import HIDING, seen_by
from skipbo.game.game import Game
from skipbo.game.view import as_numbers
from skipbo.protocol import messages
from skipbo.protocol.codec import encode
from skipbo.protocol.events import RoomEventBase, Said, TableEvent
from skipbo.server.table.state import TableState


@lru_cache(maxsize=2048)  # the same few happen again and again, and each is sent to every seat
def encode_event(event: TableEvent) -> Raw:
    return Raw(encode(event))


@dataclass(frozen=True, slots=True)
class Step:
    """The events of one version of a table, and the guest who then had each seat."""

    events: Iterable[TableEvent]
    guests: tuple[str | None, ...]


class EventBatch:
    """Events, ready to be sent to every seat: what all of them may see is encoded once."""

    def __init__(self, *steps: Step) -> None:
        self._events = [
            (event, encode_event(event if isinstance(event, RoomEventBase) else seen_by(event, None)), step.guests)
            for step in steps
            for event in step.events
        ]

    def seen_by(self, seat: int | None, state: TableState) -> list[Raw]:
        """Returns the encoded events as the guest who now has a seat may see them; None is a spectator.

        Cards that were drawn before the guest sat down stay hidden: they were dealt to somebody else.
        """
        guest, muted = (None, ()) if seat is None else (state.seats[seat].guest, state.seats[seat].muted)
        return [
            encode_event(event)
            if isinstance(event, HIDING) and event.seat == seat and guests[seat] == guest
            else public
            for event, public, guests in self._events
            if not (muted and isinstance(event, Said) and event.seat in muted)
        ]


NO_EVENTS = EventBatch()


def seat_views(state: TableState) -> list[messages.SeatView]:
    return [
        messages.SeatView(
            name=seat.name,
            person=seat.guest is not None,
            bot=seat.bot,
            ready=seat.ready,
            open=state.is_open(number),
        )
        for number, seat in enumerate(state.seats)
    ]


def table_view(state: TableState) -> messages.TableView:
    match, undo = state.match, state.undo
    return messages.TableView(
        id=state.id,
        phase=state.phase,
        options=state.options,
        owner=state.owner_seat,
        locked=state.locked,
        seats=seat_views(state),
        match=messages.MatchView(
            points=match.points,
            games=match.games,
            played=match.number,
            scores=list(match.scores),
            over=match.is_over,
            leading=list(match.leading_sides),
        ),
        undo=None
        if undo is None
        else messages.UndoView(seat=undo.seat, moves=undo.moves, waiting=sorted(undo.waiting)),
        fair=state.fair_play(),
        origin=state.origin,
    )


def table_summary(state: TableState) -> messages.TableSummary:
    return messages.TableSummary(
        id=state.id,
        phase=state.phase,
        options=state.options,
        seats=seat_views(state),
        locked=state.locked,
        made_at=state.made_at,
    )


def game_view(game: Game, number: int) -> messages.GameView:
    """The public view of game `number` of its table."""
    return msgspec.convert(_game_fields(game, number), messages.GameView)


def _game_fields(game: Game, number: int) -> dict[str, Any]:
    """The fields of that view, ready to be encoded without another check."""
    own = {"number": number, "moves": game.version, "sides": game.table.teams, "kitchen": None}
    return own | game.public_dict()


def own_view(state: TableState, seat: int) -> messages.OwnView:
    """The part of an update that only one seat sees: its hand, and what it may do."""
    game, playing = state.game, state.playing
    return messages.OwnView(
        seat=seat,
        owner=state.seats[seat].guest == state.owner,
        hand=[] if game is None else as_numbers(game.hand(seat)),
        legal=[] if game is None else game.legal_acts(seat).texts(),
        muted=sorted(state.seats[seat].muted),
        undo=state.undo_needs(seat),
        silenced_by=None if playing is None else playing.silenced_by(seat),
        grounds=[]
        if game is None
        else [messages.CallGround(seat=called, ground=ground) for called, ground in game.grounds(seat).items()],
    )


class _Update(Struct, frozen=True, tag_field="type", tag="update"):
    """An update whose parts are encoded already; on the wire it is `messages.Update`."""

    version: int
    since: int | None
    happened: list[Raw]
    chat: list[Raw]
    table: Raw
    game: Raw
    own: messages.OwnView | None


class EncodedTable:
    """A table at one version: what everybody sees is encoded once for all receivers.

    The table's own part is taken from `before`, an earlier version, if only the game has changed since then.
    """

    def __init__(self, state: TableState, before: "EncodedTable | None" = None) -> None:
        self._state = state
        self.version = state.version
        known = before is not None and state.arranged_at <= before.version
        self._table: Raw = before._table if before and known else Raw(encode(table_view(state)))
        self._game = Raw(encode(state.game and _game_fields(state.game, state.number)))

    def update(self, seat: int | None, since: int | None = None, batch: EventBatch = NO_EVENTS) -> bytes:
        """Returns the update for a seat, or with None for a spectator; only while the table is at this version.

        `batch` has the events after version `since`.
        """
        state = self._state
        chat = Step(state.chat, state.guests)
        assert state.version == self.version
        return encode(
            _Update(
                version=self.version,
                since=since,
                happened=batch.seen_by(seat, state),
                chat=EventBatch(chat).seen_by(seat, state) if since is None else [],
                table=self._table,
                game=self._game,
                own=None if seat is None else own_view(state, seat),
            )
        )
