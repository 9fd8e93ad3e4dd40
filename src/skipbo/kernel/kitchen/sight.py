"""Views of a kitchen table, tables that fit a view, and the invariants of a kitchen table.

Everything in the record but the hidden cards is known to all players. Exposed cards are too: a view shows them as a
pile of their own, threaded from the top of the draw pile.
"""

from skipbo.kernel.bits import count_bits
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.kitchen.state import ANNULLED, EXPOSED, FORBIDDEN, PLAYING, Kitchen, has_bit
from skipbo.kernel.layout import BLOCKED, DRAW_PILE, GOING_ON, NO_CARD, NO_SEAT
from skipbo.kernel.sight import open_notebook, sample, show, show_all
from skipbo.kernel.status import KITCHEN, TABLE, check_cards, check_course, check_table


@compiled
def copy_course(kitchen: Kitchen, onto: Kitchen) -> None:
    """Copies what everybody knows without looking at a card. The game before the turn is not part of it."""
    onto.overdraw = kitchen.overdraw
    onto.irregular = kitchen.irregular
    onto.offence = kitchen.offence
    onto.window = kitchen.window
    onto.may_ask = kitchen.may_ask
    onto.talk_penalty = kitchen.talk_penalty
    onto.actor = kitchen.actor
    onto.skipped = kitchen.skipped
    onto.early = kitchen.early
    onto.finished = kitchen.finished
    onto.stood = kitchen.stood
    onto.begun = kitchen.begun
    onto.drawing = kitchen.drawing
    onto.exposed = kitchen.exposed
    onto.offered = kitchen.offered
    onto.passed = kitchen.passed
    onto.talked = kitchen.talked
    onto.owes = kitchen.owes


@compiled
def see_kitchen(kitchen: Kitchen, seat: int, view: Kitchen) -> None:  # rule: over.expose
    """Writes into `view` what a seat may see; NO_SEAT sees what lies on the table."""
    copy_course(kitchen, view)
    show_all(kitchen.now, seat, view.now)
    above = NO_CARD
    for place in range(kitchen.exposed):
        shown = show(view.now, wide(kitchen.now.order[wide(kitchen.now.count[DRAW_PILE]) - 1 - place]))
        if above == NO_CARD:
            view.now.top[DRAW_PILE] = shown
        else:
            view.now.under[above] = shown
        above = shown
    open_notebook(view.now)


@compiled
def sample_kitchen(view: Kitchen, seat: int, kitchen: Kitchen) -> None:
    """Writes into `kitchen`, which brings its own key, a table that fits the view of a seat: hidden cards dealt anew.

    An irregular turn is not taken back in it: how the game stood before that turn is not part of a view.
    """
    copy_course(view, kitchen)
    sample(view.now, seat, kitchen.now)
    now = kitchen.now
    card = wide(now.top[DRAW_PILE])
    now.top[DRAW_PILE] = NO_CARD
    for place in range(kitchen.exposed):
        now.order[wide(now.count[DRAW_PILE]) - 1 - place] = card
        below = wide(now.under[card])
        now.under[card] = NO_CARD
        card = below
    kitchen.before = kitchen.now
    kitchen.exposed_before = kitchen.exposed
    kitchen.passed_before = kitchen.passed


@compiled
def check_irregular(kitchen: Kitchen) -> bool:
    """Whether an irregular turn, or an early draw, fits the turn that it disturbs."""
    players, turn = wide(kitchen.now.players), wide(kitchen.now.turn)
    actor, early, skipped = wide(kitchen.actor), wide(kitchen.early), wide(kitchen.skipped)
    if kitchen.begun and (actor != NO_SEAT or early != NO_SEAT):
        return False
    if actor == NO_SEAT:
        calm = skipped == NO_SEAT and kitchen.finished == 0 and kitchen.stood == 0
        return calm and (early == NO_SEAT or (early < players and early != turn))
    stood = wide(kitchen.stood) < (1 << players) and not has_bit(kitchen.stood, actor)
    course = kitchen.finished == 1 or (skipped == turn and kitchen.stood == 0 and kitchen.now.how == GOING_ON)
    seats = actor < players and skipped < players and skipped != actor and actor != turn and early == NO_SEAT
    return seats and stood and course


@compiled
def check_kitchen(kitchen: Kitchen) -> int:
    now, everybody = kitchen.now, (1 << wide(kitchen.now.players)) - 1
    sheet = 1 <= kitchen.overdraw <= EXPOSED and 1 <= kitchen.irregular <= ANNULLED and 1 <= kitchen.offence <= PLAYING
    cards = kitchen.exposed <= now.count[DRAW_PILE] and (kitchen.exposed > 0 or not kitchen.offered)
    seats = (wide(kitchen.passed) | wide(kitchen.talked) | wide(kitchen.owes)) <= everybody
    alone = kitchen.talked == 0 or wide(now.teams) < wide(now.players)
    passes = now.how == BLOCKED or now.passes == count_bits(wide(kitchen.passed))
    sound = sheet and cards and seats and alone and passes and kitchen.drawing <= FORBIDDEN and kitchen.window <= 1
    return 0 if sound and check_irregular(kitchen) else KITCHEN


@compiled
def status_of_kitchen(kitchen: Kitchen) -> int:
    """Returns the broken invariants as bits of `Status`; 0 for a sound table. A stock pile may grow here."""
    faults = check_table(kitchen.now)
    if faults & TABLE:
        return faults
    return faults | check_cards(kitchen.now) | check_course(kitchen.now) | check_kitchen(kitchen)
