"""What a seat does at a kitchen table, as people write it: `draw`, `call 2`, `take top`, `1: s>b1`, or any move."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from skipbo.errors import Malformed
from skipbo.game.move import DISCARD, PASSED, Move
from skipbo.i18n import translate as _
from skipbo.kernel.kitchen import state
from skipbo.kernel.moves import MOVES

DRAW, TAKE, TAKE_TOP, REFUSE, TALK, CALL = "draw", "take", "take top", "refuse", "talk", "call"
CODES = {
    DRAW: state.DRAW_CARD,
    TAKE: state.TAKE,
    TAKE_TOP: state.TAKE_TOP,
    REFUSE: state.REFUSE,
    TALK: state.TALK,
}
WORDS = {code: word for word, code in CODES.items()}

_WRITTEN = re.compile(r"(?:(?P<actor>[0-5]): ?)?(?:call (?P<called>[0-5])|(?P<what>.+))", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Act(Move):
    """A move, or one of the words above as its `source`. `actor` is who acts, None for the seat in turn.

    >>> Act.parse("1: call 0")
    Act('1: call 0')
    >>> Act.parse("h7>d4").ends_turn, Act.parse("take top").ends_turn
    (True, False)
    """

    actor: int | None = None
    called: int | None = None

    @staticmethod
    def parse(text: str) -> "Act":
        return _parse(text)

    @staticmethod
    def of(move: Move, actor: int | None = None) -> "Act":
        """A move of every game as the act of a seat."""
        return Act(move.source, move.target, move.pile, move.number, move.card, move.seat, actor)

    @staticmethod
    def from_code(code: int, seat: int, players: int, teams: int) -> "Act":
        if code in WORDS:
            return Act(WORDS[code])
        if state.CALL <= code < state.CALL + players:
            return Act(CALL, called=code - state.CALL)
        if code >= MOVES:
            raise Malformed("move", _("{code} is not the number of a move at this table.").format(code=code))
        return Act.of(Move.from_code(code, seat, players, teams))

    def by(self, actor: int | None) -> "Act":
        return replace(self, actor=actor)

    def code(self, seat: int, players: int, teams: int) -> int:
        if self.called is not None:
            if self.called >= players:
                raise Malformed("seat", _("There is no seat {seat}.").format(seat=self.called))
            return state.CALL + self.called
        return CODES[self.source] if self.source in CODES else Move.code(self, seat, players, teams)

    @property
    def is_move(self) -> bool:
        """Whether it is a move of every game, and no word of the kitchen."""
        return self.source not in CODES and self.source != CALL

    @property
    def ends_turn(self) -> bool:
        return self.source == PASSED or self.target == DISCARD

    def __str__(self) -> str:
        actor = "" if self.actor is None else f"{self.actor}: "
        if self.is_move:
            return actor + Move.__str__(self)
        return actor + (self.source if self.called is None else f"{self.source} {self.called}")

    def __repr__(self) -> str:
        return f"Act('{self}')"


@lru_cache(maxsize=4096)
def _parse(text: str) -> Act:
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return Act.of(Move.parse(text))  # which says what a move looks like
    actor = int(match["actor"]) if match["actor"] else None
    if match["called"]:
        return Act(CALL, called=int(match["called"]), actor=actor)
    if match["what"] in CODES:
        return Act(match["what"], actor=actor)
    return Act.of(Move.parse(match["what"]), actor)
