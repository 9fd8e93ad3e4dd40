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
from skipbo.game.event import Event
from skipbo.game.game import Game, cards_dealt
from skipbo.game.kitchen.game import KitchenGame
from skipbo.kernel.layout import BUILDINGS, DISCARDS, DRAW_PILE, NO_CARD, RANKS, SPENT_PILE, STATE, STOCKS, WILD

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
ONE_TO_DISCARD: Pile = (11,)


def up_to(rank: int) -> list[Rank]:
    """A building pile that has reached this rank without a wild."""
    return list(range(1, rank + 1))


def highest(edition: str) -> int:
    return EDITIONS[edition].ranks


def lay(
    edition: str = "mattel-2003",
    *,
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
    written hold two 12s; the player in turn holds an 11, the others nothing.
    """
    game = Game(edition, players=players, partners=partners, key=key, referee=referee)
    written = _written(players, stocks, hands, discards or {}, building, draw, spent, turn)
    states = game._states
    _place(game, written)
    states["turn"] = states["first"] = turn
    states["passes"] = passes
    game._open(game.table, game._record_of(game.table, states), key)
    game._deal = cards_dealt(game.table, states)
    assert not game.status, f"the table is not sound: {game.status!r}"
    return game


def lay_kitchen(edition: str = "mattel-2003", **position: Any) -> KitchenGame:
    """A kitchen table at the beginning of a turn; what is not written is as for every game."""
    game = lay(edition, referee="kitchen", **position)
    assert isinstance(game, KitchenGame)
    return game


def _by_seat(given: BySeat) -> dict[int, Pile]:
    return dict(given) if isinstance(given, Mapping) else dict(enumerate(given))


def _written(
    players: int,
    stocks: BySeat,
    hands: BySeat,
    discards: Mapping[int, Piles],
    building: Piles,
    draw: Pile | None,
    spent: Pile,
    turn: int,
) -> dict[int, Pile]:
    """What lies on each pile by its number; hands have negative ones, -1 for seat 0."""
    piles: dict[int, Pile] = {STOCKS[seat]: FAR_FROM_PLAYABLE for seat in range(players)}
    piles |= {STOCKS[seat]: pile for seat, pile in _by_seat(stocks).items()}
    piles[-1 - turn] = ONE_TO_DISCARD
    piles |= {-1 - seat: hand for seat, hand in _by_seat(hands).items()}
    piles |= {STOCKS[seat] + 1 + number: pile for seat in discards for number, pile in enumerate(discards[seat])}
    piles |= dict(enumerate(building))
    piles[SPENT_PILE] = spent
    piles[DRAW_PILE] = () if draw is None else draw
    assert len(building) <= BUILDINGS
    assert all(len(four) <= DISCARDS for four in discards.values())
    if not any(card is ... for pile in piles.values() for card in pile):
        rest = DRAW_PILE if draw is None else STOCKS[players - 1] + DISCARDS
        piles[rest] = (..., *piles.get(rest, ()))
    return piles


def _place(game: Game, written: Mapping[int, Pile]) -> None:
    state = {name: game._states[name][0] for name in ("held", "hand", "top", "count", "bottom", "under", "order")}
    for name in ("held", "count"):
        state[name][...] = 0
    for name in ("hand", "top", "bottom", "under", "order"):
        state[name][...] = NO_CARD
    free: dict[int, list[int]] = {}
    wilds = game.edition.wilds
    for card in range(NO_CARD):
        if RANKS[card] <= game.edition.ranks and not (RANKS[card] == WILD and card >= wilds):
            free.setdefault(RANKS[card], []).append(card)

    def find(rank: Rank) -> int:
        number = WILD if rank == "W" else rank
        assert free.get(number), f"there is no further {rank} in this deck"
        return free[number].pop(0)

    # Stock piles take their cards first: the lowest of each rank, which by 1967 are those of packs 1 and 2
    in_order = sorted(written.items(), key=lambda item: item[0] not in STOCKS)
    found = {pile: [card if card is ... else find(card) for card in cards] for pile, cards in in_order}
    rest = [card for rank in sorted(free) for card in free[rank]]
    for pile, cards in found.items():
        laid = [one for card in cards for one in (rest if card is ... else [card])]
        if pile < 0:
            assert len(laid) <= len(state["hand"][0]), "a hand has five cards at most"
            state["held"][-1 - pile] = len(laid)
            state["hand"][-1 - pile, : len(laid)] = laid
            continue
        state["count"][pile] = len(laid)
        if pile == DRAW_PILE:
            state["order"][: len(laid)] = laid
            continue
        for card in laid:
            state["under"][card], state["top"][pile] = state["top"][pile], card
        if pile < BUILDINGS and laid:
            state["bottom"][pile] = laid[0]


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
    state, cards = {name: game.states[name][0] for name in STATE.names or ()}, []
    for pile, size in enumerate(state["count"]):
        if pile == DRAW_PILE:
            cards += list(state["order"][:size])
            continue
        card = state["top"][pile]
        for _ in range(size):
            cards.append(card)
            card = state["under"][card]
    for seat, held in enumerate(state["held"]):
        cards += list(state["hand"][seat, :held])
    assert len(set(cards)) == len(cards)
    return Counter(RANKS[card] for card in cards)


def whole_deck(edition: str) -> Counter[int]:
    sheet = EDITIONS[edition]
    return Counter({WILD: sheet.wilds} | dict.fromkeys(range(1, sheet.ranks + 1), 12))
