"""The finished game that a new table goes on with."""

from collections import deque
from collections.abc import Iterator

from msgspec.structs import replace

from skipbo.editions import Begins, Dealer, find_edition
from skipbo.game.event import Event
from skipbo.game.game import Game
from skipbo.protocol.options import TableOptions
from skipbo.record import Record, record_from_line, resuming
from skipbo.server.store import log

TOLD = 100  # the latest moves whose events the players get when they go on


class ContinuedGame:
    """It is replayed once, and then belongs to the table."""

    def __init__(self, origin: log.Origin) -> None:
        self.record = record_from_line(origin.record)
        self._steps = self._replay()
        self._game: Game | None = None
        self._events: list[Event] = []  # of the deal and of the latest moves

    def prepare(self) -> Iterator[None]:
        """Replays the game. It may have many moves, but each step is short."""
        return self._steps

    def take(self) -> tuple[Game, list[Event]]:
        """Returns the game and its events, which it has forgotten; replays what was not prepared."""
        deque(self._steps, maxlen=0)
        assert self._game is not None
        game, self._game = self._game, None
        return game, self._events

    def _replay(self) -> Iterator[None]:
        latest = deque[list[Event]](maxlen=TOLD)
        for game in resuming(self.record):
            if game.version == 0:
                self._events += game.events
            else:
                latest.append(list(game.events))
            game.forget()
            self._game = game
            yield
        for happened in latest:
            self._events += happened


def continued_options(options: TableOptions, origin: Record) -> TableOptions:
    """The options of a table that goes on with a game: its dealer or its youngest player stays who it was."""
    sheet = find_edition(options.edition)
    return replace(
        options,
        dealer=origin.dealer if sheet.dealer is Dealer.ANY else None,
        youngest=origin.first if sheet.begins is Begins.YOUNGEST else None,
    )
