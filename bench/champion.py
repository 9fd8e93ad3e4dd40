"""Teaches the champion's network (`skipbo.bots.champion`) what the planner's best ideas are worth.

    python -m bench.champion [GAMES] [--folder FOLDER] [--hidden UNITS]

In GAMES games of the planner, in which it sometimes follows another of its ideas, every fourth decision becomes a
lesson: its eight best ideas are tried in the same 12 worlds, as the searcher does it. Lessons are written to FOLDER,
a file for some games each, and what is there already is not made again: stop and go on as you like. A folder with
lessons of a planner with other weights, or made with other settings, is refused. Then the network learns by how much
the ideas of a decision differ, and its weights are written into the package, with all settings. All chance comes from
one seed, so lessons are the same everywhere; the weights are the same on a like machine, however many cores it has.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.parts import fingerprint, run
from skipbo.batch.loops import begin_game
from skipbo.bots.bot import parameters_of
from skipbo.bots.champion.ideas import find_ideas, look_at
from skipbo.bots.champion.inputs import INPUTS
from skipbo.bots.champion.weights import FILE, UNIT, Network, write_network
from skipbo.bots.ladder import Bots
from skipbo.bots.planner.candidates import find_candidates
from skipbo.bots.planner.plan import NO_MOVE, follow_plan, forget_plan, write_plan
from skipbo.bots.planner.workspace import IDEAS_KEPT, new_workspaces
from skipbo.bots.searcher import halving
from skipbo.bots.searcher.memory import WORLDS_A_TRIAL, Chances, new_chances, new_searches
from skipbo.bots.searcher.search import SEED_SIDES
from skipbo.bots.searcher.strength import CHANCE, Standing, Strengths, new_standing, strengths_of
from skipbo.bots.searcher.trial import try_out
from skipbo.bots.seeds import KEY_WORDS, TUNING_PREFIX, new_dice, seed_words
from skipbo.draft import drafted
from skipbo.game.table import Table
from skipbo.kernel.chance import Words, roll
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import GOING_ON, STATE, States, new_states, stock_of
from skipbo.kernel.sight import see
from skipbo.kernel.turn import step
from skipbo.run_folder import open_run_folder

GAMES = 4481
SEED = TUNING_PREFIX + "champion-30"
WORLDS = 12
EVERY = 4  # of so many decisions one is a lesson
WANDERING = 4  # of so many decisions one follows an idea drawn by lot,
DRAWN = 4  # of so many
PART = 100  # games in a file of lessons
MOST_LESSONS = 1000  # of a game

HIDDEN = 32
EPOCHS = 4
BATCH = 512
RATE = 0.002
DECAY = 0.05
LOYALTY = 0.3
STOCK = 30
SMOOTH = 1.5  # stock cards
TYPICAL = 10.0  # points of a hundred by which two ideas differ in a world

Numbers = NDArray[np.float32]


class Lessons(NamedTuple):
    """Decisions: what was seen, how many ideas there were, and how each did in its worlds, in points of a hundred."""

    views: States
    counts: NDArray[np.int64]
    points: NDArray[np.float64]  # by idea: the mean chance to win
    squares: NDArray[np.float64]  # by idea: the mean square of its lead over the planner's favourite


@compiled
def play_lessons(
    states: States,
    dice: States,
    table: States,
    seed: Words,
    number: int,
    bots: Bots,
    workspaces: States,
    searches: States,
    strengths: Strengths,
    standing: Standing,
    worlds: States,
    key: Words,
    chances: Chances,
    views: States,
    counts: NDArray[np.int64],
    totals: NDArray[np.int64],
    squares: NDArray[np.int64],
) -> int:
    """Plays a game and writes its lessons; returns how many. The second workspace is for the worlds."""
    state, search, lessons = states[0], searches[0], 0
    begin_game(state, dice[0], table[0], seed, number)
    forget_plan(workspaces[0])
    while state.how == GOING_ON and lessons < counts.size:
        seat = wide(state.turn)
        move = follow_plan(state, seat, workspaces[0])
        if move == NO_MOVE:
            see(state, seat, search.seen)
            find_candidates(search.seen, bots[0], dice[0], workspaces[0], IDEAS_KEPT, search)
            halving.begin(search)
            chosen = 0
            if search.alive > 1:
                if roll(dice[0], EVERY) == 0:
                    for word in range(KEY_WORDS):
                        key[word] = roll(dice[0], SEED_SIDES)
                    try_out(search, key, 0, bots[0], dice[0], strengths, standing, worlds, workspaces[1], chances)
                    views[lessons] = search.seen
                    counts[lessons] = search.count
                    for idea in range(search.count):
                        totals[lessons, idea] = squares[lessons, idea] = 0
                        for world in range(chances.shape[0]):
                            lead = chances[world, idea, seat] - chances[world, 0, seat]
                            totals[lessons, idea] += chances[world, idea, seat]
                            squares[lessons, idea] += lead * lead
                    lessons += 1
                if roll(dice[0], WANDERING) == 0:
                    chosen = roll(dice[0], min(wide(search.count), DRAWN))
            write_plan(workspaces[0], search.node[chosen], search.last[chosen])
            move = follow_plan(state, seat, workspaces[0])
        step(state, move)
    return lessons


def lessons_of(games: range) -> Lessons:
    table = Table.of(players=2, stock=STOCK)
    bots, strengths, words = parameters_of("planner", table), strengths_of(table), seed_words(SEED)
    room = MOST_LESSONS * len(games)
    views, counts = new_states(room), np.zeros(room, np.int64)
    totals, squares = np.zeros((2, room, IDEAS_KEPT), np.int64)
    states, dice, workspaces, searches = table.states(), new_dice(), new_workspaces(2), new_searches()
    standing, worlds, key, chances = (
        new_standing(),
        new_states(WORLDS_A_TRIAL),
        np.zeros(KEY_WORDS, np.uint32),
        new_chances(WORLDS),
    )
    made = 0
    for game in games:
        here = slice(made, made + MOST_LESSONS)
        made += play_lessons(
            states,
            dice,
            table.states(),
            words,
            game,
            bots,
            workspaces,
            searches,
            strengths,
            standing,
            worlds,
            key,
            chances,
            views[here],
            counts[here],
            totals[here],
            squares[here],
        )
    point = CHANCE / 100
    return Lessons(views[:made], counts[:made], totals[:made] / WORLDS / point, squares[:made] / WORLDS / point**2)


def lesson_settings() -> dict[str, int]:
    """What lessons depend on, besides the planner and the seed."""
    return {
        "worlds": WORLDS,
        "stock": STOCK,
        "every": EVERY,
        "wandering": WANDERING,
        "drawn": DRAWN,
        "ideas": IDEAS_KEPT,
        "part": PART,
    }


def learning_settings() -> dict[str, float]:
    """What the weights depend on, besides the lessons."""
    return {
        "epochs": EPOCHS,
        "batch": BATCH,
        "rate": RATE,
        "decay": DECAY,
        "loyalty": LOYALTY,
        "smooth": SMOOTH,
        "typical": TYPICAL,
    }


def parts(games: int, folder: Path) -> Iterator[Lessons]:
    """The lessons of all games, a file at a time; what is not there yet is made."""
    manifest = {"seed": SEED, **lesson_settings(), "planner": fingerprint(Table.of(players=2, stock=STOCK))}
    begun = time.monotonic()
    with open_run_folder(folder, manifest):
        for first in range(0, games, PART):
            last = min(first + PART, games)
            path = folder / f"{first}-{last}.npz"
            if not path.exists():
                with drafted(path) as draft, draft.open("wb") as file:
                    np.savez_compressed(file, **lessons_of(range(first, last))._asdict())
                print(f"{last} of {games} games, {time.monotonic() - begun:.0f} s", flush=True)
            with np.load(path) as kept:
                views = kept["views"].view(np.dtype((np.record, STATE)))
                yield Lessons(views, kept["counts"], kept["points"], kept["squares"])


@compiled
def write_all(views: States, bots: States, dice: States, workspaces: States, inputs: NDArray[np.int16]) -> None:
    workspace = workspaces[0]
    for lesson in range(views.size):
        hidden = find_ideas(views[lesson], bots[0], dice[0], workspace)
        for idea in range(workspace.ideas.count):
            look_at(idea, hidden, workspace)
            for number in range(inputs.shape[2]):
                inputs[lesson, idea, number] = workspace.inputs[number]


def inputs_of(views: States) -> NDArray[np.int16]:
    """What the network sees, by lesson and idea."""
    inputs = np.zeros((len(views), IDEAS_KEPT, INPUTS), np.int16)
    write_all(views, parameters_of("planner", Table.of(players=2)), new_dice(), new_workspaces(), inputs)
    return inputs


def spread_of(lessons: Lessons) -> NDArray[np.float64]:
    """By how many points two ideas differ in a world by chance: more when few cards are left, and when it is close."""
    ideas = np.arange(IDEAS_KEPT) < lessons.counts[:, None]
    ideas[:, 0] = False
    lead = lessons.points - lessons.points[:, :1]
    variance = ((lessons.squares - lead**2) * ideas).sum(axis=1) / np.maximum(ideas.sum(axis=1), 1)
    seats = lessons.views["turn"].astype(int)
    rows, left = np.arange(len(seats)), np.minimum(lessons.views["count"].astype(int), STOCK) - 1
    own, their = left[rows, stock_of(0) + seats * 5], left[rows, stock_of(1) - seats * 5]
    sums, numbers = np.zeros((2, STOCK, STOCK))
    np.add.at(sums, (own, their), variance)
    np.add.at(numbers, (own, their), 1)
    apart = np.arange(STOCK)[:, None] - np.arange(STOCK)
    near = np.exp(-((apart / SMOOTH) ** 2) / 2)
    smooth: NDArray[np.float64] = np.sqrt((near @ sums @ near) / (near @ numbers @ near))[own, their]
    return smooth


class Pupil:
    """The network while it learns: in fractions, its inputs centred and scaled. Adam's method."""

    def __init__(self, inputs: NDArray[np.int16], hidden: int, chance: np.random.Generator) -> None:
        seen = inputs.reshape(-1, INPUTS).astype(np.float32)
        self.middle = seen.mean(axis=0)
        self.scale = 1 / np.maximum(seen.std(axis=0), np.float32(0.5))
        self.weights: list[Numbers] = [
            (chance.standard_normal((INPUTS, hidden)) / np.sqrt(INPUTS)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (chance.standard_normal(hidden) / 10).astype(np.float32),
            np.zeros(INPUTS, np.float32),
        ]
        self._means = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def learn(self, inputs: NDArray[np.int16], points: Numbers, ideas: NDArray[np.bool_], rate: float) -> float:
        """One step; returns the mean square of the errors in the differences between ideas."""
        first, biases, outputs, direct = self.weights
        seen = (inputs.reshape(-1, INPUTS) - self.middle) * self.scale
        hidden = np.maximum(seen @ first + biases, 0)
        errors = np.where(ideas, (hidden @ outputs + seen @ direct).reshape(ideas.shape) - points, 0)
        errors -= np.where(ideas, errors.sum(axis=1, keepdims=True) / ideas.sum(axis=1, keepdims=True), 0)
        each = (errors / len(errors)).astype(np.float32).ravel()
        back = np.outer(each, outputs) * (hidden > 0)
        self._steps += 1
        for number, slope in enumerate((seen.T @ back, back.sum(axis=0), hidden.T @ each, seen.T @ each)):
            mean, square, weights = self._means[number], self._squares[number], self.weights[number]
            mean += (slope - mean) / 10
            square += (slope**2 - square) / 1000
            fair, fair_square = mean / (1 - 0.9**self._steps), square / (1 - 0.999**self._steps)
            weights -= rate * (fair / (np.sqrt(fair_square) + 1e-8) + DECAY * weights)
        return float((errors**2).mean())

    def network(self) -> Network:
        """The network in whole numbers. Every hidden unit has a scale of its own, which its output makes up for."""
        first = self.weights[0].astype(float) * self.scale[:, None]
        biases = self.weights[1] - self.middle @ first
        heaviest = np.abs(first).max(axis=0) / 127
        return Network(
            np.round(first / heaviest).astype(np.int8),
            np.round(biases / heaviest).astype(np.int32),
            np.round(self.weights[2] * heaviest * UNIT).astype(np.int32),
            np.round(self.weights[3] * self.scale * UNIT).astype(np.int32),
            round(LOYALTY * UNIT),
        )


def taught(lessons: Lessons, hidden: int) -> Network:
    inputs = inputs_of(lessons.views)
    ideas = np.arange(IDEAS_KEPT) < lessons.counts[:, None]
    # A point is worth more where less depends on chance
    points = np.where(ideas, lessons.points * (TYPICAL / spread_of(lessons))[:, None], 0).astype(np.float32)
    chance = np.random.default_rng(1)
    pupil = Pupil(inputs[ideas], hidden, chance)
    batches = max(len(inputs) // BATCH, 1)
    for epoch in range(EPOCHS):
        order, error = chance.permutation(len(inputs)), 0.0
        for batch in range(batches):
            now = order[batch * BATCH : (batch + 1) * BATCH]
            done = (epoch + batch / batches) / EPOCHS
            error += pupil.learn(inputs[now], points[now], ideas[now], RATE * (1 + np.cos(np.pi * done)) / 2)
        print(f"epoch {epoch + 1} of {EPOCHS}: mean square error {error / batches:.3f}", flush=True)
    return pupil.network()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.champion")
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    parser.add_argument("--folder", type=Path, default=Path("bench/build/champion"))
    parser.add_argument("--hidden", type=int, default=HIDDEN)
    parser.add_argument("--output", type=Path, default=FILE)
    chosen = parser.parse_args()
    return run(lambda: teach(chosen))


def teach(chosen: argparse.Namespace) -> None:
    kept = list(parts(chosen.games, chosen.folder))
    lessons = Lessons(*(np.concatenate(each) for each in zip(*kept, strict=True)))
    made: dict[str, str | int] = {
        "command": f"python -m bench.champion {chosen.games} --hidden {chosen.hidden}",
        "seed": SEED,
        "lessons": len(lessons.counts),
        "settings": ", ".join(f"{name} {value}" for name, value in (lesson_settings() | learning_settings()).items()),
    }
    write_network(chosen.output, taught(lessons, chosen.hidden), made)


if __name__ == "__main__":
    raise SystemExit(main())
