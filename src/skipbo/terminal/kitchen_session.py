"""A kitchen table in the terminal: the person draws card by card, and may act before every turn of a bot."""

from collections.abc import Iterator
from dataclasses import replace

from skipbo.bots.bot import Bot
from skipbo.errors import SkipboError
from skipbo.game.event import IrregularTurn, Talked
from skipbo.game.kitchen.act import STAND, TALK, Act
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.terminal.kitchen_vocabulary import read_acts, word_for
from skipbo.terminal.save_file import PERSON_SEAT
from skipbo.terminal.screen import ERROR, QUIET
from skipbo.terminal.session import Session, dice_for
from skipbo.terminal.vocabulary import command_words, plain


class KitchenSession(Session):
    def person_view(self) -> View:
        return replace(self.game.view(PERSON_SEAT), turn=PERSON_SEAT)

    def bot_turn(self) -> None:
        """Reads lines until an empty one, which lets the bot play."""
        if self.game.actor == PERSON_SEAT:
            self.person_turn()
            return
        seat, version = self.game.turn, self.game.version
        self.screen.say(
            _("{seat} is about to play. Press Enter to go on, or act first.").format(seat=self.names[seat]), QUIET
        )
        while not self.leaving and self.game.version == version:
            line = self.ask()
            if not line and not self.candidates:
                self.let_bot_play(seat)
                return
            try:
                self.execute(line)
            except SkipboError as error:
                self.screen.say(str(error), ERROR)

    def let_bot_play(self, seat: int) -> None:
        while self.game.outcome is None and self.game.turn == seat:
            self.game.play(self.new_bot(seat).act(self.game.view(seat)))
        self.save_and_narrate()

    def execute(self, line: str) -> None:
        acts = [] if plain(line) in command_words(current_language()) else read_acts(line, self.names)
        if acts:
            self.candidates = []
            for act in acts:
                self.play_move(act)
                if str(self.game.moves[-1]) not in (str(act), str(act.by(PERSON_SEAT))):
                    break  # a bot has called, so the rest of the line no longer applies
        else:
            super().execute(line)

    def play_move(self, move: Move) -> None:
        events = self.game.play(move, seat=PERSON_SEAT)
        self.save_and_narrate()
        if any(isinstance(event, IrregularTurn | Talked) for event in events):
            self.let_bots_notice()
        self.let_bots_accept_the_end()

    def let_bots_notice(self) -> None:
        """Gives each bot one chance to notice a mistake, from the person's left on; the first to notice calls."""
        for seat in range(1, self.game.table.players):
            dice = dice_for(self.game, bytes([seat]))
            bot = Bot(self.saved_game.seats[seat].player, dice, self.saved_game.vigilance)
            call = bot.notices(self.game.view(seat))
            if call is not None:
                self.game.play(call, seat=seat)
                self.save_and_narrate()
                return

    def let_bots_accept_the_end(self) -> None:  # rule: ruling.irregular-win
        """The bots that have not called a turn out of order let it stand, if it has ended the game."""
        while STAND in self.game.legal_acts(self.game.acting):
            self.game.play(STAND, seat=self.game.acting)
        self.save_and_narrate()

    def run_command(self, command: str) -> None:
        super().run_command(command)
        if command == "moves":
            self.say_lines(self.list_acts())
        elif command == "help":
            self.say_lines(self.explain_acts())

    def list_acts(self) -> Iterator[str]:
        """Yields the acts that can be typed now, apart from talking."""
        legal = (act for act in self.game.legal_acts(PERSON_SEAT) if isinstance(act, Act))
        acts = [act for act in legal if not act.is_move and act.word != TALK]
        if acts:
            yield _("At this kitchen table you can also:")
            yield "  " + ", ".join(self.typed(act) for act in acts)

    def typed(self, act: Act) -> str:
        assert act.word is not None
        word = word_for(act.word, current_language())
        return word if act.called is None else f"{word} {self.names[act.called]}"

    def explain_acts(self) -> Iterator[str]:
        language = current_language()
        explained = {
            "draw": _("draw a card; with a number, that many cards"),
            "take": _("take all the cards that lie face up"),
            "take top": _("take only the top one"),
            "refuse": _("leave them all"),
            "talk": _("announce that you have talked"),
            "stand": _("let a turn out of order stand that is over"),
            "call": _("call a seat, by name or number, that plays out of turn or has talked"),
        }
        yield _("At a kitchen table:")
        yield from (f"  {word_for(word, language):<18}{text}" for word, text in explained.items())
        yield _("You can also move out of turn, but another player may notice.")
