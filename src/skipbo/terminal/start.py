"""Sits a person down at a table: a saved game to go on with, or a new one."""

import contextlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from skipbo.batch.arrays import seed_words
from skipbo.bots.bot import check_bot, check_vigilance
from skipbo.bots.levels import seat_opponents
from skipbo.editions import DEFAULT
from skipbo.errors import SkipboError
from skipbo.game.game import STRICT, Game
from skipbo.game.kitchen.game import KITCHEN, KitchenGame
from skipbo.game.match import Match
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.record import default_seats
from skipbo.record.writer import PERSON
from skipbo.terminal import save_file
from skipbo.terminal.kitchen_session import KitchenMode
from skipbo.terminal.save_file import VIGILANCE, Sitting
from skipbo.terminal.screen import ERROR, QUIET, Screen
from skipbo.terminal.session import LineMode, last_round
from skipbo.terminal.vocabulary import command_word

KEY = re.compile(r"[0-9a-fA-F]{64}")


def play(
    *,
    edition: str | None = None,
    players: int | None = None,
    partners: bool = False,
    stock: int | None = None,
    bots: Sequence[str] = (),
    seed: str | None = None,
    match_points: int | None = None,
    save: Path | None = None,
    new: bool = False,
    words: bool = False,
    kitchen: bool = False,
    vigilance: float = VIGILANCE,
    read: Callable[[str], str] | None = None,
) -> int:
    """Plays until the game or the match is over or the person leaves; answers the exit status.

    `words` tells the table in words from the start. `read` is where lines come from, given the prompt, if not from
    standard input. Raises `SkipboError` for options that fit no table.
    """
    sitting = new_sitting(edition, players, partners, stock, bots, seed, match_points, kitchen, vigilance)
    screen, path = Screen(read), save or save_file.default_path()
    saved = None if new else find_saved(path, screen)
    sitting = saved or sitting
    mode = (KitchenMode if isinstance(sitting.game, KitchenGame) else LineMode)(sitting, screen, path)
    mode.in_words = words or not screen.can_draw
    greet(mode, resumed=saved is not None)
    try:
        over = mode.run()
    except (EOFError, KeyboardInterrupt):
        screen.say()  # the prompt's line is still open
        over = False
    if not over:
        mode.say_goodbye()
    return 0


def new_sitting(
    edition: str | None,
    players: int | None,
    partners: bool,
    stock: int | None,
    bots: Sequence[str],
    seed: str | None,
    match_points: int | None,
    kitchen: bool = False,
    vigilance: float = VIGILANCE,
) -> Sitting:
    """A table by the options; what is not said follows from the rest."""
    others = seat_opponents(bots, players, partners)
    for name in others:
        check_bot(name)
    key = None if seed is None else seed_words(bytes.fromhex(seed) if KEY.fullmatch(seed) else seed).tobytes()
    check_vigilance(vigilance)
    options: dict[str, Any] = {"players": len(others) + 1, "partners": partners, "stock": stock, "key": key}
    options["referee"] = KITCHEN if kitchen else STRICT
    match: Match | None = None
    if match_points is None:
        game = Game(edition or DEFAULT, **options)
    else:
        match = Match(edition or DEFAULT, points=match_points, **options)
        game = match.next_game()
    return Sitting(game, default_seats(len(others) + 1, [PERSON, *others]), match, vigilance)


def find_saved(path: Path, screen: Screen) -> Sitting | None:
    """The saved game; a file that cannot be read is kept under another name."""
    try:
        return save_file.read(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reason = error.strerror or error
        screen.say(_("The saved game in {path} cannot be read ({reason}).").format(path=path, reason=reason), ERROR)
    except SkipboError as error:
        screen.say(str(error), ERROR)
    with contextlib.suppress(OSError):
        aside = save_file.set_aside(path)
        screen.say(_("The file is kept as {path}. A new game begins.").format(path=aside))
    return None


def greet(mode: LineMode, resumed: bool) -> None:
    game, match, screen = mode.game, mode.sitting.match, mode.screen
    if resumed:
        command = "skipbo play --terminal --new"
        screen.say(_("You go on with the saved game. To begin another: {command}").format(command=command))
        if match is not None:
            screen.say(mode.teller.scores(match.table.sides, match.scores, match.points))
        mode.told = last_round(game)
    else:
        screen.say(_(game.edition.title), QUIET)
        against = ", ".join(
            f"{mode.names[seat]} ({mode.sitting.seats[seat].player})" for seat in range(1, len(mode.names))
        )
        screen.say(_("At the table with you: {seats}.").format(seats=against))
        screen.say(
            _("Type ? for the moves you can make, {help} for how to type them, {quit} to leave.").format(
                help=command_word("help", current_language()), quit=command_word("quit", current_language())
            ),
            QUIET,
        )
        screen.say()
