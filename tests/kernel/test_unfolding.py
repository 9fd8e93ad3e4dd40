"""Games in which chance decides card by card are the games of the rules, with the same chances."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.kernel.actions import action_count, action_of_move
from skipbo.kernel.compiler import INTERPRETED, plain
from skipbo.kernel.deal import LAST_PACK
from skipbo.kernel.doors import arrays, single, unfolding
from skipbo.kernel.layout import (
    CARDS,
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    NO_CARD,
    NO_SEAT,
    PACKS_OF_CARDS,
    RANKS,
    STOCKS,
    WILD,
    States,
)
from skipbo.kernel.observation import OBSERVATION
from skipbo.kernel.unfolding import DRAWN_CARD, GAME_OVER, NOTHING, OF_LAST_PACK, OUTCOMES, THE_DEALER, hidden_stock
from tests.kernel.strategies import choose, tables

keys = st.binary(min_size=32, max_size=32)
seeds = st.integers(0, 2**32)


def new_game(table: Table) -> States:
    states = table.states()
    unfolding.lay_unknown(states)
    return states


def weights_of(states: States, what: int) -> NDArray[np.int64]:
    weights = np.full(OUTCOMES, 9, np.int64)
    total = unfolding.weigh(states, what, weights)
    assert weights.sum() == total
    assert (weights >= 0).all()
    return weights


def cards_of(states: States) -> list[int]:
    """Every card of a game in which chance decides card by card."""
    state = states[0]
    hidden = int(plain(hidden_stock)(state))
    cards = [*state.order[: state.count[DRAW_PILE]].tolist(), *state.order[CARDS - hidden :].tolist()]
    for seat in range(state.players):
        cards += state.hand[seat, : state.held[seat]].tolist()
    for top in state.top.tolist():
        while top != NO_CARD:
            cards.append(top)
            top = int(state.under[top])
    return cards


def chance_of(game: Game, states: States, what: int) -> int:
    """The outcome that chance had in a game that was dealt."""
    if what == THE_DEALER:
        return int(game.states["dealer"][0])
    if what != DRAWN_CARD:
        return RANKS[int(game.states["top"][0, STOCKS[what]])]
    card = int(game.states["hand"][0, game.turn, states["held"][0, game.turn]])
    last = game.edition.packs and states["blocks"][0] == 0 and PACKS_OF_CARDS[card] == LAST_PACK
    return RANKS[card] + OF_LAST_PACK if last else RANKS[card]


def catch_up(game: Game, states: States) -> None:
    """Lets chance decide as it did in a game that was dealt."""
    while (what := unfolding.unfold(states)) < NOTHING:
        outcome = chance_of(game, states, what)
        assert weights_of(states, what)[outcome] > 0
        unfolding.decide(states, what, outcome)


def seen(states: States, seat: int) -> bytes:
    observations = np.zeros(1, np.dtype((np.record, OBSERVATION)))
    arrays.observe(states, seat, observations)
    return observations.tobytes()


@example(Table.of("mattel-2003", players=6, stock=20), bytes([40]) * 32, 40, 30)  # the spent cards are drawn again
@example(Table.of("mattel-2003", stock=1), bytes([2]) * 32, 1, 2)  # the game ends
@given(tables(), keys, seeds, st.integers(1, 30 if INTERPRETED else 300))
def test_with_the_same_chances_everybody_sees_the_same_game(table: Table, key: bytes, seed: int, moves: int) -> None:
    game, states, chooser = Game.from_key(table, key), new_game(table), random.Random(seed)
    for _move in range(moves):
        catch_up(game, states)
        assert states["how"][0] == game.states["how"][0]
        assert (unfolding.unfold(states) == GAME_OVER) == (game.outcome is not None)
        for seat in range(table.players):
            assert seen(states, seat) == seen(game.states, seat)
        if game.outcome is not None:
            break
        code = choose(game, chooser)
        assert unfolding.act(states, plain(action_of_move)(states[0], code))
        game.play(code)


@given(tables(), seeds, st.integers(1, 200))
def test_no_card_is_lost_or_doubled_whatever_chance_decides(table: Table, seed: int, moves: int) -> None:
    states, chooser = new_game(table), random.Random(seed)
    deck = sorted(cards_of(states))
    assert len(set(deck)) == len(deck) == table.edition.wilds + 12 * table.edition.ranks
    mask = np.zeros(plain(action_count)(states[0]), np.int8)
    for _move in range(moves):
        while (what := unfolding.unfold(states)) < NOTHING:
            weights = weights_of(states, what)
            unfolding.decide(states, what, chooser.choices(range(OUTCOMES), weights.tolist())[0])
        assert sorted(cards_of(states)) == deck
        single.allow(states, int(states["turn"][0]), mask)
        actions = np.flatnonzero(mask).tolist()
        if not actions:
            assert states["how"][0] != GOING_ON
            return
        assert unfolding.act(states, chooser.choice(actions))


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    states = new_game(Table.of("mattel-2003", players=2))
    while (what := unfolding.unfold(states)) < NOTHING:
        unfolding.decide(states, what, 0 if what == THE_DEALER else 12)
    before = states.tobytes()
    assert not unfolding.act(states, 0), "a 12 does not begin a pile"
    assert states.tobytes() == before


def test_who_deals_is_drawn_first_where_the_players_draw_for_it() -> None:
    states = new_game(Table.of("mattel-2003", players=3))
    assert states["dealer"][0] == NO_SEAT
    assert unfolding.unfold(states) == THE_DEALER
    assert weights_of(states, THE_DEALER).tolist() == [1] * 3 + [0] * (OUTCOMES - 3)
    unfolding.decide(states, THE_DEALER, 1)
    assert unfolding.unfold(states) == 0, "the stock card of seat 0"


def test_the_first_card_is_as_likely_as_the_deck_has_it() -> None:
    states = new_game(Table.of("mattel-2003", players=2))
    unfolding.decide(states, unfolding.unfold(states), 0)
    assert weights_of(states, unfolding.unfold(states)).tolist() == [18, *[12] * 12, *[0] * 15]
    unfolding.decide(states, 0, WILD)
    assert weights_of(states, unfolding.unfold(states)).tolist() == [17, *[12] * 12, *[0] * 15]


def test_by_1967_stock_cards_come_from_two_packs_and_drawn_cards_from_all_three() -> None:
    states = new_game(Table.of("1967", players=2, stock=20))
    while (what := unfolding.unfold(states)) != DRAWN_CARD:
        if what != THE_DEALER:
            assert weights_of(states, what)[OF_LAST_PACK:].sum() == 0
        unfolding.decide(states, what, 1)
    # 80 of the 140 cards to draw are of the first two packs, of whose 118 hidden cards 6 are a 1; 60 are of the last.
    weights, left = weights_of(states, DRAWN_CARD), int(states["count"][0, DRAW_PILE])
    first, last = 120 - 2, 60
    assert left == 140
    assert weights[1] / weights.sum() == pytest.approx((left - last) / left * 6 / first)
    assert weights[1 + OF_LAST_PACK] / weights.sum() == pytest.approx(4 / left)


def test_once_the_draw_pile_is_shuffled_anew_a_stock_card_is_one_of_those_that_stayed_there() -> None:
    states = new_game(Table.of("mattel-2003", players=2, stock=20))
    while unfolding.unfold(states) != DRAWN_CARD:
        unfolding.decide(states, unfolding.unfold(states), 1)
    assert weights_of(states, 0).sum() == 162 - 2
    states["blocks"] = 1
    assert weights_of(states, 0).sum() == 2 * 20 - 2


def test_the_chances_of_a_hidden_card_are_those_of_dealing_anew() -> None:
    """The next card drawn by the seat in turn, over many deals that fit what it has seen."""
    table = Table.of("1967", players=2, stock=20)
    states, chooser = new_game(table), random.Random(7)
    while (what := unfolding.unfold(states)) != NOTHING and states["held"].sum() < FULL_HAND - 1:
        unfolding.decide(states, what, chooser.choices(range(OUTCOMES), weights_of(states, what).tolist())[0])
    weights = weights_of(states, DRAWN_CARD)
    by_rank = (weights[:OF_LAST_PACK] + weights[OF_LAST_PACK:]) / weights.sum()
    samples, counts, deals = table.states(), Counter[int](), 100 if INTERPRETED else 2000
    for number in range(deals):
        arrays.resample(states, int(states["turn"][0]), np.full((1, 8), number, np.uint32), table.states(), samples)
        counts[RANKS[int(samples["order"][0, samples["count"][0, DRAW_PILE] - 1])]] += 1
    for rank, share in enumerate(by_rank):
        spread = 5 * (share * (1 - share) / deals) ** 0.5
        assert abs(counts[rank] / deals - share) <= spread + 1e-9
