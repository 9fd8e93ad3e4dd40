"""A small referee for tests: plays a game move by move with bots of Python, and judges them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType

from skipbo import batch
from skipbo.batch import Seed
from skipbo.bots import Bot
from skipbo.errors import Malformed
from skipbo.game import Game
from skipbo.kernel.layout import FORFEITED, NOBODY, States
from skipbo.outcome import How
from skipbo.players.refereeing import Clock
from skipbo.table import Table
from skipbo.view import View

Chooses = Callable[[View, int], object]  # what a bot answers to a view; the number is that of the game


@dataclass(frozen=True)
class Offence:
    seat: int
    name: str
    why: str


@dataclass(frozen=True)
class Result:
    result: States
    forfeit: Offence | None


def compiled(name: str) -> Chooses:
    bot = Bot(name, seed=1)
    return lambda view, _number: bot.choose(view)


def crashing_on(games: Callable[[int], bool]) -> Chooses:
    honest = compiled("eager")

    def choose(view: View, number: int) -> object:
        if games(number):
            raise RuntimeError("I fell over")
        return honest(view, number)

    return choose


BOTS: dict[str, Callable[[], Chooses]] = {
    "eager": lambda: compiled("eager"),
    "random": lambda: compiled("random"),
    "python": lambda: compiled("eager"),
    "broken": lambda: crashing_on(lambda _number: True),
    "shaky": lambda: crashing_on(lambda number: number % 3 == 0),
}


@dataclass
class Referees:
    """Opens referees, and knows which of them are still open."""

    open: int = 0
    opened: int = 0
    names: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, table: Table, names: Sequence[str], *, time_limit: float) -> "Judge":
        assert time_limit > 0
        for name in names:
            if name not in BOTS:
                raise Malformed("bots", f"no bot {name}")
        self.names.append(tuple(names))
        return Judge(self, table, names)


class Judge:
    def __init__(self, office: Referees, table: Table, names: Sequence[str]) -> None:
        self._office, self._table, self._names = office, table, names
        self._bots = [BOTS[name]() for name in names]
        self.clocks = [Clock() for _name in names]

    def play(self, seed: Seed, number: int) -> Result:
        keys, _dice = batch.seed_games(1, seed, number)
        table = self._table
        partners, key = table.partners, keys[0].tobytes()
        game = Game(table.edition, players=table.players, partners=partners, stock=table.stock, key=key)
        turns, offence = 0, None
        while game.outcome is None and offence is None:
            seat, begun = game.turn, time.perf_counter()
            try:
                move = self._bots[seat](game.view(seat), number)
                game.play(str(move))
                turns += game.moves[-1].ends_turn
            except Exception as error:
                offence = Offence(seat, self._names[seat], str(error))
            seconds = time.perf_counter() - begun
            self.clocks[seat].add(1, seconds, seconds)
        result = batch.new_results(1)
        result["moves"], result["turns"], result["first"] = len(game.moves), turns, game.first
        result["winner"], result["how"] = NOBODY, FORFEITED
        if game.outcome is not None:
            result["how"] = 1 if game.outcome.how is How.STOCK else 2
            result["left"][0, : table.players] = game.outcome.left
            if game.outcome.winners:
                result["winner"] = game.outcome.winners[0] % table.teams
        return Result(result, offence)

    def __enter__(self) -> "Judge":
        self._office.open += 1
        self._office.opened += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._office.open -= 1
