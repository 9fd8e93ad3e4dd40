"""How all sides stand between the turns of whole games, and who wins them: for chances of winning."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.loops import begin_game
from skipbo.bots.ladder import Bots, choose
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.searcher.strength import STANDING, stand
from skipbo.bots.seeds import Seed, new_dice, seed_words
from skipbo.game.table import Table
from skipbo.kernel.chance import Words
from skipbo.kernel.compiler import entry_nogil
from skipbo.kernel.layout import GOING_ON, NO_SEAT, States
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.turn import step

Turns: TypeAlias = NDArray[np.int64]  # by turn and side: how the side stands

MOST_TURNS = 2000  # of a game; the rest of a longer one is left out


@entry_nogil
def log_game(
    states: States, dice: States, table: States, seed: Words, number: int, bots: Bots, workspaces: States, turns: Turns
) -> int:
    """Plays a game, and writes how it stood at the end of every turn but the last. Returns how many there were."""
    state, count = states[0], 0
    begin_game(state, dice[0], table[0], seed, number)
    while state.how == GOING_ON:
        move = choose(bots[state.turn], state, dice[0], workspaces[0])
        step(state, move)
        if kind_of(move) == END_TURN and state.how == GOING_ON and count < turns.shape[0]:
            for side in range(state.teams):
                stand(state, side, bots[state.turn], turns[count, side])
            count += 1
    return count


def logged_turns(table: Table, bots: Bots, seed: Seed, games: range) -> tuple[Turns, NDArray[np.int64]]:
    """The turns of these games, and for each the side that won in the end; games that nobody won are left out."""
    states, dice, workspaces = table.states(), new_dice(), new_workspaces()
    paper, words = np.zeros((MOST_TURNS, table.teams, len(STANDING)), np.int64), seed_words(seed)
    turns, winners = [paper[:0]], [np.zeros(0, np.int64)]
    for game in games:
        count = log_game(states, dice, table.states(), words, game, bots, workspaces, paper)
        turns.append(paper[:count].copy())
        winners.append(np.full(count, states["winner"][0], np.int64))
    won = np.concatenate(winners)
    return np.concatenate(turns)[won != NO_SEAT], won[won != NO_SEAT]
