"""The compiled bots. Each looks only at what its seat may see, rolls its own dice, and answers with a move."""

import numpy as np

from skipbo.kernel.bits import count_bits, lowest_bit, nth_bit
from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiling import compiled
from skipbo.kernel.layout import BUILDINGS, DISCARDS, PILES_PER_SEAT, WILD, State, discard_of, rank_of, stock_of
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, PASS, STOCK, move_of
from skipbo.kernel.turn import (
    EVERY_PILE,
    Mask,
    goes_where,
    legal,
    next_partner,
    piles_for,
    ranks_in_hand,
    ranks_wanted,
)

RANDOM, EAGER = 0, 1
NAMES = ("random", "eager")


@compiled
def a_pile_for(where: int, rank: int, dice: Dice) -> int:
    """A wild goes on a random pile; for a number all piles that take it are alike."""
    if rank == WILD:
        return roll(dice, BUILDINGS)
    return lowest_bit((where >> (BUILDINGS * rank)) & EVERY_PILE)


@compiled
def eager(state: State, dice: Dice) -> int:
    """The stock card if it goes, own first, then a partner's; else anything that goes; else a random discard."""
    seat = np.int64(state.turn)
    where = goes_where(state)
    owner = seat
    source = STOCK
    while True:
        top = state.top[stock_of(owner)]
        if piles_for(where, top):
            return move_of(FROM_PILE, source, a_pile_for(where, rank_of(top), dice))
        owner = next_partner(state, owner)
        source += PILES_PER_SEAT
        if owner == seat:
            break
    wanted = ranks_wanted(state)
    options = 0  # a bit for each discard pile and, above them, for each rank of the hand
    for number in range(DISCARDS):
        options |= ((wanted >> rank_of(state.top[discard_of(seat, number)])) & 1) << number
    ranks = ranks_in_hand(state, seat)
    options |= (ranks & wanted) << DISCARDS
    if options:
        option = nth_bit(options, roll(dice, count_bits(options)))
        if option < DISCARDS:
            top = state.top[discard_of(seat, option)]
            return move_of(FROM_PILE, 1 + option, a_pile_for(where, rank_of(top), dice))
        return move_of(FROM_HAND, option - DISCARDS, a_pile_for(where, option - DISCARDS, dice))
    if ranks:
        choice = roll(dice, DISCARDS * count_bits(ranks))
        return move_of(END_TURN, nth_bit(ranks, choice // DISCARDS), choice % DISCARDS)
    return PASS


@compiled
def uniform(state: State, dice: Dice, mask: Mask) -> int:
    """Any legal move, all equally likely."""
    legal(state, mask)
    return pick_move(mask, dice)


@compiled
def pick_move(mask: Mask, dice: Dice) -> int:
    """One of the moves of a mask that has at least one, all equally likely."""
    plays, from_hand = count_bits(mask[FROM_PILE]), count_bits(mask[FROM_HAND])
    choice = roll(dice, plays + from_hand + count_bits(mask[END_TURN]))
    if choice < plays:
        return nth_bit(mask[FROM_PILE], choice)
    choice -= plays
    if choice < from_hand:
        return 64 * FROM_HAND + nth_bit(mask[FROM_HAND], choice)
    return 64 * END_TURN + nth_bit(mask[END_TURN], choice - from_hand)
