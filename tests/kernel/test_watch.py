"""Watching a game move by move gives the cards that counting them anew gives."""

import random

from hypothesis import assume, given
from hypothesis import strategies as st

from skipbo.game.game import Game
from skipbo.kernel import observation, watch
from skipbo.kernel.compiler import entry_nogil
from skipbo.kernel.layout import SEATS, States
from tests.kernel.strategies import choose, games


@entry_nogil
def tally_seen(states: States, seat: int) -> int:
    return observation.tally_seen(states[0], seat)


@entry_nogil
def try_step_watched(states: States, move: int, seat: int, seen: int) -> tuple[bool, int]:
    return watch.try_step_watched(states[0], move, seat, seen)


@entry_nogil
def tally_shown(states: States) -> int:
    return observation.tally_shown(states[0])


@entry_nogil
def step_in_public(states: States, move: int, shown: int) -> int:
    return watch.step_in_public(states[0], move, shown)


@given(games(), st.integers(0, SEATS - 1), st.integers(0, 2**32), st.integers(1, 200))
def test_every_seat_remembers_the_cards_that_it_has_seen(game: Game, seat: int, seed: int, moves: int) -> None:
    assume(seat < game.table.players)
    states, chooser = game.states.copy(), random.Random(seed)
    seen = tally_seen(states, seat)
    for _move in range(moves):
        if game.outcome is not None:
            break
        code = choose(game, chooser)
        legal, seen = try_step_watched(states, code, seat, seen)
        game.play(code)
        assert legal
        assert states.tobytes() == game.states.tobytes()
        assert seen == tally_seen(states, seat)


def test_the_seat_in_turn_forgets_the_spent_cards_that_are_shuffled_while_it_draws() -> None:
    game = Game(players=4, key=bytes(32))
    while not game.shuffles:
        before, move = game.states.copy(), min(game.legal_moves, key=lambda move: ">b" not in str(move))
        code = int(move.code(game.turn, 4, 4))
        game.play(move)
    for seat in range(4):
        states = before.copy()
        _legal, seen = try_step_watched(states, code, seat, tally_seen(states, seat))
        assert states.tobytes() == game.states.tobytes()
        assert seen == tally_seen(states, seat)


@given(games(), st.integers(-1, 200))
def test_watching_refuses_what_is_not_legal_and_changes_nothing(game: Game, code: int) -> None:
    assume(code not in game.legal_moves.codes)
    states = game.states.copy()
    assert try_step_watched(states, code, 0, 12345) == (False, 12345)
    assert states.tobytes() == game.states.tobytes()


@given(games(), st.integers(0, 2**32), st.integers(1, 200))
def test_everybody_remembers_the_cards_that_were_shown(game: Game, seed: int, moves: int) -> None:
    states, chooser = game.states.copy(), random.Random(seed)
    shown = tally_shown(states)
    for _move in range(moves):
        if game.outcome is not None:
            break
        code = choose(game, chooser)
        shown = step_in_public(states, code, shown)
        game.play(code)
        assert states.tobytes() == game.states.tobytes()
        assert shown == tally_shown(states)
