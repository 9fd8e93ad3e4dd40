"""Acts at a kitchen table, checked after each of them, and a look into its hidden cards."""

import pytest

from skipbo.errors import NotLegal
from skipbo.game.kitchen.game import KitchenGame
from skipbo.kernel.layout import NO_CARD, RANKS, STOCKS
from tests.positions import cards_of, whole_deck


def acts(game: KitchenGame, *written: str) -> None:
    for act in written:
        game.play(act)
        assert not game.status
    assert cards_of(game) == whole_deck(game.edition.id)


def refused(game: KitchenGame, act: str) -> str:
    """The id of the rule that forbids an act; the table must be as it was, byte for byte."""
    before = game.kitchens.tobytes(), game.version, list(game.events)
    with pytest.raises(NotLegal) as error:
        game.play(act)
    assert (game.kitchens.tobytes(), game.version, list(game.events)) == before
    seat = game.turn if ":" not in act else int(act[0])
    assert act not in game.legal_acts(seat)
    return error.value.code


def stock_of(game: KitchenGame, seat: int) -> list[int]:
    """A whole stock pile, from the top down, by rank."""
    return [int(card) for card in game.view(seat).stocks[seat][:1] if card is not None] + hidden(game, seat)


def hidden(game: KitchenGame, seat: int) -> list[int]:
    states = game.states
    top = states["top"][0, STOCKS[seat]]
    cards, card = [], NO_CARD if top == NO_CARD else states["under"][0, top]
    while card != NO_CARD:
        cards.append(RANKS[card])
        card = states["under"][0, card]
    return cards
