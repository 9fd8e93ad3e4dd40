"""Serves a player in Python on standard input and output: answers the questions of `lines` until the input ends."""

import os
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import numpy as np

from skipbo.editions import Edition, find_edition
from skipbo.errors import Malformed
from skipbo.external import Player
from skipbo.external.lines import CHOOSE, HELLO, OVER, read_line, view_of, write_line
from skipbo.external.registry import factory_of
from skipbo.i18n import translate as _
from skipbo.kernel.doors import single
from skipbo.kernel.layout import new_states
from skipbo.kernel.moves import KINDS


def serve(name: str, factory: Callable[[], Player] | None = None) -> None:
    """Serves the bot of this name, or the players that `factory` makes. Whatever they print goes to stderr."""
    answers = os.dup(1)  # left open to the end of the process, so that stderr is complete before it closes
    with os.fdopen(os.dup(0), "rb") as questions, open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        single.legal(new_states(), np.zeros(KINDS, np.int64))  # compiles, if needed, before a clock runs
        answer_all(questions, answers, name, factory or factory_of(name))


def answer_all(questions: Iterable[bytes], answers: int, name: str, factory: Callable[[], Player]) -> None:
    game: BotGame | None = None
    for line in questions:
        message = read_line(line)
        kind = message.get("type")
        if kind == HELLO:
            game = BotGame(message, factory)
            answer = {"name": name}
        elif kind == CHOOSE and game is not None:
            answer = {"move": game.answer(message)}
        elif kind == OVER:
            game = None
            continue
        else:
            raise Malformed("line", _("A game begins with hello, then come choose and over."))
        os.write(answers, write_line(answer))


class BotGame:
    """A game of a bot: its player, at the seat that `hello` named."""

    def __init__(self, message: dict[str, Any], factory: Callable[[], Player]) -> None:
        self._seat = field(message, "seat", int)
        self._edition: Edition = find_edition(field(message, "edition", str))
        self._player = factory()

    def answer(self, message: dict[str, Any]) -> str:
        random = Random(field(message, "seed", int))
        try:
            view = view_of(field(message, "record", str), self._seat, self._edition)
        except ValueError as error:
            raise Malformed("line", _("The record of the view cannot be read: {error}").format(error=error)) from error
        return str(self._player.choose(view, view.legal_moves, random))


def field(message: dict[str, Any], name: str, kind: type) -> Any:
    if not isinstance(message.get(name), kind):
        raise Malformed("line", _("The message {kind} needs “{field}”.").format(kind=message["type"], field=name))
    return message[name]
