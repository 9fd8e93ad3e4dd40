"""Positions laid out for tests, readable as a picture of the table.

Ranks are numbers, 0 or "W" is a wild. Every pile is written from the bottom up: its last card is on top.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import EllipsisType
from typing import Any, Literal, TypeAlias

import pytest

from skipbo.editions import EDITIONS
from skipbo.errors import NotLegal
from skipbo.game.card import Card
from skipbo.game.event import Event
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.placement import read_table
from skipbo.game.position import Position, last_seats
from skipbo.kernel.layout import BUILDINGS, DISCARDS, WILD

Rank: TypeAlias = int | Literal["W"]
Pile: TypeAlias = Sequence[Rank | EllipsisType]
Piles: TypeAlias = Sequence[Pile]
BySeat: TypeAlias = Sequence[Pile] | Mapping[int, Pile]

FIVE_SHEETS = tuple(EDITIONS)
BROWNFIELD = "brownfield-1967"
every_edition = pytest.mark.parametrize("edition", FIVE_SHEETS)
modern_editions = pytest.mark.parametrize("edition", [name for name in FIVE_SHEETS if name != BROWNFIELD])
kitchen_editions = pytest.mark.parametrize("edition", [name for name in FIVE_SHEETS if name != "mattel-2016"])
standard_editions = pytest.mark.parametrize("edition", ["mattel-2003", "holiday-2010", "francais-2003"])

KEY = bytes(range(32))
FAR_FROM_PLAYABLE: Pile = (12, 12)
FARTHER: Pile = (13, 13)
ONE_TO_DISCARD: Pile = (11,)


def up_to(rank: int) -> list[Rank]:
    """A building pile that has reached this rank without a wild."""
    return list(range(1, rank + 1))


def highest(edition: str) -> int:
    return EDITIONS[edition].ranks


def lay(
    edition: str = "mattel-2003",
    *,
    column: str | None = None,
    players: int = 2,
    partners: bool = False,
    stocks: BySeat = (),
    hands: BySeat = (),
    discards: Mapping[int, Piles] | None = None,
    building: Piles = (),
    draw: Pile | None = None,
    spent: Pile = (),
    turn: int = 0,
    passes: int = 0,
    key: bytes = KEY,
    referee: str = "strict",
) -> Game:
    """A game in the middle of a turn, with its cards where the test writes them; in a kitchen the turn only begins.

    `...` on a pile stands for all cards that are written nowhere, wilds lowest and high numbers on top. Without it
    they lie in the draw pile; where that is given, under the last seat's fourth discard pile. Stock piles that are not
    written hold two 12s (by 1967 from the fifth seat on two 13s, because packs 1 and 2 have eight cards of a number);
    the player in turn holds an 11, the others nothing.
    """
    seats = range(players)
    far = {seat: FARTHER if edition == BROWNFIELD and seat > 3 else FAR_FROM_PLAYABLE for seat in seats}
    at_stock = far | _by_seat(stocks)
    in_hand = {turn: ONE_TO_DISCARD} | _by_seat(hands)
    at_discard = {seat: [*(discards or {}).get(seat, ()), *((),) * DISCARDS][:DISCARDS] for seat in seats}
    piles: dict[str, Pile] = {"draw": () if draw is None else draw, "spent": spent}
    piles |= {f"building {number}": pile for number, pile in enumerate([*building, *((),) * BUILDINGS][:BUILDINGS])}
    for seat in seats:
        piles |= {f"stock {seat}": at_stock[seat], f"hand {seat}": in_hand.get(seat, ())}
        piles |= {f"discard {seat} {number}": pile for number, pile in enumerate(at_discard[seat])}
    if not any(card is ... for pile in piles.values() for card in pile):
        rest = "draw" if draw is None else f"discard {players - 1} {DISCARDS - 1}"
        piles[rest] = (..., *piles[rest])
    cards = _spell_out(edition, piles)
    position = Position(
        edition=EDITIONS[edition],
        column=column,
        partners=partners,
        referee=referee,
        stock=EDITIONS[edition].stock_size(players),
        dealer=None,
        first=turn,
        turn=turn,
        passed=last_seats(turn, passes, players),
        building=tuple(cards[f"building {number}"] for number in range(BUILDINGS)),
        hands=tuple(cards[f"hand {seat}"] for seat in seats),
        stocks=tuple(cards[f"stock {seat}"] for seat in seats),
        discards=tuple(tuple(cards[f"discard {seat} {number}"] for number in range(DISCARDS)) for seat in seats),
        draw=cards["draw"],
        spent=cards["spent"],
    )
    return Game.from_position(position, key=key)


def lay_kitchen(edition: str = "mattel-2003", **position: Any) -> KitchenGame:
    """A kitchen table at the beginning of a turn; what is not written is as for every game."""
    game = lay(edition, referee="kitchen", **position)
    assert isinstance(game, KitchenGame)
    return game


def _by_seat(given: BySeat) -> dict[int, Pile]:
    return dict(given) if isinstance(given, Mapping) else dict(enumerate(given))


def _spell_out(edition: str, piles: Mapping[str, Pile]) -> dict[str, tuple[Card, ...]]:
    """The piles in cards, with the rest of the deck for `...`."""
    written = Counter(WILD if card == "W" else card for pile in piles.values() for card in pile if card is not ...)
    rest = [Card(rank) for rank in sorted((whole_deck(edition) - written).elements())]
    return {
        name: tuple(one for card in pile for one in (rest if card is ... else [Card(card)]))
        for name, pile in piles.items()
    }


def refused(game: Game, move: str) -> str:
    """The id of the rule that forbids a move; the game must be as it was, byte for byte."""
    before = game.states.tobytes(), game.version, list(game.events)
    with pytest.raises(NotLegal) as error:
        game.play(move)
    assert (game.states.tobytes(), game.version, list(game.events)) == before
    assert move not in game.legal_moves
    return error.value.code


def play_all(game: Game, moves: str) -> None:
    for move in moves.split():
        game.play(move)


def end_turn(game: Game) -> list[Event]:
    return game.play(next(move for move in game.legal_moves if move.ends_turn))


def hand(game: Game, seat: int) -> list[int]:
    return sorted(game.view(seat).hand)


def wander(game: Game, seed: int, most: int = 20_000) -> Iterator[Game]:
    """Makes random legal moves, more plays than discards, and stops after each; at most so many."""
    dice = Random(seed)
    for _ in range(most):
        moves = list(game.legal_moves)
        if not moves:
            return
        plays = [move for move in moves if not move.ends_turn]
        game.play(dice.choice(plays if plays and dice.random() < 0.8 else moves))
        yield game


def cards_of(game: Game) -> Counter[int]:
    """Every card on the table, wherever it lies, by rank."""
    position = Position(edition=game.edition, referee="strict", **read_table(game.states))
    return Counter(int(card) for pile in position.piles for card in pile if card is not None)


def whole_deck(edition: str) -> Counter[int]:
    sheet = EDITIONS[edition]
    return Counter({WILD: sheet.wilds} | dict.fromkeys(range(1, sheet.ranks + 1), 12))
