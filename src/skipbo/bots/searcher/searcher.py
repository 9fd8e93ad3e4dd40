"""The searcher as Python uses it: a budget in worlds or in seconds, on one thread or several."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from skipbo.bots.planner.plan import NO_MOVE
from skipbo.bots.planner.workspace import IDEAS_KEPT, new_workspaces
from skipbo.bots.searcher import search
from skipbo.bots.searcher.memory import WORLDS_A_TRIAL, Chances, new_chances, new_searches
from skipbo.bots.searcher.strength import Strengths, new_standing
from skipbo.bots.seeds import KEY_WORDS, new_dice
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import States, new_states

NAME = "searcher"
WORLDS = 128  # of the first round
WORLDS_OF_PARTNERS = 64  # where a world takes more than twice as long: partners play from each other's piles, too
MOST_WORLDS = 10_000  # the squares of leads over many more would exceed 64 bits
MOST_SECONDS = 3600.0
TRIED = IDEAS_KEPT  # candidates
PIECE = 16  # worlds that a thread takes at a time
_BUDGET = re.compile(rf"{NAME}(?::(?P<worlds>\d{{1,9}})|:(?P<seconds>\d{{1,9}}(?:\.\d{{1,9}})?)s)?")


@dataclass(frozen=True)
class Budget:
    """The effort of a decision: the worlds of its first round or, if given, about so many seconds.

    Without either, the table says how many worlds, so that a decision takes about as long at every table. Each further
    round takes as many worlds as all before it and those of the first, for half the candidates. With a number of worlds
    a decision depends on nothing but the view and the seed.
    """

    worlds: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.worlds is not None and not 1 <= self.worlds <= MOST_WORLDS:
            raise Malformed(
                "budget",
                _("A search takes 1 to {most} worlds, not {count}.").format(most=MOST_WORLDS, count=self.worlds),
            )
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise Malformed(
                "budget",
                _("A search takes more than 0 and at most {most} seconds, not {count}.").format(
                    most=MOST_SECONDS, count=self.seconds
                ),
            )

    @classmethod
    def of(cls, name: str) -> "Budget":
        """The budget in the name of a searcher.

        >>> Budget.of("searcher"), Budget.of("searcher:500"), Budget.of("searcher:2.5s")
        (Budget(worlds=None, seconds=None), Budget(worlds=500, seconds=None), Budget(worlds=None, seconds=2.5))
        """
        found = _BUDGET.fullmatch(name)
        if found is None:
            raise Malformed(
                "budget",
                _("“{name}” is no budget of a search: write worlds or seconds, searcher:500 or searcher:2.5s.").format(
                    name=name
                ),
            )
        worlds, seconds = found["worlds"], found["seconds"]
        return cls(None if worlds is None else int(worlds), None if seconds is None else float(seconds))

    def worlds_at(self, views: States) -> int:
        """The worlds of the first round at the table of a view."""
        if self.worlds is not None:
            return self.worlds
        return WORLDS_OF_PARTNERS if views["teams"][0] < views["players"][0] else WORLDS


def is_searcher(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}:")


class Searcher:
    """Searches for the seat in turn, one decision after another.

    `bots` are the planner's parameters at the table, `dice` those of this bot.
    """

    def __init__(self, budget: Budget, dice: States, threads: int = 1) -> None:
        self.budget = budget
        self._dice = dice
        self._threads = threads
        self._workspace = new_workspaces()
        self._searches = new_searches()
        self._seed = np.zeros(KEY_WORDS, np.uint32)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix=NAME)

    def choose(self, views: States, bots: States, strengths: Strengths) -> int:
        """The number of the move for a view."""
        move = search.follow(views, self._workspace)
        if move == NO_MOVE:
            self._search(views, bots, strengths)
            move = search.follow(views, self._workspace)
        return move

    def _search(self, views: States, bots: States, strengths: Strengths) -> None:
        search.begin_search(views, bots, self._dice, self._workspace, TRIED, self._searches, self._seed)
        side = int(views["turn"][0] % views["teams"][0])
        desks = [Desk() for _thread in range(self._threads)]  # not kept: most of the time a bot waits for others
        worlds = self._affordable(views, desks, bots, strengths)
        first = 0
        while count := search.worlds_to_try(self._searches, worlds):
            chances = new_chances(count)
            self._try_out(desks, first, bots, strengths, chances)
            search.add_round(self._searches, chances[..., side])
            first += count
        search.settle_search(self._searches, self._workspace)

    def _affordable(self, views: States, desks: list["Desk"], bots: States, strengths: Strengths) -> int:
        """The worlds of the first round, of which there are as many for each later one."""
        if self.budget.seconds is None or search.worlds_to_try(self._searches, 1) == 0:
            return self.budget.worlds_at(views)
        self._try_out(desks, 0, bots, strengths, new_chances(1))  # untimed: the first call of all compiles or loads
        chances = new_chances(PIECE * self._threads)
        begun = time.perf_counter()
        self._try_out(desks, 0, bots, strengths, chances)
        a_world = (time.perf_counter() - begun) / len(chances)
        rounds = max(int(self._searches["count"][0]) - 1, 1).bit_length()
        return int(np.clip(self.budget.seconds / a_world / rounds, 1, MOST_WORLDS))

    def _try_out(self, desks: list["Desk"], first: int, bots: States, strengths: Strengths, chances: Chances) -> None:
        def try_piece(desk: Desk, begin: int) -> None:
            piece = chances[begin : begin + PIECE]
            search.try_worlds(
                self._searches,
                self._seed,
                first + begin,
                bots,
                desk.dice,
                strengths,
                desk.standing,
                desk.worlds,
                desk.workspace,
                piece,
            )

        begins = range(0, len(chances), PIECE)
        if self._threads == 1:
            for begin in begins:
                try_piece(desks[0], begin)
        else:
            self._share(desks, try_piece, begins)

    def _share(self, desks: list["Desk"], work: Callable[["Desk", int], None], pieces: range) -> None:
        """Deals out pieces of work to all threads in turn."""

        def run(thread: int) -> None:
            for piece in pieces[thread :: self._threads]:
                work(desks[thread], piece)

        list(self._pool.map(run, range(self._threads)))


class Desk:
    """What a thread works with. The planner rolls no dice here, because it plays its best."""

    def __init__(self) -> None:
        self.dice = new_dice()
        self.standing = new_standing()
        self.worlds = new_states(WORLDS_A_TRIAL)
        self.workspace = new_workspaces()
