"""The course of a move as a record: what the planner would play after it, card by card, and how the table is then.

Compiled code compares courses (`argument.py`), so that a page gives the same reasons as Python.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.parameters import PARAMETERS, new_parameters
from skipbo.bots.planner.plan import write_plan
from skipbo.bots.planner.search import NOTHING, weigh
from skipbo.bots.planner.segment import hand_left, height, taken_off
from skipbo.bots.planner.workspace import RANKS_AND_WILD, STEPS, Workspace
from skipbo.coach.survey import worth_of
from skipbo.kernel.chance import Dice
from skipbo.kernel.compiler import compiled, entry_nogil, plain, wide
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    NO_CARD,
    PILES_PER_SEAT,
    State,
    States,
    discard_of,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import END_TURN, FROM_HAND, FROM_PILE, MOVES, PASSING, kind_of, pile_of, what_of
from skipbo.kernel.turn import next_partner

Course: TypeAlias = np.record

NONE = -1  # no card, no seat, no pile
FIRST_WEIGHT = len(PARAMETERS.fields or ()) - len(FEATURES)  # of a bot's parameters, as numbers in a row

COURSE = np.dtype(
    [
        ("worth", "<i8"),  # without what winning adds,
        ("winning", "<i8"),  # which is this
        ("features", "<i8", len(FEATURES)),
        ("steps", "<i8"),
        ("moves", "u1", STEPS),
        ("owner", "i1", STEPS),  # of the pile that a card comes from
        ("card", "i1", STEPS),  # its rank
        ("rank", "i1", STEPS),  # that it stands for on a building pile
        ("covered", "i1", STEPS),  # by a discard
        ("kept", "i1", RANKS_AND_WILD),  # cards that stay in the hand, by rank
        ("heights", "i1", BUILDINGS),  # of the building piles then
        ("usable", "<i8"),  # the ranks in the hand and on top of the own discard piles then, a bit each
    ],
    align=True,
)


def new_courses(count: int) -> States:
    return np.zeros(count, np.dtype((np.record, COURSE)))


def new_probes() -> States:
    """Parameters that weigh one feature each, and at the end some that weigh none: for `measure`."""
    probes = new_parameters(len(FEATURES) + 1)
    plain(weigh_each)(probes.view(np.int64).reshape(probes.size, -1))
    return probes


@compiled
def weigh_each(probes: NDArray[np.int64]) -> None:
    """Gives each feature a row of numbers, the parameters of a bot, that weighs it alone; the last row stays blank."""
    for feature in range(probes.shape[0] - 1):
        probes[feature, FIRST_WEIGHT + feature] = 1


@compiled
def lay_out(
    state: State,
    probes: States,
    dice: Dice,
    workspace: Workspace,
    worths: NDArray[np.int64],
    codes: NDArray[np.int64],
    courses: States,
) -> int:
    """Writes the legal moves of a survey and their courses, best first, and returns how many there are."""
    count = sort_moves(worths, codes)
    for number in range(count):
        aim, last = worths[codes[number], 1], worths[codes[number], 2]
        course = courses[number]
        write_plan(workspace, aim, last)
        follow(state, workspace, course)
        measure(state, probes, dice, workspace, aim, last, course)
        course.worth = worths[codes[number], 0] - course.winning
    return count


@entry_nogil
def lay_courses(
    views: States,
    probes: States,
    dice: States,
    workspaces: States,
    worths: NDArray[np.int64],
    codes: NDArray[np.int64],
    courses: States,
) -> int:
    return lay_out(views[0], probes, dice[0], workspaces[0], worths, codes, courses)


@compiled
def sort_moves(worths: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
    """Writes the legal moves, the best first and of equals the one with the lower number."""
    count = 0
    for move in range(MOVES):
        if worths[move, 0] > NOTHING:
            at = count
            while at > 0 and worths[codes[at - 1], 0] < worths[move, 0]:
                codes[at] = codes[at - 1]
                at -= 1
            codes[at] = move
            count += 1
    return count


@compiled
def follow(state: State, workspace: Workspace, course: Course) -> None:
    """Notes the cards of a plan, where they come from, and what becomes of them."""
    seat, ranks = wide(state.turn), wide(state.ranks)
    for rank in range(RANKS_AND_WILD):
        course.kept[rank] = 0
    for place in range(wide(state.held[seat])):
        course.kept[rank_of(state.hand[seat, place])] += 1
    for pile in range(BUILDINGS):
        course.heights[pile] = state.count[pile]
    course.steps = workspace.steps
    for step in range(wide(workspace.steps)):
        move = wide(workspace.plan[step])
        course.moves[step], course.owner[step] = move, seat
        course.card[step] = course.rank[step] = course.covered[step] = NONE
        if kind_of(move) == FROM_PILE:
            take_off(state, course, step)
        elif what_of(move) != PASSING:
            course.card[step] = what_of(move)
            course.kept[what_of(move)] -= 1
        if kind_of(move) != END_TURN:
            course.heights[pile_of(move)] = course.heights[pile_of(move)] % ranks + 1
            course.rank[step] = course.heights[pile_of(move)]
        elif what_of(move) != PASSING:
            course.rank[step] = what_of(move)
            course.covered[step] = card_below(state, discard_of(seat, pile_of(move)), taken_before(course, step, seat))


@compiled
def take_off(state: State, course: Course, step: int) -> None:
    """Notes the card that a step takes off a stock or discard pile, and whose pile it is."""
    what = what_of(wide(course.moves[step]))
    owner = wide(state.turn)
    for _partner in range(what // PILES_PER_SEAT):
        owner = next_partner(state, owner)
    course.owner[step] = owner
    place = what % PILES_PER_SEAT
    if place == 0:
        course.card[step] = rank_of(state.top[stock_of(owner)])
    else:
        taken = 0
        for before in range(step):
            taken += comes_from(course, before, owner, place)
        course.card[step] = card_below(state, discard_of(owner, place - 1), taken)


@compiled
def comes_from(course: Course, step: int, owner: int, place: int) -> bool:
    """Whether the card of a step comes from a pile: 0 is the stock pile of its owner, others are discard piles."""
    move = wide(course.moves[step])
    return bool(
        kind_of(move) == FROM_PILE and what_of(move) % PILES_PER_SEAT == place and wide(course.owner[step]) == owner
    )


@compiled
def taken_before(course: Course, step: int, seat: int) -> int:
    """How many cards were taken off the own discard pile of a step, before it."""
    taken = 0
    for before in range(step):
        taken += comes_from(course, before, seat, pile_of(wide(course.moves[step])) + 1)
    return taken


@compiled
def card_below(state: State, pile: int, depth: int) -> int:
    """The rank of the card under so many others of a pile; NONE if there is none."""
    card = wide(state.top[pile])
    for _above in range(depth):
        card = wide(state.under[card])
    return NONE if depth >= state.count[pile] or card == NO_CARD else rank_of(card)


@compiled
def measure(
    state: State, probes: States, dice: Dice, workspace: Workspace, aim: int, last: int, course: Course
) -> None:
    """Writes the features of the position that a course leads to, and what winning adds to its worth.

    The evaluation is linear: with a weight for one feature alone it gives that feature, without any weight a win.
    """
    number = probes.size - 1
    weigh(workspace, probes[number])
    course.winning, _last = worth_of(state, workspace, probes[number], dice, aim, last)
    for feature in range(number):
        weigh(workspace, probes[feature])
        worth, _last = worth_of(state, workspace, probes[feature], dice, aim, last)
        course.features[feature] = worth - course.winning
    key = workspace.key[aim]
    for pile in range(BUILDINGS):
        course.heights[pile] = height(key, pile)
    usable = wide(workspace.ranks[hand_left(key)])
    for pile in range(DISCARDS):
        usable |= wide(workspace.run[pile, taken_off(key, pile)])
    course.usable = usable


@compiled
def find(state: State, courses: States, count: int, move: int) -> int:
    """The course of a legal move."""
    number = 0
    while number < count - 1 and not leads_to_same(state, wide(courses[number].moves[0]), move):
        number += 1
    return number


@compiled
def leads_to_same(state: State, one: int, other: int) -> bool:
    """Whether two moves lead to the same position, apart from the order of the building piles."""
    if one == other:
        return True
    same_card = kind_of(one) == kind_of(other) and what_of(one) == what_of(other)
    return bool(same_card and kind_of(one) != END_TURN and state.count[pile_of(one)] == state.count[pile_of(other)])


@entry_nogil
def find_course(views: States, courses: States, count: int, move: int) -> int:
    return find(views[0], courses, count, move)


@compiled
def is_as_good(course: Course, other: Course) -> bool:
    wins, does = course.winning > 0, other.winning > 0
    return bool(wins) if wins != does else bool(course.worth >= other.worth)


@compiled
def ends_turn(course: Course, step: int) -> bool:
    return kind_of(wide(course.moves[step])) == END_TURN


@compiled
def is_from_hand(course: Course, step: int) -> bool:
    return kind_of(wide(course.moves[step])) == FROM_HAND
