"""Runners of a meeting: compiled bots play by the thousand on cores or a GPU, all others under referees."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np

from skipbo import batch
from skipbo.arena.chunks import RESULT_AND_LUCK, Place
from skipbo.arena.pairings import Meeting
from skipbo.arena.referee import Clock, Forfeit, Referee
from skipbo.batch.devices import DEVICES
from skipbo.batch.loops import RESULT
from skipbo.batch.luck import Luck, LuckCounter
from skipbo.batch.simulation import GameLogger
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


def runner_of(meeting: Meeting, seed: Seed, time_limit: float, counts_luck: bool = False) -> Runner:
    if not are_compiled(meeting):
        return RefereedBots(meeting, seed, time_limit, counts_luck)
    return LoggedBots(meeting, seed) if counts_luck else CompiledBots(meeting, seed)


def are_compiled(meeting: Meeting) -> bool:
    return all(plays_in_batches(entrant.name) for entrant in meeting.entrants)


def new_results(meeting: Meeting, deals: range, counts_luck: bool = False) -> States:
    kind = RESULT_AND_LUCK if counts_luck else RESULT
    return np.zeros((len(deals), meeting.rotations), np.dtype((np.record, kind)))


def note(result: States, onto: np.record, luck: Luck | None) -> None:
    """Copies the one row of a result, and adds its luck where that is counted."""
    for name in RESULT.names or ():
        onto[name] = result[name][0]
    if luck is not None:
        onto["luck"] = luck


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


class LoggedBots:
    """Compiled bots, one game after another, whose luck is counted."""

    devices = ("cpu",)
    first_deals: Mapping[str, int] = {"cpu": 8}

    def __init__(self, meeting: Meeting, seed: Seed) -> None:
        self._meeting, self._seed = meeting, seed

    def open(self, device: str) -> AbstractContextManager[Callable[[range], PlayedDeals]]:  # noqa: ARG002  # it is a core
        table, counter = self._meeting.table, LuckCounter(self._meeting.table, self._seed)
        loggers = [
            GameLogger(table, [entrant.name for entrant in self._meeting.seats(rotation)], self._seed)
            for rotation in range(self._meeting.rotations)
        ]
        play = partial(self._play, loggers, counter)
        play(range(1))  # compiles, if needed, before a clock runs
        return nullcontext(play)

    def _play(self, loggers: list[GameLogger], counter: LuckCounter, deals: range) -> PlayedDeals:
        results = new_results(self._meeting, deals, counts_luck=True)
        for deal in deals:
            number = self._meeting.first_deal + deal
            for rotation, logger in enumerate(loggers):
                result = logger.play(number)
                luck = counter.count(logger.dealt, logger.codes, number * len(loggers) + rotation)
                note(result, results[deal - deals.start, rotation], luck)
        return PlayedDeals(results)


class RefereedBots:
    """Every worker has its own referees, whose bots stay for the meeting."""

    devices = ("cpu",)
    first_deals: Mapping[str, int] = {"cpu": 1}

    def __init__(self, meeting: Meeting, seed: Seed, time_limit: float, counts_luck: bool = False) -> None:
        self._meeting, self._seed, self._time_limit = meeting, seed, time_limit
        self._counts_luck = counts_luck
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
        results = new_results(self._meeting, deals, self._counts_luck)
        counter = LuckCounter(self._meeting.table, self._seed) if self._counts_luck else None
        forfeits, clocks = {}, {entrant.label: Clock() for entrant in self._meeting.entrants}
        for deal in deals:
            for rotation, referee in enumerate(referees):
                before = [(clock.moves, clock.seconds) for clock in referee.clocks]
                number = self._meeting.first_deal + deal
                played = referee.play(self._seed, number)
                luck = None
                if played.forfeit is not None:
                    forfeits[deal, rotation] = played.forfeit
                elif counter is not None:
                    luck = counter.count(played.dealt, played.codes, number * len(referees) + rotation)
                note(played.result, results[deal - deals.start, rotation], luck)
                seats = self._meeting.seats(rotation)
                for entrant, (moves, seconds), clock in zip(seats, before, referee.clocks, strict=True):
                    clocks[entrant.label].add(clock.moves - moves, clock.seconds - seconds, clock.slowest)
        return PlayedDeals(results, forfeits, clocks)
