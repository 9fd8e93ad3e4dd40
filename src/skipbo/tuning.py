"""Tuning the planner: the cross-entropy method over its weights, judged by games won alone.

A generation is a population of weights drawn around the present ones. Each plays the same deals in the contests of its
format; the best of them decide where the next generation is drawn. The deals come from seeds that begin with `tune:`,
which the arena refuses, so that no result is reported on deals that the weights were tuned on.
"""

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo import batch
from skipbo.bots.bot import parameters_of, seat_parameters
from skipbo.bots.ladder import PLANNER
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.weights import Weights, check_format, parameters_with, weights_of, write_weights
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.draft import drafted
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import States
from skipbo.workers import LocalWorkers, Workers

Vector = NDArray[np.float64]

ITSELF = "itself"  # an opponent: the planner with the present average weights

# The first spread of the weights, smaller for features that count many things, and the part of it that always remains:
# games depend so much on luck that the best of a population soon look alike by chance
FIRST_SPREAD = 0.2
ROOM = 0.06
LEAST = 0.25
MANY = {"height": 10, "heights": 10, "burial_gap": 5, "depth": 3, "refill": 3}
# The part of the present weights and of the present spread that the next generation keeps
INERTIA = 0.3
SPREAD_INERTIA = 0.8
# The part of the average weights that is new in each generation: what the best of a population have in common by
# chance changes from one generation to the next, and the average forgets it
RENEWAL = 0.1


@dataclass(frozen=True)
class Contest:
    """A table at which the planner has one side and another bot all others."""

    table: Table
    against: str

    def __str__(self) -> str:
        table = self.table
        partners = ", partners" if table.partners else ""
        return f"{self.against} ({table.edition.id}, {table.players} players{partners}, stock {table.stock})"


def contests_of(name: str) -> tuple[Contest, ...]:
    """The contests that a format is tuned on."""
    check_format(name)
    return {
        "2": (Contest(Table.of(), ITSELF), Contest(Table.of(), "expert"), Contest(Table.of(stock=15), ITSELF)),
        "3-4": (
            Contest(Table.of(players=3), "expert"),
            Contest(Table.of(players=4), "expert"),
        ),
        "5-6": (
            Contest(Table.of(players=5), "expert"),
            Contest(Table.of(players=6), "expert"),
            Contest(Table.of(players=6), ITSELF),
        ),
        "partners": (
            Contest(Table.of(players=4, partners=True), "expert"),
            Contest(Table.of(players=4, partners=True), ITSELF),
            Contest(Table.of(players=6, partners=True), ITSELF),
        ),
        "13-ranks": (
            Contest(Table.of("1967"), "expert"),
            Contest(Table.of("1967"), ITSELF),
            Contest(Table.of("1967", players=4), ITSELF),
        ),
    }[name]


def idle_features(name: str) -> frozenset[str]:
    """The features that are the same in all positions of a format; they are not tuned."""
    idle = {"stock_played"}  # the unit of all others
    if name == "2":
        idle |= {"later_ready", "later_chance"}
    if name != "partners":
        idle |= {"partner_stock_played", "partner_ready", "partner_chance"}
    return frozenset(idle)


def first_spread(name: str, start: Sequence[float]) -> list[float]:
    idle = idle_features(name)
    return [
        0.0 if feature in idle else FIRST_SPREAD * abs(weight) + ROOM / MANY.get(feature, 1)
        for feature, weight in zip(FEATURES, start, strict=True)
    ]


@dataclass(frozen=True)
class TuningSettings:
    format: str
    seed: str = "0"
    population: int = 48
    elite: int = 12
    games: int = 1200  # of each candidate in a generation
    generations: int = 40


@dataclass
class Progress:
    """The progress of a run: all that is needed to go on with it."""

    settings: TuningSettings
    start: list[float]
    mean: list[float]
    average: list[float]
    spread: list[float]
    generation: int = 0
    games: int = 0
    seconds: float = 0.0
    history: list[dict[str, float]] = field(default_factory=list)

    @classmethod
    def begin(cls, settings: TuningSettings, weights: Weights) -> "Progress":
        start = [weights[name] for name in FEATURES]
        return cls(settings, start, list(start), list(start), first_spread(settings.format, start))

    @property
    def weights(self) -> Weights:
        return dict(zip(FEATURES, self.average, strict=True))

    @property
    def made(self) -> dict[str, str | int]:
        """Returns how the weights were made, for their file."""
        settings = self.settings
        return {
            "command": f"skipbo tune planner --format {settings.format} --generations {self.generation} "
            f"--population {settings.population} --games {settings.games} --seed {settings.seed}",
            "against": "; ".join(map(str, contests_of(settings.format))),
            "games": self.games,
        }

    def save(self, path: Path) -> None:
        with drafted(path) as draft:
            draft.write_text(json.dumps(asdict(self), indent=1), "utf-8")

    @classmethod
    def load(cls, path: Path, settings: TuningSettings) -> "Progress":
        """Loads an earlier run. Only the number of generations may differ from it."""
        try:
            saved: dict[str, Any] = json.loads(path.read_text("utf-8"))
            progress = cls(**(saved | {"settings": TuningSettings(**saved["settings"])}))
            sizes = set(map(len, (progress.start, progress.mean, progress.average, progress.spread)))
        except (ValueError, KeyError, TypeError) as error:
            raise Malformed(
                "checkpoint", _("{path} is not a tuning run: {error}").format(path=path, error=error)
            ) from error
        if sizes != {len(FEATURES)}:
            raise Malformed(
                "checkpoint", _("{path} was made with other features: name another file.").format(path=path)
            )
        if replace(progress.settings, generations=settings.generations) != settings:
            raise Malformed(
                "checkpoint",
                _("{path} is a tuning run with other options: repeat those, or name another file.").format(path=path),
            )
        progress.settings = settings
        return progress


class Tuner:
    """Plays one generation after another; the progress can be saved after each."""

    def __init__(self, progress: Progress, *, workers: Workers | None = None) -> None:
        self.progress = progress
        self.workers = workers or LocalWorkers()
        self.contests = contests_of(progress.settings.format)

    def run(self, on_games: Callable[[int], object] = lambda _games: None) -> Iterator[Progress]:
        """Plays to the last generation; yields the progress after each."""
        while self.progress.generation < self.progress.settings.generations:
            self._generation(on_games)
            yield self.progress

    def _generation(self, on_games: Callable[[int], object]) -> None:
        progress, settings = self.progress, self.progress.settings
        begun = time.perf_counter()
        seed = f"{TUNING_PREFIX}{settings.format}:{settings.seed}:{progress.generation}"
        chance = np.random.default_rng(list(seed.encode()))
        mean, spread = np.array(progress.mean), np.array(progress.spread)
        population = mean + spread * chance.standard_normal((settings.population, len(FEATURES)))
        population[0] = mean
        shares = self.shares([dict(zip(FEATURES, weights, strict=True)) for weights in population], seed, on_games)
        elite = np.argsort(-shares, kind="stable")[: settings.elite]
        rank_weights = np.log(settings.elite + 0.5) - np.log(np.arange(1, settings.elite + 1))
        rank_weights /= rank_weights.sum()
        centre = rank_weights @ population[elite]
        width = np.sqrt(rank_weights @ (population[elite] - centre) ** 2)
        settled = (1 - INERTIA) * centre + INERTIA * mean
        progress.mean = settled.tolist()
        progress.average = (RENEWAL * settled + (1 - RENEWAL) * np.array(progress.average)).tolist()
        narrowed = (1 - SPREAD_INERTIA) * width + SPREAD_INERTIA * spread
        progress.spread = np.maximum(narrowed, LEAST * np.array(first_spread(settings.format, progress.start))).tolist()
        progress.generation += 1
        progress.games += settings.population * self._games_of_each()
        progress.seconds += time.perf_counter() - begun
        progress.history.append(
            {"mean": float(shares.mean()), "best": float(shares.max()), "present": float(shares[0])}
        )

    def _games_of_each(self) -> int:
        games = self.progress.settings.games
        return sum(deals_of(contest, games, self.contests) * contest.table.players for contest in self.contests)

    def shares(self, population: Sequence[Weights], seed: str, on_games: Callable[[int], object]) -> Vector:
        """The share of games that each of these weights wins, the mean over all contests."""
        task = Candidates(self.contests, self.progress.settings.games, self.progress.weights, tuple(population), seed)
        shares: list[float] = []
        with self.workers.run(task, range(len(population)), lambda _device: 1) as pieces:
            for piece in pieces:
                shares += piece.result
                on_games(len(piece.numbers) * self._games_of_each())
        return np.array(shares)


def deals_of(contest: Contest, games: int, contests: Sequence[Contest]) -> int:
    """The deals of a contest, when a candidate plays so many games in all of them; each is played from every seat."""
    return math.ceil(games / len(contests) / contest.table.players)


@dataclass(frozen=True)
class Candidates:
    """A population of weights, each judged by the same deals: a task, whose numbers are those of the candidates."""

    contests: tuple[Contest, ...]
    games: int  # of each candidate
    present: Weights
    population: tuple[Weights, ...]
    seed: str
    devices = ("cpu",)  # a candidate's games are too few for a GPU

    def open(self, device: str) -> AbstractContextManager[Callable[[range], list[float]]]:  # noqa: ARG002
        return nullcontext(lambda numbers: [self.share(self.population[number]) for number in numbers])

    def share(self, weights: Weights) -> float:
        """The share of games that these weights win, the mean over all contests."""
        parameters, won = parameters_with(PLANNER, weights), 0.0
        for contest in self.contests:  # not by `sum`, which rounds in another way in newer Pythons
            won += self._share(contest, parameters)
        return won / len(self.contests)

    def _share(self, contest: Contest, parameters: States) -> float:
        """The share that one side wins, at every seat in turn, on the same deals."""
        table, deals = contest.table, deals_of(contest, self.games, self.contests)
        rival = (
            parameters_with(PLANNER, self.present)
            if contest.against == ITSELF
            else parameters_of(contest.against, table)
        )
        results = batch.new_results(deals)
        won = 0
        for first in range(table.players):
            side = first % table.teams
            bots = seat_parameters(
                [parameters if seat % table.teams == side else rival for seat in range(table.players)]
            )
            batch.play_games(table, bots, self.seed, results, first=first * deals)
            won += int((results["winner"] == side).sum())
        return won / (deals * table.players)


def tune_planner(
    settings: TuningSettings,
    path: Path,
    *,
    workers: Workers | None = None,
    on_games: Callable[[int], object] = lambda _games: None,
) -> Iterator[Progress]:
    """Runs to the last generation, from where an earlier run stopped; writes weights and progress after each."""
    check_format(settings.format)
    kept = path.with_name(path.stem + ".run.json")  # never the name of the weights file itself
    progress = Progress.load(kept, settings) if kept.exists() else Progress.begin(settings, weights_of(settings.format))
    for now in Tuner(progress, workers=workers).run(on_games):
        write_weights(path, now.weights, now.made)
        now.save(kept)
        yield now
