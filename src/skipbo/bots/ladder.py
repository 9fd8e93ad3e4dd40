"""The compiled bots, weak to strong: each looks only at what its seat may see and rolls its own dice."""

from skipbo.kernel.bits import count_bits, lowest_bit, nth_bit
from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiling import compiled, wide
from skipbo.kernel.layout import BUILDINGS, DISCARDS, PILES_PER_SEAT, WILD, State, discard_of, rank_of, stock_of
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, PASS, STOCK, move_of
from skipbo.kernel.turn import (
    EVERY_PILE,
    goes_where,
    legal_words,
    next_partner,
    piles_for,
    ranks_in_hand,
    ranks_wanted,
)

RANDOM, EAGER = 0, 1
NAMES = ("random", "eager")  # by number


@compiled
def a_pile_for(where: int, rank: int, dice: Dice) -> int:
    """A wild goes on a random pile; for a number all piles that take it are alike."""
    if rank == WILD:
        return roll(dice, BUILDINGS)
    return lowest_bit((where >> (BUILDINGS * rank)) & EVERY_PILE)


@compiled
def eager(state: State, dice: Dice) -> int:
    """The stock card if it goes, own first, then a partner's; else anything that goes; else a random discard."""
    seat = wide(state.turn)
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
def pick_move(plays: int, from_hand: int, ends: int, dice: Dice) -> int:
    """One of the moves in three words that are not all empty, all equally likely."""
    first, second = count_bits(plays), count_bits(from_hand)
    choice = roll(dice, first + second + count_bits(ends))
    if choice < first:
        return 64 * FROM_PILE + nth_bit(plays, choice)
    choice -= first
    if choice < second:
        return 64 * FROM_HAND + nth_bit(from_hand, choice)
    return 64 * END_TURN + nth_bit(ends, choice - second)


@compiled
def uniform(state: State, dice: Dice) -> int:
    """Any legal move, all equally likely."""
    plays, from_hand, ends = legal_words(state, state.turn)
    return pick_move(plays, from_hand, ends, dice)


@compiled
def choose(bot: int, state: State, dice: Dice) -> int:
    """The move of the bot with this number."""
    if bot == EAGER:
        return eager(state, dice)
    return uniform(state, dice)
