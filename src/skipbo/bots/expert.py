"""The expert: plays by four rules of thumb, in this order.

1. Reach a stock card by the cheapest chain of cards.
2. Otherwise empty the hand, with the help of the discard piles, to draw five new cards.
3. Otherwise play high cards, those of the hand first, unless two building piles that want the same rank would part.
4. Otherwise discard in good order.
"""

from skipbo.bots.planner.plan import NO_MOVE, follow_plan, write_plan
from skipbo.bots.planner.segment import ends_segment, enumerate_segment, stock_played, wanted_ranks
from skipbo.bots.planner.workspace import Workspace
from skipbo.bots.simple import tidy_discard
from skipbo.kernel.bits import count_bits
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import WILD, State, discard_of, rank_of, stock_of
from skipbo.kernel.moves import FROM_HAND, kind_of, what_of
from skipbo.kernel.turn import ranks_in_hand

HIGH = 6  # a card of this rank or above helps no opponent much

# The cost of a chain, card by card
A_CARD_OF_THE_HAND = 2
A_CARD_OFF_A_PILE = 1
A_WILD = 8
DEAR = 1 << 30


@compiled
def cost(workspace: Workspace, node: int) -> int:
    """The cost of the cards that lead to a position, without the stock card."""
    spent = 0
    at = node
    while at:
        if stock_played(workspace.key[at]) == 0:
            move = wide(workspace.move[at])
            if kind_of(move) != FROM_HAND:
                spent += A_CARD_OFF_A_PILE
            elif what_of(move) == WILD:
                spent += A_WILD
            else:
                spent += A_CARD_OF_THE_HAND
        at = wide(workspace.parent[at])
    return spent


@compiled
def rule_for(key: int, first: int, ranks: int) -> int:
    """Rates the end of a position. 3: own stock card; 2: a partner's; 1: a hand to draw; 0: none of these."""
    played = stock_played(key)
    if played:
        return 3 if played == 1 else 2
    return 1 if ends_segment(key, first, ranks) else 0


@compiled
def cheapest(workspace: Workspace, ranks: int) -> int:
    """The cheapest position of the best end that can be reached; 0 if there is none."""
    best_rule, least, goal = 0, DEAR, 0
    for node in range(1, workspace.count):
        rule = rule_for(workspace.key[node], workspace.key[0], ranks)
        if rule >= max(best_rule, 1):
            spent = cost(workspace, node)
            if rule > best_rule or spent < least:
                best_rule, least, goal = rule, spent, node
    return goal


@compiled
def best_single(state: State, seat: int, workspace: Workspace) -> int:
    """The position after the highest card that parts no two equal needs; 0 if there is none."""
    goal, highest = 0, 0
    stock = rank_of(state.top[stock_of(seat)])
    first = workspace.key[0]
    for node in range(1, workspace.count):
        if workspace.parent[node] != 0:
            break
        move = wide(workspace.move[node])
        rank = what_of(move)
        if kind_of(move) != FROM_HAND:
            rank = rank_of(state.top[discard_of(seat, rank - 1)]) if rank <= 4 else 0
        if rank == WILD or rank < HIGH or rank <= stock:
            continue
        if count_bits(wanted_ranks(workspace.key[node])) > count_bits(wanted_ranks(first)):
            continue
        if rank > highest:
            highest, goal = rank, node
    return goal


@compiled
def expert(state: State, dice: Dice, workspace: Workspace) -> int:
    seat = wide(state.turn)
    move = follow_plan(state, seat, workspace)
    if move == NO_MOVE:
        enumerate_segment(state, seat, workspace)
        goal = cheapest(workspace, wide(state.ranks))
        if goal == 0:
            goal = best_single(state, seat, workspace)
        if goal == 0:
            return tidy_discard(state, seat, ranks_in_hand(state, seat), dice)
        write_plan(workspace, goal, NO_MOVE)
        move = follow_plan(state, seat, workspace)
    return move
