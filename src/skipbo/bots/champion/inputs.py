"""The inputs of the champion's network: the position in which an idea ends, as small numbers.

What counts in this game is how far a card is from another, not which number it bears: the building piles go round. So
ranks are counted backwards from a stock card, once from the player's own and once from the opponent's; 0 is that rank
itself, 1 the card that is played just before it. Only what the player sees is read.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.evaluation import lacking, ranks_between
from skipbo.bots.planner.features import CERTAIN
from skipbo.bots.planner.odds import shown_by
from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    DRAW_PILE,
    FULL_HAND,
    NO_CARD,
    NO_RANK,
    SPENT_PILE,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)

Inputs: TypeAlias = NDArray[np.int64]
Unseen: TypeAlias = NDArray[np.int64]  # cards of each rank that the player has not seen since they were shuffled

RANKS = 12  # of the tables that the champion knows
ONE = 4  # what counts as one, so that parts of it are whole numbers, too
SHARE = 16 * ONE  # all unseen cards; and a chance that is certain is a quarter of this
MOST = 127

# By distance to the player's own stock card: building piles, and the player's cards
OWN_PILES, OWN_HAND, OWN_TOPS, OWN_SECONDS, OWN_SHOWN, OWN_UNSEEN = range(0, 6 * RANKS, RANKS)
# By distance to the opponent's stock card: building piles, the opponent's cards, and the player's
THEIR_PILES, THEIR_SHOWN, THEIR_SECONDS, THEIR_UNSEEN, HELD_BACK, SHOWN_BACK = range(6 * RANKS, 12 * RANKS, RANKS)
APART = 12 * RANKS  # the distance between the two stock cards
# By distance to the nearest building pile: cards in hand, own and the opponent's top cards
FAR = 6
HAND_NEAR, TOPS_NEAR, THEIR_NEAR = range(13 * RANKS, 13 * RANKS + 3 * FAR, FAR)
# Cards that are missing on the best way to a stock card, with and without wilds, and on the second best
OWN_LACKS, OWN_LACKS_STILL, OWN_SECOND, THEIR_LACKS, THEIR_SECOND = range(
    13 * RANKS + 3 * FAR, 13 * RANKS + 8 * FAR, FAR
)
HELD = 13 * RANKS + 8 * FAR  # the number of cards kept
WILDS_HELD = HELD + FULL_HAND + 1
MOST_WILDS = 3
SINGLE = WILDS_HELD + MOST_WILDS + 1
(
    STOCK_UNKNOWN,
    TURN_ENDED,
    HAND_EMPTY,
    OWN_CHANCE,
    OWN_SECOND_CHANCE,
    THEIR_CHANCE,
    THEIR_SECOND_CHANCE,
    OWN_NEXT_READY,
    OWN_NEXT_LACKS_ONE,
    OWN_NEXT_LACKS_TWO,
    THEIR_NEXT_READY,
    THEIR_NEXT_LACKS_ONE,
    THEIR_NEXT_LACKS_TWO,
    HAND_PLAYABLE,
    WHOLE_HAND_PLAYABLE,
    THEIR_PLAYABLE,
    TWINS,
    RUNS,
    EQUALS,
    STEPS,
    BURIALS,
    BURIAL_GAP,
    WILDS_SHOWN,
    WILDS_BURIED,
    PILES_EMPTY,
    DEPTH,
    HEIGHT,
    TOPS_EQUAL,
    TOPS_NEXT,
    OWN_CARDS,
    OWN_LATE,
    THEIR_CARDS,
    THEIR_LATE,
    AHEAD,
    NEEDS,
    HEIGHTS,
    THEIR_HAND,
    WILDS_UNSEEN,
    SUPPLY,
    WORTH,
    WORTH_NEAR,
) = range(SINGLE, SINGLE + 41)
INPUTS = SINGLE + 41
LATE = 8  # a stock pile with fewer cards than this
WORTH_UNIT = 16  # a point of the planner
NEAR_WORTH = -WORTH_UNIT
FAR_WORTH = 4 * NEAR_WORTH


@compiled
def back(rank: int, target: int) -> int:
    """How many cards before a target rank a rank is played."""
    return (wide(target) - rank) % RANKS


@compiled
def is_rank(rank: int) -> bool:
    return rank not in (WILD, NO_RANK)


@compiled
def way(position: State, pile: int, stock: int) -> int:
    """The ranks that must be played on a building pile before it takes a stock card, a bit each."""
    return ranks_between(wide(position.count[pile]), stock, RANKS)


@compiled
def chance_of(missing: int, wilds: int, draws: int, unseen: Unseen, hidden: int) -> int:
    """The chance, about, that so many cards bring all missing ranks; wilds take the place of the lowest ones."""
    chance = CERTAIN
    for rank in range(1, RANKS + 1):
        if (missing >> rank) & 1:
            if wilds > 0:
                wilds -= 1
                continue
            without, others = CERTAIN, CERTAIN - (unseen[rank] + unseen[WILD]) * CERTAIN // hidden
            for _ in range(draws):
                without = without * others // CERTAIN
            chance = chance * (CERTAIN - without) // CERTAIN
    return wide(chance)


@compiled
def write_chances(
    position: State,
    stock: int,
    usable: int,
    wilds: int,
    draws: int,
    unseen: Unseen,
    hidden: int,
    inputs: Inputs,
    at: int,
) -> None:
    """Writes the chances to reach a stock card in the next turn, by the best way and by the second best."""
    best, second = 0, 0
    for pile in range(BUILDINGS):
        chance = chance_of(way(position, pile, stock) & ~usable, wilds, draws, unseen, hidden)
        best, second = max(best, chance), max(second, min(best, chance))
    inputs[at] = best * SHARE // (4 * CERTAIN)
    inputs[at + 1] = second * SHARE // (4 * CERTAIN)


@compiled
def write_next(position: State, usable: int, wilds: int, unseen: Unseen, hidden: int, inputs: Inputs, at: int) -> None:
    """Writes which share of the unseen cards, as the next stock card, would lack none, one or two cards."""
    for rank in range(1, RANKS + 1):
        missing, _second = lacking(position, rank, usable)
        missing = max(missing - wilds, 0)
        if missing <= 2:
            inputs[at + missing] += unseen[rank]
    for number in range(3):
        inputs[at + number] = inputs[at + number] * SHARE // hidden


@compiled
def playable(position: State, usable: int) -> int:
    """The ranks that can be played one after the other, a bit each."""
    played = 0
    for pile in range(BUILDINGS):
        rank = wide(position.count[pile]) + 1
        while (usable & ~played) >> rank & 1:
            played |= 1 << rank
            rank = rank % RANKS + 1
    return played


@compiled
def nearest(position: State, rank: int) -> int:
    """How many cards a building pile lacks that will soon take a rank."""
    fewest = FAR - 1
    for pile in range(BUILDINGS):
        fewest = min(fewest, back(wide(position.count[pile]) + 1, rank))
    return fewest


@compiled
def write_order(position: State, seat: int, inputs: Inputs) -> None:
    """Writes the order of the player's own discard piles."""
    for number in range(DISCARDS):
        card = wide(position.top[discard_of(seat, number)])
        inputs[PILES_EMPTY] += ONE * (card == NO_CARD)
        while card != NO_CARD:
            below = wide(position.under[card])
            upper, lower = rank_of(card), rank_of(below)
            card = below
            inputs[DEPTH] += 1
            if lower == WILD:
                inputs[WILDS_BURIED] += ONE
            elif lower == NO_RANK or upper == WILD:
                continue
            elif upper == lower:
                inputs[EQUALS] += ONE // 2
            elif upper == lower - 1:
                inputs[RUNS] += ONE // 2
            elif upper > lower:
                inputs[BURIALS] += ONE
                inputs[BURIAL_GAP] += upper - lower
            elif upper >= lower - 3:
                inputs[STEPS] += ONE


@compiled
def write_hand(position: State, seat: int, own: int, their: int, inputs: Inputs) -> tuple[int, int]:
    """Writes the cards in hand; returns their ranks, a bit each, and the number of wilds."""
    ranks, wilds = 0, 0
    for place in range(position.held[seat]):
        rank = rank_of(position.hand[seat, place])
        if rank == WILD:
            wilds += 1
            continue
        inputs[TWINS] += ONE * ((ranks >> rank) & 1)
        ranks |= 1 << rank
        inputs[HAND_NEAR + nearest(position, rank)] += ONE
        if is_rank(own):
            inputs[OWN_HAND + back(rank, own)] += ONE
        if is_rank(their):
            inputs[HELD_BACK + back(rank, their)] += ONE
    inputs[HELD + wide(position.held[seat])] = ONE
    inputs[WILDS_HELD + min(wilds, MOST_WILDS)] = ONE
    return ranks, wilds


@compiled
def write_tops(position: State, seat: int, own: int, their: int, hand: int, inputs: Inputs) -> None:
    """Writes the upper two cards of all discard piles."""
    for number in range(DISCARDS):
        card = wide(position.top[discard_of(seat, number)])
        if card != NO_CARD:
            top, second = rank_of(card), rank_of(position.under[card])
            if top == WILD:
                inputs[WILDS_SHOWN] += ONE
            else:
                inputs[HEIGHT] += top
                inputs[TOPS_NEAR + nearest(position, top)] += ONE
                inputs[TOPS_EQUAL] += ONE * ((hand >> top) & 1)
                inputs[TOPS_NEXT] += ONE * ((hand >> (top - 1)) & 1)
                if is_rank(own):
                    inputs[OWN_TOPS + back(top, own)] += ONE
                if is_rank(their):
                    inputs[SHOWN_BACK + back(top, their)] += ONE
            if is_rank(own) and is_rank(second):
                inputs[OWN_SECONDS + back(second, own)] += ONE
        card = wide(position.top[discard_of(1 - seat, number)])
        if card != NO_CARD:
            top, second = rank_of(card), rank_of(position.under[card])
            if top != WILD:
                inputs[THEIR_NEAR + nearest(position, top)] += ONE
            if is_rank(their) and is_rank(second):
                inputs[THEIR_SECONDS + back(second, their)] += ONE


@compiled
def write_around(position: State, stock: int, shown: int, unseen: Unseen, hidden: int, inputs: Inputs, to: int) -> None:
    """Writes, by distance to a stock card, what its owner shows and what is unseen; `to` is 1 for the opponent."""
    for pile in range(BUILDINGS):
        inputs[(THEIR_PILES if to else OWN_PILES) + back(wide(position.count[pile]) + 1, stock)] += ONE
    for rank in range(1, RANKS + 1):
        at = back(rank, stock)
        inputs[(THEIR_SHOWN if to else OWN_SHOWN) + at] = ONE * ((shown >> rank) & 1)
        inputs[(THEIR_UNSEEN if to else OWN_UNSEEN) + at] = unseen[rank] * SHARE // hidden


@compiled
def write_table(position: State, seat: int, unseen: Unseen, hidden: int, inputs: Inputs) -> None:
    """Writes the numbers of cards, and the building piles."""
    own, their = wide(position.count[stock_of(seat)]), wide(position.count[stock_of(1 - seat)])
    inputs[OWN_CARDS], inputs[OWN_LATE] = min(own, MOST), max(LATE - own, 0)
    inputs[THEIR_CARDS], inputs[THEIR_LATE] = min(their, MOST), max(LATE - their, 0)
    inputs[AHEAD] = max(min(own - their, SHARE // 4), -SHARE // 4)
    heights = 0
    for pile in range(BUILDINGS):
        heights |= 1 << wide(position.count[pile])
        inputs[HEIGHTS] += position.count[pile]
    inputs[NEEDS] = ONE * count_bits(heights)
    inputs[THEIR_HAND] = ONE * position.held[1 - seat]
    inputs[WILDS_UNSEEN] = unseen[WILD] * SHARE // hidden
    inputs[SUPPLY] = min(wide(position.count[DRAW_PILE]) + wide(position.count[SPENT_PILE]), 5 * FULL_HAND)


@compiled
def write_inputs(
    position: State, seat: int, ended: bool, worth: int, unseen: Unseen, hidden: int, inputs: Inputs
) -> None:
    """Writes all inputs of a position in which the player's turn has ended, or goes on with new cards.

    `worth` is by how much the planner likes it less than its favourite, in parts of WORTH_UNIT; `hidden` is the number
    of unseen cards.
    """
    for number in range(INPUTS):
        inputs[number] = 0
    own, their = rank_of(position.top[stock_of(seat)]), rank_of(position.top[stock_of(1 - seat)])
    shown, their_shown = shown_by(position, seat), shown_by(position, 1 - seat)
    held = wide(position.held[seat])
    hand, wilds = write_hand(position, seat, own, their, inputs)
    usable = hand | shown
    write_tops(position, seat, own, their, hand, inputs)
    write_order(position, seat, inputs)
    write_table(position, seat, unseen, hidden, inputs)
    if own == NO_RANK:
        inputs[STOCK_UNKNOWN] = ONE
    else:
        best, second = lacking(position, own, usable)
        inputs[OWN_LACKS + min(best, FAR - 1)] = ONE
        inputs[OWN_LACKS_STILL + max(min(best - wilds, FAR - 1), 0)] = ONE
        inputs[OWN_SECOND + max(min(second - wilds, FAR - 1), 0)] = ONE
        write_chances(position, own, usable, wilds, FULL_HAND - held, unseen, hidden, inputs, OWN_CHANCE)
    best, second = lacking(position, their, their_shown)
    inputs[THEIR_LACKS + min(best, FAR - 1)] = ONE
    inputs[THEIR_SECOND + min(second, FAR - 1)] = ONE
    write_chances(position, their, their_shown, 0, FULL_HAND, unseen, hidden, inputs, THEIR_CHANCE)
    if is_rank(own):
        write_around(position, own, shown, unseen, hidden, inputs, 0)
    if is_rank(their):
        write_around(position, their, their_shown, unseen, hidden, inputs, 1)
    if is_rank(own) and is_rank(their):
        inputs[APART + back(own, their)] = ONE
    write_next(position, usable, wilds, unseen, hidden, inputs, OWN_NEXT_READY)
    write_next(position, their_shown, 0, unseen, hidden, inputs, THEIR_NEXT_READY)
    reached = count_bits(playable(position, usable) & hand)
    inputs[HAND_PLAYABLE] = ONE * reached
    inputs[WHOLE_HAND_PLAYABLE] = ONE * (reached + wilds >= held)
    inputs[THEIR_PLAYABLE] = ONE * count_bits(playable(position, their_shown))
    inputs[TURN_ENDED] = ONE * ended
    inputs[HAND_EMPTY] = ONE * (held == 0)
    inputs[WORTH], inputs[WORTH_NEAR] = max(worth, FAR_WORTH), max(worth, NEAR_WORTH)
