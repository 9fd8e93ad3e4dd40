"""A plan for the turn, in a workspace: the moves to a position, and how the table must look before each of them."""

from skipbo.bots.planner.segment import HEIGHTS, hand_left
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import BUILDINGS, FULL_HAND, State, rank_of
from skipbo.kernel.turn import is_legal

NO_MOVE = -1


@compiled
def expect(workspace: Workspace, step: int, key: int) -> None:
    """Notes how the building piles and the hand must look before a step."""
    hand = 0
    for place in range(FULL_HAND):
        if (hand_left(key) >> place) & 1:
            hand += 1 << (3 * wide(workspace.hand[place]))
    workspace.board[step] = key & HEIGHTS
    workspace.held[step] = hand


@compiled
def write_plan(workspace: Workspace, node: int, last: int) -> None:
    """Writes the moves that lead to a position, and a last one unless it is NO_MOVE."""
    steps = 0
    at = node
    while at:
        steps += 1
        at = wide(workspace.parent[at])
    workspace.steps = steps
    workspace.next = 0
    if last != NO_MOVE:
        workspace.steps = steps + 1
        workspace.plan[steps] = last
        expect(workspace, steps, workspace.key[node])
    at = node
    while at:
        steps -= 1
        workspace.plan[steps] = workspace.move[at]
        at = wide(workspace.parent[at])
        expect(workspace, steps, workspace.key[at])


@compiled
def forget_plan(workspace: Workspace) -> None:
    workspace.steps = workspace.next = 0


@compiled
def is_as_expected(state: State, seat: int, workspace: Workspace) -> bool:
    heights = 0
    for pile in range(BUILDINGS):
        heights |= wide(state.count[pile]) << (4 * pile)
    hand = 0
    for place in range(state.held[seat]):
        hand += 1 << (3 * rank_of(state.hand[seat, place]))
    return bool(workspace.board[workspace.next] == heights and workspace.held[workspace.next] == hand)


@compiled
def follow_plan(state: State, seat: int, workspace: Workspace) -> int:
    """The next move of the plan, or NO_MOVE if there is none or the table is not as the plan expects.

    The next view may be of another game with the same piles and hand by chance, so the move must also be legal.
    """
    step = wide(workspace.next)
    if step < workspace.steps and is_as_expected(state, seat, workspace):
        move = wide(workspace.plan[step])
        if is_legal(state, move):
            workspace.next = step + 1
            return move
    return NO_MOVE
