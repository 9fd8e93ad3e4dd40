"""Entry points for one game, an array of one.

Each call is shorter than a switch of threads, so these keep the GIL. What takes longer, for many games or for whole
ones, is in `arrays`.
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel import actions, event, observation, sight, turn
from skipbo.kernel.compiler import entry_gil
from skipbo.kernel.event import Events
from skipbo.kernel.layout import States
from skipbo.kernel.replay import Cards
from skipbo.kernel.sight import Written


@entry_gil
def legal(states: States, mask: NDArray[np.int64]) -> None:
    turn.legal(states[0], mask)


@entry_gil
def note_deal(states: States, events: Events) -> int:
    """Writes how a game began that was just dealt; returns how many events that are."""
    return event.note_deal(states[0], events)


@entry_gil
def play(states: States, move: int, events: Events, pile: Cards) -> int:
    """Makes a move and writes what it caused; 0, and nothing is changed, if it is not legal."""
    return event.play(states[0], move, events, pile)


@entry_gil
def play_given(states: States, move: int, events: Events, pile: Cards) -> int:
    """Makes a legal move with a given shuffle; 0 if that has other cards, and the game is left half-way."""
    return event.play_given(states[0], move, events, pile)


@entry_gil
def act(states: States, action: int) -> bool:
    """Makes the move of an action; False, and nothing is changed, if it is not legal."""
    return turn.try_step(states[0], actions.move_of_action(states[0], action))


@entry_gil
def allow(states: States, seat: int, allowed: NDArray[np.int8]) -> None:
    """Writes the actions that a seat has."""
    actions.allow(states[0], seat, allowed)


@entry_gil
def look(states: States, seat: int, observations: NDArray[np.void], allowed: NDArray[np.int8]) -> None:
    """Writes what a seat may see, and the actions it has."""
    observation.observe(states[0], seat, observations[0])
    actions.allow(states[0], seat, allowed)


@entry_gil
def write_table(states: States, written: Written) -> None:
    sight.write_table(states[0], written)
