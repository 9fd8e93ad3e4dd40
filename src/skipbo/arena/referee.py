"""The referee: games between bots of any kind, one move at a time. A bot that fails forfeits, and never stops it."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any

from skipbo import batch
from skipbo.batch.arrays import Seed
from skipbo.errors import Malformed, SkipboError
from skipbo.external import BotFailed, Player
from skipbo.external.hosts import Host, host_of
from skipbo.external.registry import check_name
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import FORFEITED, NO_SEAT, STOCKS, States
from skipbo.text import shorten

LIMIT = 20_000  # moves after which a game is given up: ten times the longest of a million
ENOUGH = 5  # forfeits in a row after which a bot is not asked any more


@dataclass(frozen=True)
class Forfeit:
    seat: int
    name: str
    why: str  # one line


@dataclass(frozen=True)
class Played:
    result: States  # one row, as `batch.play_games` writes it; `how` may also be FORFEITED
    forfeit: Forfeit | None


@dataclass(slots=True)
class Clock:
    """How long somebody thought."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, moves: int, seconds: float, slowest: float) -> None:
        self.moves += moves
        self.seconds += seconds
        self.slowest = max(self.slowest, slowest)

    @property
    def mean(self) -> float | None:
        return self.seconds / self.moves if self.moves else None


class Referee:
    """Plays the numbered games of a seed: the very deals of `batch.play_games`.

    >>> with Referee(Table.of(players=2, stock=5), ["eager", "random"]) as referee:
    ...     played = referee.play("docs", 0)
    >>> played.forfeit is None, int(played.result["left"][0, 0])
    (True, 0)
    """

    def __init__(self, table: Table, names: Sequence[str], *, time_limit: float = 1.0) -> None:
        if len(names) != table.players:
            raise Malformed(
                "bots",
                _("Name a bot for each of the {players} seats, not {count}.").format(
                    players=table.players, count=len(names)
                ),
            )
        for name in names:
            check_name(name)
        if not time_limit > 0:
            raise Malformed("time", _("A time limit is more than 0 seconds."))
        self.table = table
        self.names = tuple(names)
        self.clocks = [Clock() for _name in names]  # by seat, over all games
        self._hosts: list[Host] = [host_of(name, time_limit) for name in names]
        self._forfeits: defaultdict[str, list[str]] = defaultdict(list)  # why, by name, since a game was played out

    def __enter__(self) -> "Referee":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends every process; another game would start them again."""
        for host in self._hosts:
            host.close()

    def play(self, seed: Seed, number: int) -> Played:
        """Game `number` of a seed. Interrupted, it leaves no process behind."""
        game = self._deal(seed, number)
        for seat, name in enumerate(self.names):
            whys = self._forfeits[name]
            if len(whys) >= ENOUGH:
                why = _("Not asked any more after {count} forfeits in a row. The last: {why}").format(
                    count=ENOUGH, why=whys[-1]
                )
                return Played(result_of(game, forfeited=True), Forfeit(seat, name, why))
        try:
            forfeit = self._play(game, [own_random(seed, number, seat) for seat in range(self.table.players)])
        except BaseException:
            self.close()  # a bot may still be thinking, and would answer the next game with this one's move
            raise
        if forfeit is None:
            self._forfeits.clear()
        else:
            self._forfeits[forfeit.name].append(forfeit.why)
        return Played(result_of(game, forfeited=forfeit is not None), forfeit)

    def _deal(self, seed: Seed, number: int) -> Game:
        table = self.table
        keys, _dice = batch.seed_games(1, seed, number)
        return Game(
            table.edition,
            players=table.players,
            partners=table.partners,
            stock=table.stock,
            dealer=table.dealer,
            youngest=table.youngest,
            key=keys.tobytes(),
        )

    def _play(self, game: Game, randoms: Sequence[Random]) -> Forfeit | None:
        """Plays until the game is over, is given up, or a bot fails."""
        players: list[Player] = []
        forfeit = None
        try:
            for seat, host in enumerate(self._hosts):
                players.append(host.begin(self.table, seat))
            while game.outcome is None and game.version < LIMIT:
                seat = game.turn
                begun = time.perf_counter()
                ask(players[seat], game, randoms[seat])
                seconds = time.perf_counter() - begun
                self.clocks[seat].add(1, seconds, seconds)
        except BotFailed as failure:
            forfeit = Forfeit(seat, self.names[seat], str(failure))
        told = tell_result(game, forfeited=forfeit is not None)
        for host in self._hosts[: len(players)]:  # who has begun this game
            host.end(told)
        return forfeit


def ask(player: Player, game: Game, random: Random) -> None:
    """Has the player in turn move; `BotFailed` if the rules refuse its move."""
    view = game.view(game.turn)
    move = player.choose(view, view.legal_moves, random)
    try:
        game.play(move)
    except SkipboError as error:
        raise BotFailed(
            _("The move “{move}” was refused: {reason}").format(move=shorten(str(move)), reason=error)
        ) from error


def own_random(seed: Seed, number: int, seat: int) -> Random:
    """The generator of a seat in a game: it tells nothing about the cards, which have a generator of their own."""
    return Random(f"{batch.seed_words(seed).tobytes().hex()} {number} {seat}")


def result_of(game: Game, *, forfeited: bool) -> States:
    states, result = game.states, batch.new_results(1)
    result["moves"] = game.version
    result["turns"] = sum(move.ends_turn for move in game.moves)
    result["how"] = FORFEITED if forfeited else states["how"]
    result["winner"] = NO_SEAT if forfeited else states["winner"]
    result["first"] = game.first
    result["left"] = states["count"][:, STOCKS]
    return result


def tell_result(game: Game, *, forfeited: bool) -> dict[str, Any]:
    """What bots are told: the result as records write it, which know no game without an end."""
    if game.outcome is not None:
        return game.outcome.as_dict()
    left = [count for _top, count in game.view(None).stocks]
    return {"how": "forfeited" if forfeited else "given up", "winners": [], "left": left, "points": 0}
