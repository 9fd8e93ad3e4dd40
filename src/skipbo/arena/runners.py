"""Runners of a meeting: compiled bots play by the thousand on cores or a GPU, all others under referees."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from queue import Empty, LifoQueue
from types import TracebackType
from typing import Protocol

from skipbo import batch
from skipbo.arena.chunks import Chunk
from skipbo.arena.pairings import Meeting
from skipbo.arena.referee import Clock, PlayedGame, Referee
from skipbo.bots.bot import find_bots, is_compiled
from skipbo.bots.seeds import Seed
from skipbo.kernel.layout import States

# Deals of the first chunk, for each job or on the GPU; later chunks depend on the time that it took
FIRST_DEALS = {"cpu": 8, "cuda": 1 << 14}


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
        self._rotation(0, 0, 1)  # compiles, if needed, before a clock runs

    def _rotation(self, rotation: int, first: int, deals: int) -> States:
        results = batch.new_results(deals)
        batch.play_games(
            self._meeting.table,
            self._bots[rotation],
            self._seed,
            results,
            first=self._meeting.first_deal + first,
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
    """Plays as many games at a time as there are jobs, each with its own referee, whose bots stay for the meeting."""

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

    def _game(self, deal: int, rotation: int) -> tuple[PlayedGame, dict[str, Clock]]:
        referee = self._referee(rotation)
        before = [(clock.moves, clock.seconds) for clock in referee.clocks]
        played = referee.play(self._seed, self._meeting.first_deal + deal)
        clocks = {entrant.label: Clock() for entrant in self._meeting.entrants}
        for entrant, (moves, seconds), clock in zip(self._meeting.seats(rotation), before, referee.clocks, strict=True):
            clocks[entrant.label].add(clock.moves - moves, clock.seconds - seconds, clock.slowest)
        self._idle[rotation].put(referee)
        return played, clocks

    def play(self, meeting: int, first: int, deals: int) -> Chunk:
        begun = time.perf_counter()
        results = batch.new_results(deals * self._meeting.rotations).reshape(deals, -1)
        places = [(first + deal, rotation) for deal in range(deals) for rotation in range(self._meeting.rotations)]
        games = [self._pool.submit(self._game, deal, rotation) for deal, rotation in places]
        forfeits, clocks = {}, {entrant.label: Clock() for entrant in self._meeting.entrants}
        for (deal, rotation), game in zip(places, games, strict=True):
            played, thought = game.result()
            results[deal - first, rotation] = played.result[0]
            if played.forfeit is not None:
                forfeits[deal, rotation] = played.forfeit
            for label, clock in thought.items():
                clocks[label].add(clock.moves, clock.seconds, clock.slowest)
        return Chunk(meeting, first, results, time.perf_counter() - begun, forfeits, clocks)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)  # waits for running games, which the time limit of a referee ends
        self._open_referees.close()
