"""`skipbo play --terminal`: resumes the saved game or deals a new one, and plays it."""

import contextlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from skipbo.bots.bot import check_bot, check_vigilance
from skipbo.bots.levels import seat_opponents
from skipbo.bots.seeds import seed_words
from skipbo.editions import DEFAULT
from skipbo.errors import Malformed, SkipboError
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.position import Position
from skipbo.game.table import KITCHEN, STRICT
from skipbo.i18n import current_language, translate_plural
from skipbo.i18n import translate as _
from skipbo.record import PERSON, seats_with_bots
from skipbo.terminal import save_file
from skipbo.terminal.kitchen_session import KitchenSession
from skipbo.terminal.save_file import PERSON_SEAT, VIGILANCE, SavedGame
from skipbo.terminal.screen import ERROR, QUIET, Screen
from skipbo.terminal.session import Session, last_round, start_command
from skipbo.terminal.vocabulary import command_word

KEY = re.compile(r"[0-9a-fA-F]{64}")


def play(
    *,
    edition: str | None = None,
    players: int | None = None,
    partners: bool = False,
    stock: int | None = None,
    dealer: int | None = None,
    youngest: int | None = None,
    column: str | None = None,
    bots: Sequence[str] = (),
    seed: str | None = None,
    match_points: int | None = None,
    save: Path | None = None,
    new: bool = False,
    words: bool = False,
    left_handed: bool = False,
    kitchen: bool = False,
    vigilance: float = VIGILANCE,
    position: str | None = None,
    read: Callable[[str], str] | None = None,
) -> int:
    """Plays until the game or the match is over or the person leaves; returns the exit status.

    `words` describes the table in words from the start, `left_handed` draws stock piles at the left. A `position`
    begins a new game there, and replaces the options of the table. `read` replaces standard input: it takes the prompt
    and returns a line. Raises `SkipboError` for options that fit no table.
    """
    if position is None:
        new_one = new_game(
            edition, players, partners, stock, bots, seed, match_points, kitchen, vigilance, dealer, youngest, column
        )
    else:
        new_one = laid_game(position, bots, seed, vigilance)
    screen, path = Screen(read, left_handed), save or save_file.default_path()
    resumed = None if new or position is not None else find_saved(path, screen)
    saved_game = resumed or new_one
    session = (KitchenSession if saved_game.game.allows_mistakes else Session)(saved_game, screen, path)
    session.in_words = words
    if resumed is None:
        greet(session)
    else:
        chosen = any((edition, players, partners, stock, bots, seed, match_points, kitchen))
        greet_again(session, chosen or (dealer, youngest, column) != (None, None, None))
    try:
        over = session.run()
    except (EOFError, KeyboardInterrupt):
        screen.say()  # the prompt's line is still open
        over = False
    if not over:
        session.say_goodbye()
    return 0


def new_game(
    edition: str | None,
    players: int | None,
    partners: bool,
    stock: int | None,
    bots: Sequence[str],
    seed: str | None,
    match_points: int | None,
    kitchen: bool = False,
    vigilance: float = VIGILANCE,
    dealer: int | None = None,
    youngest: int | None = None,
    column: str | None = None,
) -> SavedGame:
    """A new game by the options; options that are missing follow from the others."""
    others = find_opponents(bots, players, partners)
    check_vigilance(vigilance)
    options: dict[str, Any] = {"players": len(others) + 1, "partners": partners, "stock": stock, "key": key_of(seed)}
    options |= {"dealer": dealer, "youngest": youngest, "column": column, "referee": KITCHEN if kitchen else STRICT}
    match: Match | None = None
    if match_points is None:
        game = Game(edition or DEFAULT, **options)
    else:
        match = Match(edition or DEFAULT, points=match_points, **options)
        game = match.next_game()
    game.table.check_chosen_dealer()
    return SavedGame(game, seats_with_bots([PERSON, *others]), match, vigilance)


def laid_game(text: str, bots: Sequence[str], seed: str | None, vigilance: float = VIGILANCE) -> SavedGame:
    """A new game that begins at a position; the seed deals what is hidden there."""
    position = Position.parse(text)
    others = find_opponents(bots, position.players, position.partners)
    check_vigilance(vigilance)
    game = Game.from_position(position, key=key_of(seed))
    if game.is_over:
        raise Malformed("position", _("The game is over."))
    return SavedGame(game, seats_with_bots([PERSON, *others]), None, vigilance)


def find_opponents(bots: Sequence[str], players: int | None, partners: bool) -> list[str]:
    others = seat_opponents(bots, players, partners)
    for name in others:
        check_bot(name)
    return others


def key_of(seed: str | None) -> bytes | None:
    """The key of a seed, which is any text, or the key itself in hex."""
    return None if seed is None else seed_words(bytes.fromhex(seed) if KEY.fullmatch(seed) else seed).tobytes()


def find_saved(path: Path, screen: Screen) -> SavedGame | None:
    """Reads the saved game, or returns None; a damaged file is kept under another name."""
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


def greet(session: Session) -> None:
    """Names the edition, the other seats, and the commands to begin with."""
    screen, language = session.screen, current_language()
    screen.say(_(session.game.edition.title), QUIET)
    others = list(zip(session.names, session.saved_game.seats, strict=True))[PERSON_SEAT + 1 :]
    seats = ", ".join(f"{name} ({seat.player})" for name, seat in others)
    screen.say(_("You play with: {seats}.").format(seats=seats))
    partners = [session.names[seat] for seat in session.person_view().partners_of(PERSON_SEAT)]
    if partners:
        text = translate_plural("Your partner: {names}.", "Your partners: {names}.", len(partners))
        screen.say(text.format(names=", ".join(partners)))
    screen.say(
        _("Type ? for the moves you can make, {help} for how to type them, {quit} to leave.").format(
            help=command_word("help", language), quit=command_word("quit", language)
        ),
        QUIET,
    )
    screen.say()


def greet_again(session: Session, chosen: bool) -> None:
    """Says how to start a new game instead, and narrates from the person's last turn on.

    `chosen` says that the command line describes a table, which a saved game does not follow.
    """
    screen, match = session.screen, session.saved_game.match
    if chosen:
        screen.say(_("You resume the saved game, with its own options. To start a new one with yours, add --new."))
    else:
        command = f"{start_command(session.path)} --new"
        screen.say(_("You resume the saved game. To start a new one: {command}").format(command=command))
    if match is not None:
        screen.say(session.narrator.scores(match.table.sides, match.scores, match.points))
    session.narrated = last_round(session.game)
