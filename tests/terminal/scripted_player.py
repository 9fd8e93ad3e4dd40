"""A person at a table whose lines a test writes."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from skipbo.bots import Bot
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.record import DIRECTIONS, PERSON, seats_with_bots
from skipbo.terminal import play
from skipbo.terminal.save_file import PERSON_SEAT, SavedGame
from skipbo.terminal.screen import Screen
from skipbo.terminal.session import Session
from skipbo.terminal.start import new_game

OPTIONS: dict[str, Any] = {
    "edition": None,
    "players": None,
    "partners": False,
    "stock": 5,
    "bots": ["eager"],
    "seed": "a table",
    "match_points": None,
}


def names(game: Game) -> tuple[str, ...]:
    return DIRECTIONS[game.table.players]


def lines(*texts: str) -> Callable[[str], str]:
    """A person who types these lines and then closes the input."""
    waiting: Iterator[str] = iter(texts)

    def read(prompt: str) -> str:
        print(prompt, end="")
        line = next(waiting, None)
        if line is None:
            raise EOFError
        print(line)
        return line

    return read


def sit(path: Path, **options: Any) -> Session:
    return Session(new_game(**{**OPTIONS, **options}), Screen(lines()), path)


def sit_at(game: Game, path: Path, typed: Iterable[str] = ()) -> Session:
    """At a game that a test has laid out."""
    seats = seats_with_bots([PERSON, *["eager"] * (game.table.players - 1)])
    return Session(SavedGame(game, seats), Screen(lines(*typed)), path)


def go_on(path: Path, *typed: str, **options: Any) -> int:
    """Plays by lines that are typed; a saved game goes on."""
    return play(save=path, read=lines(*typed), **{**OPTIONS, **options})


def moves_of(game: Game) -> Iterator[tuple[int, Move]]:
    """Every move with the seat that made it."""
    seat = game.first
    for move in game.moves:
        yield seat, move
        seat = (seat + move.ends_turn) % game.table.players


def type_good_moves(session: Session, limit: int = 10_000) -> None:
    """From now on a bot types for the person, `limit` lines long."""
    bot, left = Bot("eager", 7), iter(range(limit))

    def read(_prompt: str) -> str:
        if next(left, None) is None:
            raise EOFError
        return str(bot.choose(session.game.view(PERSON_SEAT)))

    session.screen = Screen(read)
