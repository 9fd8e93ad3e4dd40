"""Actions number the moves of a table without gaps, and the mask allows exactly the legal ones."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.kernel.actions import NO_MOVE, Packed, action_count, action_of_move, move_of_action
from skipbo.kernel.actions import pack_allowed as pack
from skipbo.kernel.compiler import entry_nogil, plain
from skipbo.kernel.doors import single
from skipbo.kernel.layout import States
from skipbo.kernel.observation import OBSERVATION
from tests.kernel.strategies import games, tables
from tests.positions import lay

count_of, move_of, action_of = plain(action_count), plain(move_of_action), plain(action_of_move)


@entry_nogil
def pack_allowed(states: States, seat: int, packed: Packed) -> None:
    pack(states[0], seat, packed)


def allowed(game: Game, seat: int) -> list[int]:
    """The actions of a seat, by the mask, in memory that held something else before."""
    mask = np.full(count_of(game.states[0]), 7, np.int8)
    single.look(game.states, seat, np.zeros(1, np.dtype((np.record, OBSERVATION))), mask)
    assert set(mask.tolist()) <= {0, 1}
    return [int(action) for action in np.flatnonzero(mask)]


@given(tables())
def test_every_action_is_a_move_of_its_own_and_every_move_has_its_action(table: Table) -> None:
    state = table.states()[0]
    codes = [move_of(state, action) for action in range(count_of(state))]
    assert len(set(codes)) == len(codes)
    assert [action_of(state, code) for code in codes] == list(range(len(codes)))


@given(tables(), st.integers(-(2**40), 2**40))
def test_a_number_that_is_no_action_is_no_move(table: Table, number: int) -> None:
    state = table.states()[0]
    assert (move_of(state, number) == NO_MOVE) == (not 0 <= number < count_of(state))


def test_a_table_has_actions_for_the_piles_of_a_side_and_the_ranks_of_its_deck() -> None:
    assert count_of(Table.of("mattel-2003", players=2).states()[0]) == 125
    assert count_of(Table.of("mattel-2003", players=6).states()[0]) == 125
    assert count_of(Table.of("mattel-2003", players=4, partners=True).states()[0]) == 145
    assert count_of(Table.of("1967", players=6, partners=True).states()[0]) == 173


@given(games())
def test_the_mask_allows_exactly_the_legal_moves_of_the_seat_in_turn(game: Game) -> None:
    for seat in range(game.table.players):
        legal = [action_of(game.states[0], code) for code in game.legal_moves.codes] if seat == game.turn else []
        assert allowed(game, seat) == legal


@given(games(), st.integers(-2, 180))
def test_an_action_is_made_if_the_mask_allows_it_and_changes_nothing_otherwise(game: Game, action: int) -> None:
    states, before = game.states.copy(), game.states.tobytes()
    made = single.act(states, action)
    assert made == (action in allowed(game, game.turn))
    if made:
        game.play(move_of(game.states[0], action))
        assert states.tobytes() == game.states.tobytes()
    else:
        assert states.tobytes() == before


def test_a_player_without_cards_may_only_pass() -> None:
    game = lay(hands=[[]], stocks=[[12, 12], [12, 12]], draw=[])
    assert allowed(game, 0) == [124]
    assert list(map(str, game.legal_moves)) == ["pass"]


@given(games())
def test_a_packed_mask_has_a_bit_for_each_action(game: Game) -> None:
    count = count_of(game.states[0])
    for seat in range(game.table.players):
        packed = np.full(-(-count // 8), 7, np.uint8)
        pack_allowed(game.states, seat, packed)
        assert np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist() == allowed(game, seat)


def test_a_packed_mask_has_the_pass() -> None:
    game = lay(hands=[[]], stocks=[[12, 12], [12, 12]], draw=[])
    packed = np.zeros(16, np.uint8)
    pack_allowed(game.states, 0, packed)
    assert np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist() == [124]
