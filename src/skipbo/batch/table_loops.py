"""Games of which every seat is played from outside: the loops of self-play, and what they do in one game.

`shown` has for each game the cards that everybody has seen, as a sum (`tally_shown`).
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.loops import begin_game
from skipbo.batch.seat_loops import ILLEGAL
from skipbo.kernel.actions import allow, move_of_action
from skipbo.kernel.chance import Dice, Words
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import GOING_ON, State, States
from skipbo.kernel.observation import observe_seen, tally_hand, tally_shown
from skipbo.kernel.turn import is_legal
from skipbo.kernel.watch import step_in_public


@compiled
def renew_game(
    game: int,
    states: States,
    shown: NDArray[np.int64],
    dice: Dice,
    table: State,
    seed: Words,
    numbers: NDArray[np.int64],
    stride: int,
) -> None:
    """Deals the next game in the place of one.

    `numbers` has the number of each next game; the one after that is higher by `stride`.
    """
    begin_game(states[game], dice, table, seed, numbers[game])
    numbers[game] += stride
    shown[game] = tally_shown(states[game])


@compiled
def look_at(
    game: int,
    states: States,
    shown: NDArray[np.int64],
    observations: NDArray[np.void],
    allowed: NDArray[np.int8],
) -> None:
    """Writes what the seat in turn may see of a game, and the actions it has."""
    state = states[game]
    seat = wide(state.turn)
    observe_seen(state, seat, shown[game] + tally_hand(state, seat), observations[game])
    allow(state, seat, allowed[game])


@compiled
def act_in(
    game: int,
    states: States,
    shown: NDArray[np.int64],
    actions: NDArray[np.int64],
    payoffs: NDArray[np.float64],
    over: NDArray[np.bool_],
) -> None:
    """Makes the action of the seat in turn in a game, and writes what every seat gets if that was the last one.

    An illegal action ends the game, too: the seat that chose it gets ILLEGAL, and the others nothing.
    """
    state = states[game]
    move = move_of_action(state, actions[game])
    legal = is_legal(state, move)
    mover = wide(state.turn)
    if legal:
        shown[game] = step_in_public(state, move, shown[game])
    over[game] = not legal or state.how != GOING_ON
    for seat in range(state.players):
        payoffs[game, seat] = payoff(state, seat)
    if not legal:
        payoffs[game, mover] = ILLEGAL


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
    for game in range(states.size):
        if wanted[game]:
            renew_game(game, states, shown, dice[0], table[0], seed, numbers, stride)


@entry_nogil
def look(states: States, shown: NDArray[np.int64], observations: NDArray[np.void], allowed: NDArray[np.int8]) -> None:
    for game in range(states.size):
        look_at(game, states, shown, observations, allowed)


@entry_nogil
def act(
    states: States,
    shown: NDArray[np.int64],
    actions: NDArray[np.int64],
    payoffs: NDArray[np.float64],
    over: NDArray[np.bool_],
) -> None:
    for game in range(states.size):
        act_in(game, states, shown, actions, payoffs, over)
