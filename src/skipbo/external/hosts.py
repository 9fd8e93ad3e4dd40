"""Hosts keep a bot ready over many games: a host makes a player for each game, and cleans up at the end."""

from random import Random
from typing import Any, Protocol

from skipbo.bots.bot import is_ours
from skipbo.errors import Malformed
from skipbo.external import Player, lines
from skipbo.external.child import Child
from skipbo.external.compiled import CompiledPlayer
from skipbo.external.registry import command_of
from skipbo.game.table import Table
from skipbo.game.view import LegalMoves, View
from skipbo.i18n import translate as _
from skipbo.text import shorten

START_LIMIT = 60.0  # seconds to answer a hello, the start of the process included: PyTorch needs ten on a busy core
SEED_BITS = 32  # what every language can hold


class Host(Protocol):
    def begin(self, table: Table, seat: int) -> Player:
        """Returns a player for one game; raises `BotFailed` if the bot cannot play."""

    def end(self, result: dict[str, Any]) -> None:
        """Passes on the result of the game, as a record has it."""

    def close(self) -> None:
        """Ends the bot; the next game starts it again."""


def host_of(name: str, time_limit: float) -> Host:
    """The host of a bot (see `registry` for names). `time_limit` is the time of a process for a move, in seconds."""
    return CompiledHost(name) if is_ours(name) else ProcessHost(command_of(name), time_limit)


class CompiledHost:
    def __init__(self, name: str) -> None:
        self._name = name

    def begin(self, table: Table, seat: int) -> Player:  # noqa: ARG002  # the view has both
        return CompiledPlayer(self._name)

    def end(self, result: dict[str, Any]) -> None:
        pass

    def close(self) -> None:
        pass


class ProcessHost:
    """A bot in a process of its own, which starts with the first game and runs until it fails or is closed."""

    def __init__(self, command: list[str], time_limit: float) -> None:
        self._command = command
        self._time_limit = time_limit
        self._child: Child | None = None

    def begin(self, table: Table, seat: int) -> Player:
        if self._child is None or not self._child.alive:
            self._child = Child(self._command)
        self._ask(lines.hello(table, seat), "name", START_LIMIT)
        return self

    def choose(self, view: View, legal: LegalMoves, random: Random) -> str:  # noqa: ARG002  # the question has them
        return self._ask(lines.question(view, random.getrandbits(SEED_BITS)), "move", self._time_limit)

    def end(self, result: dict[str, Any]) -> None:
        assert self._child is not None
        self._child.send(lines.over(result))

    def close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ask(self, line: bytes, field: str, seconds: float) -> str:
        assert self._child is not None
        answer = self._child.ask(line, seconds)
        try:
            return lines.answer_of(answer, field)
        except Malformed as error:
            said = shorten(answer.decode("utf-8", "replace").rstrip("\n"))
            raise self._child.fail(_("{error} It was: “{answer}”").format(error=error, answer=said)) from None
