"""The loop of a game in the terminal: shows the table, reads a line, lets the bots play, saves, then narrates."""

import contextlib
import hashlib
import shlex
from collections.abc import Iterable
from pathlib import Path

from skipbo.bots.bot import Bot
from skipbo.errors import SkipboError
from skipbo.game.event import Discarded, Passed
from skipbo.game.game import Game
from skipbo.game.kitchen.act import Act
from skipbo.game.move import Move, in_letters
from skipbo.game.view import View
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.rules import note_on_piles
from skipbo.terminal import save_file
from skipbo.terminal.descriptions import ask_which, explain_typing, list_moves, same_card, show_table
from skipbo.terminal.parser import read_moves
from skipbo.terminal.save_file import PERSON_SEAT, SavedGame
from skipbo.terminal.screen import ERROR, QUIET, STRONG, Screen
from skipbo.terminal.sentences import Narrator, seat_name
from skipbo.terminal.vocabulary import command_words, plain
from skipbo.workers.local import cores_here

LOGGED = 20  # events that `log` repeats


class Session:
    def __init__(self, saved_game: SavedGame, screen: Screen, path: Path) -> None:
        self.saved_game = saved_game
        self.screen = screen
        self.path = path
        self.names = [seat_name(seat.name) for seat in saved_game.seats]
        self.narrator = Narrator(saved_game.game.edition, self.names, PERSON_SEAT)
        self.narrated = 0  # events of the game that the person has read
        self.in_words = False
        self.is_saved = True
        self.leaving = False
        self.candidates: list[Move] = []  # the moves that the last line can mean

    @property
    def game(self) -> Game:
        return self.saved_game.game

    def run(self) -> bool:
        """Plays to the end of the game or the match; returns False if the person leaves before."""
        while True:
            self.save_and_narrate()
            while self.game.outcome is None:
                if self.game.turn == PERSON_SEAT:
                    self.person_turn()
                else:
                    self.bot_turn()
                if self.leaving:
                    return False
            if not self.begin_next_game():
                break
        if self.is_saved:
            with contextlib.suppress(OSError):
                self.path.unlink()
        return True

    def begin_next_game(self) -> bool:
        """Counts the finished game for the match and deals the next one; returns False if there is none."""
        match = self.saved_game.match
        if match is None:
            return False
        match.count(self.game)
        self.screen.say(self.narrator.scores(match.table.sides, match.scores, match.points))
        if match.is_over:
            self.screen.say(self.narrator.match_won(match.leaders), STRONG)
            return False
        self.saved_game.game = match.next_game()
        self.narrated = 0
        self.screen.say()
        self.screen.say(_("Game {number} of the match.").format(number=match.number + 1), STRONG)
        return True

    def save_and_narrate(self) -> None:
        """Saves first, so that nothing the person has seen can be lost."""
        self.save()
        self.narrate(self.narrated)

    def narrate(self, since: int) -> None:
        events = self.game.events
        for seat, sentence in self.narrator.narrate(events[since:]):
            self.screen.say(sentence, QUIET if seat == PERSON_SEAT else "" if seat is not None else STRONG)
        self.narrated = len(events)

    def bot_turn(self) -> None:
        seat = self.game.turn
        while self.game.outcome is None and self.game.turn == seat:
            self.game.play(self.new_bot(seat).choose(self.game.view(seat)))
        self.save_and_narrate()

    def new_bot(self, seat: int) -> Bot:
        """The bot of a seat for one decision: if it searches, on all cores, because nothing else is done meanwhile."""
        return Bot(self.saved_game.seats[seat].player, dice_for(self.game), threads=cores_here())

    def person_turn(self) -> None:
        """Reads lines until the person has made a move or leaves."""
        self.candidates = []
        self.show_table()
        version = self.game.version
        while self.game.version == version and not self.leaving:
            try:
                self.execute(self.ask())
            except SkipboError as error:
                self.screen.say(str(error), ERROR)

    def ask(self) -> str:
        if self.candidates:
            self.screen.say(ask_which(self.person_view(), self.candidates))
        return self.screen.ask(f"{self.names[PERSON_SEAT]}> ").strip()

    def execute(self, line: str) -> None:
        """Runs a command or makes a move. Raises `SkipboError` without changing the game."""
        left_open, self.candidates = self.candidates, []
        command = command_words(current_language()).get(plain(line))
        if command is not None:
            self.run_command(command)
        elif line:
            moves = [move for move in left_open if same_card(left_open) and plain(line) == str(move.target.number)]
            moves = moves or read_moves(line, self.person_view(), self.names)
            if len(moves) > 1:
                self.candidates = moves
                return
            self.play_move(moves[0])

    def person_view(self) -> View:
        """The person's view, by which their lines are read."""
        return self.game.view(PERSON_SEAT)

    def play_move(self, move: Move) -> None:
        self.game.play(move)
        self.save_and_narrate()

    def run_command(self, command: str) -> None:
        view = self.person_view()
        match command:
            case "quit":
                self.leaving = True
            case "undo":
                self.undo()
            case "save":
                self.save(again=True)
                if self.is_saved:
                    self.screen.say(_("The game is saved in {path}.").format(path=self.path))
            case "table" | "words":
                self.in_words = command == "words"
                self.show_table()
            case "log":
                self.narrate(max(0, len(self.game.events) - LOGGED))
            case "moves":
                self.say_lines(list_moves(view, self.names))
            case "help":
                self.say_lines(explain_typing(view))
            case "rules":
                edition = self.game.edition
                self.screen.say(_(edition.title))
                note, command = note_on_piles(edition), f"skipbo rules {edition.id}"
                if note is not None:
                    self.screen.say(note)
                if edition.columns_differ:
                    command += f" --column {self.game.table.column}"
                self.screen.say(_("Read all the rules with: {command}").format(command=command))

    def say_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def show_table(self) -> None:
        self.screen.say()
        show_table(self.screen, self.game.view(PERSON_SEAT), self.names, self.in_words)
        if not self.in_words:
            self.screen.say()

    def undo(self) -> None:
        """Undoes the person's last move and all moves after it."""
        version = last_move_of_person(self.game)
        if version is None:
            self.screen.say(_("You have not moved in this game yet, so there is nothing to undo."), ERROR)
            return
        while self.game.version > version:
            move = self.game.undo()
        self.narrated = len(self.game.events)
        self.save()
        self.screen.say(_("Taken back: {move}").format(move=in_letters(move, self.game.edition)))

    def save(self, again: bool = False) -> None:
        """Saves the game. A failure is reported once, and every time with `again`; the game continues."""
        could = self.is_saved
        try:
            save_file.write(self.path, self.saved_game)
            self.is_saved = True
        except OSError as error:
            self.is_saved = False
            if could or again:
                self.screen.say(
                    _(
                        "The game cannot be saved in {path} ({reason}). You can play on, but it is lost when you leave."
                    ).format(path=self.path, reason=error.strerror or error),
                    ERROR,
                )

    def say_goodbye(self) -> None:
        """Says how to resume. Every move was saved already, so only a failed save is repeated."""
        if not self.is_saved:
            self.save(again=True)
        if self.is_saved:
            self.screen.say(_("The game is saved. Resume it with: {command}").format(command=start_command(self.path)))


def start_command(path: Path) -> str:
    """The command that plays the game saved in this file."""
    command = "skipbo play --terminal"
    return command if path == save_file.default_path() else f"{command} --save {shlex.quote(str(path))}"


def last_round(game: Game) -> int:
    """The number of events up to the end of the person's last turn."""
    ends = [
        place
        for place, event in enumerate(game.events, 1)
        if isinstance(event, Discarded | Passed) and event.seat == PERSON_SEAT
    ]
    return ends[-1] if ends else 0


def last_move_of_person(game: Game) -> int | None:
    """The number of moves before the person's last one."""
    past = game.copy()
    while past.moves:
        move = past.undo()
        actor = move.actor if isinstance(move, Act) else None
        if (past.turn if actor is None else actor) == PERSON_SEAT:
            return past.version
    return None


def dice_for(game: Game, whose: bytes = b"") -> int:
    """A bot's dice, derived from the game's key, so that a resumed or undone game continues the same way."""
    assert game.key is not None
    return int.from_bytes(hashlib.sha256(game.key + game.version.to_bytes(4, "little") + whose).digest()[:8], "little")
