"""What a page calls: the kernel's functions over addresses and numbers of 32 bits.

Every parameter is an `Address` in the module's memory or a number, and so is the result. `signatures` is what the
compiler and the TypeScript door are both made from. Nothing here knows a rule.
"""

import inspect
from collections.abc import Callable
from typing import Any, NewType, TypeVar

import numpy as np
from numba import carray

from skipbo.batch import loops
from skipbo.bots import ladder
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.parameters import PARAMETERS
from skipbo.bots.planner.plan import NO_MOVE
from skipbo.bots.planner.workspace import WORKSPACE
from skipbo.bots.searcher import halving, search, trial
from skipbo.bots.searcher.memory import CANDIDATES, SEARCH, WORLDS_A_TRIAL
from skipbo.bots.searcher.searcher import TRIED
from skipbo.bots.searcher.strength import MOST_CARDS, ROWS, STANDING
from skipbo.coach import argument, course, decision, survey
from skipbo.coach.advice import ADVICE
from skipbo.coach.course import COURSE, NONE
from skipbo.coach.decision import DECISION
from skipbo.kernel import deal as dealing
from skipbo.kernel import ending, event, match, sight, turn
from skipbo.kernel import replay as given
from skipbo.kernel import status as invariants
from skipbo.kernel.chance import DICE
from skipbo.kernel.compiler import compiled
from skipbo.kernel.deal import MOST_ROUNDS
from skipbo.kernel.event import EVENT, MOST_EVENTS
from skipbo.kernel.kitchen import acts
from skipbo.kernel.kitchen import state as kitchen_state
from skipbo.kernel.kitchen.state import ACT_KINDS, KITCHEN
from skipbo.kernel.layout import CARDS, SEATS, STATE
from skipbo.kernel.moves import MOVES

Address = NewType("Address", int)

KEY_WORDS = 8
RESULT = loops.RESULT
MASK_WORDS = 3
FEATURE_COUNT = len(FEATURES)
PARAMETER_COUNT = PARAMETERS.itemsize // 8
STANDING_COUNT = len(STANDING)
SHUFFLES = 2  # the most that one act at a kitchen table needs

DOORS: dict[str, Callable[..., Any]] = {}
FAST_DOORS: set[str] = set()  # what they call is compiled for speed, all else for size

Door = TypeVar("Door", bound=Callable[..., Any])


def door(function: Door) -> Door:
    DOORS[function.__name__] = function
    return function


def fast_door(function: Door) -> Door:
    """A door behind which bots think. What searches and advises calls the same planner, in which the time goes."""
    FAST_DOORS.add(function.__name__)
    return door(function)


def signatures() -> dict[str, dict[str, Any]]:
    """The types of the parameters of each door, and as `return` that of its result; None is none."""
    return {name: inspect.get_annotations(function) for name, function in DOORS.items()}


@compiled
def game_at(address: Address) -> Any:
    return carray(address, 1, STATE)[0]


@compiled
def kitchen_at(address: Address) -> Any:
    return carray(address, 1, KITCHEN)[0]


@compiled
def words_at(address: Address) -> Any:
    return carray(address, KEY_WORDS, np.uint32)


@compiled
def bytes_at(address: Address, count: int) -> Any:
    return carray(address, count, np.uint8)


@compiled
def ends_at(address: Address, groups: int) -> Any:
    """Where groups of cards end, after a zero: group k is [ends[k], ends[k + 1])."""
    return carray(address, groups + 1, np.int32)


@compiled
def events_at(address: Address) -> Any:
    return carray(address, MOST_EVENTS, EVENT)


@door
def deal(game: Address, key: Address) -> None:
    dealing.deal_with(game_at(game), words_at(key))


@door
def show_draw_for_dealer(game: Address, drawn: Address) -> int:
    return dealing.show_draw_for_dealer(game_at(game), carray(drawn, (MOST_ROUNDS, SEATS), np.uint8))


@door
def next_dealer(game: Address) -> int:
    return dealing.next_dealer(game_at(game))


@door
def legal(game: Address, mask: Address) -> None:
    turn.legal(game_at(game), carray(mask, MASK_WORDS, np.int64))


@door
def begin(game: Address, events: Address) -> int:
    """Writes how a game began that was just dealt; returns how many events that are."""
    return event.note_deal(game_at(game), events_at(events))


@door
def step(game: Address, move: int, events: Address, pile: Address) -> int:
    """Makes a move and returns how many events it caused; 0 if it is not legal, and nothing is changed.

    If the spent cards were shuffled, `pile` gets the new draw pile, top first; the event says how many they are.
    """
    return event.play(game_at(game), move, events_at(events), bytes_at(pile, CARDS))


@door
def deal_again(game: Address, dealer: int, first: int, ranks: Address, ends: Address) -> int:
    """Deals with the key of a game; returns how the dealer was settled if that gives these cards, or OTHER_DEAL.

    The cards are the stock piles in the order of seats, then the draw pile, each top first.
    """
    state = game_at(game)
    return given.deal_again(state, dealer, first, bytes_at(ranks, CARDS), ends_at(ends, state.players + 1))


@door
def see(game: Address, seat: int, view: Address) -> None:
    sight.see(game_at(game), seat, game_at(view))


@door
def sample(view: Address, seat: int, game: Address, key: Address) -> None:
    sight.sample_with(words_at(key), game_at(view), seat, game_at(game))


@door
def status(game: Address) -> int:
    return invariants.status(game_at(game))


@door
def points(game: Address) -> int:
    return ending.points(game_at(game))


@door
def score_game(scores: Address, sides: int, winner: int, scored: int) -> None:
    match.score_game(carray(scores, sides, np.int32), winner, scored)


@door
def is_match_over(scores: Address, sides: int, played: int, most_points: int, most_games: int) -> bool:
    return match.is_match_over(carray(scores, sides, np.int32), played, most_points, most_games)


@door
def is_leading(scores: Address, sides: int, side: int) -> bool:
    return match.is_leading(carray(scores, sides, np.int32), side)


@door
def open_kitchen(kitchen: Address) -> None:
    """Makes a kitchen table of a game that was just dealt at the beginning of its record."""
    kitchen_state.give_back(kitchen_at(kitchen).now)
    kitchen_state.open_turn(kitchen_at(kitchen))


@door
def legal_acts(kitchen: Address, seat: int, mask: Address) -> None:
    words = carray(mask, ACT_KINDS, np.int64)
    words[0], words[1], words[2], words[3] = kitchen_state.legal_acts(kitchen_at(kitchen), seat)


@door
def act(kitchen: Address, seat: int, code: int, shuffles: Address, ends: Address, events: Address) -> int:
    """Carries out a legal act; returns how often cards were shuffled, and writes these draw piles, top first."""
    book, places = bytes_at(shuffles, SHUFFLES * CARDS), carray(ends, SHUFFLES + 1, np.int32)
    _why, shuffled, _count = acts.act(kitchen_at(kitchen), seat, code, False, book, places, events_at(events))
    return shuffled


@fast_door
def choose(bot: Address, view: Address, dice: Address, workspace: Address) -> int:
    return ladder.choose(
        carray(bot, 1, PARAMETERS)[0],
        game_at(view),
        carray(dice, 1, DICE)[0],
        carray(workspace, 1, WORKSPACE)[0],
    )


@door
def choose_by_search(
    bot: Address,
    view: Address,
    dice: Address,
    workspace: Address,
    searches: Address,
    seed: Address,
    budget: int,
    strengths: Address,
    standing: Address,
    worlds: Address,
    trials: Address,
    chances: Address,
) -> int:
    """Returns the move that a search finds with so many worlds in its first round, as `Searcher` does on one thread.

    The workspace keeps its plan; `trials` is one for what is tried out, and `chances` has room for the last round.
    """
    state, parameters, rolled = game_at(view), carray(bot, 1, PARAMETERS)[0], carray(dice, 1, DICE)[0]
    planning, words = carray(workspace, 1, WORKSPACE)[0], words_at(seed)
    move = search.next_move(state, planning)
    if move != NO_MOVE:
        return move
    found = carray(searches, 1, SEARCH)[0]
    search.begin(state, parameters, rolled, planning, TRIED, found, words)
    count = halving.worlds_to_try(found, budget)
    while count > 0:
        tried = carray(chances, (count, CANDIDATES, SEATS), np.int64)
        trial.try_out(
            found,
            words,
            found.tried,
            parameters,
            rolled,
            carray(strengths, (ROWS, MOST_CARDS + 1), np.int64),
            carray(standing, STANDING_COUNT, np.int64),
            carray(worlds, WORLDS_A_TRIAL, STATE),
            carray(trials, 1, WORKSPACE)[0],
            tried,
        )
        halving.add_round(found, tried[:, :, state.turn % state.teams])
        count = halving.worlds_to_try(found, budget)
    search.settle(found, planning)
    return search.next_move(state, planning)


@door
def advise(
    bot: Address,
    view: Address,
    dice: Address,
    workspace: Address,
    probes: Address,
    worths: Address,
    codes: Address,
    courses: Address,
    advice: Address,
    better: int,
    worse: int,
) -> int:
    """Writes the courses of the legal moves of a view, best first, and returns how many there are.

    The advice is why one move is better than another; for NONE, why the best is.
    """
    state, planning = game_at(view), carray(workspace, 1, WORKSPACE)[0]
    course.weigh_each(carray(probes, (FEATURE_COUNT + 1, PARAMETER_COUNT), np.int64))
    laid = carray(courses, MOVES, COURSE)
    rolled, worth = carray(dice, 1, DICE)[0], carray(worths, (MOVES, 3), np.int64)
    survey.survey(state, carray(bot, 1, PARAMETERS)[0], rolled, planning, worth)
    each = carray(probes, FEATURE_COUNT + 1, PARAMETERS)
    count = course.lay_out(state, each, rolled, planning, worth, carray(codes, MOVES, np.int64), laid)
    weights = carray(bot, PARAMETER_COUNT, np.int64)
    told = carray(advice, 1, ADVICE)[0]
    if better == NONE:
        argument.why_best(state, weights, planning, laid, count, told)
    else:
        told.count = 0
        one, other = course.find(state, laid, count, better), course.find(state, laid, count, worse)
        argument.why(state, weights, planning, laid, count, one, other, told)
    return count


@door
def next_best(courses: Address, count: int) -> int:
    return argument.next_best(carray(courses, MOVES, COURSE), count)


@door
def ends_decision(game: Address, move: int, steps: int) -> bool:
    return decision.ends_decision(game_at(game), move, steps)


@door
def try_decision(
    game: Address,
    number: int,
    line: Address,
    steps: int,
    count: int,
    bot: Address,
    dice: Address,
    strengths: Address,
    standing: Address,
    worlds: Address,
    workspace: Address,
    chances: Address,
    made: Address,
) -> None:
    """As `decision.try_on`."""
    decision.try_on(
        game_at(game),
        number,
        bytes_at(line, steps),
        count,
        carray(bot, 1, PARAMETERS)[0],
        carray(dice, 1, DICE)[0],
        carray(strengths, (ROWS, MOST_CARDS + 1), np.int64),
        carray(standing, STANDING_COUNT, np.int64),
        carray(worlds, WORLDS_A_TRIAL, STATE),
        carray(workspace, 1, WORKSPACE)[0],
        carray(chances, (1, CANDIDATES, SEATS), np.int64),
        carray(made, 1, DECISION)[0],
    )


@compiled
def play(
    game: Address, dice: Address, table: Address, seed: Address, first: int, bots: Address, workspace: Any, results: Any
) -> None:
    """Whole games with digests of how they end; without a workspace, what only planning needs is left out."""
    for number in range(results.size):
        loops.whole_game(
            game_at(game),
            carray(dice, 1, DICE)[0],
            game_at(table),
            words_at(seed),
            first + number,
            carray(bots, SEATS, PARAMETERS),
            workspace,
            loops.LIMIT,
            True,
            results[number],
        )


@fast_door
def play_games(
    game: Address,
    dice: Address,
    table: Address,
    seed: Address,
    first: int,
    bots: Address,
    workspace: Address,
    results: Address,
    count: int,
) -> None:
    planning = carray(workspace, 1, WORKSPACE)[0]
    play(game, dice, table, seed, first, bots, planning, carray(results, count, RESULT))


@fast_door
def play_simple_games(
    game: Address, dice: Address, table: Address, seed: Address, first: int, bots: Address, results: Address, count: int
) -> None:
    play(game, dice, table, seed, first, bots, None, carray(results, count, RESULT))
