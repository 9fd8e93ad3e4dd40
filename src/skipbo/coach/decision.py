"""A decision of a finished game as a record: what its seat could play, what it played, and what became of each.

Compiled code keeps it, so that a page gives the same analysis as Python. A decision is a segment: what a seat plays
until something new is seen. Candidates are tried in worlds, as many as one likes, and more can be added at any time.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.candidates import FAVOURITE, find_candidates
from skipbo.bots.planner.parameters import Parameters
from skipbo.bots.planner.workspace import STEPS, Workspace
from skipbo.bots.searcher import halving
from skipbo.bots.searcher.memory import CANDIDATES, SEARCH
from skipbo.bots.searcher.searcher import TRIED
from skipbo.bots.searcher.strength import Standing, Strengths
from skipbo.bots.searcher.trial import deal_world, try_out
from skipbo.bots.seeds import KEY_WORDS
from skipbo.kernel.chance import Dice, Words
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.ending import team_of
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    FULL_HAND,
    SEATS,
    State,
    States,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.sight import see
from skipbo.kernel.turn import reveals, step

DecisionRecord: TypeAlias = np.record
Line: TypeAlias = NDArray[np.uint8]  # the numbers of moves

RANK_BITS = 4

# How sure the coach is of the chances at the end of a world, where a search has 256. With 256 their mean over worlds is
# too cautious, because a seat sees more than they count; with 288 it was too sure (docs/bots.md)
SURENESS = 272

# What is best by chance in some worlds is not so in others: each half of them prices what the other finds best
HALVES = 2

DECISION = np.dtype(
    [
        ("search", np.dtype((np.record, SEARCH))),
        ("seed", "<u4", KEY_WORDS),  # of its worlds
        ("played", "<i8"),  # the number of the candidate
        ("worlds", "<i8"),  # in which all candidates were tried
        ("totals", "<i8", (HALVES, CANDIDATES, SEATS)),  # of the chances of all sides
        ("squares", "<i8", (HALVES, CANDIDATES)),  # of what each gained its side over what was played
        ("before", "<i8", SEATS),  # totals with what the planner would have played
        ("after", "<i8", SEATS),  # totals with what was played
        ("best", "<i8"),  # the number of the candidate
        ("cost", "<i8"),  # the total by which it is better for its side than what was played
        ("square", "<i8"),  # the total of the squares of that, world by world
    ],
    align=True,
)


def new_decisions(count: int) -> States:
    return np.zeros(count, np.dtype((np.record, DECISION)))


@compiled
def ends_decision(state: State, move: int, steps: int) -> bool:
    """Whether a decision ends with a move, its `steps`-th: something new is seen, or a record holds no more moves."""
    return steps == STEPS or reveals(state, move)


@compiled
def open_decision(
    state: State,
    number: int,
    line: Line,
    parameters: Parameters,
    dice: Dice,
    workspace: Workspace,
    worlds: States,
    decision: DecisionRecord,
) -> None:
    """Makes a decision from what the seat in turn sees, and from what it played."""
    search = decision.search
    see(state, wide(state.turn), search.seen)
    find_candidates(search.seen, parameters, dice, workspace, TRIED, search)
    seed_worlds(search.seen, number, decision.seed)
    decision.played = find_played(decision, line, worlds)
    halving.begin(search)
    search.alive = search.count  # also where one of them wins at once: the others have a price
    decision.worlds = 0
    for half in range(HALVES):
        for candidate in range(CANDIDATES):
            decision.squares[half, candidate] = 0
            for side in range(SEATS):
                decision.totals[half, candidate, side] = 0


@compiled
def seed_worlds(seen: State, number: int, seed: Words) -> None:
    """Writes the seed of the worlds of a decision: its number in the game, and some of what its seat sees.

    With its number alone the same decision of all games would have the same shuffles, and with them the same error,
    which would not vanish in the mean of many games.
    """
    for word in range(KEY_WORDS):
        seed[word] = 0
    seed[0] = number
    tops, held = 0, 0
    for seat in range(seen.players):
        tops = (tops << RANK_BITS) | rank_of(seen.top[stock_of(seat)])
    for place in range(FULL_HAND):
        held = (held << RANK_BITS) | rank_of(seen.hand[seen.turn, place])
    seed[1], seed[2] = tops, held


@compiled
def find_played(decision: DecisionRecord, line: Line, worlds: States) -> int:
    """The candidate that leads where a line leads. One is added if the planner would not have thought of it."""
    search = decision.search
    deal_world(search, decision.seed, 0, worlds[0])
    for number in range(line.size):
        step(worlds[0], wide(line[number]))
    for candidate in range(search.count):
        deal_world(search, decision.seed, 0, worlds[1])
        for number in range(search.steps[candidate]):
            step(worlds[1], wide(search.moves[candidate, number]))
        if is_alike(worlds[0], worlds[1], wide(search.seen.turn)):
            return candidate
    added = wide(search.count)
    search.steps[added] = line.size
    for number in range(line.size):
        search.moves[added, number] = line[number]
    search.count += 1
    return added


@compiled
def is_alike(one: State, other: State, seat: int) -> bool:
    """Whether two worlds differ at most in the order of piles that are worth the same, and of cards in a hand."""
    if one.turn != other.turn or one.how != other.how or one.held[seat] != other.held[seat]:
        return False
    for owner in range(one.players):
        if one.count[stock_of(owner)] != other.count[stock_of(owner)] or not has_same_discards(one, other, owner):
            return False
    # Of every height of a building pile, and of every rank in the hand, both must have as many
    for pile in range(BUILDINGS):
        more = 0
        for each in range(BUILDINGS):
            more += one.count[each] == one.count[pile]
            more -= other.count[each] == one.count[pile]
        if more:
            return False
    for place in range(one.held[seat]):
        rank, more = rank_of(one.hand[seat, place]), 0
        for each in range(one.held[seat]):
            more += rank_of(one.hand[seat, each]) == rank
            more -= rank_of(other.hand[seat, each]) == rank
        if more:
            return False
    return True


@compiled
def has_same_discards(one: State, other: State, owner: int) -> bool:
    """Whether each discard pile has its like among those of the other world."""
    matched = 0
    for pile in range(DISCARDS):
        like = 0
        while (matched >> like) & 1 or not is_same_pile(one, discard_of(owner, pile), other, discard_of(owner, like)):
            like += 1
            if like == DISCARDS:
                return False
        matched |= 1 << like
    return True


@compiled
def is_same_pile(one: State, pile: int, other: State, its_pile: int) -> bool:
    if one.count[pile] != other.count[its_pile]:
        return False
    card, its_card = wide(one.top[pile]), wide(other.top[its_pile])
    for _card in range(one.count[pile]):
        if rank_of(card) != rank_of(its_card):
            return False
        card, its_card = wide(one.under[card]), wide(other.under[its_card])
    return True


@compiled
def try_more(
    decision: DecisionRecord,
    count: int,
    parameters: Parameters,
    dice: Dice,
    strengths: Strengths,
    standing: Standing,
    worlds: States,
    workspace: Workspace,
    chances: NDArray[np.int64],
) -> None:
    """Tries all candidates in so many more worlds. `chances` is memory for those of one world."""
    search, played = decision.search, wide(decision.played)
    side = team_of(search.seen, wide(search.seen.turn))
    for number in range(decision.worlds, decision.worlds + count):
        try_out(search, decision.seed, number, parameters, dice, strengths, standing, worlds, workspace, chances)
        half = number % HALVES
        for candidate in range(search.count):
            more = wide(chances[0, candidate, side]) - wide(chances[0, played, side])
            decision.squares[half, candidate] += more * more
            for each in range(search.seen.teams):
                decision.totals[half, candidate, each] += chances[0, candidate, each]
    decision.worlds += count
    settle(decision, side)


@compiled
def settle(decision: DecisionRecord, side: int) -> None:
    """Writes the chances before and after, what was best, and what it cost not to play it."""
    decision.best = best_of(decision, side, 0, HALVES)
    decision.cost = decision.square = 0
    for each in range(SEATS):
        decision.before[each] = decision.after[each] = 0
    for half in range(HALVES):
        best = best_of(decision, side, 1 - half, 2 - half)
        decision.cost += decision.totals[half, best, side] - decision.totals[half, decision.played, side]
        decision.square += decision.squares[half, best]
        for each in range(SEATS):
            decision.before[each] += decision.totals[half, FAVOURITE, each]
            decision.after[each] += decision.totals[half, decision.played, each]


@compiled
def best_of(decision: DecisionRecord, side: int, begin: int, end: int) -> int:
    """The best candidate in these halves; what was played, if none is better."""
    best, most = wide(decision.played), -1
    for candidate in range(-1, decision.search.count):
        number = wide(decision.played) if candidate < 0 else candidate
        total = 0
        for half in range(begin, end):
            total += decision.totals[half, number, side]
        if total > most:
            best, most = number, total
    return best


@compiled
def try_on(
    state: State,
    number: int,
    line: Line,
    count: int,
    parameters: Parameters,
    dice: Dice,
    strengths: Strengths,
    standing: Standing,
    worlds: States,
    workspace: Workspace,
    chances: NDArray[np.int64],
    decision: DecisionRecord,
) -> None:
    """Tries a decision in so many more worlds; if it is new, it is first made from its number and its line."""
    if decision.worlds == 0:
        open_decision(state, number, line, parameters, dice, workspace, worlds, decision)
    try_more(decision, count, parameters, dice, strengths, standing, worlds, workspace, chances)


# For Python


@entry_nogil
def is_over(states: States, move: int, steps: int) -> bool:
    return ends_decision(states[0], move, steps)


@entry_nogil
def seed_of(searches: States, number: int, seed: Words) -> None:
    seed_worlds(searches[0].seen, number, seed)


@entry_nogil
def try_decision(
    states: States,
    number: int,
    line: Line,
    count: int,
    bots: States,
    dice: States,
    strengths: Strengths,
    standing: Standing,
    worlds: States,
    workspaces: States,
    chances: NDArray[np.int64],
    decisions: States,
) -> None:
    try_on(
        states[0],
        number,
        line,
        count,
        bots[0],
        dice[0],
        strengths,
        standing,
        worlds,
        workspaces[0],
        chances,
        decisions[0],
    )
