"""The value of what could be played: the chance of every side after each candidate, in the same re-dealt worlds."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.searcher.candidates import find_candidates
from skipbo.bots.searcher.strength import Standing, Strengths, write_chances
from skipbo.bots.searcher.trial import deal_world, play_candidate
from skipbo.kernel.chance import Words
from skipbo.kernel.compiler import entry_nogil, wide
from skipbo.kernel.layout import States
from skipbo.kernel.sight import see


@entry_nogil
def propose(states: States, bots: States, dice: States, workspaces: States, most: int, searches: States) -> None:
    """Writes the planner's best ends of the segment that begins here, from what the seat in turn sees."""
    see(states[0], wide(states[0].turn), searches[0].seen)
    find_candidates(searches[0].seen, bots[0], dice[0], workspaces[0], most, searches[0])


@entry_nogil
def value(
    searches: States,
    seed: Words,
    turns: int,
    bots: States,
    dice: States,
    strengths: Strengths,
    paper: Standing,
    worlds: States,
    workspaces: States,
    chances: NDArray[np.int32],
) -> None:
    """Writes the chances of all sides by world and candidate."""
    search = searches[0]
    for number in range(chances.shape[0]):
        deal_world(search, seed, number, worlds[0])
        for candidate in range(chances.shape[1]):
            worlds[1] = worlds[0]
            play_candidate(search, candidate, turns, bots[0], dice[0], worlds[1], workspaces[0])
            write_chances(worlds[1], bots[0], strengths, paper)
            for side in range(chances.shape[2]):
                chances[number, candidate, side] = paper[paper.shape[0] - 1, side]
