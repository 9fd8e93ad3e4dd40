"""Entry points over arrays of games. One game is an array of one."""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel import deal as dealing
from skipbo.kernel import ending as endings
from skipbo.kernel import observation, sight, turn
from skipbo.kernel import replay as given
from skipbo.kernel import status as invariants
from skipbo.kernel.chance import Words
from skipbo.kernel.compiler import entry_nogil
from skipbo.kernel.layout import States
from skipbo.kernel.replay import Cards


@entry_nogil
def deal(states: States, keys: Words) -> None:
    for game in range(states.size):
        dealing.deal_with(states[game], keys[game])


@entry_nogil
def legal(states: States, masks: NDArray[np.int64]) -> None:
    for game in range(states.size):
        turn.legal(states[game], masks[game])


@entry_nogil
def step(states: States, moves: NDArray[np.int64]) -> int:
    """Makes a move in each game. Illegal moves leave their game unchanged; returns how many there were."""
    refused = 0
    for game in range(states.size):
        if not turn.try_step(states[game], moves[game]):
            refused += 1
    return refused


@entry_nogil
def show_draw_for_dealer(states: States, drawn: Cards) -> int:
    return dealing.show_draw_for_dealer(states[0], drawn)


@entry_nogil
def who_begins(states: States) -> int:
    return dealing.who_begins(states[0])


@entry_nogil
def number_cards(states: States, ranks: Cards, ends: NDArray[np.int64], used: NDArray[np.int64], cards: Cards) -> int:
    return given.number_cards(states[0], ranks, ends, used, cards)


@entry_nogil
def lay_out(states: States, cards: Cards) -> None:
    given.lay_out(states[0], cards)


@entry_nogil
def lay_piles(states: States, passes: int, cards: Cards, ends: NDArray[np.int64]) -> None:
    given.lay_piles(states[0], passes, cards, ends)


@entry_nogil
def replay(states: States, moves: NDArray[np.int64], shuffles: Cards, ends: NDArray[np.int64]) -> tuple[int, int, int]:
    return given.replay(states[0], moves, shuffles, ends)


@entry_nogil
def replay_noting(
    states: States, moves: NDArray[np.int64], shuffles: Cards, ends: NDArray[np.int64]
) -> tuple[int, int]:
    return given.replay_noting(states[0], moves, shuffles, ends)


@entry_nogil
def see(states: States, seat: int, views: States) -> None:
    for game in range(states.size):
        sight.see(states[game], seat, views[game])


@entry_nogil
def sample(views: States, seat: int, states: States, keys: Words) -> None:
    for game in range(views.size):
        sight.sample_with(keys[game], views[game], seat, states[game])


@entry_nogil
def observe(states: States, seat: int, observations: NDArray[np.void]) -> None:
    for game in range(states.size):
        state = states[game]
        observation.observe(state, observation.viewer_of(state, seat), observations[game])


@entry_nogil
def resample(states: States, seat: int, keys: Words, views: States, samples: States) -> None:
    """Deals everything hidden from a seat anew; `views` is memory for one record."""
    for game in range(states.size):
        viewer = observation.viewer_of(states[game], seat)
        sight.resample(states[game], viewer, keys[game], views[0], samples[game])


@entry_nogil
def status(states: States, faults: NDArray[np.int64]) -> None:
    for game in range(states.size):
        faults[game] = invariants.status(states[game])


@entry_nogil
def ending(states: States, numbers: NDArray[np.int64]) -> None:
    endings.write_ending(states[0], numbers)
