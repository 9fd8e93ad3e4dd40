"""A tournament from its options to its last game: what is to be played, what was counted, and when to stop."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from skipbo import batch
from skipbo.arena.checkpoint import Store
from skipbo.arena.chunks import Chunk, Pace
from skipbo.arena.pairings import Entrant, Meeting, enter, meetings
from skipbo.arena.referee import Clock, Referee
from skipbo.arena.runners import CompiledBots, Plays, RefereedBots, are_compiled
from skipbo.arena.sprt import Sprt
from skipbo.arena.tally import Tally
from skipbo.batch.arrays import DEVICES
from skipbo.batch.simulation import interrupts_held
from skipbo.bots.bot import is_compiled
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _

GAMES = 10_000
GAMES_OF_A_TEST = 100_000  # where a sequential test gives up
SEED = "arena"
TUNING = "tune:"  # seeds that begin so belong to tuning: nothing may be reported on what was tuned on
TIME_LIMIT = 1.0
RATED_GAMES = 100_000  # in all; OpenSkill takes game after game


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is to be played; two equal plans give the same games."""

    table: Table
    entrants: tuple[Entrant, ...]
    games: int  # of each match, at most; whole deals
    hypotheses: tuple[float, float] | None
    seed: str
    time_limit: float

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        table: Table,
        *,
        games: int | None = None,
        hypotheses: tuple[float, float] | None = None,
        seed: str = SEED,
        time_limit: float = TIME_LIMIT,
    ) -> "Plan":
        entrants = enter(names)
        if hypotheses is not None and not len(entrants) == table.teams == 2:
            raise Malformed("sprt", _("A sequential test compares two bots that play the two sides of a table."))
        if seed.startswith(TUNING):
            raise Malformed(
                "seed",
                _(
                    "Seeds that begin with “{prefix}” are for tuning: choose another, or the result means nothing."
                ).format(prefix=TUNING),
            )
        wanted = games or (GAMES if hypotheses is None else GAMES_OF_A_TEST)
        whole = -(-wanted // table.teams) * table.teams
        return cls(table=table, entrants=entrants, games=whole, hypotheses=hypotheses, seed=seed, time_limit=time_limit)

    @property
    def deals(self) -> int:
        """Of each match."""
        return self.games // self.table.teams

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        return meetings(self.table, self.entrants, self.deals)

    @property
    def matches(self) -> int:
        return self.meetings[-1].match + 1

    @property
    def is_round_robin(self) -> bool:
        return self.matches > 1

    def as_dict(self) -> dict[str, Any]:
        """The options, as a folder of results and a report name them."""
        return {
            "bots": [entrant.name for entrant in self.entrants],
            "edition": self.table.edition.id,
            "players": self.table.players,
            "partners": self.table.partners,
            "stock": self.table.stock,
            "games": self.games,
            "sprt": None if self.hypotheses is None else list(self.hypotheses),
            "seed": self.seed,
            "time_limit": self.time_limit,
        }


class Tournament:
    """What was played of a plan so far."""

    def __init__(self, plan: Plan) -> None:
        keep = RATED_GAMES // len(plan.meetings) if plan.is_round_robin and plan.table.teams > 2 else 0
        self.plan = plan
        self.tallies = [Tally(meeting, keep) for meeting in plan.meetings]
        self.sprt = None if plan.hypotheses is None else Sprt(*plan.hypotheses)
        self.clocks = {entrant.label: Clock() for entrant in plan.entrants}

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    @property
    def is_over(self) -> bool:
        return all(self.left(meeting) == 0 for meeting in range(len(self.tallies)))

    def left(self, meeting: int) -> int:
        """Deals still to be played."""
        if self.sprt is not None and self.sprt.accepted:
            return 0
        return self.plan.meetings[meeting].deals - self.tallies[meeting].deals

    def count(self, chunk: Chunk) -> Chunk:
        """Answers what was counted: a sequential test wants nothing that was played after its decision."""
        tally = self.tallies[chunk.meeting]
        if self.sprt is not None:
            chunk = chunk.upto(self.sprt.add(tally.quarters(chunk)))
        tally.add(chunk)
        for label, clock in chunk.clocks.items():
            self.clocks[label].add(clock.moves, clock.seconds, clock.slowest)
        return chunk


def check(plan: Plan, device: str) -> None:
    """Raises `Malformed` for what cannot be played, before anything is played or written."""
    if device not in DEVICES:
        raise Malformed("device", _("There is no device “{name}”: say cpu or cuda.").format(name=device))
    for name in {entrant.name for entrant in plan.entrants if not is_compiled(entrant.name)}:
        Referee(plan.table, [name] * plan.table.players, time_limit=plan.time_limit)  # starts nothing before a game
        if device != "cpu":
            raise Malformed("device", _("“{name}” cannot play on a GPU: leave out the device.").format(name=name))
    if device == "cuda":
        batch.load_gpu()


def play(
    plan: Plan,
    *,
    jobs: int = 1,
    device: str = "cpu",
    store: Store | None = None,
    on_progress: Callable[[int], object] = lambda _games: None,
) -> Tournament:
    """Plays what is still to be played and stores it; interrupted, it answers what was played until then."""
    check(plan, device)
    tournament = Tournament(plan)
    for chunk in store.chunks() if store else ():
        tournament.count(chunk)
    on_progress(tournament.games)
    try:
        for meeting in range(len(plan.meetings)):
            _play_meeting(tournament, meeting, jobs, device, store, on_progress)
    except KeyboardInterrupt:
        if tournament.games == 0:
            raise
    return tournament


def _play_meeting(
    tournament: Tournament,
    meeting: int,
    jobs: int,
    device: str,
    store: Store | None,
    on_progress: Callable[[int], object],
) -> None:
    plan, tally = tournament.plan, tournament.tallies[meeting]
    if tournament.left(meeting) == 0:
        return
    with _bots_of(plan.meetings[meeting], plan, jobs, device) as bots:
        pace = Pace(bots.first_deals, plan.table.teams)
        while left := tournament.left(meeting):
            chunk = bots.play(meeting, tally.deals, pace.next(left))
            pace.played(chunk.deals, chunk.seconds)
            with interrupts_held():  # counted and stored, or neither
                chunk = tournament.count(chunk)
                if store:
                    store.append(chunk)
            on_progress(chunk.results.size)


@contextmanager
def _bots_of(meeting: Meeting, plan: Plan, jobs: int, device: str) -> Iterator[Plays]:
    if are_compiled(meeting):
        yield CompiledBots(meeting, plan.seed, jobs, device)
    else:
        with RefereedBots(meeting, plan.seed, jobs, plan.time_limit) as refereed:
            yield refereed
