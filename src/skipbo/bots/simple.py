"""The simple bots: they look at the cards that can be played now, and plan nothing."""

from skipbo.kernel.bits import count_bits, lowest_bit, nth_bit
from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    FULL_HAND,
    PILES_PER_SEAT,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, FROM_STOCK, PASS, move_of
from skipbo.kernel.turn import (
    EVERY_PILE,
    goes_where,
    legal_words,
    next_partner,
    piles_for,
    ranks_in_hand,
    ranks_wanted,
)

# The value of a tidy discard, in ranks; the proportions were found by play against `eager`
ON_ITS_EQUAL = 50
ONE_OF_TWINS = 30
A_CARD_DEEPER = 8
WORST = -1 << 30


@compiled
def pick_move(plays: int, from_hand: int, ends: int, dice: Dice) -> int:
    """A uniformly random move of three words that are not all empty."""
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
    """A uniformly random legal move."""
    plays, from_hand, ends = legal_words(state, state.turn)
    return pick_move(plays, from_hand, ends, dice)


@compiled
def a_pile_for(where: int, rank: int, dice: Dice) -> int:
    """A building pile for a card: a random one for a wild; for a number all piles that take it are alike."""
    if rank == WILD:
        return roll(dice, BUILDINGS)
    return lowest_bit((where >> (BUILDINGS * rank)) & EVERY_PILE)


@compiled
def random_discard(ranks: int, dice: Dice) -> int:
    if ranks:
        choice = roll(dice, DISCARDS * count_bits(ranks))
        return move_of(END_TURN, nth_bit(ranks, choice // DISCARDS), choice % DISCARDS)
    return PASS


@compiled
def tidiness(state: State, seat: int, rank: int, number: int) -> int:
    """The value of a discard: best on an equal card, then one of twins, on a low pile, a high card."""
    pile = discard_of(seat, number)
    tidy = rank
    if rank_of(state.top[pile]) == rank:
        tidy += ON_ITS_EQUAL
    else:
        tidy -= A_CARD_DEEPER * wide(state.count[pile])
    twins = 0
    for place in range(FULL_HAND):
        twins += rank_of(state.hand[seat, place]) == rank
    return tidy + ONE_OF_TWINS if twins > 1 else tidy


@compiled
def tidy_discard(state: State, seat: int, ranks: int, dice: Dice) -> int:
    """The tidiest discard, a random one of several. A wild is kept as long as the hand has a number."""
    numbers = ranks & ~(1 << WILD)
    left = numbers if numbers else ranks
    best, options, choice = WORST, 0, PASS
    while left:
        rank = lowest_bit(left)
        left &= left - 1
        for number in range(DISCARDS):
            tidy = tidiness(state, seat, rank, number)
            if tidy > best:
                best, options = tidy, 0
            if tidy == best:
                options += 1
                if roll(dice, options) == 0:
                    choice = move_of(END_TURN, rank, number)
    return choice


@compiled
def eager(state: State, dice: Dice, tidy: bool) -> int:
    """A stock card if one can be played, the own first; otherwise a random playable card; otherwise a discard.

    All in one function, because two were a seventh slower.
    """
    seat = wide(state.turn)
    where = goes_where(state)
    owner = seat
    source = FROM_STOCK
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
    return tidy_discard(state, seat, ranks, dice) if tidy else random_discard(ranks, dice)
