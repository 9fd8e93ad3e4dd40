"""Sequential halving: all candidates are tried in some worlds, the better half of them in twice as many, and so on."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.candidates import FAVOURITE
from skipbo.bots.planner.evaluation import WINNING
from skipbo.bots.searcher.memory import Search
from skipbo.kernel.compiler import compiled, wide

CLEAR = 4  # standard errors by which a candidate leads that is no longer questioned


@compiled
def begin(search: Search) -> None:
    search.tried = 0
    search.alive = 1 if search.worth[FAVOURITE] >= WINNING else search.count
    for number in range(search.count):
        search.order[number] = number
        search.total[number] = 0


@compiled
def worlds_to_try(search: Search, worlds: int) -> int:
    """How many worlds the next round takes, if the first takes so many; 0 if the search is over."""
    return 0 if search.alive < 2 else search.tried + worlds


@compiled
def add_round(search: Search, chances: NDArray[np.int64]) -> None:
    """Adds the own chances of a round, by world and candidate, and drops the worse half of those that were tried."""
    for place in range(search.alive):
        candidate = wide(search.order[place])
        for world in range(chances.shape[0]):
            search.total[candidate] += chances[world, candidate]
    search.tried += chances.shape[0]
    sort(search)
    if search.alive == 2 or is_clear(chances, wide(search.order[0]), wide(search.order[1])):
        search.alive = 1
    else:
        search.alive = (search.alive + 1) // 2


@compiled
def sort(search: Search) -> None:
    """Sorts the candidates that were tried; of equals the one that the planner likes better comes first."""
    for place in range(1, search.alive):
        candidate, at = wide(search.order[place]), place
        while at > 0 and is_better(search, candidate, wide(search.order[at - 1])):
            search.order[at] = search.order[at - 1]
            at -= 1
        search.order[at] = candidate


@compiled
def is_better(search: Search, one: int, other: int) -> bool:
    more = search.total[one] - search.total[other]
    return bool(more > 0 or (more == 0 and one < other))


@compiled
def is_clear(chances: NDArray[np.int64], best: int, second: int) -> bool:
    """Whether the best candidate leads by so much, in the worlds of a round, that chance hardly explains it."""
    lead, squares = 0, 0
    for world in range(chances.shape[0]):
        more = wide(chances[world, best]) - wide(chances[world, second])
        lead += more
        squares += more * more
    return lead > 0 and lead * lead > CLEAR * CLEAR * (squares - lead * lead // chances.shape[0])
