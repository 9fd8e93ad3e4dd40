"""An act at a kitchen table, as people write it: `draw`, `call 2`, `take top`, `1: s>b1`, or any move."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import index
from typing import SupportsIndex

from skipbo.errors import Malformed
from skipbo.game.move import Move
from skipbo.game.pile import PileKind
from skipbo.i18n import translate as _
from skipbo.kernel.kitchen import state
from skipbo.kernel.moves import MOVES

DRAW, TAKE, TAKE_TOP, REFUSE, TALK, STAND, CALL = "draw", "take", "take top", "refuse", "talk", "stand", "call"
CODES = {
    DRAW: state.DRAW_CARD,
    TAKE: state.TAKE,
    TAKE_TOP: state.TAKE_TOP,
    REFUSE: state.REFUSE,
    TALK: state.TALK,
    STAND: state.LET_STAND,
}
WORDS = {code: word for word, code in CODES.items()}

_WRITTEN = re.compile(r"(?:(?P<actor>[0-5]): ?)?(?:call (?P<called>[0-5])|(?P<what>.+))", re.DOTALL)


@dataclass(frozen=True, slots=True, repr=False)
class Act(Move):
    """A move, or one of the words above. `actor` is the seat that acts, None for the seat in turn.

    >>> Act.parse("1: call 0")
    Act.parse('1: call 0')
    >>> Act.parse("h7>d4").ends_turn, Act.parse("take top").ends_turn
    (True, False)
    """

    word: str | None = None
    actor: int | None = None
    called: int | None = None  # the seat that is called

    @staticmethod
    def parse(text: str) -> "Act":
        return _parse(text)

    @staticmethod
    def of(move: Move, actor: int | None = None) -> "Act":
        """A move of every game as the act of a seat."""
        return Act(move.source, move.target, move.card, actor=actor)

    @staticmethod
    def from_code(code: SupportsIndex, seat: SupportsIndex, players: SupportsIndex, teams: SupportsIndex) -> "Act":
        number = index(code)
        if number in WORDS:
            return Act(word=WORDS[number])
        if state.CALL <= number < state.CALL + index(players):
            return Act(word=CALL, called=number - state.CALL)
        if number >= MOVES:
            raise Malformed("move", _("{code} is not the number of a move at this table.").format(code=code))
        return Act.of(Move.from_code(number, seat, players, teams))

    def by(self, actor: int | None) -> "Act":
        return replace(self, actor=actor)

    def code(self, seat: SupportsIndex, players: SupportsIndex, teams: SupportsIndex) -> int:
        if self.called is not None:
            if self.called >= index(players):
                raise Malformed("seat", _("There is no seat {seat}.").format(seat=self.called))
            return state.CALL + self.called
        return Move.code(self, seat, players, teams) if self.word is None else CODES[self.word]

    @property
    def is_move(self) -> bool:
        """Whether it is a move of every game, not a word of the kitchen."""
        return self.word is None

    @property
    def is_pass(self) -> bool:
        return self.word is None and self.source.kind is PileKind.NOWHERE

    @property
    def ends_turn(self) -> bool:
        return self.word is None and self.target.kind is not PileKind.BUILDING

    def __str__(self) -> str:
        actor = "" if self.actor is None else f"{self.actor}: "
        called = "" if self.called is None else f" {self.called}"
        return f"{actor}{self.word or Move.__str__(self)}{called}"


@lru_cache(maxsize=4096)
def _parse(text: str) -> Act:
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return Act.of(Move.parse(text))  # which says what a move looks like
    actor = int(match["actor"]) if match["actor"] else None
    if match["called"]:
        return Act(word=CALL, called=int(match["called"]), actor=actor)
    if match["what"] in CODES:
        return Act(word=match["what"], actor=actor)
    return Act.of(Move.parse(match["what"]), actor)


@lru_cache(maxsize=16384)
def recorded(code: int, seat: int, players: int, teams: int, *, in_turn: bool) -> Act:
    """The act of a seat as it is recorded: one object, however often it is done."""
    return Act.from_code(code, seat, players, teams).by(None if in_turn else seat)
