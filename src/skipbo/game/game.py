"""The game as a person thinks of it: moves in, events out, and at every moment what each seat may see."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from skipbo.editions import DEFAULT, Edition
from skipbo.errors import Malformed, NotLegal, OutOfDate
from skipbo.game.card import CARD_OF, Card
from skipbo.game.event import (
    Completed,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Passed,
    Played,
    Shuffled,
    TurnBegan,
    Turned,
)
from skipbo.game.move import Move
from skipbo.game.outcome import How, Outcome
from skipbo.game.pile import PileKind
from skipbo.game.refusal import why_not
from skipbo.game.table import Table
from skipbo.game.view import LegalMoves, View, public_dict, see
from skipbo.i18n import translate as _
from skipbo.kernel.doors import arrays, single
from skipbo.kernel.layout import BY_STOCK, DRAW_PILE, FULL_HAND, GOING_ON, NO_CARD, NO_SEAT, STOCKS, WILD, States
from skipbo.kernel.moves import KINDS
from skipbo.kernel.replay import REPLAYED
from skipbo.kernel.status import Status

KEY_BYTES = 32
STRICT = "strict"


Deal = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]


def cards_dealt(table: Table, states: States) -> Deal:
    """The stock piles and the draw pile of a game before its first move and before any hand was drawn, top first."""
    top, under, size, first = states["top"][0], states["under"][0], states["count"][0], states["first"][0]
    stocks = []
    for seat in range(table.players):
        cards, card = [], top[STOCKS[seat]]
        for _count in range(size[STOCKS[seat]]):
            cards.append(CARD_OF[card])
            card = under[card]
        stocks.append(tuple(cards))
    drawn = [CARD_OF[card] for card in states["hand"][0, first, : states["held"][0, first]]]
    return tuple(stocks), (*drawn, *draw_pile(states))


def draw_pile(states: States) -> list[Card]:
    return [CARD_OF[card] for card in states["order"][0, : states["count"][0, DRAW_PILE]][::-1]]


def outcome_of(table: Table, states: States) -> Outcome | None:
    """How a game ended; None while it goes on."""
    how = states["how"][0]
    if how == GOING_ON:
        return None
    scores = np.zeros(1, np.int64)
    arrays.points(states, scores)
    winner = int(states["winner"][0])
    return Outcome(
        how=How.STOCK if how == BY_STOCK else How.BLOCKED,
        winners=() if winner == NO_SEAT else table.sides[winner],
        left=tuple(int(states["count"][0, STOCKS[seat]]) for seat in range(table.players)),
        points=int(scores[0]),
    )


def find_referee(name: str) -> type["Game"]:
    """The class of the games that a referee judges."""
    if name not in Game.referees:
        raise Malformed(
            "referee",
            _("There is no referee “{name}”. The referees are: {known}.").format(
                name=name, known=", ".join(Game.referees)
            ),
        )
    return Game.referees[name]


class Game:
    """One game, from the deal to its end.

    The key makes every shuffle; without one the game takes its own. `commitment` may be shown before the deal, the
    key after the game: then anybody can check the shuffles.

    >>> game = Game("mattel-2003", players=2, key=bytes(32))
    >>> print(repr(game).splitlines()[0])
    <Game mattel-2003, 2 players, move 0, seat 0 in turn>

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
        players: int = 2,
        partners: bool = False,
        stock: int | None = None,
        dealer: int | None = None,
        youngest: int | None = None,
        key: bytes | None = None,
        referee: str | None = None,  # noqa: ARG002  # strict or kitchen: `__new__` has found its class
    ) -> None:
        table = Table.of(edition, players=players, partners=partners, stock=stock, dealer=dealer, youngest=youngest)
        self.key: bytes | None = secrets.token_bytes(KEY_BYTES) if key is None else bytes(key)
        if len(self.key) != KEY_BYTES:
            raise Malformed("key", _("A key has 32 bytes, not {count}.").format(count=len(self.key)))
        states = table.states()
        arrays.deal(states, np.frombuffer(self.key, "<u4").reshape(1, -1))
        self._begin(table, states)

    @classmethod
    def from_deal(cls, table: Table, states: States, shuffles: Sequence[Sequence[int]]) -> "Game":
        """A game whose cards are known: `states` is laid out, and `shuffles` tells every later draw pile, top first."""
        game = cls.__new__(cls)
        game.key = None
        game._begin(table, states)
        game._given = [np.array(shuffle, np.uint8) for shuffle in shuffles]
        return game

    @classmethod
    def check_table(cls, table: Table) -> None:
        """Raises `Malformed` for a table that this referee cannot judge. The strict one judges all."""

    def _begin(self, table: Table, states: States) -> None:
        """With the cards as they are when the first player has drawn."""
        self._start(table, states)

    def _start(self, table: Table, states: States) -> None:
        self.table = table
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self.shuffles: list[tuple[Card, ...]] = []  # every draw pile made of spent cards, top first
        self._given: list[np.ndarray[tuple[int], np.dtype[np.uint8]]] | None = None
        self._past: list[tuple[bytes, int, int]] = []
        self._states = states
        # Python reads bytes quicker than arrays
        self._hands = states["hand"][0].reshape(-1).data
        self._count, self._top, self._held = (states[name][0].data for name in ("count", "top", "held"))
        self._turn, self._how = states["turn"].data, states["how"].data
        self._mask = np.zeros(KINDS, np.int64)
        dealer = int(states["dealer"][0])
        self.dealer = None if dealer == NO_SEAT else dealer
        self.first = self.turn
        self.events += [Dealt(self.dealer, self.first), TurnBegan(self.first)]
        self._tell_drawn(self.first, 0)
        self.deal = cards_dealt(table, states)

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def turn(self) -> int:
        """The seat in turn."""
        return self._turn[0]

    @property
    def version(self) -> int:
        """How many moves were made: what a client's move was made for."""
        return len(self.moves)

    @property
    def states(self) -> States:
        """A copy of the kernel's record, as an array of one."""
        return self._states.copy()

    @property
    def commitment(self) -> str | None:
        """SHA-256 of the key, in hex; None where the cards were told."""
        return None if self.key is None else hashlib.sha256(self.key).hexdigest()

    @property
    def legal_moves(self) -> LegalMoves:
        single.legal(self._states, self._mask)
        return LegalMoves(self._mask, self.turn, self.table.players, self.table.teams)

    @property
    def is_over(self) -> bool:
        return self._how[0] != GOING_ON

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome_of(self.table, self._states) if self.is_over else None

    # Who may act, and what they may do: a referee who allows mistakes answers otherwise

    allows_mistakes: ClassVar[bool] = False

    @property
    def actor(self) -> int | None:
        """The seat that plays out of turn, if one does."""
        return None

    @property
    def acting(self) -> int:
        """The seat that plays now: the one in turn, or one out of turn."""
        return self.turn if self.actor is None else self.actor

    def legal_acts(self, seat: int) -> LegalMoves:
        """What a seat may do now, in turn or out of turn."""
        if seat == self.turn:
            return self.legal_moves
        return LegalMoves(np.zeros(KINDS, np.int64), seat, self.table.players, self.table.teams)

    def can_be_called(self, seat: int) -> bool:  # noqa: ARG002  # nobody errs here
        """Whether a mistake of a seat stands that others may still call."""
        return False

    def may_talk(self, seat: int) -> bool:  # rule: team.silent, team.no-talk
        """Whether a player may talk at the table now."""
        asks = seat == self.turn and self.edition.may_ask
        return asks or not self.table.partners or self.turn not in self.table.side_of(seat)

    @property
    def status(self) -> Status:
        """Every broken invariant; empty for a sound game."""
        faults = np.zeros(1, np.int64)
        arrays.status(self._states, faults)
        return Status(int(faults[0]))

    def view(self, seat: int | None) -> View:
        """What a seat may see; None is a spectator."""
        if seat is not None and not 0 <= seat < self.table.players:
            raise Malformed("seat", _("There is no seat {seat}.").format(seat=seat))
        return see(self._states, seat, self.edition, self.outcome)

    def public_dict(self) -> dict[str, Any]:
        """What everybody sees, ready for JSON: as a spectator's view has it, which is not made for that."""
        return public_dict(self._states, self.outcome)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat holds, sorted: all that it sees and others do not."""
        return tuple(sorted(self._drawn(seat, 0)))

    def _drawn(self, seat: int, before: int) -> list[Card]:
        """The cards of a hand from a place on, as they were drawn."""
        first = FULL_HAND * seat
        return [CARD_OF[card] for card in self._hands[first + before : first + self._held[seat]]]

    def play(self, move: Move | str | int, *, seat: int | None = None, version: int | None = None) -> list[Event]:
        """Makes a move of the seat in turn; answers what happened. A refused move changes nothing.

        `seat` and `version` say who moves and which position they saw, for callers that cannot be sure.
        """
        turn = self.turn
        self._check_version(version)
        if seat is not None and seat != turn:
            raise OutOfDate("turn", _("It is the turn of seat {turn}.").format(turn=turn))
        if isinstance(move, str):
            move = Move.parse(move)
        code = move.code(turn, self.table.players, self.table.teams) if isinstance(move, Move) else int(move)
        move = Move.from_code(code, turn, self.table.players, self.table.teams)  # one's own seat need not be named
        past = self._states.tobytes()
        seen = len(self.events)
        drawn_from, held = self._count[DRAW_PILE], self._held.tolist()
        card = self._card_of(move, turn)
        if not self._step(code):
            raise why_not(self.view(turn), move)
        self._past.append((past, seen, len(self.shuffles)))
        self.moves.append(move)
        self._tell(move, turn, card)
        self._tell_draws(held, drawn_from)
        return self.events[seen:]

    def _check_version(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise OutOfDate(
                "version",
                _("The game is at move {now}, not {then}: look again.").format(now=self.version, then=version),
            )

    def _step(self, code: int) -> bool:
        """Makes a move; False if it is refused."""
        if self._given is None:
            return single.step(self._states, code)
        if code not in self.legal_moves:
            return False
        told = self._given[len(self.shuffles)] if len(self.shuffles) < len(self._given) else None
        cards = np.zeros(0, np.uint8) if told is None else told
        ends = np.array([0] if told is None else [0, len(cards)], np.int64)
        past = self._states.copy()
        if arrays.step_given(self._states, code, cards, ends) != REPLAYED:
            self._states[:] = past
            raise Malformed("draw.recycle", _("The shuffle that this move needs was not told, or has other cards."))
        return True

    def _card_of(self, move: Move, turn: int) -> Card | None:
        if move.is_pass or move.card is not None:
            return move.card
        top = self._top[move.source.index(turn)]
        return None if top == NO_CARD else CARD_OF[top]

    def _tell(self, move: Move, turn: int, card: Card | None) -> None:
        if move.is_pass:
            self.events.append(Passed(turn))
            return
        assert card is not None
        source, target = move.source, move.target.number
        if move.ends_turn:
            self.events.append(Discarded(turn, card, target))
            return
        owner = source.owner(turn)
        height = self._count[target - 1] or self.edition.ranks
        stands_for = Card(height) if card == WILD else card
        self.events.append(Played(turn, card, source.kind.value, owner, source.number, target, stands_for))
        if height == self.edition.ranks:
            self.events.append(Completed(target))
        if source.kind is PileKind.STOCK and self._count[STOCKS[owner]]:
            self.events.append(Turned(owner, CARD_OF[self._top[STOCKS[owner]]]))

    def _tell_draws(self, held: list[int], drawn_from: int) -> None:
        """The draws that followed a move, the shuffle among them, and the end of the game."""
        outcome = self.outcome
        if outcome is not None:
            self.events.append(Ended(outcome))
            return
        now, move = self.turn, self.moves[-1]
        if move.ends_turn:
            self.events.append(TurnBegan(now))
            before = held[now]
        else:
            before = held[now] - (move.card is not None)
        self._tell_drawn(now, before, drawn_from)

    def _tell_drawn(self, seat: int, before: int, drawn_from: int | None = None) -> None:
        """Tells the cards from place `before` of a hand on; those beyond the old draw pile came after a shuffle."""
        cards = tuple(self._drawn(seat, before))
        old = len(cards) if drawn_from is None else min(drawn_from, len(cards))
        if cards[:old]:
            self.events.append(Drew(seat, old, cards[:old]))
        if cards[old:]:
            pile = (*cards[old:], *draw_pile(self._states))
            self.shuffles.append(pile)
            self.events.append(Shuffled(len(pile)))
            self.events.append(Drew(seat, len(cards) - old, cards[old:]))

    def undo(self) -> Move:
        """Takes the last move back, with all that followed from it, shuffles included."""
        if not self._past:
            raise NotLegal("undo", _("There is no move to take back."))
        past, seen, shuffles = self._past.pop()
        self._restore(past)
        del self.events[seen:], self.shuffles[shuffles:]
        return self.moves.pop()

    def forget(self) -> None:
        """Drops what grows with the game and only looking back needs: the events, and what `undo` goes back to."""
        self._past.clear()
        self.events.clear()

    def _restore(self, past: bytes) -> None:
        self._states[:] = np.frombuffer(past, self._states.dtype)

    def __str__(self) -> str:
        """The table as the seat in turn sees it."""
        return str(self.view(self.turn))

    def __repr__(self) -> str:
        partners = ", partners" if self.table.partners else ""
        where = f"seat {self.turn} in turn" if self.outcome is None else f"won by {list(self.outcome.winners)}"
        summary = f"<Game {self.edition.id}, {self.table.players} players{partners}, move {self.version}, {where}>"
        return f"{summary}\n{self}"


Game.referees[STRICT] = Game
