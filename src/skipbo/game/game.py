"""A game: moves in, events out, and at every moment the view of each seat."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from functools import cache
from operator import index
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import DEFAULT, Dealer, Edition
from skipbo.errors import Malformed, OutOfDate
from skipbo.game.card import CARD_OF, CARDS, Card
from skipbo.game.event import DrawnCard, DrewForDealer, Ended, Event, Ground
from skipbo.game.event_reader import COUNT, KIND, READERS, rows_of
from skipbo.game.move import Move, in_numbers, resolve
from skipbo.game.outcome import How, Outcome
from skipbo.game.placement import defects_of, lay, read_pile, read_table
from skipbo.game.position import Position
from skipbo.game.refusal import why_not
from skipbo.game.state import Deal, GameState
from skipbo.game.table import RULINGS, STRICT, Table
from skipbo.game.view import NO_MOVES, LegalMoves, View, public_dict, see
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import bound
from skipbo.kernel.deal import MOST_ROUNDS
from skipbo.kernel.doors import arrays, single
from skipbo.kernel.ending import ENDING
from skipbo.kernel.event import ENDED, SHUFFLED, new_events
from skipbo.kernel.layout import (
    BY_STOCK,
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    NO_CARD,
    NO_SEAT,
    SEATS,
    STOCKS,
    States,
    new_states,
)
from skipbo.kernel.status import Status

KEY_BYTES = 32


def cards_dealt(table: Table, states: States) -> Deal:
    """The stock piles and the draw pile of a game before its first move and before any hand was drawn, top first."""
    first = states["first"][0]
    stocks = tuple(read_pile(states, STOCKS[seat])[::-1] for seat in range(table.players))
    drawn = [CARD_OF[card] for card in states["hand"][0, first, : states["held"][0, first]]]
    return stocks, (*drawn, *draw_pile(states))


def draw_pile(states: States) -> tuple[Card, ...]:
    """The draw pile, top first."""
    return read_pile(states, DRAW_PILE)[::-1]


def outcome_of(table: Table, states: States) -> Outcome | None:
    """Returns how a game ended; None while it goes on."""
    numbers = np.empty(ENDING, np.int64)
    arrays.ending(states, numbers)
    return outcome_in(table, numbers)


def outcome_in(table: Table, numbers: NDArray[np.int64]) -> Outcome | None:
    """The outcome from the kernel's numbers; None while a game goes on."""
    how, winner, points, *left = numbers.tolist()
    if how == GOING_ON:
        return None
    return Outcome(
        how=How.STOCK if how == BY_STOCK else How.BLOCKED,
        winners=() if winner == NO_SEAT else table.sides[winner],
        left=tuple(left[: table.players]),
        points=points,
    )


def draw_for_dealer(states: States) -> DrewForDealer:  # rule: dealer.first
    """The draw for the dealer of a game that was dealt, made again from its key."""
    drawn = np.empty((MOST_ROUNDS, SEATS), np.uint8)
    rounds = arrays.show_draw_for_dealer(states.copy(), drawn)
    return DrewForDealer(
        tuple(
            tuple(DrawnCard(seat, CARD_OF[card]) for seat, card in enumerate(row) if card != NO_CARD)
            for row in drawn[:rounds].tolist()
        )
    )


def find_referee(name: str) -> type["Game"]:
    """Returns the class of the games that a referee judges."""
    if name not in Game.referees:
        raise Malformed(
            "referee",
            _("There is no referee “{name}”. The referees are: {known}.").format(
                name=name, known=", ".join(Game.referees)
            ),
        )
    return Game.referees[name]


# The kernel's doors for arguments of our own types, which are then not looked up at every call


@cache
def play_door() -> Callable[..., int]:
    return bound(single.play, new_states(), 0, new_events(), np.zeros(1, np.uint8))


@cache
def note_deal_door() -> Callable[..., int]:
    return bound(single.note_deal, new_states(), new_events())


def new_key(key: bytes | None) -> bytes:
    """Returns the key that was given, or a secret one; raises `Malformed` if it has another length."""
    key = secrets.token_bytes(KEY_BYTES) if key is None else bytes(key)
    if len(key) != KEY_BYTES:
        raise Malformed("key", _("A key has 32 bytes, not {count}.").format(count=len(key)))
    return key


class Game(GameState):
    """One game, from the deal to its end.

    The key makes every shuffle; without one the game takes its own. `commitment` may be shown before the deal, the
    key after the game: then anybody can check the shuffles.

    >>> game = Game("mattel-2003", players=2, key=bytes(32))
    >>> game
    <Game mattel-2003, 2 players, move 0, seat 0 in turn>

    Games are values. A copy goes its own way, and a game can be pickled. Two games are equal if they have the same
    referee and table, began with the same cards, have come the same way since, and will go on the same: the same moves,
    shuffles, cards and key. Events and what `undo` goes back to do not count, because `forget` may have dropped them.

    >>> other = game.copy()
    >>> other.play("h10>d1")[0]
    Discarded(seat=0, card=Card('10'), pile=1)
    >>> other == game, other.undo(), other == game
    (False, Move.parse('h10>d1'), True)

    The referee is strict: nothing irregular is possible. Another referee is a class of its own.
    """

    referee: ClassVar[str] = STRICT
    referees: ClassVar[dict[str, type["Game"]]] = {}

    def __init_subclass__(cls, *, referee: str | None = None) -> None:
        if referee is not None:
            cls.referee = referee
            Game.referees[referee] = cls

    def __new__(cls, *_table: Any, referee: str | None = None, **_options: Any) -> "Game":
        return object.__new__(find_referee(referee) if cls is Game and referee is not None else cls)

    def __init__(
        self,
        edition: str | Edition = DEFAULT,
        *,
        players: SupportsIndex = 2,
        partners: bool = False,
        stock: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
        youngest: SupportsIndex | None = None,
        column: str | None = None,
        rulings: int = RULINGS,
        key: bytes | None = None,
        referee: str | None = None,  # noqa: ARG002  # strict or kitchen: `__new__` has found its class
    ) -> None:
        table = Table.of(
            edition,
            players=players,
            partners=partners,
            stock=stock,
            dealer=dealer,
            youngest=youngest,
            column=column,
            rulings=rulings,
        )
        self._deal_from(table, new_key(key))

    def _deal_from(self, table: Table, key: bytes) -> None:
        states = table.states()
        arrays.deal(states, np.frombuffer(key, "<u4").reshape(1, -1))
        self._begin(table, states, key)

    @classmethod
    def from_key(cls, table: Table, key: bytes) -> "Game":
        """A game that the key deals at a table that is settled."""
        game = cls.__new__(cls)
        game._deal_from(table, new_key(key))
        return game

    @classmethod
    def from_deal(cls, table: Table, states: States, shuffles: Sequence[Sequence[int]]) -> "Game":
        """A game with given cards: `states` is laid out, and `shuffles` has every later draw pile, top first."""
        game = cls.__new__(cls)
        game._begin(table, states, None)
        game._given = tuple(map(bytes, shuffles))
        return game

    @staticmethod
    def from_position(position: Position | str, *, key: bytes | None = None) -> "Game":
        """A game that goes on from a position, without a history. The key deals what is hidden, and makes the shuffles.

        Raises `Malformed`, with a sentence for every defect, if no game can come to this position.

        >>> game = Game.from_position("mattel-2003 turn=1 hands=-|W,3 stocks=12|29?,7 draw=?")
        >>> [str(move) for move in game.legal_moves if not move.ends_turn]
        ['hW>b1', 'hW>b2', 'hW>b3', 'hW>b4']
        """
        if isinstance(position, str):
            position = Position.parse(position)
        referee = find_referee(position.referee)
        game = referee.__new__(referee)
        game._lay(position, new_key(key))
        return game

    @classmethod
    def check_table(cls, table: Table) -> None:
        """Raises `Malformed` for a table that this referee cannot judge. The strict one judges all."""

    def _begin(self, table: Table, states: States, key: bytes | None) -> None:
        """Begins with the cards as they lie when the first player has drawn."""
        self._open(table, self._record_of(table, states), key)
        if key is not None and table.dealer is None and table.edition.dealer is Dealer.DRAWN:
            self.events.append(draw_for_dealer(states))
        self._emit(note_deal_door()(self._states, self._caused))
        self._deal = cards_dealt(table, self._states)

    def _lay(self, position: Position, key: bytes) -> None:
        """Begins in the middle of a game."""
        table = position.table
        self.check_table(table)
        states, defects = lay(position, key)
        self._open(table, self._record_of(table, states, position), key)
        defects += defects_of(self.status)
        if defects:
            raise Malformed("position", " ".join(defects))
        self.start = self.position()

    def _record_of(self, _table: Table, states: States, _position: Position | None = None) -> States:
        """The whole record of a game whose cards lie like this, at a position or before the first move."""
        return states

    @property
    def commitment(self) -> str | None:
        """SHA-256 of the key, in hex; None if the cards were given."""
        return None if self.key is None else hashlib.sha256(self.key).hexdigest()

    @property
    def legal_moves(self) -> LegalMoves:
        single.legal(self._states, self._mask)
        return LegalMoves(self._mask, self.turn, self.table.players, self.table.teams)

    @property
    def outcome(self) -> Outcome | None:
        """The ending, once the game is over; None before."""
        return outcome_of(self.table, self._states) if self.is_over else None

    # Who may act, and what they may do; a referee that allows mistakes overrides these

    allows_mistakes: ClassVar[bool] = False

    @property
    def actor(self) -> int | None:
        """The seat that plays out of turn, if one does."""
        return None

    @property
    def acting(self) -> int:
        """The seat that plays now: the one in turn, or one out of turn."""
        return self.turn if self.actor is None else self.actor

    def legal_acts(self, seat: SupportsIndex) -> LegalMoves:
        """The acts that a seat may do now, in turn or out of turn."""
        return self.legal_moves if self._seat(seat) == self.turn else NO_MOVES

    def can_be_called(self, seat: SupportsIndex) -> bool:  # noqa: ARG002  # nobody errs here
        """Whether a mistake of a seat stands that others may still call."""
        return False

    def grounds(self, seat: SupportsIndex) -> dict[int, Ground]:  # noqa: ARG002  # nobody errs here
        """Returns the seats that a seat may call with ground, and what each has done."""
        return {}

    def silenced_by(self, seat: SupportsIndex) -> str | None:  # rule: team.silent, team.no-talk
        """The id of the rule that forbids a player to talk while the game stands like this; None if none does."""
        seat, sheet = self._seat(seat), self.edition
        if not self.table.partners:
            return None
        if not sheet.may_ask:
            return "team.no-talk"
        return "team.silent" if seat != self.turn and self.turn in self.table.side_of(seat) else None

    @property
    def status(self) -> Status:
        """Every broken invariant; empty for a sound game."""
        faults = np.zeros(1, np.int64)
        arrays.status(self._states, faults)
        return Status(int(faults[0]))

    def view(self, seat: SupportsIndex | None) -> View:
        """The view of a seat; None is a spectator."""
        return see(self._states, None if seat is None else self._seat(seat), self.table, self.outcome)

    def _seat(self, seat: SupportsIndex) -> int:
        """Returns the seat as a plain number; raises `Malformed` if the table does not have it."""
        number = index(seat)
        if not 0 <= number < self.table.players:
            raise Malformed("seat", _("There is no seat {seat}.").format(seat=number))
        return number

    def position(self) -> Position:
        """Everything on the table, hidden cards included: `view(seat).position()` is the part that a seat may see."""
        return Position(
            edition=self.edition, column=self.table.column, referee=self.referee, **read_table(self._states)
        )

    def public_dict(self) -> dict[str, Any]:
        """A spectator's view as messages write it, ready for JSON, without making the view."""
        return public_dict(self._states, self.outcome)

    def hand(self, seat: SupportsIndex) -> tuple[Card, ...]:
        """The cards that a seat holds, sorted: all that it sees and others do not."""
        first = FULL_HAND * (seat := self._seat(seat))
        return tuple(sorted(CARD_OF[card] for card in self._hands[first : first + self._held[seat]]))

    def play(
        self, move: Move | str | SupportsIndex, *, seat: SupportsIndex | None = None, version: int | None = None
    ) -> list[Event]:
        """Makes a move of the seat in turn; returns what happened. A refused move changes nothing.

        Callers that may be late name the `seat` that moves and the `version` they saw: raises `OutOfDate` if either is
        not the present one.
        """
        turn = self.turn
        self._check_version(version)
        if seat is not None and seat != turn:
            raise OutOfDate("turn", _("It is the turn of seat {turn}.").format(turn=turn))
        players, teams = self.table.players, self.table.teams
        if isinstance(move, str):
            code, move = resolve(in_numbers(move, self.edition), turn, players, teams)
        else:
            code = move.code(turn, players, teams) if isinstance(move, Move) else index(move)
            move = Move.from_code(code, turn, players, teams)  # as it is recorded
        past, seen, shuffles = self._states.tobytes(), len(self.events), len(self.shuffles)
        count = self._step(code)
        if not count:
            raise why_not(self.view(turn), move)
        self._past.append((past, seen, shuffles))
        self.moves.append(move)
        self._emit(count)
        return self.events[seen:]

    def _check_version(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise OutOfDate(
                "version",
                _("The game is at move {now}, not {then}: look again.").format(now=self.version, then=version),
            )

    def _step(self, code: int) -> int:
        """Makes a move; returns how many events it has caused, none if it is refused."""
        if self._given is None:
            return play_door()(self._states, code, self._caused, self._pile)
        if code not in self.legal_moves:
            return 0
        given = self._given[len(self.shuffles) :][:1]
        self._pile = np.array(list(b"".join(given)), np.uint8)
        past = self._states.copy()
        count = single.play_given(self._states, code, self._caused, self._pile)
        if not count:
            self._states[:] = past
            raise Malformed("draw.recycle", _("The shuffle that this move needs is missing, or has other cards."))
        return count

    def _repeat(self, move: Move) -> int:
        count = self._step(move.code(self.turn, self.table.players, self.table.teams))
        assert count, "it was legal the first time"
        return int(np.count_nonzero(self._caused["kind"][:count] == SHUFFLED))

    def _emit(self, count: int) -> None:
        """Adds so many events, as the kernel has written them."""
        for row in rows_of(self._caused, count):
            kind = row[KIND]
            if kind == ENDED:
                outcome = self.outcome
                assert outcome is not None
                self.events.append(Ended(outcome))
                continue
            if kind == SHUFFLED:
                self.shuffles.append(tuple(CARDS[rank] for rank in self._pile[: row[COUNT]].tolist()))
            self.events.append(READERS[kind](row))

    def __str__(self) -> str:
        """The table as the seat in turn sees it."""
        return str(self.view(self.turn))

    def __repr__(self) -> str:
        partners = ", partners" if self.table.partners else ""
        where = f"seat {self.turn} in turn" if self.outcome is None else f"won by {list(self.outcome.winners)}"
        name = type(self).__name__
        return f"<{name} {self.edition.id}, {self.table.players} players{partners}, move {self.version}, {where}>"


Game.referees[STRICT] = Game
