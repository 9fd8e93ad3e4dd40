"""The referee: plays games between bots of any kind, move by move. A bot that fails forfeits the game."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo import batch
from skipbo.bots.seeds import Seed
from skipbo.errors import Malformed, SkipboError
from skipbo.external import BotFailed, Player
from skipbo.external.hosts import Host, host_of
from skipbo.external.registry import check_name
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.i18n import translate as _
from skipbo.kernel.layout import FORFEITED, NO_SEAT, STOCKS, States
from skipbo.text import shorten

LIMIT = 20_000  # moves after which a game is given up; the longest of a million games had a tenth of this
ENOUGH = 5  # forfeits in a row after which a bot is asked no more


@dataclass(frozen=True)
class Forfeit:
    seat: int
    why: str  # one line


@dataclass(frozen=True)
class PlayedGame:
    result: States  # one row, as `batch.play_games` writes it; `how` may also be FORFEITED
    forfeit: Forfeit | None
    dealt: States
    codes: NDArray[np.uint8]  # the moves
    game: Game


@dataclass(slots=True)
class Clock:
    """Counts the moves and the thinking time of a bot."""

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
    """Plays the numbered games of a seed, the same deals as `batch.play_games`.

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
            raise Malformed("time", _("A time limit must be more than 0 seconds."))
        self.table = table
        self.names = tuple(names)
        self.clocks = [Clock() for _name in names]  # by seat, over all games
        self._hosts: list[Host] = [host_of(name, time_limit) for name in names]
        self._forfeits: defaultdict[str, list[str]] = defaultdict(list)  # reasons by name, since the last whole game

    def __enter__(self) -> "Referee":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends every process; the next game starts them again."""
        for host in self._hosts:
            host.close()

    def play(self, seed: Seed, number: int) -> PlayedGame:
        """Plays game `number` of a seed. Interrupted, it leaves no process behind."""
        game = self._deal(seed, number)
        dealt = game.states.copy()
        for seat, name in enumerate(self.names):
            whys = self._forfeits[name]
            if len(whys) >= ENOUGH:
                why = _("Not asked again after {count} forfeits in a row. The last one: {why}").format(
                    count=ENOUGH, why=whys[-1]
                )
                return PlayedGame(result_of(game, forfeited=True), Forfeit(seat, why), dealt, codes_of(game), game)
        try:
            forfeit = self._play(game, [own_random(seed, number, seat) for seat in range(self.table.players)])
        except BaseException:
            self.close()  # a bot may still be thinking, and would answer in the next game with a move of this one
            raise
        if forfeit is None:
            self._forfeits.clear()
        else:
            self._forfeits[self.names[forfeit.seat]].append(forfeit.why)
        return PlayedGame(result_of(game, forfeited=forfeit is not None), forfeit, dealt, codes_of(game), game)

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
            forfeit = Forfeit(seat, str(failure))
        result = result_message(game, forfeited=forfeit is not None)
        for host in self._hosts[: len(players)]:  # the bots that have begun this game
            host.end(result)
        return forfeit


def ask(player: Player, game: Game, random: Random) -> None:
    """Asks the player in turn for a move and makes it; raises `BotFailed` if the rules refuse it."""
    view = game.view(game.turn)
    move = player.choose(view, view.legal_moves, random)
    try:
        game.play(move)
    except SkipboError as error:
        raise BotFailed(
            _("The move “{move}” was refused: {reason}").format(move=shorten(str(move)), reason=error)
        ) from error


def own_random(seed: Seed, number: int, seat: int) -> Random:
    """The generator of a seat in a game. It reveals nothing about the cards, which have a generator of their own."""
    return Random(f"{batch.seed_words(seed).tobytes().hex()} {number} {seat}")


def codes_of(game: Game) -> NDArray[np.uint8]:
    """The numbers of the moves of a game."""
    table, seat, codes = game.table, game.first, list[int]()
    for move in game.moves:
        codes.append(move.code(seat, table.players, table.teams))
        seat = (seat + move.ends_turn) % table.players
    return np.array(codes, np.uint8)


def result_of(game: Game, *, forfeited: bool) -> States:
    states, result = game.states, batch.new_results(1)
    result["moves"] = game.version
    result["turns"] = sum(move.ends_turn for move in game.moves)
    result["how"] = FORFEITED if forfeited else states["how"]
    result["winner"] = NO_SEAT if forfeited else states["winner"]
    result["first"] = game.first
    result["left"] = states["count"][:, STOCKS]
    return result


def result_message(game: Game, *, forfeited: bool) -> dict[str, Any]:
    """The result for the bots, as a record has it; records have no game that did not end."""
    if game.outcome is not None:
        return game.outcome.as_dict()
    left = [count for _top, count in game.view(None).stocks]
    return {"how": "forfeited" if forfeited else "given up", "winners": [], "left": left, "points": 0}
