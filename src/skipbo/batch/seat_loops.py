"""Games of which one seat is played from outside, and the others by compiled bots: the loops of a vector environment.

`begin_in`, `look_at` and `act_in` do what a loop does in one game; a GPU calls them, too.

`seen` has for each game the cards that the seat has seen, as a sum (`tally_seen`).
"""

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.loops import begin_game
from skipbo.bots.ladder import Bots, choose, first_workspace
from skipbo.bots.planner.plan import forget_plan
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.actions import Allowed, allow, move_of_action
from skipbo.kernel.chance import Dice, Words
from skipbo.kernel.compiler import compiled, compiled_inside, entry_nogil
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import GOING_ON, State, States
from skipbo.kernel.observation import Observation, observe_seen, tally_seen
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
def begin_in(
    state: State,
    dice: Dice,
    table: State,
    seed: Words,
    number: int,
    stride: int,
    seat: int,
    bots: Bots,
    workspace: Workspace | None,
) -> tuple[int, int]:
    """Deals a game of a seed, and lets the bots play until the seat's first turn.

    A game that is over before that is passed over, because there is nothing in it to choose. Returns the cards that the
    seat has seen, and the number of the next game, which is higher by `stride`.
    """
    while True:
        begin_game(state, dice, table, seed, number)
        number += stride
        seen = let_others_play(state, seat, tally_seen(state, seat), dice, bots, workspace)
        if state.how == GOING_ON:
            return seen, number


@compiled_inside
def look_at(state: State, seen: int, seat: int, observation: Observation, allowed: Allowed) -> None:
    """Writes what the seat may see of a game, and the actions it has."""
    observe_seen(state, seat, seen, observation)
    allow(state, seat, allowed)


@compiled_inside
def act_in(
    state: State, seen: int, dice: Dice, seat: int, bots: Bots, workspace: Workspace | None, action: int
) -> tuple[int, float, bool]:
    """Makes the seat's action in a game, and lets the bots play until its next turn.

    Returns the cards that the seat has seen, its reward, and whether the game is over.
    """
    legal, seen = try_step_watched(state, move_of_action(state, action), seat, seen)
    if not legal:
        return seen, ILLEGAL, True
    seen = let_others_play(state, seat, seen, dice, bots, workspace)
    return seen, payoff(state, seat), state.how != GOING_ON


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
    """Deals the next game where it is wanted; `numbers` has the number of each next game."""
    workspace = first_workspace(workspaces)
    for game in range(states.size):
        if wanted[game]:
            seen[game], numbers[game] = begin_in(
                states[game], dice[game], table[0], seed, numbers[game], stride, seat, bots, workspace
            )


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
    observations: NDArray[np.void],
    allowed: NDArray[np.int8],
) -> None:
    """Makes the seat's action in each game that does not rest, and looks at it while its record is near.

    A game that is over has no actions, not even after an illegal one, which leaves others legal.
    """
    workspace = first_workspace(workspaces)
    for game in range(states.size):
        rewards[game] = 0.0
        over[game] = False
        if not resting[game]:
            seen[game], rewards[game], over[game] = act_in(
                states[game], seen[game], dice[game], seat, bots, workspace, actions[game]
            )
            look_at(states[game], seen[game], seat, observations[game], allowed[game])
            if over[game]:
                for action in range(allowed.shape[1]):
                    allowed[game, action] = 0


@entry_nogil
def look(
    states: States,
    seen: NDArray[np.int64],
    seat: int,
    wanted: NDArray[np.bool_],
    observations: NDArray[np.void],
    allowed: NDArray[np.int8],
) -> None:
    for game in range(states.size):
        if wanted[game]:
            look_at(states[game], seen[game], seat, observations[game], allowed[game])
