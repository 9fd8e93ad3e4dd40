"""The analysis of a finished game: what was luck, what was skill, and what each decision cost.

A decision is a segment: what a seat plays until something new is seen. Before it the seat's side has the chance of its
best candidate, after it the chance of what was played; the difference is skill. What is seen then changes the chances
once more, until the next decision: that is luck. So luck and skill of all add up to the result less the chance at the
start, and because chances are sums of whole numbers, they do so to the last digit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from skipbo.bots.bot import parameters_of
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.searcher import search
from skipbo.bots.searcher.memory import CANDIDATES, WORLDS_A_TRIAL, new_chances, new_searches
from skipbo.bots.searcher.searcher import TRIED
from skipbo.bots.searcher.strength import CHANCE, new_standing, strengths_of
from skipbo.bots.searcher.trial import turns_ahead
from skipbo.bots.seeds import KEY_WORDS, dice_of, seed_words
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.pile import PileKind
from skipbo.game.table import STRICT
from skipbo.i18n import translate as _
from skipbo.kernel.doors import single
from skipbo.kernel.layout import BUILDINGS, DISCARDS, RANKS, STOCKS, States, new_states

WORLDS = 64

Line = tuple[Move, ...]


@dataclass(frozen=True)
class Decision:
    """What a seat played until something new was seen, and what it would better have played.

    Chances are totals over all worlds, by side; `Analysis.share` makes chances of them.
    """

    seat: int
    first: int  # the number of the first move, from 0
    played: Line
    best: Line
    before: tuple[int, ...]  # with the best
    after: tuple[int, ...]  # with what was played
    error: float  # the standard error of the cost, as a chance

    @property
    def is_best(self) -> bool:
        return self.played == self.best


@dataclass(frozen=True)
class Analysis:
    sides: int
    worlds: int
    decisions: tuple[Decision, ...]
    result: tuple[int, ...]  # as the chances of decisions

    def share(self, total: int) -> float:
        """A total over all worlds as a chance, or the difference of two."""
        return total / (self.worlds * CHANCE)

    @property
    def start(self) -> tuple[int, ...]:
        return self.decisions[0].before

    @property
    def moves(self) -> Line:
        """All moves of the game."""
        return tuple(move for decision in self.decisions for move in decision.played)

    def cost(self, decision: Decision) -> float:
        """By how much a decision lowered the chance of the side that made it, as far as the worlds can tell.

        It may come out a little below 0 where nothing was better than what was played; the mean of many is right.
        """
        side = decision.seat % self.sides
        return self.share(decision.before[side] - decision.after[side])

    @cached_property
    def luck(self) -> tuple[int, ...]:
        """What was seen and drawn has brought each side, over the whole game."""
        befores = [*(decision.before for decision in self.decisions[1:]), self.result]
        pairs = list(zip(befores, self.decisions, strict=True))
        return tuple(sum(before[side] - made.after[side] for before, made in pairs) for side in range(self.sides))

    @cached_property
    def skill(self) -> tuple[tuple[int, ...], ...]:
        """What the decisions of each side have brought every side: `skill[one][other]`."""
        return tuple(
            tuple(
                sum(made.after[other] - made.before[other] for made in self.decisions if made.seat % self.sides == one)
                for other in range(self.sides)
            )
            for one in range(self.sides)
        )

    def costliest(self, count: int = 3) -> list[Decision]:
        """The decisions that cost most, and whose cost is beyond doubt."""
        clear = [made for made in self.decisions if self.cost(made) > 2 * made.error and not made.is_best]
        return sorted(clear, key=self.cost, reverse=True)[:count]


def analyse(
    game: Game, *, worlds: int = WORLDS, on_progress: Callable[[int, int], object] = lambda _done, _all: None
) -> Analysis:
    """Analyses a finished game: always the same way, and every decision by what its seat could see alone."""
    if game.outcome is None:
        raise Malformed("analysis", _("Only a finished game can be analysed."))
    if game.referee != STRICT:
        raise Malformed("analysis", _("A game at a kitchen table cannot be analysed."))
    segments = list(_segments(game))
    analyst = _Analyst(game, worlds)
    decisions = []
    for number, (first, states, line) in enumerate(segments):
        decisions.append(analyst.judge(number, first, states, line))
        on_progress(number + 1, len(segments))
    winner, sides = game.outcome.winners, game.table.teams
    certain = worlds * CHANCE
    won = {seat % sides for seat in winner} or set(range(sides))
    result = tuple(certain // len(won) if side in won else 0 for side in range(sides))
    return Analysis(sides, worlds, tuple(decisions), result)


def _segments(game: Game) -> Iterator[tuple[int, States, Line]]:
    """The decisions of a game: the number of the first move, the state before it, and what was played."""
    again, moves, states = game.copy(), list(game.moves), []
    while again.moves:
        again.undo()
        states.append(again.states.copy())
    states.reverse()
    first = 0
    for number, move in enumerate(moves):
        before = states[number]
        emptied = move.source.kind is PileKind.HAND and before["held"][0, before["turn"][0]] == 1
        if move.ends_turn or emptied or move.source.kind is PileKind.STOCK:
            yield first, states[first], tuple(moves[first : number + 1])
            first = number + 1


class _Analyst:
    """Values the decisions of one game, one after another."""

    def __init__(self, game: Game, worlds: int) -> None:
        table = game.table
        self._players, self._sides = table.players, table.teams
        self._turns = turns_ahead(table.players)
        self._bots, self._strengths = parameters_of("planner", table), strengths_of(table)
        self._dice, self._standing = dice_of(0), new_standing()
        self._searches, self._worlds = new_searches(), new_states(WORLDS_A_TRIAL)
        self._workspace, self._trial = new_workspaces(), new_workspaces()
        self._seed = np.zeros(KEY_WORDS, np.uint32)  # a search finds one; an analysis has its own
        self._count = worlds

    def judge(self, number: int, first: int, states: States, line: Line) -> Decision:
        seat = int(states["turn"][0])
        lines = self._candidates(states)
        played = next((at for at, other in enumerate(lines) if other == line), None)
        if played is None:
            end = _end(states, self._codes(seat, line))
            same = (at for at, other in enumerate(lines) if _end(states, self._codes(seat, other)) == end)
            played = next(same, None)
        if played is None:
            played = self._add(seat, line)
            lines.append(line)
        self._searches["alive"], self._searches["order"][0] = len(lines), np.arange(CANDIDATES)
        worlds = new_chances(self._count)
        search.try_worlds(
            self._searches,
            seed_words(f"analysis {number}"),
            0,
            self._turns,
            self._bots,
            self._dice,
            self._strengths,
            self._standing,
            self._worlds,
            self._trial,
            worlds,
        )
        chances = worlds[:, : len(lines), : self._sides]
        side = seat % self._sides
        best = best_of(chances[..., side], played)
        # What is best by chance in some worlds is not so in others: each half of them prices what the other finds best
        halves = ((chances[0::2], chances[1::2]), (chances[1::2], chances[0::2]))
        before = np.concatenate([half[:, best_of(other[..., side], played)] for half, other in halves])
        after = np.concatenate([half[:, played] for half, _other in halves])
        return Decision(
            seat=seat,
            first=first,
            played=line,
            best=line if best == played else lines[best],
            before=tuple(before.sum(axis=0, dtype=np.int64).tolist()),
            after=tuple(after.sum(axis=0, dtype=np.int64).tolist()),
            error=float((before - after)[:, side].std()) / CHANCE / self._count**0.5,
        )

    def _candidates(self, states: States) -> list[Line]:
        search.begin_search(states, self._bots, self._dice, self._workspace, TRIED, self._searches, self._seed)
        found, seat = self._searches[0], int(states["turn"][0])
        return [
            tuple(
                Move.from_code(int(code), seat, self._players, self._sides)
                for code in found.moves[number, : found.steps[number]]
            )
            for number in range(found.count)
        ]

    def _codes(self, seat: int, line: Line) -> list[int]:
        return [move.code(seat, self._players, self._sides) for move in line]

    def _add(self, seat: int, line: Line) -> int:
        """Makes what was played a candidate, though the planner would not have thought of it."""
        found, codes = self._searches[0], self._codes(seat, line)
        number = int(found.count)
        found.steps[number] = len(codes)
        found.moves[number, : len(codes)] = codes
        found.count += 1
        return number


def best_of(chances: NDArray[np.int64], played: int) -> int:
    """The candidate with the best chances, by world and candidate; what was played, if none is better."""
    totals = chances.sum(axis=0, dtype=np.int64)
    return played if totals[played] == totals.max() else int(totals.argmax())


def _end(states: States, codes: list[int]) -> tuple[object, ...]:
    """What a line leads to: lines that differ in order alone, or in the place of equal piles, lead to the same."""
    after = states.copy()
    seat = int(states["turn"][0])
    for code in codes:
        single.step(after, code)
    state = after[0]
    hand = sorted(RANKS[card] for card in state.hand[seat, : state.held[seat]])
    discards = [sorted(_pile(state, stock + 1 + number) for number in range(DISCARDS)) for stock in STOCKS]
    return sorted(state.count[:BUILDINGS].tolist()), hand, discards, state.count[list(STOCKS)].tolist(), int(state.turn)


def _pile(state: np.record, pile: int) -> list[int]:
    card, ranks = int(state.top[pile]), []
    for _card in range(int(state.count[pile])):
        ranks.append(RANKS[card])
        card = int(state.under[card])
    return ranks
