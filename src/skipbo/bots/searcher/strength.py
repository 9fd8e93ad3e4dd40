"""The chance of every side to win, between two turns of a world: a table at which all cards are known.

Every side has a strength. It falls with the cards left in its stock piles, and with the turns until one of its seats
plays; it grows with wilds in hand, with order in the discard piles, and with a stock card that can soon be played. The
chance of a side is its part of all strengths. The weights were fitted to games of the planner (`bench/strengths.py`).
"""

import math
import tomllib
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.evaluation import lacking, order_value
from skipbo.bots.planner.odds import shown_by
from skipbo.bots.planner.parameters import POINT, Parameters
from skipbo.bots.planner.weights import Seated
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import cards_left, team_of
from skipbo.kernel.layout import (
    DISCARDS,
    GOING_ON,
    NO_CARD,
    NO_SEAT,
    SEATS,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)

Strengths: TypeAlias = NDArray[np.int64]
Standing: TypeAlias = NDArray[np.int64]

CHANCE = 1 << 16  # certain
FILE = Path(__file__).parent / "data" / "strengths.toml"

# How a side stands: the turns until one of its seats plays, the cards in its stock piles; and of all its seats the
# wilds in hand, the order of the discard piles, and stock cards that lack so many cards to be played
STANDING = ("turns", "cards", "wilds", "order", "ready", "lacks_one", "lacks_two")
TURNS, CARDS_LEFT, WILDS, ORDER, READY, LACKS_ONE, LACKS_TWO = range(len(STANDING))
ORDER_UNIT = POINT // 16

# The table of strengths: the logarithm by cards left, a row for each number of turns; then by cards left how much the
# other numbers count, and their weights. All in parts of ONE
MOST_CARDS = 255
ONE = 256
SCALE_ROW, WEIGHT_ROW = SEATS, SEATS + 1
ROWS = SEATS + 2
FADED = 16 * ONE  # a side so much weaker than the strongest has no chance
# Powers of e, in 30 and 20 bits: of a coarse part of the exponent, and of the fine rest
FINE = 64
COARSE_POWERS = np.array([round((1 << 30) * math.exp(-FINE * less / ONE)) for less in range(FADED // FINE)], np.int64)
FINE_POWERS = np.array([round((1 << 20) * math.exp(-less / ONE)) for less in range(FINE)], np.int64)


@compiled
def turns_until(state: State, side: int) -> int:
    """The number of turns until a seat of a side plays."""
    turns, seat = 0, wide(state.turn)
    while team_of(state, seat) != side:
        turns += 1
        seat = seat + 1 if seat + 1 < state.players else 0
    return turns


@compiled
def order_of(state: State, seat: int, parameters: Parameters) -> int:
    """The worth of the order in the discard piles of a seat to the planner, in parts of ORDER_UNIT."""
    worth = 0
    for number in range(DISCARDS):
        card = wide(state.top[discard_of(seat, number)])
        while card != NO_CARD:
            below = wide(state.under[card])
            worth += order_value(parameters, rank_of(card), rank_of(below))
            card = below
    return worth // ORDER_UNIT


@compiled
def stand(state: State, side: int, parameters: Parameters, standing: Standing) -> None:
    """Writes how a side stands."""
    for number in range(standing.size):
        standing[number] = 0
    standing[TURNS] = turns_until(state, side)
    standing[CARDS_LEFT] = cards_left(state, side)
    for seat in range(side, state.players, state.teams):
        wilds, usable = 0, shown_by(state, seat)
        for place in range(state.held[seat]):
            rank = rank_of(state.hand[seat, place])
            wilds += rank == WILD
            usable |= 1 << rank
        standing[WILDS] += wilds
        standing[ORDER] += order_of(state, seat, parameters)
        if state.count[stock_of(seat)]:
            missing, _second = lacking(state, rank_of(state.top[stock_of(seat)]), usable)
            lacks = max(missing - wilds, 0)
            standing[READY] += lacks == 0
            standing[LACKS_ONE] += lacks == 1
            standing[LACKS_TWO] += lacks == 2


@compiled
def logarithm(standing: Standing, strengths: Strengths) -> int:
    """The logarithm of the strength of a side that stands so, in parts of ONE."""
    cards, more = standing[CARDS_LEFT], 0
    for number in range(WILDS, standing.size):
        more += strengths[WEIGHT_ROW, number] * standing[number]
    return wide(strengths[standing[TURNS], cards] + more * strengths[SCALE_ROW, cards] // ONE)


@compiled
def power(less: int) -> int:
    """A strength whose logarithm is so much less than that of the strongest."""
    return 0 if less >= FADED else wide(COARSE_POWERS[less // FINE]) * wide(FINE_POWERS[less % FINE]) >> 20


@compiled
def write_chances(
    state: State, parameters: Parameters, strengths: Strengths, standing: Standing, chances: NDArray[np.int64]
) -> None:
    """Writes the chance of every side to win, in parts of CHANCE; `standing` is memory to work in.

    Chances are certain in a game that is over, and equal if nobody has won it.
    """
    if state.how != GOING_ON:
        for side in range(state.teams):
            shared = CHANCE // wide(state.teams)
            chances[side] = shared if state.winner == NO_SEAT else CHANCE * (state.winner == side)
        return
    strongest = -(1 << 60)
    for side in range(wide(state.teams)):
        stand(state, side, parameters, standing)
        chances[side] = logarithm(standing, strengths)
        strongest = max(strongest, chances[side])
    all_sides = 0
    for side in range(state.teams):
        chances[side] = power(strongest - chances[side])
        all_sides += chances[side]
    for side in range(state.teams):
        chances[side] = chances[side] * CHANCE // all_sides


def new_standing() -> Standing:
    return np.zeros(len(STANDING), np.int64)


def measures(standing: NDArray[np.int64]) -> NDArray[np.float64]:
    """The numbers that the logarithm of a strength is a weighted sum of, along the last axis.

    Three that grow with the cards left, ever more slowly; one for each number of turns to wait, and all other numbers,
    which tell the more the fewer cards are left.
    """
    left = np.maximum(standing[..., CARDS_LEFT], 1).astype(float)
    waiting = [standing[..., TURNS] == turns for turns in range(1, SEATS)]
    others = [standing[..., number] for number in range(WILDS, len(STANDING))]
    return np.stack(
        [left, np.sqrt(left), np.log1p(left), *(each / np.sqrt(left) for each in waiting + others)], axis=-1
    )


def key_of(table: Seated) -> str:
    """The name of the tables that share their strengths: `12-ranks 4/2` has four players on two sides."""
    return f"{table.edition.ranks}-ranks {table.players}/{table.teams}"


def strengths_of(table: Seated, sureness: int = ONE) -> Strengths:
    """The strengths at a table. With more sureness than ONE, chances are farther from even ones."""
    return strengths_for(key_of(table), sureness)


@cache
def strengths_for(key: str, sureness: int) -> Strengths:
    weights = np.array(tomllib.loads(FILE.read_text("utf-8"))["weights"][key])
    standing = np.zeros((SEATS, MOST_CARDS + 1, len(STANDING)), np.int64)
    standing[..., TURNS], standing[..., CARDS_LEFT] = np.indices(standing.shape[:2])
    strengths = np.zeros((ROWS, MOST_CARDS + 1), np.int64)
    strengths[:SEATS] = np.round(ONE * (measures(standing) @ weights))
    strengths[SCALE_ROW] = np.round(ONE / np.sqrt(np.maximum(np.arange(MOST_CARDS + 1), 1)))
    others = weights[-(len(STANDING) - WILDS) :]
    strengths[WEIGHT_ROW, WILDS : len(STANDING)] = np.round(ONE * others)
    strengths[:WEIGHT_ROW] = strengths[:WEIGHT_ROW] * sureness // ONE
    return strengths
