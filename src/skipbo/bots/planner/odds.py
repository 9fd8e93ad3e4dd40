"""Odds that are known before anything is played: unseen cards, and how near the others are to their stock cards."""

from skipbo.bots.planner.features import CERTAIN
from skipbo.bots.planner.workspace import LACKING, Workspace
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import (
    DISCARDS,
    DRAW_PILE,
    FULL_HAND,
    NO_CARD,
    SPENT_PILE,
    WILD,
    State,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.observation import count_unseen
from skipbo.kernel.turn import next_partner

PARTNER = -1  # instead of a number of turns


@compiled
def following(state: State, seat: int) -> int:
    """The seat to the left."""
    after = wide(seat) + 1
    return 0 if after == state.players else after


@compiled
def count_supply(state: State, seat: int, workspace: Workspace) -> None:
    """Counts the cards that can be drawn, and those that the others will draw before the player's next turn."""
    workspace.supply = wide(state.count[DRAW_PILE]) + wide(state.count[SPENT_PILE])
    workspace.demand = 0
    for other in range(state.players):
        if other != seat:
            workspace.demand += FULL_HAND - wide(state.held[other])


@compiled
def count_chances(state: State, seat: int, workspace: Workspace) -> None:
    """Writes the chance that the next player holds a rank or a wild, and that of drawing the cards that are missing."""
    unseen = max(count_unseen(state, seat, workspace.unseen), 1)
    wilds = workspace.unseen[WILD]
    ranks = wide(state.ranks)
    held = min(FULL_HAND, wide(state.held[following(state, seat)]) + workspace.supply)
    part = (CERTAIN << 10) // unseen
    for rank in range(1, ranks + 1):
        without = CERTAIN - ((workspace.unseen[rank] + wilds) * part >> 10)
        left = CERTAIN
        for _ in range(held):
            left = left * without >> 10
        workspace.chance[rank] = CERTAIN - left
    without = CERTAIN - (((unseen - wilds) // ranks + wilds) * part >> 10)
    left = CERTAIN
    for cards in range(FULL_HAND + 1):
        chance = CERTAIN
        for missing in range(LACKING + 1):
            workspace.drawing[cards, missing] = chance
            chance = chance * (CERTAIN - left) >> 10
        left = left * without >> 10


@compiled
def shown_run(state: State, pile: int) -> int:
    """The ranks that can be played off a discard pile in sequence, a bit each."""
    card = wide(state.top[pile])
    if card == NO_CARD:
        return 0
    rank = rank_of(card)
    shown = 1 << rank
    card = wide(state.under[card])
    while card != NO_CARD and rank_of(card) == rank + 1:
        rank += 1
        shown |= 1 << rank
        card = wide(state.under[card])
    return shown


@compiled
def shown_by(state: State, seat: int) -> int:
    shown = 0
    for number in range(DISCARDS):
        shown |= shown_run(state, discard_of(seat, number))
    return shown


@compiled
def measure_reach(state: State, owner: int, shown: int, workspace: Workspace) -> None:
    """Writes, for every height of a building pile, the cards missing to a stock card and the chance to hold them.

    `shown` are the ranks on the discard piles that may be used; the hand is unknown.
    """
    ranks = wide(state.ranks)
    stock = rank_of(state.top[stock_of(owner)])
    if stock == WILD:
        for at in range(ranks):
            workspace.missing[owner, at] = 0
            workspace.reach[owner, at] = CERTAIN
        return
    at = stock - 1
    missing = 0
    reach = CERTAIN
    for _ in range(ranks):
        workspace.missing[owner, at] = missing
        workspace.reach[owner, at] = reach
        rank = at if at else ranks  # the card that leads to this height
        at = rank - 1
        if not (shown >> rank) & 1:
            missing += 1
            reach = reach * workspace.chance[rank] >> 10


@compiled
def distance(state: State, seat: int, other: int) -> int:
    """The number of turns from one seat to another."""
    ahead = wide(other) - wide(seat)
    return ahead + wide(state.players) if ahead < 0 else ahead


@compiled
def first_of_side(state: State, seat: int, owner: int) -> int:
    """The seat on the side of `owner` that plays first after `seat`."""
    nearest = owner
    other = next_partner(state, owner)
    while other != owner:
        if other != seat and distance(state, seat, other) < distance(state, seat, nearest):
            nearest = other
        other = next_partner(state, other)
    return nearest


@compiled
def measure_others(state: State, seat: int, workspace: Workspace) -> None:
    """Measures how near every other stock pile is to being played, by the player of its side who comes first."""
    teams = wide(state.teams)
    for owner in range(wide(state.players)):
        workspace.near[owner] = 0
        if owner != seat and state.count[stock_of(owner)] > 0:
            player = first_of_side(state, seat, owner)
            shown = shown_by(state, player)
            if player != owner and state.partner_discards:
                shown |= shown_by(state, owner)
            measure_reach(state, owner, shown, workspace)
            workspace.near[owner] = PARTNER if (owner - wide(seat)) % teams == 0 else distance(state, seat, player)
