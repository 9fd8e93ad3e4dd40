"""The worth of a position to the planner: the sum of its features, each times its weight in the parameters."""

from skipbo.bots.planner.features import CERTAIN
from skipbo.bots.planner.odds import PARTNER
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.segment import (
    ANY_TAKEN,
    TAKEN_AT,
    all_heights,
    completed,
    hand_left,
    height,
    stock_played,
    taken_off,
    wanted_ranks,
)
from skipbo.bots.planner.workspace import LACKING, Workspace
from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import cards_left, team_of
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    FULL_HAND,
    NO_RANK,
    WILD,
    State,
    rank_of,
    stock_of,
)

URGENT = 8  # a stock pile with fewer cards than this is a threat
WINNING = 1 << 45  # more than any position can be worth


# The order of discard piles


@compiled
def order_value(parameters: Parameters, upper: int, lower: int) -> int:
    """The value of a card on another in a discard pile."""
    if lower == NO_RANK:
        return 0
    if lower == WILD:
        return wide(parameters.wilds_buried)
    if upper == WILD:
        return 0
    if upper == lower:
        return wide(parameters.equals)
    if upper == lower - 1:
        return wide(parameters.runs)
    if upper < lower:
        return wide(parameters.steps) if upper >= lower - 3 else 0
    return wide(parameters.burials) + wide(parameters.burial_gap) * (upper - lower)


@compiled
def top_value(parameters: Parameters, top: int) -> int:
    if top == NO_RANK:
        return wide(parameters.piles_empty)
    return wide(parameters.wilds_shown) if top == WILD else wide(parameters.height) * top


@compiled
def value_taking(workspace: Workspace, parameters: Parameters) -> None:
    """Writes for every discard pile and number of cards taken off: what that is worth, and what can be played next."""
    for pile in range(workspace.piles):
        top = wide(workspace.chain[pile, 0])
        whole = top_value(parameters, top)
        value = 0
        workspace.taken[pile, 0] = 0
        depth = 0
        while top != NO_RANK:
            below = wide(workspace.chain[pile, depth + 1])
            value -= order_value(parameters, top, below) + parameters.depth
            depth += 1
            workspace.taken[pile, depth] = value + top_value(parameters, below) - whole
            top = below
        workspace.run[pile, depth] = 0
        while depth > 0:
            below = top
            depth -= 1
            top = wide(workspace.chain[pile, depth])
            workspace.run[pile, depth] = (1 << top) | (wide(workspace.run[pile, depth + 1]) if below == top + 1 else 0)


@compiled
def value_holding(workspace: Workspace, parameters: Parameters, hand: int) -> None:
    """Writes what each subset of a hand is worth to hold, and forgets the discard values of an earlier hand."""
    for cards in range(hand + 1):
        doubled = count_bits(cards) - count_bits(workspace.firsts[cards]) - max(workspace.wilds[cards] - 1, 0)
        workspace.holding[cards] = parameters.wilds_held * workspace.wilds[cards] + parameters.twins_kept * doubled
    for pile in range(DISCARDS):
        workspace.laid[pile] = 0


@compiled
def value_laying(workspace: Workspace, parameters: Parameters, pile: int, depth: int) -> None:
    """Writes what it is worth to discard each card of the hand on a pile that so many cards were taken off."""
    held = count_bits(hand_left(workspace.key[0]))
    while workspace.laid[pile] <= depth:
        at = workspace.laid[pile]
        top = wide(workspace.chain[pile, at])
        change = parameters.depth - top_value(parameters, top)
        for place in range(held):
            rank = wide(workspace.hand[place])
            workspace.laying[pile, at, place] = (
                change + order_value(parameters, rank, top) + top_value(parameters, rank)
            )
        workspace.laid[pile] = at + 1


# The way to the player's own stock card


@compiled
def ranks_between(at: int, stock: int, ranks: int) -> int:
    """The ranks that must be played on a pile of this height before it takes the stock card."""
    if stock == WILD:
        return 0
    if at < stock:
        return (1 << stock) - (2 << at)
    return ((2 << ranks) - (2 << at)) | ((1 << stock) - 2)


@compiled
def cards_missing(key: int, stock: int, ranks: int, usable: int) -> int:
    """The number of missing cards on the best way to the stock card."""
    missing = ranks
    for pile in range(BUILDINGS):
        missing = min(missing, count_bits(ranks_between(height(key, pile), stock, ranks) & ~usable))
    return missing


@compiled
def lacking(state: State, stock: int, usable: int) -> tuple[int, int]:
    """The cards that are missing on the best way to a stock card as the table lies, and on the second best."""
    ranks = wide(state.ranks)
    best, second = ranks, ranks
    for pile in range(BUILDINGS):
        missing = count_bits(ranks_between(wide(state.count[pile]), stock, ranks) & ~usable)
        best, second = min(best, missing), min(second, max(best, missing))
    return best, second


@compiled
def path_value(parameters: Parameters, workspace: Workspace, missing: int, wilds: int, draws: int) -> int:
    """The value of being this near to the stock card in the next turn, with these wilds and so many cards to draw."""
    if missing == 0:
        return wide(parameters.path_ready + parameters.path_chance * CERTAIN)
    missing -= wilds
    if missing <= 0:
        return wide(parameters.path_with_wilds + parameters.path_chance * CERTAIN)
    value = wide(parameters.path_chance * workspace.drawing[draws, min(missing, LACKING)])
    if missing == 1:
        value += parameters.path_missing_one
    elif missing == 2:
        value += parameters.path_missing_two
    return value


# Values of a position that do not depend on how the turn ends


@compiled
def others_value(state: State, workspace: Workspace, parameters: Parameters, key: int, going_on: bool) -> int:
    """The value of how near the other players are to their stock cards."""
    a, b, c, d = height(key, 0), height(key, 1), height(key, 2), height(key, 3)
    value = 0
    for owner in range(state.players):
        near = workspace.near[owner]
        if near == 0:
            continue
        reach = max(
            max(workspace.reach[owner, a], workspace.reach[owner, b]),
            max(workspace.reach[owner, c], workspace.reach[owner, d]),
        )
        if going_on:
            if near == 1:
                value += parameters.going_on_chance * reach
            continue
        ready = reach == CERTAIN
        if near == PARTNER:
            value += parameters.partner_chance * reach + parameters.partner_ready * ready
        elif near == 1:
            missing = min(
                min(workspace.missing[owner, a], workspace.missing[owner, b]),
                min(workspace.missing[owner, c], workspace.missing[owner, d]),
            )
            value += parameters.next_chance * reach
            late = URGENT - wide(state.count[stock_of(owner)])
            if late > 0:
                value += parameters.next_chance_late * (reach * late // URGENT)
            if missing == 0:
                value += parameters.next_ready
            elif missing == 1:
                value += parameters.next_missing_one
            elif missing == 2:
                value += parameters.next_missing_two
        else:
            value += parameters.later_chance * (reach >> (near - 1)) + parameters.later_ready * (
                CERTAIN * ready >> (near - 1)
            )
    return value


@compiled
def needs_shared(key: int) -> int:
    """The number of building piles that want the same rank as another."""
    wanted = wanted_ranks(key)
    return BUILDINGS + 1 - count_bits(wanted)


@compiled
def is_scarce(workspace: Workspace, supply: int) -> bool:
    """Whether the cards may run out before the player can draw to five in the next turn."""
    return wide(workspace.demand) + FULL_HAND > supply


@compiled
def supply_after(state: State, workspace: Workspace, key: int) -> int:
    """The number of cards that can be drawn in a position; completed piles are shuffled again."""
    if not is_scarce(workspace, workspace.supply):
        return wide(workspace.supply)
    ranks = wide(state.ranks)
    return wide(workspace.supply) + ranks * completed(key, workspace.key[0], ranks)


@compiled
def common_value(state: State, workspace: Workspace, parameters: Parameters, key: int, going_on: bool) -> int:
    value = others_value(state, workspace, parameters, key, going_on)
    value += parameters.needs_shared * needs_shared(key)
    value += parameters.heights * all_heights(key)
    if is_scarce(workspace, workspace.supply):
        value += parameters.completed_scarce * completed(key, workspace.key[0], wide(state.ranks))
    if (key >> TAKEN_AT) & ANY_TAKEN:
        for pile in range(workspace.piles):
            value += workspace.taken[pile, taken_off(key, pile)]
    return wide(value + workspace.holding[hand_left(key)])


@compiled
def going_on_value(state: State, seat: int, workspace: Workspace, parameters: Parameters, key: int) -> int:
    """The worth of a position in which the turn goes on with new information: a stock card, or a new hand."""
    value = common_value(state, workspace, parameters, key, True)
    cards = count_bits(hand_left(key))
    value += parameters.hand_going_on * cards
    draws = min(FULL_HAND - cards, supply_after(state, workspace, key))
    if cards == 0:
        value += parameters.refill * draws
    played = stock_played(key)
    if played:
        value += parameters.stock_played if played == 1 else parameters.partner_stock_played
        if cards_left(state, team_of(state, seat)) == 1:
            value += WINNING
    if played != 1 and state.count[stock_of(seat)]:
        usable = workspace.ranks[hand_left(key)]
        for pile in range(DISCARDS):
            usable |= wide(workspace.run[pile, taken_off(key, pile)])
        stock = rank_of(state.top[stock_of(seat)])
        missing = cards_missing(key, stock, wide(state.ranks), usable)
        value += path_value(parameters, workspace, missing, workspace.wilds[hand_left(key)], draws)
    return wide(value)


@compiled
def useful_ranks(key: int, ranks: int) -> int:
    """The ranks that some building pile wants within three plays."""
    useful = 0
    for pile in range(BUILDINGS):
        useful |= 14 << height(key, pile)
    return (useful | (useful >> ranks)) & ((2 << ranks) - 2)
