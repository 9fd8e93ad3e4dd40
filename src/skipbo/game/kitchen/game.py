"""A game at a kitchen table: players draw card by card, may make mistakes, and call each other's."""

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import Irregular, IrregularAct, Overdraw
from skipbo.errors import Malformed, OutOfDate
from skipbo.game.card import CARD_OF, Card
from skipbo.game.event import (
    Annulled,
    Called,
    CardReturned,
    Drew,
    Ended,
    Event,
    Exposed,
    Ground,
    IrregularFinished,
    IrregularStands,
    IrregularTurn,
    LetStand,
    MayNotDraw,
    Overdrew,
    Penalised,
    RefusedExposed,
    Shuffled,
    Stopped,
    Talked,
    Took,
    TurnBegan,
    Turned,
)
from skipbo.game.game import Game
from skipbo.game.kitchen.act import CALL, DRAW, REFUSE, STAND, TAKE, TALK, Act, recorded
from skipbo.game.kitchen.refusal import why_not_act
from skipbo.game.kitchen.view import KitchenView, LegalActs, legal_acts, see_kitchen, with_course
from skipbo.game.move import Move, in_numbers
from skipbo.game.position import DRAWING, Position
from skipbo.game.table import FIRST_RULINGS, KITCHEN, Table
from skipbo.i18n import translate as _
from skipbo.kernel.doors import kitchen as kitchen_door
from skipbo.kernel.kitchen.state import Kitchens, new_kitchens
from skipbo.kernel.layout import BUILDINGS, CARDS, DRAW_PILE, FULL_HAND, NO_SEAT, STOCKS, States
from skipbo.kernel.replay import ILLEGAL_MOVE, REPLAYED
from skipbo.kernel.status import Status

SHUFFLES = 2  # the most that one act needs: the spent cards, then a card into a stock pile


class KitchenGame(Game, referee=KITCHEN):
    """
    >>> game = Game("mattel-2003", players=2, key=bytes(32), referee="kitchen")
    >>> game.play("draw")[0].count
    1
    >>> [str(act) for act in game.legal_acts(1)]
    ['1: call 0']
    """

    allows_mistakes = True

    @classmethod
    def check_table(cls, table: Table) -> None:
        if not table.edition.special_situations:  # rule: special.none
            raise Malformed(
                "special.none",
                _("{edition} says nothing about mistakes: a kitchen table needs a sheet that does.").format(
                    edition=table.edition.id
                ),
            )

    def _begin(self, table: Table, states: States, key: bytes | None) -> None:
        self.check_table(table)
        kitchen_door.give_back(states)
        super()._begin(table, states, key)

    _new_record = staticmethod(new_kitchens)

    @property
    def _record(self) -> Kitchens:
        return self._kitchens

    def _record_of(self, table: Table, states: States, position: Position | None = None) -> Kitchens:
        """A turn begins, or is where a position says; nobody plays out of turn."""
        sheet, kitchens = table.edition, new_kitchens()
        column, windowed = sheet.column(table.column), table.rulings > FIRST_RULINGS
        kitchens["now"] = states
        kitchens["overdraw"] = sheet.overdraw.value
        kitchens["irregular"] = column.irregular.value
        kitchens["offence"] = (column.offence if windowed else IrregularAct.DRAWING).value
        kitchens["window"] = windowed
        kitchens["may_ask"] = sheet.may_ask
        kitchens["talk_penalty"] = sheet.talk_penalty
        if position is not None:
            kitchens["exposed"] = position.exposed
            for name in ("passed", "talked", "owes"):
                kitchens[name] = sum(1 << seat for seat in getattr(position, name))
        kitchen_door.open_turn(kitchens)
        if position is not None and position.begun is not None:
            kitchens["begun"], kitchens["offered"] = 1, position.offered
            kitchens["drawing"] = DRAWING.index(position.begun)
        if position is not None and position.early is not None:
            kitchens["early"] = position.early
        return kitchens

    def _bind(self, record: Kitchens) -> None:
        self._kitchens = record
        super()._bind(record["now"])  # a part of the record, not a copy

    def position(self) -> Position:
        return with_course(super().position(), self._kitchens)

    @property
    def kitchens(self) -> Kitchens:
        """A copy of the kernel's record of the whole table, as an array of one."""
        kitchens = self._kitchens
        # Ten times as quick as `copy`, which goes through the fields of a record in a record one by one
        return np.frombuffer(bytearray(kitchens.tobytes()), kitchens.dtype)

    @property
    def actor(self) -> int | None:
        actor = int(self._kitchens["actor"][0])
        return None if actor == NO_SEAT else actor

    @property
    def in_window(self) -> bool:  # rule: ruling.irregular-window
        return bool(self._kitchens["finished"][0])

    @property
    def acting(self) -> int:
        return int(kitchen_door.acting_seat(self._kitchens))

    @property
    def is_over(self) -> bool:  # rule: ruling.irregular-win
        return super().is_over and not self.in_window

    def can_be_called(self, seat: SupportsIndex) -> bool:
        """Whether a seat plays out of turn or has talked, as everybody sees."""
        seat = index(seat)
        return seat == self.actor or bool(self._kitchens["talked"][0] >> seat & 1)

    def grounds(self, seat: SupportsIndex) -> dict[int, Ground]:
        seat, legal = self._seat(seat), self.legal_acts(seat)
        return {
            called: Ground.IRREGULAR if called == self.actor else Ground.TALK
            for called in range(self.table.players)
            if self.can_be_called(called)
            and Act(word=CALL, called=called) in legal
            and kitchen_door.has_ground(self._kitchens, seat, called)
        }

    def silenced_by(self, seat: SupportsIndex) -> str | None:  # noqa: ARG002  # everybody may talk, and be called for it
        return None

    @property
    def legal_moves(self) -> LegalActs:
        """Returns what the seat that plays now may do."""
        return self.legal_acts(self.acting)

    def legal_acts(self, seat: SupportsIndex) -> LegalActs:
        return legal_acts(self._kitchens, self._seat(seat))

    @property
    def status(self) -> Status:
        return Status(int(kitchen_door.status(self._kitchens)))

    def view(self, seat: SupportsIndex | None) -> KitchenView:
        return see_kitchen(self._kitchens, None if seat is None else self._seat(seat), self.table, self.outcome)

    def public_dict(self) -> dict[str, Any]:
        return self.view(None).public_dict()

    def play(
        self, move: Move | str | SupportsIndex, *, seat: SupportsIndex | None = None, version: int | None = None
    ) -> list[Event]:
        """Carries out the act of a seat; returns what happened. A refused act changes nothing.

        `seat` acts, or the seat before a colon (`1: draw`); otherwise the seat in turn.
        """
        self._check_version(version)
        table, turn = self.table, self.turn
        seat = None if seat is None else index(seat)
        act = self._read(move, turn if seat is None else seat)
        actor = self._seat(_actor_of(act, seat, turn))
        code = act.code(actor, table.players, table.teams)
        act = recorded(code, actor, table.players, table.teams, in_turn=actor == turn)
        past, seen = self.kitchens, len(self.events)
        shuffles, count = self._do(past, act, actor, code)
        self._past.append((past.tobytes(), seen, len(self.shuffles)))
        self.moves.append(act)
        self.shuffles += shuffles
        if past["finished"][0] and act.word not in (CALL, STAND):
            self.events.append(IrregularStands(int(past["actor"][0])))
        if self.actor == actor and past["actor"][0] != actor:
            self.events.append(IrregularTurn(actor, turn))
        if act.is_move:
            self._emit(count)
            self._emit_end(act)
        else:
            self._emit_word(past, act, actor, shuffles)
        return self.events[seen:]

    def _read(self, move: Move | str | SupportsIndex, seat: int) -> Act:
        if isinstance(move, str):
            return Act.parse(in_numbers(move, self.edition))
        if isinstance(move, Act):
            return move
        return (
            Act.of(move) if isinstance(move, Move) else Act.from_code(move, seat, self.table.players, self.table.teams)
        )

    def _do(self, past: Kitchens, act: Act, actor: int, code: int) -> tuple[list[tuple[Card, ...]], int]:
        """Carries out an act; returns its shuffles, each top first, and how many events a moved card caused."""
        cards, ends = _empty_shuffles() if self._given is None else _given_shuffles(self._given[len(self.shuffles) :])
        why, made, count = kitchen_door.act(
            self._kitchens, actor, code, self._given is not None, cards, ends, self._caused
        )
        if why == ILLEGAL_MOVE:
            raise why_not_act(self.view(actor), act, actor)
        if why != REPLAYED:
            self._kitchens[:] = past
            raise Malformed("draw.recycle", _("The shuffle that this move needs is missing, or has other cards."))
        return [tuple(Card(rank) for rank in cards[ends[k] : ends[k + 1]].tolist()) for k in range(made)], count

    def _repeat(self, move: Move) -> int:
        act = self._read(move, self.turn)
        actor = _actor_of(act, None, self.turn)
        shuffles, _count = self._do(self.kitchens, act, actor, act.code(actor, self.table.players, self.table.teams))
        return len(shuffles)

    # Events

    def _emit_end(self, act: Act) -> None:
        """Adds the end of the game, or of a turn."""
        if self.in_window:
            self.events.append(IrregularFinished(self._kitchens["actor"][0].item()))
        if self.outcome is not None:
            self.events.append(Ended(self.outcome))
        elif act.ends_turn and not super().is_over:
            self._emit_turn()

    def _emit_turn(self) -> None:
        self.events.append(TurnBegan(self.turn))
        if self._kitchens["owes"][0] >> self.turn & 1:
            self.events.append(MayNotDraw(self.turn))

    def _emit_word(self, past: Kitchens, act: Act, actor: int, shuffles: Sequence[tuple[Card, ...]]) -> None:
        if act.word == DRAW:
            self._emit_draw(past, actor, shuffles)
        elif act.word == TALK:
            self.events.append(Talked(actor))
        elif act.word == STAND:
            self._emit_stand(past, actor)
        elif act.word == CALL:
            self._emit_call(past, act, actor, shuffles)
        else:
            self._emit_offer(past, act, actor)

    def _emit_draw(self, past: Kitchens, actor: int, shuffles: Sequence[tuple[Card, ...]]) -> None:
        now, exposed = past["now"], int(past["exposed"][0])
        face_down = int(now["count"][0, DRAW_PILE]) - exposed
        if face_down:
            card = CARD_OF[now["order"][0, face_down - 1]]
        else:
            card = shuffles[0][0]
            self.events.append(Shuffled(len(shuffles[0])))
        if now["held"][0, actor] < FULL_HAND:
            self.events.append(Drew(actor, 1, (card,)))
        elif self.edition.overdraw is Overdraw.EXPOSED:
            self.events.append(Exposed(actor, card))
        else:
            self.events.append(Overdrew(actor, card))
            self._emit_opened(past, actor)

    def _emit_opened(self, past: Kitchens, seat: int) -> None:
        """Adds the top card of a stock pile that was finished and has cards again."""
        stock = STOCKS[seat]
        if past["now"]["count"][0, stock] == 0 and self._count[stock]:
            self.events.append(Turned(seat, CARD_OF[self._top[stock]]))

    def _emit_offer(self, past: Kitchens, act: Act, actor: int) -> None:
        now, exposed = past["now"], int(past["exposed"][0])
        count = int(now["count"][0, DRAW_PILE])
        cards = tuple(CARD_OF[card] for card in now["order"][0, count - exposed : count][::-1])
        if act.word == REFUSE:
            self.events.append(RefusedExposed(actor, cards))
        else:
            taken = cards if act.word == TAKE else cards[:1]
            self.events.append(Took(actor, taken, len(cards) - len(taken)))

    def _emit_call(self, past: Kitchens, act: Act, actor: int, shuffles: Sequence[tuple[Card, ...]]) -> None:
        called = act.called
        assert called is not None
        if past["actor"][0] == called:
            self.events.append(Called(actor, called, Ground.IRREGULAR))
            annulled = self._kitchens["irregular"][0] == Irregular.ANNULLED.value
            self.events.append(Annulled(called) if annulled else Stopped(called))
            if not annulled:
                self._emit_returned(past)
            self._emit_turn()
        elif past["talked"][0] != self._kitchens["talked"][0]:
            self.events.append(Called(actor, called, Ground.TALK))
            self.events += [Shuffled(len(shuffle)) for shuffle in shuffles]
            stock = STOCKS[called]
            self.events.append(Penalised(called, int(self._count[stock]) - int(past["now"]["count"][0, stock])))
            self._emit_opened(past, called)
        else:
            self.events.append(Called(actor, called, Ground.NONE))

    def _emit_stand(self, past: Kitchens, seat: int) -> None:
        self.events.append(LetStand(seat))
        if self.outcome is not None:  # rule: ruling.irregular-win
            self.events += [IrregularStands(int(past["actor"][0])), Ended(self.outcome)]

    def _emit_returned(self, past: Kitchens) -> None:  # rule: ruling.irregular-win
        """Adds the winning card that a call has taken back, if it has."""
        count, building = past["now"]["count"][0], slice(None, BUILDINGS)
        for seat in range(self.table.players):
            if self._count[STOCKS[seat]] > count[STOCKS[seat]]:
                pile = int((count[building] != self._states["count"][0, building]).argmax()) + 1
                self.events.append(CardReturned(seat, CARD_OF[self._top[STOCKS[seat]]], pile))


def _actor_of(act: Act, seat: int | None, turn: int) -> int:
    if act.actor is not None:
        if seat is not None and seat != act.actor:
            raise OutOfDate(
                "turn",
                _("This is written as an act of seat {written}, not of seat {seat}.").format(
                    written=act.actor, seat=seat
                ),
            )
        return act.actor
    return turn if seat is None else seat


def _empty_shuffles() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Returns empty arrays, in which the kernel writes the shuffles of an act."""
    return np.zeros(SHUFFLES * CARDS, np.uint8), np.zeros(SHUFFLES + 1, np.int64)


def _given_shuffles(given: Sequence[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Returns arrays with the next given shuffles, from which the kernel reads them."""
    following = given[:SHUFFLES]
    return np.array(list(b"".join(following)), np.uint8), np.cumsum([0, *map(len, following)], dtype=np.int64)
