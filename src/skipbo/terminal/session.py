"""The game in lines: shows the table, reads what the person types, lets the bots play, and saves before it tells."""

import contextlib
import hashlib
import shlex
from collections.abc import Iterable
from pathlib import Path

from skipbo.bots.bot import Bot
from skipbo.errors import SkipboError
from skipbo.game.drawing import draw_table
from skipbo.game.event import Discarded, Passed
from skipbo.game.game import Game
from skipbo.game.kitchen.act import Act
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.terminal import save_file
from skipbo.terminal.descriptions import ask_which, describe_table, explain_typing, list_moves, same_card
from skipbo.terminal.parser import read_moves
from skipbo.terminal.save_file import OWN, Sitting
from skipbo.terminal.screen import ERROR, QUIET, STRONG, Screen
from skipbo.terminal.sentences import Teller, seat_name
from skipbo.terminal.vocabulary import command_words, plain

LOGGED = 20


class LineMode:
    def __init__(self, sitting: Sitting, screen: Screen, path: Path) -> None:
        self.sitting = sitting
        self.screen = screen
        self.path = path
        self.names = [seat_name(seat.name) for seat in sitting.seats]
        self.teller = Teller(sitting.game.edition, self.names, OWN)
        self.told = 0  # how many events of the game the person knows
        self.in_words = False
        self.saved = True
        self.leaving = False
        self.open: list[Move] = []  # what the last line left open

    @property
    def game(self) -> Game:
        return self.sitting.game

    def run(self) -> bool:
        """Plays to the end of the game or the match; False where the person leaves before."""
        while True:
            self.settle()
            while self.game.outcome is None:
                if self.game.turn == OWN:
                    self.own_turn()
                else:
                    self.bot_turn()
                if self.leaving:
                    return False
            if not self.begin_next_game():
                break
        if self.saved:
            with contextlib.suppress(OSError):
                self.path.unlink()
        return True

    def begin_next_game(self) -> bool:
        """Counts the finished game for the match, and deals the next if there is one."""
        match = self.sitting.match
        if match is None:
            return False
        match.count(self.game)
        self.screen.say(self.teller.scores(match.table.sides, match.scores, match.points))
        if match.is_over:
            self.screen.say(self.teller.match_won(match.leaders), STRONG)
            return False
        self.sitting.game = match.next_game()
        self.told = 0
        self.screen.say()
        self.screen.say(_("Game {number} of the match.").format(number=match.number + 1), STRONG)
        return True

    def settle(self) -> None:
        """Saves what has happened, then tells it: what the person has seen is never lost."""
        self.save()
        self.tell(self.told)

    def tell(self, since: int) -> None:
        events = self.game.events
        for seat, sentence in self.teller.tell(events[since:]):
            self.screen.say(sentence, QUIET if seat == OWN else "" if seat is not None else STRONG)
        self.told = len(events)

    def bot_turn(self) -> None:
        seat = self.game.turn
        while self.game.outcome is None and self.game.turn == seat:
            bot = Bot(self.sitting.seats[seat].player, dice_for(self.game))
            self.game.play(bot.choose(self.game.view(seat)))
        self.settle()

    def own_turn(self) -> None:
        """Until the person has made a move."""
        self.open = []
        self.show_table()
        version = self.game.version
        while self.game.version == version and not self.leaving:
            try:
                self.answer(self.ask())
            except SkipboError as error:
                self.screen.say(str(error), ERROR)

    def ask(self) -> str:
        if self.open:
            self.screen.say(ask_which(self.own_view(), self.open))
        return self.screen.ask(f"{self.names[OWN]}> ").strip()

    def answer(self, line: str) -> None:
        """Does what a line says; an error of the rules or of typing leaves everything as it was."""
        left_open, self.open = self.open, []
        command = command_words(current_language()).get(plain(line))
        if command is not None:
            self.obey(command)
        elif line:
            moves = [move for move in left_open if same_card(left_open) and plain(line) == str(move.pile)]
            moves = moves or read_moves(line, self.own_view(), self.names)
            if len(moves) > 1:
                self.open = moves
                return
            self.make(moves[0])

    def own_view(self) -> View:
        """What the person sees, as the one who moves."""
        return self.game.view(OWN)

    def make(self, move: Move) -> None:
        self.game.play(move)
        self.settle()

    def obey(self, command: str) -> None:
        view = self.own_view()
        match command:
            case "quit":
                self.leaving = True
            case "undo":
                self.undo()
            case "save":
                self.save(again=True)
                if self.saved:
                    self.screen.say(_("The game is saved in {path}.").format(path=self.path))
            case "table" | "words":
                self.in_words = command == "words"
                self.show_table()
            case "log":
                self.tell(max(0, len(self.game.events) - LOGGED))
            case "moves":
                self.say_lines(list_moves(view, self.names))
            case "help":
                self.say_lines(explain_typing(view))
            case "rules":
                edition = self.game.edition
                self.screen.say(_(edition.title))
                self.screen.say(_("Read the whole sheet with: {command}").format(command=f"skipbo rules {edition.id}"))

    def say_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def show_table(self) -> None:
        view = self.game.view(OWN)
        self.screen.say()
        if self.in_words:
            self.say_lines(describe_table(view, self.names))
        else:
            self.screen.draw(draw_table(view, self.names))
            self.screen.say()

    def undo(self) -> None:
        """Takes back the person's last move, and what the others did after it."""
        version = last_own_move(self.game)
        if version is None:
            self.screen.say(_("In this game you have not moved yet: there is nothing to take back."), ERROR)
            return
        while self.game.version > version:
            move = self.game.undo()
        self.told = len(self.game.events)
        self.save()
        self.screen.say(_("Taken back: {move}").format(move=move))

    def save(self, again: bool = False) -> None:
        """A game that cannot be saved goes on; it is said once, and again when the person asks for it."""
        could = self.saved
        try:
            save_file.write(self.path, self.sitting)
            self.saved = True
        except OSError as error:
            self.saved = False
            if could or again:
                self.screen.say(
                    _("The game cannot be saved in {path} ({reason}). It goes on, but is lost when you leave.").format(
                        path=self.path, reason=error.strerror or error
                    ),
                    ERROR,
                )

    def say_goodbye(self) -> None:
        """Everything told was saved before, so that only a save that failed is tried again."""
        if not self.saved:
            self.save(again=True)
        if self.saved:
            command = "skipbo play --terminal"
            if self.path != save_file.default_path():
                command += f" --save {shlex.quote(str(self.path))}"
            self.screen.say(_("The game is saved. Go on with: {command}").format(command=command))


def last_round(game: Game) -> int:
    """How many events had happened when the person's last turn was over."""
    ends = [
        place
        for place, event in enumerate(game.events, 1)
        if isinstance(event, Discarded | Passed) and event.seat == OWN
    ]
    return ends[-1] if ends else 0


def last_own_move(game: Game) -> int | None:
    """How many moves had been made before the person's last one."""
    seat, last = game.first, None
    for number, move in enumerate(game.moves):
        actor = seat if not isinstance(move, Act) or move.actor is None else move.actor
        if actor == OWN:
            last = number
        if move.ends_turn:
            seat = (actor + 1) % game.table.players
    return last


def dice_for(game: Game, whose: bytes = b"") -> int:
    """The dice of a bot's move follow from the game's key: a game that is resumed, or taken back, goes on the same."""
    assert game.key is not None
    return int.from_bytes(hashlib.sha256(game.key + game.version.to_bytes(4, "little") + whose).digest()[:8], "little")
