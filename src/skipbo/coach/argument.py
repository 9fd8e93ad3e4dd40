"""The argument for a course: of the themes in which it differs from another, those that weigh most, a sentence each."""

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.planner.workspace import Workspace
from skipbo.coach.advice import ALL_THEMES, AS_GOOD, MOST, ONLY_MOVE, SLIGHT, WINS, Advice, say, tell_each_once
from skipbo.coach.course import FIRST_WEIGHT, NONE, Course, ends_turn, is_as_good
from skipbo.coach.themes import THEME_OF, sentence_of
from skipbo.kernel.compiler import compiled, entry_nogil, wide
from skipbo.kernel.layout import State, States

ENOUGH = 5  # a second reason weighs at least a fifth of the first


@compiled
def why(
    state: State,
    weights: NDArray[np.int64],
    workspace: Workspace,
    courses: States,
    count: int,
    better: int,
    worse: int,
    advice: Advice,
) -> None:
    """Adds why a course is better than another, the weightiest reason first; NONE stands for no worse course."""
    if courses[better].winning > 0:
        say(advice, WINS, NONE, NONE, NONE, NONE)
        advice.count += 1
    elif worse == NONE:
        say(advice, ONLY_MOVE if count == 1 else AS_GOOD, NONE, NONE, NONE, NONE)
        advice.count += 1
    else:
        compare(state, weights, workspace, courses[better], courses[worse], advice)


@compiled
def compare(
    state: State,
    weights: NDArray[np.int64],
    workspace: Workspace,
    better: Course,
    worse: Course,
    advice: Advice,
) -> None:
    for theme in range(ALL_THEMES):
        advice.weight[theme] = 0
    for feature in range(len(THEME_OF)):
        advice.points[feature] = weights[FIRST_WEIGHT + feature] * (better.features[feature] - worse.features[feature])
        advice.weight[THEME_OF[feature]] += advice.points[feature]
    first, least = wide(advice.count), 0
    while advice.count < first + MOST:
        theme = heaviest(advice)
        weight = advice.weight[theme]
        if weight <= 0 or ENOUGH * weight <= least:
            break
        if sentence_of(theme, state, workspace, better, worse, advice):
            least = max(least, weight)
            advice.count += 1
        advice.weight[theme] = 0
    if advice.count == first:
        say(advice, SLIGHT, NONE, NONE, NONE, NONE)
        advice.count += 1


@compiled
def heaviest(advice: Advice) -> int:
    """The theme that weighs most, and of equals the first."""
    best = 0
    for theme in range(1, ALL_THEMES):
        if advice.weight[theme] > advice.weight[best]:
            best = theme
    return best


@compiled
def why_best(
    state: State, weights: NDArray[np.int64], workspace: Workspace, courses: States, count: int, advice: Advice
) -> None:
    """Writes why the best move is better than the next best, and if it is a discard, first why no card is played."""
    advice.count = 0
    play = NONE
    for number in range(count - 1, -1, -1):
        if not ends_turn(courses[number], 0):
            play = number
    if ends_turn(courses[0], 0) and play != NONE and not is_as_good(courses[play], courses[0]):
        why(state, weights, workspace, courses, count, 0, play, advice)
        advice.count = 1
    why(state, weights, workspace, courses, count, 0, next_best(courses, count), advice)
    if advice.count > 1:
        tell_each_once(advice)


@compiled
def next_best(courses: States, count: int) -> int:
    """The best of the courses that are worse than the best; NONE if there is none."""
    for number in range(1, count):
        if not is_as_good(courses[number], courses[0]):
            return number
    return NONE


@entry_nogil
def tell_why(
    views: States,
    weights: NDArray[np.int64],
    workspaces: States,
    courses: States,
    count: int,
    better: int,
    worse: int,
    advice: States,
) -> None:
    """Writes why one course is better than another; for NONE, why the best is. A single entry compiles it all once."""
    if better == NONE:
        why_best(views[0], weights, workspaces[0], courses, count, advice[0])
    else:
        advice[0].count = 0
        why(views[0], weights, workspaces[0], courses, count, better, worse, advice[0])
