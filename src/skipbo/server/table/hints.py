"""What the planner would play, for somebody who asks: thought out from what their seat sees, as every bot does."""

from skipbo.bots.bot import Bot
from skipbo.bots.ladder import NAMES, PLANNER
from skipbo.coach.explanation import Explanation
from skipbo.errors import OutOfDate
from skipbo.game.kitchen.act import Act
from skipbo.game.kitchen.view import KitchenView
from skipbo.game.move import Move
from skipbo.game.view import View
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Hint, Reason

REASONS = 4  # that are told


def hint(view: View, version: int) -> Hint:
    """For the seat whose view this is. Raises `OutOfDate` where others are to act. Takes a while to think."""
    if isinstance(view, KitchenView):
        act = _at_kitchen_table(view)
        if not act.is_move:
            return _plain_hint(act, version)
    elif view.seat != view.turn:
        raise _not_now()
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
            Reason(feature=reason.feature, here=reason.here, there=reason.there, points=reason.points)
            for reason in reasons
        ],
    )


def _at_kitchen_table(view: KitchenView) -> Act:
    """What a bot does that never errs and notices everything. Who plays out of turn gets no help with that."""
    planner = Bot(NAMES[PLANNER])
    act = planner.act(view) if view.seat == view.turn and view.actor is None else planner.notices(view)
    if act is None:
        raise _not_now()
    return act


def _plain_hint(move: Move, version: int) -> Hint:
    return Hint(version=version, move=str(move), line=[str(move)], wins=False, against=None, reasons=[])


def _not_now() -> OutOfDate:
    return OutOfDate("turn", describe("turn"))
