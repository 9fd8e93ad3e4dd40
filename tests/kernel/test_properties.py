"""What holds for every edition, number of players, partnership, stock size and course of play."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.errors import NotLegal
from skipbo.game.game import Game
from skipbo.kernel.layout import CARDS, NO_CARD, PACKS_OF_CARDS, RANKS
from skipbo.record import check, to_record
from tests.kernel.strategies import choose, games


def cards_on_the_table(game: Game) -> Counter[int]:
    """Every card, found by looking through all piles and hands rather than by asking the kernel."""
    states = game.states
    top, under, count, order = (states[name][0] for name in ("top", "under", "count", "order"))
    cards = [int(card) for card in order[: count[5]]]
    for pile in range(len(top)):
        card = int(top[pile])
        while card != NO_CARD:
            cards.append(card)
            card = int(under[card])
    for seat in range(game.table.players):
        cards += [int(card) for card in states["hand"][0, seat, : states["held"][0, seat]]]
    return Counter(cards)


@given(games(), st.randoms(use_true_random=False))
def test_every_state_is_sound_and_no_card_is_lost_or_doubled(game: Game, chance: random.Random) -> None:
    deck = cards_on_the_table(game)
    assert len(deck) == game.edition.cards
    assert set(deck.values()) == {1}
    ranks = Counter(RANKS[card] for card in deck)
    assert ranks == {0: game.edition.wilds, **dict.fromkeys(range(1, game.edition.ranks + 1), 12)}
    if game.edition.packs:
        assert Counter(PACKS_OF_CARDS[card] for card in deck) == {0: 60, 1: 60, 2: 60}
    for _move in range(20):
        assert not game.status
        assert cards_on_the_table(game) == deck
        if game.outcome is None:
            game.play(choose(game, chance))
    assert max(deck) < CARDS


@given(games(), st.randoms(use_true_random=False))
def test_every_game_ends_and_its_record_is_verified(game: Game, chance: random.Random) -> None:
    moves = 0
    while game.outcome is None:
        game.play(choose(game, chance))
        moves += 1
        assert moves < 100_000
    assert not game.legal_moves
    check(to_record(game))


@given(games(), st.randoms(use_true_random=False), st.integers(1, 60))
def test_undo_restores_every_byte(game: Game, chance: random.Random, moves: int) -> None:
    before = (game.states.tobytes(), list(game.moves), list(game.events), list(game.shuffles))
    made = 0
    while made < moves and game.outcome is None:
        game.play(choose(game, chance))
        made += 1
    after = game.states.tobytes()
    undone = [game.undo() for _move in range(made)]
    assert (game.states.tobytes(), game.moves, game.events, game.shuffles) == before
    for move in reversed(undone):
        game.play(move)
    assert game.states.tobytes() == after


@given(games())
def test_exactly_the_legal_moves_are_accepted(game: Game) -> None:
    legal = set(game.legal_moves.codes)
    before = game.states.tobytes()
    for code in range(192):
        assert (code in game.legal_moves) == (code in legal)
        if code in legal:
            game.play(code)
            assert not game.status
            game.undo()
        assert game.states.tobytes() == before


@given(games())
def test_a_game_that_forgets_its_past_plays_on_but_takes_nothing_back(game: Game) -> None:
    held = [game.hand(seat) for seat in range(game.table.players)]
    assert held == [tuple(sorted(game.view(seat).hand)) for seat in range(game.table.players)]
    game.forget()
    assert game.events == []
    with pytest.raises(NotLegal):
        game.undo()
    if game.outcome is None:
        assert game.play(game.legal_moves.codes[0]) == game.events
        game.undo()
        assert game.events == []
