"""The end of a game: its winner and its points."""

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import BLOCKED, BY_STOCK, GOING_ON, NO_SEAT, SEATS, State, stock_of

POINTS_FOR_WINNING = 25
POINTS_FOR_A_CARD = 5

# An ending in numbers: how it came, the winning team, its points, and then the cards left in each seat's stock pile
HOW, WINNER, POINTS, LEFT = range(4)
ENDING = LEFT + SEATS


@compiled
def team_of(state: State, seat: int) -> int:  # rule: ruling.seats, team.pairs, team.threes
    return wide(seat) % wide(state.teams)


@compiled
def cards_left(state: State, team: int) -> int:
    """Returns the number of cards in all stock piles of a team; a player alone is a team of one."""
    left = 0
    for seat in range(team, state.players, state.teams):
        left += wide(state.count[stock_of(seat)])
    return left


@compiled
def finish_stock(
    state: State, owner: int
) -> None:  # rule: object, win.stock, team.win, team.goes-on, ruling.partner-stock
    team = team_of(state, owner)
    if cards_left(state, team) == 0:
        state.how = BY_STOCK
        state.winner = team


@compiled
def end_blocked(state: State) -> None:  # rule: ruling.blocked
    """Ends a blocked game: the team with the fewest cards left wins; if two have equally few, nobody does."""
    state.how = BLOCKED
    state.winner = NO_SEAT
    fewest = NO_SEAT
    for team in range(state.teams):
        left = cards_left(state, team)
        if left < fewest:
            fewest = left
            state.winner = team
        elif left == fewest:
            state.winner = NO_SEAT


@compiled
def settle(state: State) -> None:
    """Finds how a game has ended, if it has, from how its cards lie and who has passed."""
    if state.passes >= state.players:
        end_blocked(state)
    for team in range(state.teams):
        finish_stock(state, team)


@compiled
def points(state: State) -> int:  # rule: score.game
    """Returns what the winner or the winning team scores."""
    if state.how == GOING_ON or state.winner == NO_SEAT:
        return 0
    score = POINTS_FOR_WINNING
    for team in range(state.teams):
        if team != state.winner:
            score += POINTS_FOR_A_CARD * cards_left(state, team)
    return score


@compiled
def write_ending(state: State, numbers: NDArray[np.int64]) -> None:
    numbers[HOW], numbers[WINNER], numbers[POINTS] = state.how, state.winner, points(state)
    for seat in range(SEATS):
        numbers[LEFT + seat] = state.count[stock_of(seat)]


@compiled
def payoff(state: State, seat: int) -> float:
    """Returns what a learner at a seat gets for the game: 1 for a win; the sides that lose share a loss of 1.

    So all payoffs of a game add up to 0, and equal players get 0 on average however many they are. 0 if nobody has won.
    """
    if state.how == GOING_ON or state.winner == NO_SEAT:
        return 0.0
    return 1.0 if team_of(state, seat) == state.winner else -1.0 / (wide(state.teams) - 1)
