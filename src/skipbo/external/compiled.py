"""A compiled bot behind the interface of a `Player`."""

from random import Random

from skipbo.bots.bot import Bot
from skipbo.game.move import Move
from skipbo.game.view import LegalMoves, View


class CompiledPlayer:
    """Takes its dice from the generator of the first question."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bot: Bot | None = None

    def choose(self, view: View, legal: LegalMoves, random: Random) -> Move:  # noqa: ARG002  # the bot finds them itself
        if self._bot is None:
            self._bot = Bot(self._name, random.getrandbits(64))
        return self._bot.choose(view)
