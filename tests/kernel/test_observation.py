"""Observations hide what is hidden, and show everything else as a view has it."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from skipbo.game.game import Game
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import BUILDINGS, DISCARDS, NO_RANK, SEATS, States, new_states
from skipbo.kernel.observation import DEPTH, FACES, IN_TURN, OBSERVATION, observation_type
from tests.kernel.strategies import games
from tests.kernel.test_views import deal_anew, faults, keys
from tests.positions import lay

seats = st.integers(0, SEATS - 1)


def observe(states: States, seat: int, filled: int = 0, layout: np.dtype[np.void] = OBSERVATION) -> np.record:
    """An observation in memory that held something else before."""
    observations = np.full(layout.itemsize, filled, np.uint8).view(np.dtype((np.record, layout)))
    arrays.observe(states, seat, observations)
    observation: np.record = observations[0]
    return observation


def counted(ranks: list[int]) -> list[int]:
    return [ranks.count(rank) for rank in range(FACES)]


# Secrecy


@given(games(), keys, seats)
def test_a_seat_observes_the_same_whatever_is_hidden_from_it(game: Game, key: bytes, seat: int) -> None:
    assume(seat < game.table.players)
    anew = deal_anew(game, seat, key)
    assert observe(anew, seat).tobytes() == observe(game.states, seat).tobytes()


@given(games(), seats)
def test_a_view_is_observed_as_the_game_itself(game: Game, seat: int) -> None:
    """A view has no hidden card that could be read."""
    assume(seat < game.table.players)
    assert observe(game.view(seat).states(), seat).tobytes() == observe(game.states, seat).tobytes()


@given(games(), keys, seats)
def test_a_sample_fits_what_the_seat_has_seen(game: Game, key: bytes, seat: int) -> None:
    assume(seat < game.table.players)
    samples, again = new_states(), new_states()
    words = np.frombuffer(key, "<u4").reshape(1, -1)
    arrays.resample(game.states, seat, words, new_states(), samples)
    arrays.resample(game.view(seat).states(), seat, words, new_states(), again)
    assert not faults(samples)
    assert samples.tobytes() == deal_anew(game, seat, key).tobytes() == again.tobytes()
    assert observe(samples, seat).tobytes() == observe(game.states, seat).tobytes()


# What is seen


@given(games(), seats, st.integers(0, 255))
def test_an_observation_says_what_the_view_says(game: Game, seat: int, filled: int) -> None:
    assume(seat < game.table.players)
    view, seen, players = game.view(seat), observe(game.states, seat, filled), game.table.players
    assert (seen.players, seen.teams, seen.ranks) == (players, game.table.teams, game.edition.ranks)
    assert seen.partner_discards == game.edition.partner_discards
    assert (seat + seen.turn) % players == view.turn
    assert seen.how == game.states["how"][0]
    assert (seen.passes, seen.draw_count, seen.spent_count) == (view.passes, view.draw, len(view.spent))
    assert seen.hand.tolist() == counted(list(map(int, view.hand)))
    assert seen.building.tolist() == [len(pile) for pile in view.building]
    for ahead in range(players):
        owner = (seat + ahead) % players
        top, count = view.stocks[owner]
        assert seen.hand_count[ahead] == view.hands[owner]
        assert seen.stock_count[ahead] == count
        assert seen.stock_top[ahead] == (NO_RANK if top is None else top)
        for number, pile in enumerate(view.discards[owner]):
            shown = [int(card) for card in reversed(pile)][:DEPTH]
            assert seen.discard_count[ahead, number] == len(pile)
            assert seen.discards[ahead, number].tolist() == shown + [NO_RANK] * (DEPTH - len(shown))


@given(games(), seats, st.integers(0, 255))
def test_seats_that_the_table_does_not_have_are_empty(game: Game, seat: int, filled: int) -> None:
    players = game.table.players
    assume(seat < players)
    seen = observe(game.states, seat, filled)
    assert not seen.hand_count[players:].any()
    assert not seen.stock_count[players:].any()
    assert not seen.discard_count[players:].any()
    assert (seen.stock_top[players:] == NO_RANK).all()
    assert (seen.discards[players:] == NO_RANK).all()


@given(games(), seats)
def test_the_unseen_cards_are_those_of_the_deck_that_are_not_in_the_view(game: Game, seat: int) -> None:
    assume(seat < game.table.players)
    view, seen = game.view(seat), observe(game.states, seat)
    shown = [*view.hand, *view.spent, *(top for top, _count in view.stocks if top is not None)]
    shown += [card for piles in (view.building, *view.discards) for pile in piles for card in pile]
    deck = [game.edition.wilds, *[12] * game.edition.ranks, *[0] * (FACES - 1 - game.edition.ranks)]
    assert (seen.unseen + np.array(counted(list(map(int, shown))))).tolist() == deck
    hidden = view.draw + sum(view.hands) - len(view.hand) + sum(max(count - 1, 0) for _top, count in view.stocks)
    assert seen.unseen.sum() == hidden


@given(games())
def test_without_a_seat_the_seat_in_turn_observes(game: Game) -> None:
    assert observe(game.states, IN_TURN).tobytes() == observe(game.states, game.turn).tobytes()


def test_partners_are_the_multiples_of_teams_whoever_looks() -> None:
    game = Game(players=6, partners=True, key=bytes(32))
    for seat in range(6):
        ahead = [(other - seat) % 6 for other in game.view(seat).partners_of(seat)]
        assert all(place % observe(game.states, seat).teams == 0 for place in ahead)


def test_a_table_is_observed_from_the_side_of_the_viewer() -> None:
    game = lay(
        players=3,
        stocks=[[12, 7], [12, 12, "W"], [3]],
        hands=[[1, 4, 4, "W"], [], [9, 9]],
        discards={1: [[5, 6, 7], [], ["W"], []]},
        building=[[1, 2, "W"], [], [1], []],
        turn=0,
    )
    seen = observe(game.states, 2)
    assert seen.turn == 1
    assert seen.hand.tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]
    assert seen.hand_count.tolist() == [2, 4, 0, 0, 0, 0]
    assert seen.stock_top.tolist() == [3, 7, 0, NO_RANK, NO_RANK, NO_RANK]
    assert seen.stock_count.tolist() == [1, 2, 3, 0, 0, 0]
    assert seen.building.tolist() == [3, 0, 1, 0]
    assert seen.discards[2, 0, :4].tolist() == [7, 6, 5, NO_RANK]
    assert seen.discards[2, 2, :2].tolist() == [0, NO_RANK]


def test_of_a_deep_discard_pile_the_upper_cards_are_seen() -> None:
    pile = [rank % 12 + 1 for rank in range(DEPTH + 3)]
    seen = observe(lay(discards={0: [pile]}).states, 0)
    assert seen.discard_count[0, 0] == DEPTH + 3
    assert seen.discards[0, 0].tolist() == pile[::-1][:DEPTH]


@given(games(), seats, st.integers(0, 255))
def test_a_smaller_layout_has_the_same_numbers_for_fewer_seats_and_cards(game: Game, seat: int, filled: int) -> None:
    assume(seat < game.table.players)
    layout = observation_type(seats=2 if game.table.players == 2 else SEATS, depth=3)
    large, small = observe(game.states, seat), observe(game.states, seat, filled, layout)
    assert layout.names == OBSERVATION.names
    for name in layout.names or ():
        shape = layout[name].shape
        shown = large[name][tuple(map(slice, shape))] if shape else large[name]
        assert np.array_equal(small[name], shown), name


def test_every_number_of_an_observation_is_a_byte_in_a_row() -> None:
    assert OBSERVATION.names is not None
    assert {OBSERVATION[name].base for name in OBSERVATION.names} == {np.dtype("u1")}
    assert OBSERVATION.itemsize == 9 + 2 * FACES + BUILDINGS + SEATS * (3 + DISCARDS + DISCARDS * DEPTH)
