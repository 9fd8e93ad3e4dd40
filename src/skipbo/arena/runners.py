"""Runners of a meeting: compiled bots play by the thousand on cores or a GPU, all others under referees."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from skipbo import batch
from skipbo.arena.chunks import Place
from skipbo.arena.pairings import Meeting
from skipbo.arena.referee import Clock, Forfeit, Referee
from skipbo.batch.devices import DEVICES
from skipbo.bots.bot import find_bots, plays_in_batches
from skipbo.bots.seeds import Seed
from skipbo.errors import Malformed
from skipbo.external.registry import PROCESS, check_name, command_of
from skipbo.i18n import translate as _
from skipbo.kernel.layout import States
from skipbo.workers import Task


@dataclass(frozen=True)
class PlayedDeals:
    """Some deals of a meeting, played with every rotation."""

    results: States  # by deal and rotation
    forfeits: dict[Place, Forfeit] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)  # by label, where a referee held them


class Runner(Task[PlayedDeals], Protocol):
    """A task whose numbers are the deals of a meeting."""

    @property
    def first_deals(self) -> Mapping[str, int]:
        """The deals of a worker's first piece; later ones depend on the time that it took."""


def runner_of(meeting: Meeting, seed: Seed, time_limit: float) -> Runner:
    return CompiledBots(meeting, seed) if are_compiled(meeting) else RefereedBots(meeting, seed, time_limit)


def are_compiled(meeting: Meeting) -> bool:
    return all(plays_in_batches(entrant.name) for entrant in meeting.entrants)


def new_results(meeting: Meeting, deals: range) -> States:
    return batch.new_results(len(deals) * meeting.rotations).reshape(len(deals), -1)


class CompiledBots:
    devices = DEVICES
    first_deals: Mapping[str, int] = {"cpu": 8, "cuda": 1 << 14}

    def __init__(self, meeting: Meeting, seed: Seed) -> None:
        self._meeting, self._seed = meeting, seed
        self._bots = [
            find_bots([entrant.name for entrant in meeting.seats(rotation)], meeting.table)
            for rotation in range(meeting.rotations)
        ]

    def open(self, device: str) -> AbstractContextManager[Callable[[range], PlayedDeals]]:
        self.play(range(1), device)  # compiles, if needed, before a clock runs
        return nullcontext(partial(self.play, device=device))

    def play(self, deals: range, device: str = "cpu") -> PlayedDeals:
        results = new_results(self._meeting, deals)
        for rotation, bots in enumerate(self._bots):
            row = batch.new_results(len(deals))
            first = self._meeting.first_deal + deals.start
            batch.play_games(self._meeting.table, bots, self._seed, row, first=first, device=device)
            results[:, rotation] = row
        return PlayedDeals(results)


class RefereedBots:
    """Every worker has its own referees, whose bots stay for the meeting."""

    devices = ("cpu",)
    first_deals: Mapping[str, int] = {"cpu": 1}

    def __init__(self, meeting: Meeting, seed: Seed, time_limit: float) -> None:
        self._meeting, self._seed, self._time_limit = meeting, seed, time_limit
        self._folder = os.getcwd()
        programs = {command_of(entrant.name)[0] for entrant in meeting.entrants if entrant.name.startswith(PROCESS)}
        self._programs = {program for program in programs if shutil.which(program)}

    @contextmanager
    def open(self, device: str) -> Iterator[Callable[[range], PlayedDeals]]:  # noqa: ARG002  # it is a core
        self._check_machine()
        with ExitStack() as referees:
            rotations = []
            for rotation in range(self._meeting.rotations):
                names = [entrant.name for entrant in self._meeting.seats(rotation)]
                referee = Referee(self._meeting.table, names, time_limit=self._time_limit)
                rotations.append(referees.enter_context(referee))
            yield partial(self._play, rotations)

    def _check_machine(self) -> None:
        """Raises `Malformed` if this machine lacks a bot that the first one has: here it would only forfeit."""
        for entrant in self._meeting.entrants:
            check_name(entrant.name)
        there = os.getcwd() == self._folder
        for program in sorted(self._programs):
            if not there or shutil.which(program) is None:
                raise Malformed(
                    "bots",
                    _(
                        "{machine} has no program “{program}” for the folder {folder}. "
                        "A bot that is a program must be on every machine, under the same name."
                    ).format(machine=platform.node(), program=program, folder=self._folder),
                )

    def _play(self, referees: list[Referee], deals: range) -> PlayedDeals:
        results = new_results(self._meeting, deals)
        forfeits, clocks = {}, {entrant.label: Clock() for entrant in self._meeting.entrants}
        for deal in deals:
            for rotation, referee in enumerate(referees):
                before = [(clock.moves, clock.seconds) for clock in referee.clocks]
                played = referee.play(self._seed, self._meeting.first_deal + deal)
                results[deal - deals.start, rotation] = played.result[0]
                if played.forfeit is not None:
                    forfeits[deal, rotation] = played.forfeit
                seats = self._meeting.seats(rotation)
                for entrant, (moves, seconds), clock in zip(seats, before, referee.clocks, strict=True):
                    clocks[entrant.label].add(clock.moves - moves, clock.seconds - seconds, clock.slowest)
        return PlayedDeals(results, forfeits, clocks)
