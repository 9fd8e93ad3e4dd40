"""The champion: ranks the planner's best ideas by its network.

The network knows tables of two with twelve ranks; at all other tables the champion plays as the planner does.
"""

from skipbo.bots.champion.ideas import find_ideas, look_at
from skipbo.bots.champion.inputs import RANKS
from skipbo.bots.champion.network import LOYALTY, value_of
from skipbo.bots.planner.candidates import FAVOURITE
from skipbo.bots.planner.evaluation import WINNING
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.plan import NO_MOVE, follow_plan, write_plan
from skipbo.bots.planner.search import NOTHING, planner
from skipbo.bots.planner.workspace import Workspace
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import State


@compiled
def best_idea(hidden: int, workspace: Workspace) -> int:
    ideas = workspace.ideas
    if ideas.worth[FAVOURITE] >= WINNING:
        return FAVOURITE
    best, most = FAVOURITE, NOTHING
    for number in range(ideas.count):
        look_at(number, hidden, workspace)
        value = value_of(workspace.inputs, workspace.hidden)
        if number == FAVOURITE:
            value += LOYALTY
        if value > most:
            best, most = number, value
    return best


@compiled
def champion(state: State, parameters: Parameters, dice: Dice, workspace: Workspace) -> int:
    if state.players != 2 or state.ranks != RANKS:
        return planner(state, parameters, dice, workspace)
    seat = wide(state.turn)
    move = follow_plan(state, seat, workspace)
    if move == NO_MOVE:
        best = best_idea(find_ideas(state, parameters, dice, workspace), workspace)
        write_plan(workspace, workspace.ideas.node[best], workspace.ideas.last[best])
        move = follow_plan(state, seat, workspace)
    return move
