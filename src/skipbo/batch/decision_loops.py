"""Whole games between compiled bots of which every decision is kept: what the seat in turn saw, could do and did."""

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.loops import begin_game, report
from skipbo.bots.ladder import Bots, choose, first_workspace
from skipbo.kernel.actions import Packed, action_of_move, pack_allowed
from skipbo.kernel.chance import Words
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import DRAW_PILE, GOING_ON, State, States, rank_of, stock_of
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.observation import observe_seen, tally_hand, tally_shown
from skipbo.kernel.watch import step_in_public


@compiled
def write_deck(state: State, deck: NDArray[np.uint8]) -> None:
    """Writes the ranks of a deal before its first move: the stock piles seat by seat, then the draw pile, top first.

    The cards that the first player holds already lay on the draw pile.
    """
    place = 0
    for seat in range(state.players):
        card = wide(state.top[stock_of(seat)])
        for _ in range(state.count[stock_of(seat)]):
            deck[place] = rank_of(card)
            card = wide(state.under[card])
            place += 1
    for held in range(state.held[state.first]):
        deck[place] = rank_of(state.hand[state.first, held])
        place += 1
    for above in range(state.count[DRAW_PILE]):
        deck[place] = rank_of(state.order[wide(state.count[DRAW_PILE]) - 1 - above])
        place += 1


@entry_nogil
def play_decisions(
    states: States,
    dice: States,
    table: States,
    seed: Words,
    first: int,
    bots: Bots,
    workspaces: States | None,
    limit: int,
    decks: NDArray[np.uint8],
    dealt: States,
    results: States,
    observations: NDArray[np.void],
    legal: Packed,
    seats: NDArray[np.uint8],
    actions: NDArray[np.uint8],
    payoffs: NDArray[np.float32],
) -> tuple[int, int]:
    """Plays games number `first` and on while there is room, the same games as `play_games`.

    A game gets a row of `decks`, `dealt` and `results`, a decision one of the other arrays. Only `dealt` has the key.
    Returns the number of games and of decisions. A game that reaches the limit is given up; the arrays must have room
    for so many decisions.
    """
    state = states[0]
    workspace = first_workspace(workspaces)
    begun = 0
    for game in range(results.size):
        if begun + limit > actions.size:
            return game, begun
        begin_game(state, dice[0], table[0], seed, first + game)
        dealt[game] = state
        write_deck(state, decks[game])
        shown = tally_shown(state)
        row = begun
        turns = 0
        while state.how == GOING_ON and row < begun + limit:
            seat = wide(state.turn)
            observe_seen(state, seat, shown + tally_hand(state, seat), observations[row])
            pack_allowed(state, seat, legal[row])
            move = choose(bots[state.turn], state, dice[0], workspace)
            seats[row] = seat
            actions[row] = action_of_move(state, move)
            shown = step_in_public(state, move, shown)
            turns += kind_of(move) == END_TURN
            row += 1
        report(state, row - begun, turns, results[game])
        for decision in range(begun, row):
            payoffs[decision] = payoff(state, wide(seats[decision]))
        begun = row
    return results.size, begun
