"""Loops over whole games that check every invariant, for `make soak`: on cores and on a GPU."""

from skipbo.batch.loops import begin_game, report
from skipbo.bots.ladder import Bots, choose, first_workspace
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.chance import Dice, Words
from skipbo.kernel.compiler import compiled, entry_nogil
from skipbo.kernel.layout import GOING_ON, State, States
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.status import status
from skipbo.kernel.turn import is_legal, step

REFUSED = 1 << 30  # a bot made an illegal move
ENDLESS = 1 << 29  # the game reached the limit


@compiled
def play_checked(
    state: State, dice: Dice, bots: Bots, workspace: Workspace | None, limit: int, every_move: bool
) -> tuple[int, int, int]:
    """Plays a game to its end; checks the state after every move, or only after every turn.

    Returns the broken invariants as bits, and the number of moves and of turns.
    """
    faults = status(state)
    moves = 0
    turns = 0
    while state.how == GOING_ON and faults == 0:
        move = choose(bots[state.turn], state, dice, workspace)
        if not is_legal(state, move):
            return REFUSED, moves, turns
        step(state, move)
        moves += 1
        turns += kind_of(move) == END_TURN
        if every_move or kind_of(move) == END_TURN or state.how != GOING_ON:
            faults |= status(state)
        if moves == limit:
            faults |= ENDLESS
    return faults, moves, turns


@compiled
def whole_game_checked(
    state: State,
    dice: Dice,
    table: State,
    seed: Words,
    number: int,
    bots: Bots,
    workspace: Workspace | None,
    limit: int,
    every_move: bool,
    result: State,
) -> None:
    """Plays a game; the digest of its result has the broken invariants, 0 for a sound game."""
    begin_game(state, dice, table, seed, number)
    faults, moves, turns = play_checked(state, dice, bots, workspace, limit, every_move)
    report(state, moves, turns, result)
    result.digest = faults


@entry_nogil
def soak(
    states: States,
    dice: States,
    table: States,
    seed: Words,
    first: int,
    bots: Bots,
    workspaces: States | None,
    limit: int,
    every_move: bool,
    results: States,
) -> None:
    workspace = first_workspace(workspaces)
    for game in range(results.size):
        whole_game_checked(
            states[0], dice[0], table[0], seed, first + game, bots, workspace, limit, every_move, results[game]
        )
