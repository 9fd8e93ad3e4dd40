"""Games of which every seat is played from outside: the loops of self-play, and what they do in one game.

`shown` has for each game the cards that everybody has seen, as a sum (`tally_shown`).
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.loops import begin_game
from skipbo.batch.seat_loops import ILLEGAL
from skipbo.kernel.actions import Allowed, allow, move_of_action
from skipbo.kernel.chance import Dice, Words
from skipbo.kernel.compiler import compiled, compiled_inside, entry_nogil, wide
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import GOING_ON, State, States
from skipbo.kernel.observation import Observation, observe_seen, tally_hand, tally_shown
from skipbo.kernel.turn import is_legal
from skipbo.kernel.watch import step_in_public


@compiled
def begin_in(state: State, dice: Dice, table: State, seed: Words, number: int) -> int:
    """Deals a game of a seed. Returns the cards that everybody sees."""
    begin_game(state, dice, table, seed, number)
    return tally_shown(state)


@compiled_inside
def look_at(state: State, shown: int, observation: Observation, allowed: Allowed) -> None:
    """Writes what the seat in turn may see of a game, and the actions it has."""
    seat = wide(state.turn)
    observe_seen(state, seat, shown + tally_hand(state, seat), observation)
    allow(state, seat, allowed)


@compiled_inside
def act_in(state: State, shown: int, action: int, payoffs: NDArray[np.float64]) -> tuple[int, bool]:
    """Makes the action of the seat in turn in a game, and writes what every seat gets if that was the last one.

    An illegal action ends the game, too: the seat that chose it gets ILLEGAL, and the others nothing. Returns the cards
    that everybody has seen, and whether the game is over.
    """
    move = move_of_action(state, action)
    legal = is_legal(state, move)
    mover = wide(state.turn)
    if legal:
        shown = step_in_public(state, move, shown)
    for seat in range(state.players):
        payoffs[seat] = payoff(state, seat)
    if not legal:
        payoffs[mover] = ILLEGAL
    return shown, not legal or state.how != GOING_ON


@entry_nogil
def renew(
    states: States,
    shown: NDArray[np.int64],
    dice: States,
    table: States,
    seed: Words,
    numbers: NDArray[np.int64],
    stride: int,
    wanted: NDArray[np.bool_],
) -> None:
    """Deals the next game where it is wanted.

    `numbers` has the number of each next game; the one after that is higher by `stride`.
    """
    for game in range(states.size):
        if wanted[game]:
            shown[game] = begin_in(states[game], dice[0], table[0], seed, numbers[game])
            numbers[game] += stride


@entry_nogil
def look(states: States, shown: NDArray[np.int64], observations: NDArray[np.void], allowed: NDArray[np.int8]) -> None:
    for game in range(states.size):
        look_at(states[game], shown[game], observations[game], allowed[game])


@entry_nogil
def act(
    states: States,
    shown: NDArray[np.int64],
    actions: NDArray[np.int64],
    payoffs: NDArray[np.float64],
    over: NDArray[np.bool_],
) -> None:
    for game in range(states.size):
        shown[game], over[game] = act_in(states[game], shown[game], actions[game], payoffs[game])
