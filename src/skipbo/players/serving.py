"""A player in Python as a process: answers the questions of `protocol` until there are no more."""

import os
from collections.abc import Callable, Iterable
from random import Random
from typing import IO, Any

import numpy as np

from skipbo.editions import find_edition
from skipbo.errors import Malformed
from skipbo.kernel import arrays
from skipbo.kernel.layout import new_states
from skipbo.kernel.moves import KINDS
from skipbo.language import translate as _
from skipbo.players import Player
from skipbo.players.naming import factory_of
from skipbo.players.protocol import CHOOSE, HELLO, OVER, read_line, view_of, write_line


def serve(name: str) -> None:
    """Serves the bot of this name on standard input and output. What the bot itself prints goes to stderr."""
    factory = factory_of(name)
    with os.fdopen(os.dup(0), "rb") as questions, os.fdopen(os.dup(1), "wb") as answers:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        answer_all(questions, answers, name, factory)


def answer_all(questions: Iterable[bytes], answers: IO[bytes], name: str, factory: Callable[[], Player]) -> None:
    arrays.legal(new_states(), np.zeros((1, KINDS), np.int64))  # compiled, if need be, before the clock starts
    game: dict[str, Any] = {}
    player: Player | None = None
    for line in questions:
        message = read_line(line)
        kind = message.get("type")
        if kind == HELLO:
            game, player = message, factory()
            answer = {"name": name}
        elif kind == CHOOSE and player is not None:
            answer = {"move": decide(player, game, message)}
        elif kind == OVER:
            player = None
            continue
        else:
            raise Malformed("line", _("A game begins with hello; then follow choose and over."))
        answers.write(write_line(answer))
        answers.flush()


def decide(player: Player, game: dict[str, Any], message: dict[str, Any]) -> str:
    try:
        view = view_of(message["record"], game["seat"], find_edition(game["edition"]))
        random = Random(message["seed"])
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed("line", _("The question cannot be read: {error}").format(error=repr(error))) from error
    return str(player.choose(view, view.legal_moves, random))
