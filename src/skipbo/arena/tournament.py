"""A tournament from its options to its last game: the plan, the counts, and when to stop."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from skipbo.arena.checkpoint import Checkpoint
from skipbo.arena.chunks import Chunk
from skipbo.arena.pairings import Entrant, Meeting, enter, meetings
from skipbo.arena.referee import Clock, Referee
from skipbo.arena.runners import runner_of
from skipbo.arena.sprt import Sprt
from skipbo.arena.tally import MatchTally
from skipbo.batch.devices import check_workers
from skipbo.batch.simulation import interrupts_held
from skipbo.bots.bot import plays_in_batches
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.workers import LocalWorkers, Pace, Workers, WorkersLost

GAMES = 10_000
GAMES_OF_A_TEST = 100_000  # after which a sequential test gives up
MOST_GAMES = 1 << 20  # of a chunk
SEED = "arena"
TIME_LIMIT = 1.0


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The options of a tournament; two equal plans give the same games."""

    table: Table
    entrants: tuple[Entrant, ...]
    games: int  # of each match, at most; a multiple of the games of a deal
    hypotheses: tuple[float, float] | None
    seed: str
    time_limit: float
    luck_adjusted: bool = False

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
        luck_adjusted: bool = False,
    ) -> "Plan":
        entrants = enter(names)
        if hypotheses is not None and not len(entrants) == table.teams == 2:
            raise Malformed("sprt", _("A sequential test compares two bots that play the two sides of a table."))
        if seed.startswith(TUNING_PREFIX):
            raise Malformed(
                "seed",
                _("Seeds that begin with “{prefix}” are for tuning: choose another seed.").format(prefix=TUNING_PREFIX),
            )
        wanted = games or (GAMES if hypotheses is None else GAMES_OF_A_TEST)
        whole = -(-wanted // table.teams) * table.teams
        return cls(
            table=table,
            entrants=entrants,
            games=whole,
            hypotheses=hypotheses,
            seed=seed,
            time_limit=time_limit,
            luck_adjusted=luck_adjusted,
        )

    @property
    def deals(self) -> int:
        """The deals of each match."""
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
        """The options, under the names that a results folder and a report use."""
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
            "luck_adjusted": self.luck_adjusted,
        }


class Tournament:
    """The counts over what was played of a plan so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tallies = [MatchTally(meeting) for meeting in plan.meetings]
        self.sprt = None if plan.hypotheses is None else Sprt(*plan.hypotheses)
        self.clocks = {entrant.label: Clock() for entrant in plan.entrants}
        self.stopped: KeyboardInterrupt | WorkersLost | None = None  # what ended it before its last game

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    @property
    def is_over(self) -> bool:
        return all(self.left(meeting) == 0 for meeting in range(len(self.tallies)))

    def left(self, meeting: int) -> int:
        """The deals of a meeting that are still to be played."""
        if self.sprt is not None and self.sprt.accepted:
            return 0
        return self.plan.meetings[meeting].deals - self.tallies[meeting].deals

    def count(self, chunk: Chunk) -> Chunk:
        """Counts a chunk and returns what was counted: a sequential test counts nothing after its decision."""
        tally = self.tallies[chunk.meeting]
        if self.sprt is not None:
            chunk = chunk.upto(self.sprt.add(tally.shares(chunk)[0]))  # a deal of two sides is worth four
        tally.add(chunk)
        for label, clock in chunk.clocks.items():
            self.clocks[label].add(clock.moves, clock.seconds, clock.slowest)
        return chunk


def check(plan: Plan, workers: Workers) -> None:
    """Raises `Malformed` for what cannot be played, before anything is played or written."""
    for name in {entrant.name for entrant in plan.entrants if not plays_in_batches(entrant.name)}:
        Referee(plan.table, [name] * plan.table.players, time_limit=plan.time_limit)  # starts no bot before a game
        if "cpu" not in workers.devices:
            raise Malformed("device", _("“{name}” cannot play on a GPU: leave out the device.").format(name=name))
    if plan.luck_adjusted and "cpu" not in workers.devices:
        raise Malformed("device", _("Luck is not counted on a GPU: leave out the device."))
    check_workers(workers)


def play(
    plan: Plan,
    *,
    workers: Workers | None = None,
    checkpoint: Checkpoint | None = None,
    on_progress: Callable[[int], object] = lambda _games: None,
) -> Tournament:
    """Plays the deals that a checkpoint does not have yet, and adds them to it. By default this thread plays.

    Interrupted, or without any workers left, it returns what there is.
    """
    workers = workers or LocalWorkers()
    check(plan, workers)
    tournament = Tournament(plan)
    for chunk in checkpoint.chunks() if checkpoint else ():
        tournament.count(chunk)
    on_progress(tournament.games)
    try:
        for meeting in range(len(plan.meetings)):
            _play_meeting(tournament, meeting, workers, checkpoint, on_progress)
    except (KeyboardInterrupt, WorkersLost) as stopped:
        if tournament.games == 0:
            raise
        tournament.stopped = stopped
    return tournament


def _play_meeting(
    tournament: Tournament,
    meeting: int,
    workers: Workers,
    checkpoint: Checkpoint | None,
    on_progress: Callable[[int], object],
) -> None:
    plan, tally = tournament.plan, tournament.tallies[meeting]
    if tournament.left(meeting) == 0:
        return
    runner = runner_of(plan.meetings[meeting], plan.seed, plan.time_limit, plan.luck_adjusted)
    pace = Pace(runner.first_deals, MOST_GAMES // plan.table.teams, workers.piece_seconds)
    with workers.run(runner, range(tally.deals, tally.meeting.deals), pace.size) as pieces:
        for piece in pieces:
            pace.note(piece)
            played = piece.result
            chunk = Chunk(meeting, piece.numbers.start, played.results, piece.elapsed, played.forfeits, played.clocks)
            with interrupts_held():  # counted and stored, or neither
                chunk = tournament.count(chunk)
                if checkpoint:
                    checkpoint.append(chunk)
            on_progress(chunk.results.size)
            if tournament.left(meeting) == 0:  # a sequential test may have decided before the last deal
                return
