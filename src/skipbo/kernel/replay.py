"""Replays games from given deals and shuffles, as in a record, without the generator."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import start, swap
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.deal import clear
from skipbo.kernel.ending import settle
from skipbo.kernel.layout import (
    BUILDINGS,
    DRAW_PILE,
    GOING_ON,
    PILES,
    SEATS,
    State,
    put,
    rank_of,
    stock_of,
)
from skipbo.kernel.turn import act, draw_up, gather_spent, is_legal, recycle

Cards: TypeAlias = NDArray[np.uint8]

# Why a replay stopped
REPLAYED, ILLEGAL_MOVE, GAME_WAS_OVER, MISSING_SHUFFLE, WRONG_SHUFFLE = range(5)


@compiled
def lay_out(state: State, cards: Cards) -> None:
    """Lays the given cards: the stock piles in the order of seats, then the draw pile, each from the bottom up."""
    start(state)
    clear(state)
    count = 0
    for seat in range(state.players):
        for _ in range(state.stock):
            put(state, cards[count], stock_of(seat))
            count += 1
    for place in range(cards.size - count):
        state.order[place] = cards[count + place]
    state.count[DRAW_PILE] = cards.size - count
    state.turn = state.first
    draw_up(state)


@compiled
def lay_piles(state: State, passes: int, cards: Cards, ends: NDArray[np.int64]) -> None:
    """Lays every pile and then every hand as given, in the middle of a game; nothing is checked.

    Group k is cards[ends[k] : ends[k + 1]], from the bottom up.
    """
    start(state)
    clear(state)
    state.passes = passes
    for pile in range(PILES):
        if pile < BUILDINGS and ends[pile] < ends[pile + 1]:
            state.bottom[pile] = cards[ends[pile]]
        for place in range(ends[pile], ends[pile + 1]):
            if pile == DRAW_PILE:
                state.order[place - ends[pile]] = cards[place]
                state.count[pile] += 1
            else:
                put(state, cards[place], pile)
    for seat in range(SEATS):
        for place in range(ends[PILES + seat], ends[PILES + seat + 1]):
            state.hand[seat, place - ends[PILES + seat]] = cards[place]
            state.held[seat] += 1
    settle(state)


@compiled
def arrange(state: State, count: int, ranks: Cards) -> bool:
    """Sorts the lowest `count` cards of the draw pile into the given order, top first; False if they are others."""
    if ranks.size != count:
        return False
    for place in range(count):
        wanted = count - 1 - place
        found = wanted
        while found >= 0 and rank_of(state.order[found]) != ranks[place]:
            found -= 1
        if found < 0:
            return False
        swap(state, wanted, found)
    return True


@compiled
def step_noting(state: State, move: int, shuffles: Cards, begun: int, ends: NDArray[np.int64]) -> int:
    """Makes a legal move as `step` does, and notes each draw pile that it shuffles, top first.

    Shuffle k is shuffles[ends[k] : ends[k + 1]]; what the arrays cannot hold is counted but not kept.
    """
    if act(state, state.turn, move):
        while draw_up(state):
            recycle(state)
            count = wide(state.count[DRAW_PILE])
            if begun + 1 < ends.size and ends[begun] + count <= shuffles.size:
                for place in range(count):
                    shuffles[ends[begun] + place] = rank_of(state.order[count - 1 - place])
                ends[begun + 1] = ends[begun] + count
            begun += 1
    return begun


@compiled
def replay_noting(state: State, moves: NDArray[np.int64], shuffles: Cards, ends: NDArray[np.int64]) -> int:
    """Makes moves with the state's own generator, as long as they are legal. Returns how many shuffles there were."""
    begun = 0
    for move in moves:
        if not is_legal(state, move):
            break
        begun = step_noting(state, move, shuffles, begun, ends)
    return begun


@compiled
def step_given(state: State, move: int, shuffles: Cards, begun: int, ends: NDArray[np.int64]) -> tuple[int, int]:
    """Makes a legal move; a shuffle that follows from it is read from `shuffles`, number `begun` and on.

    Shuffle k is shuffles[ends[k] : ends[k + 1]]. Returns why it stopped and how many shuffles are begun now.
    """
    if act(state, state.turn, move):
        while draw_up(state):
            if begun + 1 >= ends.size:
                return MISSING_SHUFFLE, begun
            gather_spent(state)
            if not arrange(state, wide(state.count[DRAW_PILE]), shuffles[ends[begun] : ends[begun + 1]]):
                return WRONG_SHUFFLE, begun
            begun += 1
    return REPLAYED, begun


@compiled
def replay(state: State, moves: NDArray[np.int64], shuffles: Cards, ends: NDArray[np.int64]) -> tuple[int, int, int]:
    """Makes the moves in turn. Returns why it stopped, at which move, and how many shuffles were used."""
    begun = 0
    for number in range(moves.size):
        if state.how != GOING_ON:
            return GAME_WAS_OVER, number, begun
        if not is_legal(state, moves[number]):
            return ILLEGAL_MOVE, number, begun
        why, begun = step_given(state, moves[number], shuffles, begun, ends)
        if why != REPLAYED:
            return why, number, begun
    return REPLAYED, moves.size, begun
