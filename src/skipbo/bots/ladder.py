"""The compiled bots, weak to strong. Each reads only what its seat may see, and rolls its own dice."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.extending import overload
from numpy.typing import NDArray

from skipbo.bots.champion.champion import champion
from skipbo.bots.expert import expert
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.search import planner
from skipbo.bots.planner.workspace import Workspace, new_workspaces
from skipbo.bots.simple import eager, uniform
from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.layout import State, States

Bots: TypeAlias = NDArray[np.void]  # the parameters at each seat
Chooser: TypeAlias = Callable[[Parameters, State, Dice, Workspace | None], int]

RANDOM, EAGER, TIDY, EXPERT, PLANNER, CHAMPION = range(6)
NAMES = ("random", "eager", "tidy", "expert", "planner", "champion")  # by kind
SIMPLE = (RANDOM, EAGER, TIDY)  # bots that need no workspace
WEIGHING = (PLANNER, CHAMPION)  # bots that need the planner's weights
EVERY_SEAT = -1  # of seats, a bit each


def all_simple(bots: States) -> bool:
    """Whether none of these bots needs a workspace."""
    return bool(np.isin(bots["kind"], SIMPLE).all())


def workspaces_for(bots: States) -> States | None:
    """A workspace for whole games of these bots; None if none of them needs it, because that is faster."""
    return None if all_simple(bots) else new_workspaces()


def first_workspace(workspaces: States | None) -> Workspace | None:
    return None if workspaces is None else workspaces[0]


@overload(first_workspace)  # type: ignore[untyped-decorator]
def first_workspace_by_type(workspaces: Any) -> Callable[[Any], Any]:
    """Lets compiled code know whether there is a workspace: for “perhaps” it would compile every bot a second time."""

    def none(workspaces: Any) -> Any:  # noqa: ARG001
        return None

    def first(workspaces: Any) -> Any:
        return workspaces[0]

    return none if workspaces is types.none else first


@compiled
def choose_simply(parameters: Parameters, state: State, dice: Dice) -> int:
    if parameters.kind == RANDOM:
        return uniform(state, dice)
    return eager(state, dice, parameters.kind == TIDY)


@compiled
def choose(parameters: Parameters, state: State, dice: Dice, workspace: Workspace | None) -> int:
    """The move of a bot. Only simple bots do without a workspace: then nothing else is compiled, which is faster."""
    if workspace is None:
        return choose_simply(parameters, state, dice)
    if parameters.kind == PLANNER:
        return planner(state, parameters, dice, workspace)
    if parameters.kind == CHAMPION:
        return champion(state, parameters, dice, workspace)
    if parameters.kind == EXPERT:
        return expert(state, dice, workspace)
    return choose_simply(parameters, state, dice)


def seats_of(kind: int, bots: States) -> int:
    """The seats at which bots of a kind play, a bit each; EVERY_SEAT where all are of this kind."""
    kinds = bots["kind"].tolist()
    return EVERY_SEAT if set(kinds) == {kind} else sum(1 << seat for seat, own in enumerate(kinds) if own == kind)


def simple_chooser(random: int, tidy: int) -> Chooser:
    """`choose` for simple bots whose seats are known before it is compiled, a bit each; all others are eager.

    The seats are constants to the compiler, so that with EVERY_SEAT nothing is left but the bot itself.
    """

    @compiled
    def choose_by_seat(_parameters: Parameters, state: State, dice: Dice, _workspace: Workspace | None) -> int:
        turn = wide(state.turn)
        if (random >> turn) & 1:
            return uniform(state, dice)
        return eager(state, dice, (tidy >> turn) & 1 == 1)

    return choose_by_seat


@entry_nogil
def choose_moves(views: States, bots: Bots, dice: States, workspaces: States, moves: NDArray[np.int64]) -> None:
    """Writes the move of the bot in turn for each view; each view has a workspace of its own, which keeps the plan."""
    for game in range(moves.size):
        moves[game] = choose(bots[views[game].turn], views[game], dice[game], workspaces[game])


@entry_nogil
def roll_dice(dice: States, sides: int) -> int:
    return roll(dice[0], sides)
