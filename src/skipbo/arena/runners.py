"""The games of a meeting: compiled bots by the thousand on cores or a GPU, all others under referees."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from queue import Empty, LifoQueue
from types import TracebackType
from typing import Protocol

from skipbo import batch
from skipbo.arena.chunks import Chunk, Forfeit
from skipbo.arena.pairings import Meeting
from skipbo.arena.referee import Clock, Referee
from skipbo.batch.arrays import Seed
from skipbo.bots.bot import find_bots, is_compiled
from skipbo.kernel.layout import States

FIRST_DEALS = {"cpu": 8, "cuda": 1 << 14}  # in the first chunk, for each job or on the GPU; later ones follow the clock


class Plays(Protocol):
    first_deals: int

    def play(self, meeting: int, first: int, deals: int) -> Chunk:
        """Plays these deals with every rotation."""


def are_compiled(meeting: Meeting) -> bool:
    return all(is_compiled(entrant.name) for entrant in meeting.entrants)


class CompiledBots:
    def __init__(self, meeting: Meeting, seed: Seed, jobs: int, device: str) -> None:
        self.first_deals = FIRST_DEALS[device] * (jobs if device == "cpu" else 1)
        self._meeting, self._seed, self._jobs, self._device = meeting, seed, jobs, device
        self._bots = [
            find_bots([entrant.name for entrant in meeting.seats(rotation)], meeting.table)
            for rotation in range(meeting.rotations)
        ]
        self._rotation(0, 0, 1)  # to compile, before a clock runs

    def _rotation(self, rotation: int, first: int, deals: int) -> States:
        results = batch.new_results(deals)
        batch.play_games(
            self._meeting.table.states(),
            self._bots[rotation],
            self._seed,
            self._meeting.first_deal + first,
            results,
            jobs=self._jobs,
            device=self._device,
        )
        return results

    def play(self, meeting: int, first: int, deals: int) -> Chunk:
        begun = time.perf_counter()
        results = batch.new_results(deals * self._meeting.rotations).reshape(deals, -1)
        for rotation in range(self._meeting.rotations):
            results[:, rotation] = self._rotation(rotation, first, deals)
        return Chunk(meeting, first, results, time.perf_counter() - begun)


class RefereedBots(AbstractContextManager["RefereedBots"]):
    """As many games at a time as there are jobs, each under a referee of its own; their bots stay for the meeting."""

    def __init__(self, meeting: Meeting, seed: Seed, jobs: int, time_limit: float) -> None:
        self.first_deals = 1
        self._meeting, self._seed, self._time_limit = meeting, seed, time_limit
        self._idle: list[LifoQueue[Referee]] = [LifoQueue() for _rotation in range(meeting.rotations)]
        self._open_referees = ExitStack()
        self._pool = ThreadPoolExecutor(jobs)

    def _referee(self, rotation: int) -> Referee:
        try:
            return self._idle[rotation].get_nowait()
        except Empty:
            names = [entrant.name for entrant in self._meeting.seats(rotation)]
            referee = Referee(self._meeting.table, names, time_limit=self._time_limit)
            return self._open_referees.enter_context(referee)

    def _game(self, deal: int, rotation: int) -> tuple[States, Forfeit | None, dict[str, Clock]]:
        referee = self._referee(rotation)
        before = [(clock.moves, clock.seconds) for clock in referee.clocks]
        played = referee.play(self._seed, self._meeting.first_deal + deal)
        clocks = {entrant.label: Clock() for entrant in self._meeting.entrants}
        for entrant, (moves, seconds), clock in zip(self._meeting.seats(rotation), before, referee.clocks, strict=True):
            clocks[entrant.label].add(clock.moves - moves, clock.seconds - seconds, clock.slowest)
        self._idle[rotation].put(referee)
        offence = played.forfeit
        forfeit = None if offence is None else Forfeit(deal, rotation, offence.seat, offence.why)
        return played.result, forfeit, clocks

    def play(self, meeting: int, first: int, deals: int) -> Chunk:
        begun = time.perf_counter()
        results = batch.new_results(deals * self._meeting.rotations).reshape(deals, -1)
        places = [(deal, rotation) for deal in range(deals) for rotation in range(self._meeting.rotations)]
        games = [self._pool.submit(self._game, first + deal, rotation) for deal, rotation in places]
        forfeits, clocks = [], {entrant.label: Clock() for entrant in self._meeting.entrants}
        for place, game in zip(places, games, strict=True):
            played, forfeit, thought = game.result()
            results[place] = played[0]
            if forfeit is not None:
                forfeits.append(forfeit)
            for label, clock in thought.items():
                clocks[label].add(clock.moves, clock.seconds, clock.slowest)
        return Chunk(meeting, first, results, time.perf_counter() - begun, tuple(forfeits), clocks)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)  # waits for the games that run: a referee's time limit ends them
        self._open_referees.close()
