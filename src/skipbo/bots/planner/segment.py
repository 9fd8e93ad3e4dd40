"""A segment: everything that can be played until new information appears.

New information is a stock card turned over, a hand drawn anew, or the end of the turn. Until then nothing is left to
chance, and orders of play that lead to the same position count as one. A position is one number: the heights of the
building piles, which cards of the hand are left, how many were taken off each discard pile, and whether a stock card
was played, which ends the segment.
"""

from skipbo.bots.planner.workspace import CHAIN, NODES, PILES_IN_REACH, SLOTS, Workspace
from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    FULL_HAND,
    NO_CARD,
    NO_RANK,
    PILES_PER_SEAT,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import FROM_HAND, FROM_PILE, FROM_STOCK, move_of
from skipbo.kernel.turn import next_partner

# The bit at which each part of a position begins
HAND_AT = 4 * BUILDINGS
TAKEN_AT = HAND_AT + FULL_HAND
STOCK_AT = TAKEN_AT + 4 * PILES_IN_REACH
HEIGHTS = (1 << HAND_AT) - 1
WHOLE_HAND = (1 << FULL_HAND) - 1
ANY_TAKEN = (1 << (4 * PILES_IN_REACH)) - 1
STOCK_ON = 1 << STOCK_AT  # own stock card played; two and three times this: a partner's


@compiled
def height(key: int, pile: int) -> int:
    """The number of cards on a building pile."""
    return (key >> (4 * pile)) & 15


@compiled
def hand_left(key: int) -> int:
    """The cards of the hand that are left, a bit each."""
    return (key >> HAND_AT) & WHOLE_HAND


@compiled
def taken_off(key: int, pile: int) -> int:
    """The number of cards taken off a discard pile within reach."""
    return (key >> (TAKEN_AT + 4 * pile)) & 15


@compiled
def stock_played(key: int) -> int:
    """Whose stock card was played. 0: nobody's; 1: the player's own; 2 and 3: the first and the second partner's."""
    return key >> STOCK_AT


@compiled
def alike(key: int) -> int:
    """A number that is the same for positions which differ only in the order of the building piles."""
    a, b, c, d = key & 15, (key >> 4) & 15, (key >> 8) & 15, (key >> 12) & 15
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return (key >> HAND_AT << HAND_AT) | a | (b << 4) | (c << 8) | (d << 12)


@compiled
def remember(workspace: Workspace, key: int, parent: int, move: int) -> None:
    """Adds a position unless it is already there or the workspace is full."""
    like = alike(key)
    slot = ((((like ^ (like >> 25)) & 0x7FFFFFFF) * 0x5BD1E995) >> 18) & (SLOTS - 1)
    while workspace.found[slot]:
        if workspace.like[wide(workspace.found[slot]) - 1] == like:
            return
        slot = (slot + 1) & (SLOTS - 1)
    node = workspace.count
    if node == NODES:
        return
    workspace.found[slot] = node + 1
    workspace.slot[node] = slot
    workspace.key[node] = key
    workspace.like[node] = like
    workspace.parent[node] = parent
    workspace.move[node] = move
    workspace.count = node + 1


@compiled
def forget(workspace: Workspace) -> None:
    for node in range(workspace.count):
        workspace.found[workspace.slot[node]] = 0
    workspace.count = 0


@compiled
def highest_bit(bits: int) -> int:
    """The highest bit of a set of at most eight; 0 for the empty set."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    return bits ^ (bits >> 1)


@compiled
def sort_out_hands(workspace: Workspace, held: int) -> None:
    """Writes ranks, wilds, firsts and twins of every subset of the hand, each from the subset without its last card."""
    workspace.ranks[0] = workspace.wilds[0] = workspace.firsts[0] = workspace.twins[0] = 0
    for place in range(held):
        bit = 1 << place
        rank = wide(workspace.hand[place])
        for rest in range(bit):
            cards = rest | bit
            again = (workspace.ranks[rest] >> rank) & 1
            workspace.ranks[cards] = workspace.ranks[rest] | (1 << rank)
            workspace.wilds[cards] = workspace.wilds[rest] + (rank == WILD)
            workspace.firsts[cards] = workspace.firsts[rest] | (0 if again else bit)
            # Equal cards are neighbours, so the first of them is the highest first so far
            workspace.twins[cards] = workspace.twins[rest] | (highest_bit(workspace.firsts[rest]) if again else 0)


@compiled
def lay_out(state: State, seat: int, workspace: Workspace) -> int:
    """Writes the hand and the discard piles within reach into the workspace; returns the first position."""
    held = wide(state.held[seat])
    for place in range(held):  # sorted, so that equal cards are neighbours
        rank = rank_of(state.hand[seat, place])
        at = place
        while at > 0 and workspace.hand[at - 1] > rank:
            workspace.hand[at] = workspace.hand[at - 1]
            at -= 1
        workspace.hand[at] = rank
    sort_out_hands(workspace, held)
    partner = next_partner(state, seat) if state.partner_discards else seat
    owners = 1 if partner == seat else 2
    for pile in range(owners * DISCARDS):
        owner = seat if pile < DISCARDS else partner
        card = wide(state.top[discard_of(owner, pile % DISCARDS)])
        depth = 0
        while card != NO_CARD and depth < CHAIN:
            workspace.chain[pile, depth] = rank_of(card)
            depth += 1
            card = wide(state.under[card])
        workspace.chain[pile, depth] = NO_RANK
    workspace.piles = owners * DISCARDS
    key = ((1 << held) - 1) << HAND_AT
    for pile in range(BUILDINGS):
        key |= wide(state.count[pile]) << (4 * pile)
    return key


@compiled
def stack(key: int, pile: int, ranks: int) -> int:
    """The position with one more card on a building pile; a completed pile is set aside."""
    if height(key, pile) + 1 == ranks:
        return key - ((ranks - 1) << (4 * pile))
    return key + (1 << (4 * pile))


@compiled
def spread(workspace: Workspace, node: int, after: int, rank: int, kind: int, what: int, ranks: int) -> None:
    """Adds the positions in which a card of this rank, taken from `after`, was played; equal piles count as one."""
    heights = after & HEIGHTS
    seen = 0
    for pile in range(BUILDINGS):
        wanted = (heights & 15) + 1
        heights >>= 4
        if rank in (wanted, WILD) and not (seen >> wanted) & 1:
            seen |= 1 << wanted
            remember(workspace, stack(after, pile, ranks), node, move_of(kind, what, pile))
            if rank != WILD:
                return


@compiled
def wanted_ranks(key: int) -> int:
    """The ranks that some building pile takes, a bit each."""
    return (
        (1 << WILD)
        | (2 << (key & 15))
        | (2 << ((key >> 4) & 15))
        | (2 << ((key >> 8) & 15))
        | (2 << ((key >> 12) & 15))
    )


@compiled
def expand(state: State, seat: int, workspace: Workspace, node: int) -> None:
    """Adds every position that playing one card leads to."""
    key = workspace.key[node]
    ranks = wide(state.ranks)
    wanted = wanted_ranks(key)
    owner = wide(seat)
    which = 1
    while True:
        stock = rank_of(state.top[stock_of(owner)])
        if (wanted >> stock) & 1:
            what = FROM_STOCK + PILES_PER_SEAT * (which - 1)
            spread(workspace, node, key + which * STOCK_ON, stock, FROM_PILE, what, ranks)
        owner = next_partner(state, owner)
        which += 1
        if owner == seat:
            break
    cards = hand_left(key)
    if workspace.ranks[cards] & wanted:
        firsts = workspace.firsts[cards]
        for place in range(FULL_HAND):
            rank = wide(workspace.hand[place])
            if (firsts >> place) & (wanted >> rank) & 1:
                spread(workspace, node, key - (1 << (HAND_AT + place)), rank, FROM_HAND, rank, ranks)
    for pile in range(workspace.piles):
        depth = taken_off(key, pile)
        rank = wide(workspace.chain[pile, depth])
        if (wanted >> rank) & 1:
            after = key + (1 << (TAKEN_AT + 4 * pile))
            spread(workspace, node, after, rank, FROM_PILE, 1 + pile + (pile >= DISCARDS), ranks)


@compiled
def completed(key: int, first: int, ranks: int) -> int:
    """The number of building piles completed since the first position: the played cards that are no longer there."""
    fours = (key >> TAKEN_AT) & ANY_TAKEN
    taken = 0
    while fours:
        taken += fours & 15
        fours >>= 4
    played = taken + count_bits(hand_left(first)) - count_bits(hand_left(key)) + (stock_played(key) != 0)
    return (played + all_heights(first) - all_heights(key)) // ranks


@compiled
def all_heights(key: int) -> int:
    """The number of cards on all building piles."""
    return height(key, 0) + height(key, 1) + height(key, 2) + height(key, 3)


@compiled
def ends_segment(key: int, first: int, ranks: int) -> bool:
    """Whether a position brings new information: a stock card turned over, or a hand to draw.

    A player whose hand was empty at first, with nothing to draw, draws as soon as a pile is completed.
    """
    if stock_played(key) != 0:
        return True
    return hand_left(key) == 0 and (hand_left(first) != 0 or completed(key, first, ranks) > 0)


@compiled
def enumerate_segment(state: State, seat: int, workspace: Workspace) -> None:
    """Writes every position of the segment into the workspace, the present one first."""
    forget(workspace)
    first = lay_out(state, seat, workspace)
    remember(workspace, first, 0, 0)
    ranks = wide(state.ranks)
    node = 0
    while node < workspace.count:
        if not ends_segment(workspace.key[node], first, ranks):
            expand(state, seat, workspace, node)
        node += 1
