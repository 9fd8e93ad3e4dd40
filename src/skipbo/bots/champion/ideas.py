"""The champion's ideas: the ends of a segment that the planner likes best, and what the network sees of each."""

from skipbo.bots.champion.inputs import WORTH_UNIT, write_inputs
from skipbo.bots.planner.candidates import FAVOURITE, find_candidates
from skipbo.bots.planner.parameters import POINT, Parameters
from skipbo.bots.planner.workspace import IDEAS_KEPT, Workspace
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import State
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.observation import count_unseen
from skipbo.kernel.sight import see
from skipbo.kernel.turn import act


@compiled
def find_ideas(state: State, parameters: Parameters, dice: Dice, workspace: Workspace) -> int:
    """Writes the planner's best ideas for the seat in turn, from what it sees; returns the number of unseen cards."""
    seat = wide(state.turn)
    see(state, seat, workspace.seen)
    find_candidates(workspace.seen, parameters, dice, workspace, IDEAS_KEPT, workspace.ideas)
    return max(count_unseen(workspace.seen, seat, workspace.unseen), 1)


@compiled
def look_at(number: int, hidden: int, workspace: Workspace) -> None:
    """Writes the inputs of the position in which an idea ends. No card is drawn or turned over there."""
    ideas, after = workspace.ideas, workspace.after
    workspace.after = workspace.seen
    seat, move = wide(after.turn), 0
    for step in range(ideas.steps[number]):
        move = wide(ideas.moves[number, step])
        act(after, seat, move)
    worth = (ideas.worth[number] - ideas.worth[FAVOURITE]) * WORTH_UNIT // POINT
    write_inputs(after, seat, kind_of(move) == END_TURN, worth, workspace.unseen, hidden, workspace.inputs)
