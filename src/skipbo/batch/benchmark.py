"""The speed of every layer: measured here, never asserted in a test."""

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from skipbo import batch
from skipbo.batch.simulation import GameLogger
from skipbo.bots.bot import find_bots
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import STATE
from skipbo.record import check, check_line, record_from_line, to_line

SEED = "speed"
REPEATS = 5
GAMES = {"eager": 20_000, "tidy": 20_000, "expert": 2000, "planner": 1000}  # about half a second of each bot


@dataclass(frozen=True, slots=True)
class Speed:
    """The speed of a layer: the median of several runs, and the unit that was counted."""

    layer: str
    what: str
    per_second: float
    unit: str


def measure(work: Callable[[], int], repeats: int = REPEATS) -> float:
    """Units of work per second, the median of several runs after one that warms up and compiles."""
    work()
    gc.collect()
    gc.freeze()  # so that the collector does not search the objects of other layers in the time of this one
    rates = []
    for _repeat in range(repeats):
        begun = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - begun))
    gc.unfreeze()
    return statistics.median(rates)


def whole_games(table: Table, bot: str, games: int, *, jobs: int = 1, device: str = "cpu") -> Callable[[], int]:
    """Counts the moves of whole games, deals and shuffles included."""
    bots, results = find_bots([bot], table), batch.new_results(games)

    def work() -> int:
        batch.play_games(table, bots, SEED, results, jobs=jobs, device=device)
        return int(results["moves"].sum(dtype=np.int64))

    return work


def games_of(bot: str, games: int) -> Callable[[], int]:
    """Counts whole games of a bot against itself."""
    play = whole_games(Table.of(), bot, games)

    def work() -> int:
        play()
        return games

    return work


def batched_steps(table: Table, games: int, steps: int) -> Callable[[], int]:
    """Counts moves by legal, a random choice and step, called from Python over a batch."""
    states, (keys, dice) = table.states(games), batch.seed_games(games, SEED)
    masks, moves = batch.new_masks(games), batch.new_moves(games)

    def work() -> int:
        batch.deal(states, keys)
        for _step in range(steps):
            batch.legal(states, masks)
            batch.pick(masks, dice, moves)
            batch.step(states, moves)
        return games * steps

    return work


def game_objects(games: int) -> Callable[[], int]:
    """Counts moves made one at a time by `Game.play`, with events; the moves are known, so that no choice is timed."""
    logger, scripts = GameLogger(Table.of(), ["eager"], SEED), []
    for number in range(games):
        logger.play(number)
        record = logger.record()
        assert record.seed is not None
        scripts.append((bytes.fromhex(record.seed), record.moves))

    def work() -> int:
        for key, moves in scripts:
            game = Game(key=key)
            for move in moves:
                game.play(move)
        return sum(len(moves) for _key, moves in scripts)

    return work


def records_verified(games: int, verify: Callable[[bytes], None]) -> Callable[[], int]:
    """Counts lines of a file, as simulations write them."""
    logger, lines = GameLogger(Table.of(), ["eager"], SEED), []
    for number in range(games):
        logger.play(number)
        lines.append(to_line(logger.record()))

    def work() -> int:
        for line in lines:
            verify(line)
        return games

    return work


def deals(games: int) -> Callable[[], int]:
    states, (keys, _dice) = Table.of().states(games), batch.seed_games(games, SEED)

    def work() -> int:
        batch.deal(states, keys)
        return games

    return work


def speeds(jobs: int, device: str = "cpu") -> Iterator[Speed]:
    """Measures every layer in turn, the slowest last."""
    two, four = Table.of(players=2), Table.of(players=4)
    moves = _("moves")
    yield Speed("kernel", _("whole games, eager, 2 players"), measure(whole_games(two, "eager", 20_000)), moves)
    yield Speed("kernel", _("whole games, eager, 4 players"), measure(whole_games(four, "eager", 10_000)), moves)
    yield Speed("kernel", _("whole games, random, 2 players"), measure(whole_games(two, "random", 20_000)), moves)
    yield Speed("kernel", _("deals"), measure(deals(20_000)), _("deals"))
    if jobs > 1:
        work = whole_games(two, "eager", 20_000 * jobs, jobs=jobs)
        yield Speed("batch", _("whole games, eager, {jobs} cores").format(jobs=jobs), measure(work), moves)
    yield Speed("batch", _("legal, choice and step over 4096 games"), measure(batched_steps(two, 4096, 80)), moves)
    if device == "cuda":
        work = whole_games(two, "eager", 1 << 20, device=device)
        yield Speed("batch", _("whole games, eager, GPU"), measure(work), moves)
    for bot, games in GAMES.items():
        what = _("{bot} against itself, one core").format(bot=bot)
        yield Speed("bots", what, measure(games_of(bot, games)), _("games"))
    yield Speed("game", _("Game.play with events"), measure(game_objects(30)), moves)
    for what, verify, games in (
        (_("records verified, seeds included"), check_line, 2000),
        (_("the same by check, which finds faults"), lambda line: check(record_from_line(line)), 200),
    ):
        yield Speed("record", what, measure(records_verified(games, verify)), _("records"))


def sizes() -> dict[str, int]:
    """The bytes of a game: in memory, and as a line of a file."""
    logger = GameLogger(Table.of(), ["eager"], SEED)
    logger.play(0)
    return {"state": STATE.itemsize, "line": len(to_line(logger.record()))}
