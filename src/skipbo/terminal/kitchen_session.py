"""A kitchen table in lines: the person draws card by card, may err, and may act whenever a bot is about to play."""

from collections.abc import Iterator
from dataclasses import replace

from skipbo.bots.bot import Bot
from skipbo.errors import SkipboError
from skipbo.game.event import IrregularTurn, Talked
from skipbo.game.kitchen.act import TALK, Act
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.kitchen.view import KitchenView
from skipbo.game.move import Move
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.terminal.kitchen_vocabulary import read_acts, word_for
from skipbo.terminal.save_file import OWN
from skipbo.terminal.screen import ERROR, QUIET
from skipbo.terminal.session import LineMode, dice_for
from skipbo.terminal.vocabulary import command_words, plain


class KitchenMode(LineMode):
    @property
    def kitchen(self) -> KitchenGame:
        assert isinstance(self.game, KitchenGame)
        return self.game

    def own_view(self) -> KitchenView:
        return replace(self.kitchen.view(OWN), turn=OWN)

    def bot_turn(self) -> None:
        """An empty line lets the bot play; until then the person may do what they like."""
        if self.kitchen.actor == OWN:
            self.own_turn()
            return
        seat, version = self.game.turn, self.game.version
        self.screen.say(_("{seat} is about to play. An empty line: go on.").format(seat=self.names[seat]), QUIET)
        while not self.leaving and self.game.version == version:
            line = self.ask()
            if not line and not self.open:
                self.let_bot_play(seat)
                return
            try:
                self.answer(line)
            except SkipboError as error:
                self.screen.say(str(error), ERROR)

    def let_bot_play(self, seat: int) -> None:
        while self.game.outcome is None and self.game.turn == seat:
            bot = Bot(self.sitting.seats[seat].player, dice_for(self.game))
            self.game.play(bot.act(self.kitchen.view(seat)))
        self.settle()

    def answer(self, line: str) -> None:
        acts = [] if plain(line) in command_words(current_language()) else read_acts(line, self.names)
        if acts:
            self.open = []
            for act in acts:
                self.make(act)
                if str(self.game.moves[-1]) not in (str(act), str(act.by(OWN))):
                    break  # somebody has called
        else:
            super().answer(line)

    def make(self, move: Move) -> None:
        events = self.game.play(move, seat=OWN)
        self.settle()
        if any(isinstance(event, IrregularTurn | Talked) for event in events):
            self.let_bots_notice()

    def let_bots_notice(self) -> None:
        """Each bot has its chance to notice a mistake once, from the person's left on; the first to notice calls."""
        for seat in range(1, self.game.table.players):
            dice = dice_for(self.game, bytes([seat]))
            bot = Bot(self.sitting.seats[seat].player, dice, self.sitting.vigilance)
            call = bot.notices(self.kitchen.view(seat))
            if call is not None:
                self.game.play(call, seat=seat)
                self.settle()
                return

    def obey(self, command: str) -> None:
        super().obey(command)
        if command == "moves":
            self.say_lines(self.list_acts())
        elif command == "help":
            self.say_lines(self.explain_acts())

    def list_acts(self) -> Iterator[str]:
        """The words of a kitchen table that can be typed now; calls are always the same."""
        acts = [act for act in self.kitchen.legal_acts(OWN) if not act.is_move and act.source != TALK]
        if acts:
            yield _("At this kitchen table you can also:")
            yield "  " + ", ".join(self.typed(act) for act in acts)

    def typed(self, act: Act) -> str:
        word = word_for(act.source, current_language())
        return word if act.called is None else f"{word} {self.names[act.called]}"

    def explain_acts(self) -> Iterator[str]:
        language = current_language()
        explained = {
            "draw": _("take a card; with a number, as many cards"),
            "take": _("take all the cards that lie face up"),
            "take top": _("take the uppermost of them"),
            "refuse": _("take none of them"),
            "talk": _("say that you have talked"),
            "call": _("call a seat, by its name or number, that plays out of turn or has talked"),
        }
        yield _("At a kitchen table:")
        yield from (f"  {word_for(word, language):<18}{text}" for word, text in explained.items())
        yield _("You can also move when it is not your turn: somebody may notice.")
