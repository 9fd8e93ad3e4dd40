"""Hints: the move that the planner would make, chosen from the view of a seat as every bot's is."""

from dataclasses import asdict

from skipbo.bots.bot import Bot
from skipbo.bots.ladder import NAMES, PLANNER
from skipbo.coach.explanation import Explanation
from skipbo.coach.reasons import best_reasons
from skipbo.errors import OutOfDate
from skipbo.game.view import View
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Hint, HintReason, HintSentence

REASONS = 4  # the most in a hint


def hint(view: View, version: int) -> Hint:
    """Returns the hint for the seat of this view. Raises `OutOfDate` if it has nothing to do. Run it in a thread."""
    planner, in_turn = Bot(NAMES[PLANNER]), view.seat == view.turn and view.actor is None
    act = planner.draws(view) if in_turn else planner.notices(view)
    if act is not None:
        return Hint(version=version, move=str(act), line=[str(act)], wins=False, against=None, reasons=[])
    if not in_turn:  # whoever plays out of turn gets no help with that
        raise OutOfDate("turn", describe("turn"))
    thoughts = Explanation(view)
    best, other = thoughts.best, thoughts.next_best
    reasons = [] if other is None else thoughts.reasons(best, other)[:REASONS]
    return Hint(
        version=version,
        move=str(best.move),
        line=[str(move) for move in best.line],
        wins=best.wins,
        against=None if other is None else str(other.move),
        reasons=[
            HintReason(feature=reason.feature, here=reason.here, there=reason.there, points=reason.points)
            for reason in reasons
        ],
        sentences=[HintSentence(**asdict(sentence)) for sentence in best_reasons(thoughts)],
    )
