"""A view: the part of a game that a seat may see."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.editions import Edition
from skipbo.errors import Malformed, SkipboError
from skipbo.game.card import CARDS, Card
from skipbo.game.drawing import draw_table
from skipbo.game.move import Move, resolve
from skipbo.game.outcome import Outcome
from skipbo.game.pile import Pile, PileKind
from skipbo.game.position import Position, last_seats
from skipbo.game.table import STRICT, Table
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import plain
from skipbo.kernel.doors import arrays, single
from skipbo.kernel.layout import BUILDINGS, DISCARDS, NO_CARD, NO_RANK, NO_SEAT, RANKS, States, new_states
from skipbo.kernel.moves import KINDS
from skipbo.kernel.sight import SEAT_NUMBERS, TABLE_NUMBERS, WRITTEN
from skipbo.kernel.turn import rank_after


class MoveTexts(dict[int, str]):
    """The moves of a seat as people write them, by the kernel's numbers. A server sends them after every move."""

    def __init__(self, read: Callable[[int], Move]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, code: int) -> str:
        text = self[code] = str(self._read(code))
        return text


@cache
def _texts(seat: int, players: int, teams: int) -> MoveTexts:
    return MoveTexts(lambda code: Move.from_code(code, seat, players, teams))


class LegalMoves:
    """The legal moves of a position: `in`, `len`, iteration and truth, without making a list."""

    def __init__(self, mask: NDArray[np.int64], seat: int, players: int, teams: int) -> None:
        self._words: list[int] = mask.tolist()
        self._table = (seat, players, teams)

    @property
    def words(self) -> list[int]:
        """The moves as the kernel writes them: a word for each kind, a bit for each move."""
        return list(self._words)

    @property
    def codes(self) -> list[int]:
        """The kernel's numbers of the moves, ascending."""
        codes = []
        for kind, word in enumerate(self._words):
            while word:
                lowest = word & -word
                codes.append(64 * kind + lowest.bit_length() - 1)
                word ^= lowest
        return codes

    def texts(self) -> list[str]:
        """Returns the moves as people write them."""
        return [] if self is NO_MOVES else list(map(_texts(*self._table).__getitem__, self.codes))

    def __iter__(self) -> Iterator[Move]:
        return (Move.from_code(code, *self._table) for code in self.codes)

    def __len__(self) -> int:
        return sum(word.bit_count() for word in self._words)

    def __bool__(self) -> bool:
        return any(self._words)

    def __contains__(self, move: object) -> bool:
        try:
            if isinstance(move, str):
                code: object = resolve(move, *self._table)[0]
            else:
                code = move.code(*self._table) if isinstance(move, Move) else move
        except SkipboError:
            return False
        if not isinstance(code, int | np.integer):
            return False
        number = int(code)
        return 0 <= number < 64 * len(self._words) and bool(self._words[number >> 6] >> (number & 63) & 1)

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(map(str, self))}>"


NO_MOVES = LegalMoves(np.zeros(KINDS, np.int64), seat=0, players=2, teams=2)  # one for every seat and table


@dataclass(frozen=True, kw_only=True, repr=False)
class View:
    """Everything that a seat may see: its hand, every face-up card, every count. Piles are from the bottom up.

    `seat` is None for a spectator. Built by `see`, never from a whole state with things taken out.
    """

    edition: Edition
    column: str  # the language of the sheet that is played by
    seat: int | None
    turn: int
    players: int
    teams: int
    dealer: int | None
    hand: tuple[Card, ...]
    hands: tuple[int, ...]
    stocks: tuple[tuple[Card | None, int], ...]  # the face-up card and how many there are
    discards: tuple[tuple[tuple[Card, ...], ...], ...]
    building: tuple[tuple[Card, ...], ...]
    draw: int
    spent: tuple[Card, ...]
    passes: int
    outcome: Outcome | None
    record: bytes  # the kernel's view, for compiled bots
    # only at a kitchen table
    exposed: tuple[Card, ...] = ()  # cards that lie face up on the draw pile
    actor: int | None = None  # the seat that plays out of turn

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The moves of this seat: none when another seat is in turn."""
        mask = np.zeros(KINDS, np.int64)
        if self.seat == self.turn:
            single.legal(self.states(), mask)
        return LegalMoves(mask, self.turn, self.players, self.teams)

    @cached_property
    def legal_acts(self) -> LegalMoves:
        """The acts that this seat may do now, in turn or out of turn; none for a spectator."""
        return self.legal_moves

    @cached_property
    def calls(self) -> tuple[Move, ...]:
        """The calls of this seat that would be judged right; there are none where nobody can err."""
        return ()

    @property
    def next_cards(self) -> tuple[Card, ...]:
        """The card that each building pile takes, instead of which a wild may be played."""
        return tuple(CARDS[plain(rank_after)(len(pile))] for pile in self.building)

    def top(self, pile: Pile) -> Card | None:
        """The card on top of a pile that lies open; piles without a seat are those of the seat in turn."""
        if pile.kind is PileKind.STOCK:
            return self.stocks[pile.owner(self.turn)][0]
        if pile.kind is PileKind.DISCARD:
            cards = self.discards[pile.owner(self.turn)][pile.number - 1]
        elif pile.kind is PileKind.BUILDING:
            cards = self.building[pile.number - 1]
        else:
            raise Malformed("pile", _("“{text}” has no top card.").format(text=pile))
        return cards[-1] if cards else None

    def position(self) -> Position:
        """The view as a line of text, with `?` for the cards that this seat may not see."""
        states = self.states()
        return Position(
            edition=self.edition,
            column=self.column,
            partners=self.teams < self.players,
            referee=STRICT,
            stock=int(states["stock"][0]),
            dealer=self.dealer,
            first=int(states["first"][0]),
            turn=self.turn,
            passed=last_seats(self.turn, self.passes, self.players),
            building=self.building,
            hands=tuple(self.hand if seat == self.seat else (None,) * count for seat, count in enumerate(self.hands)),
            stocks=tuple((*(None,) * (count - 1), top) if count else () for top, count in self.stocks),
            discards=self.discards,
            draw=(*(None,) * (self.draw - len(self.exposed)), *self.exposed),
            spent=self.spent,
        )

    def partners_of(self, seat: int) -> tuple[int, ...]:  # rule: ruling.seats
        """The other seats on the side of a seat."""
        return tuple(other for other in range(seat % self.teams, self.players, self.teams) if other != seat)

    def states(self) -> States:
        """The kernel's view as a record of its own."""
        return np.frombuffer(self.record, new_states().dtype).copy()

    def as_dict(self) -> dict[str, Any]:
        """The view as messages write it, ready for JSON: cards are numbers, 0 a wild, piles from the bottom up."""
        sides = {tuple(sorted((seat, *self.partners_of(seat)))) for seat in range(self.players)}
        return {
            "edition": self.edition.id,
            "seat": self.seat,
            "teams": [list(side) for side in sorted(sides)],
            "hand": as_numbers(self.hand),
        } | self.public_dict()

    def public_dict(self) -> dict[str, Any]:
        """The part of it that everybody sees."""
        return public_dict(self.states(), self.outcome)

    def __str__(self) -> str:
        return draw_table(self)

    def __repr__(self) -> str:
        seat = "a spectator" if self.seat is None else f"seat {self.seat}"
        where = f"seat {self.turn} in turn" if self.outcome is None else f"won by {list(self.outcome.winners)}"
        return f"<{type(self).__name__} of {seat}, {self.edition.id}, {self.players} players, {where}>"


def as_numbers(cards: Iterable[Card]) -> list[int]:
    return list(map(int, cards))


def as_cards(ranks: Iterable[int]) -> tuple[Card, ...]:
    return tuple(map(CARDS.__getitem__, ranks))


def public_dict(states: States, outcome: Outcome | None) -> dict[str, Any]:
    """The part of a game, or of a view of it, that everybody sees, as messages write it. Made after every move."""
    paper = np.empty(WRITTEN, np.uint8)
    single.write_table(states, paper)
    written = paper.tobytes()
    players, turn, dealer, passes, draw = written[:TABLE_NUMBERS]
    at = TABLE_NUMBERS + SEAT_NUMBERS * players
    held, counts, tops = (written[TABLE_NUMBERS + number : at : SEAT_NUMBERS] for number in range(SEAT_NUMBERS))
    piles = []
    for _pile in range(BUILDINGS + 1 + DISCARDS * players):
        end = at + 1 + written[at]
        piles.append(list(written[at + 1 : end]))
        at = end
    discards = piles[BUILDINGS + 1 :]
    return {
        "turn": turn,
        "dealer": None if dealer == NO_SEAT else dealer,
        "hands": list(held),
        "stocks": [
            {"top": None if top == NO_RANK else top, "count": count} for top, count in zip(tops, counts, strict=True)
        ],
        "discards": [discards[DISCARDS * seat : DISCARDS * (seat + 1)] for seat in range(players)],
        "building": piles[:BUILDINGS],
        "draw": draw,
        "spent": piles[BUILDINGS],
        "passes": passes,
        "outcome": None if outcome is None else outcome.as_dict(),
    }


def see(states: States, seat: int | None, table: Table, outcome: Outcome | None) -> View:
    """The view of a seat, from the record of a game."""
    views = new_states()
    arrays.see(states, NO_SEAT if seat is None else seat, views)
    return View(**fields_of(views, seat, table.edition, table.column, outcome))


def fields_of(
    views: States, seat: int | None, edition: Edition, column: str, outcome: Outcome | None
) -> dict[str, Any]:
    """The fields of a view, read from the kernel's."""
    public = public_dict(views, outcome)
    held = [] if seat is None else views["hand"][0, seat].tolist()
    return {
        "edition": edition,
        "column": column,
        "seat": seat,
        "turn": public["turn"],
        "players": len(public["hands"]),
        "teams": int(views["teams"][0]),
        "dealer": public["dealer"],
        "hand": as_cards(RANKS[card] for card in held if card != NO_CARD),
        "hands": tuple(public["hands"]),
        "stocks": tuple(
            (None if each["top"] is None else Card(each["top"]), each["count"]) for each in public["stocks"]
        ),
        "discards": tuple(tuple(map(as_cards, piles)) for piles in public["discards"]),
        "building": tuple(map(as_cards, public["building"])),
        "draw": public["draw"],
        "spent": as_cards(public["spent"]),
        "passes": public["passes"],
        "outcome": outcome,
        "record": views.tobytes(),
    }
