"""Games of which one seat is played from outside, and the others by compiled bots: the loops of a vector environment.

The functions for one `game` do what a loop does in each; a GPU calls them, too.

`seen` has for each game the cards that the seat has seen, as a sum (`tally_seen`).
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.loops import begin_game
from skipbo.bots.ladder import Bots, choose, first_workspace
from skipbo.bots.planner.plan import forget_plan
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.actions import allow, move_of_action
from skipbo.kernel.chance import Dice, Words
from skipbo.kernel.compiler import compiled, entry_nogil
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import GOING_ON, State, States
from skipbo.kernel.observation import observe_seen, tally_seen
from skipbo.kernel.watch import step_watched, try_step_watched

ILLEGAL = -1.0  # the reward for an illegal action, which ends the game


@compiled
def let_others_play(state: State, seat: int, seen: int, dice: Dice, bots: Bots, workspace: Workspace | None) -> int:
    """Lets the bots play until the seat is in turn or the game is over. Returns the cards that the seat has seen."""
    if workspace is not None:
        forget_plan(workspace)  # it was made in another game
    while state.how == GOING_ON and state.turn != seat:
        seen = step_watched(state, choose(bots[state.turn], state, dice, workspace), seat, seen)
    return seen


@compiled
def renew_game(
    game: int,
    states: States,
    seen: NDArray[np.int64],
    dice: States,
    table: State,
    seed: Words,
    numbers: NDArray[np.int64],
    stride: int,
    seat: int,
    bots: Bots,
    workspace: Workspace | None,
) -> None:
    """Deals the next game in the place of one, and lets the bots play until the seat's first turn.

    `numbers` has the number of each next game; the one after that is higher by `stride`. A game that is over before the
    seat's first turn is passed over, because there is nothing in it to choose.
    """
    state = states[game]
    missing = True
    while missing:
        begin_game(state, dice[game], table, seed, numbers[game])
        numbers[game] += stride
        cards = tally_seen(state, seat)
        seen[game] = let_others_play(state, seat, cards, dice[game], bots, workspace)
        missing = state.how != GOING_ON


@compiled
def look_at(
    game: int,
    states: States,
    seen: NDArray[np.int64],
    seat: int,
    observations: NDArray[np.void],
    allowed: NDArray[np.int8],
) -> None:
    """Writes what the seat may see of a game, and the actions it has."""
    observe_seen(states[game], seat, seen[game], observations[game])
    allow(states[game], seat, allowed[game])


@compiled
def act_in(
    game: int,
    states: States,
    seen: NDArray[np.int64],
    dice: States,
    seat: int,
    bots: Bots,
    workspace: Workspace | None,
    actions: NDArray[np.int64],
    rewards: NDArray[np.float64],
    over: NDArray[np.bool_],
) -> None:
    """Makes the seat's action in a game, and lets the bots play until its next turn."""
    state = states[game]
    legal, cards = try_step_watched(state, move_of_action(state, actions[game]), seat, seen[game])
    if legal:
        seen[game] = let_others_play(state, seat, cards, dice[game], bots, workspace)
        rewards[game] = payoff(state, seat)
        over[game] = state.how != GOING_ON
    else:
        rewards[game] = ILLEGAL
        over[game] = True


@entry_nogil
def renew(
    states: States,
    seen: NDArray[np.int64],
    dice: States,
    table: States,
    seed: Words,
    numbers: NDArray[np.int64],
    stride: int,
    seat: int,
    bots: Bots,
    workspaces: States | None,
    wanted: NDArray[np.bool_],
) -> None:
    workspace = first_workspace(workspaces)
    for game in range(states.size):
        if wanted[game]:
            renew_game(game, states, seen, dice, table[0], seed, numbers, stride, seat, bots, workspace)


@entry_nogil
def act(
    states: States,
    seen: NDArray[np.int64],
    dice: States,
    seat: int,
    bots: Bots,
    workspaces: States | None,
    actions: NDArray[np.int64],
    resting: NDArray[np.bool_],
    rewards: NDArray[np.float64],
    over: NDArray[np.bool_],
) -> None:
    """Makes the seat's action in each game that does not rest."""
    workspace = first_workspace(workspaces)
    for game in range(states.size):
        if resting[game]:
            rewards[game] = 0.0
            over[game] = False
        else:
            act_in(game, states, seen, dice, seat, bots, workspace, actions, rewards, over)


@entry_nogil
def look(
    states: States,
    seen: NDArray[np.int64],
    seat: int,
    observations: NDArray[np.void],
    allowed: NDArray[np.int8],
) -> None:
    for game in range(states.size):
        look_at(game, states, seen, seat, observations, allowed)
