"""The error for an illegal act at a kitchen table: the id of the rule, and a sentence that says what to do."""

from dataclasses import replace

from skipbo.editions import Overdraw
from skipbo.errors import NotLegal
from skipbo.game.kitchen.act import CALL, CODES, DRAW, REFUSE, STAND, TAKE, TALK, Act
from skipbo.game.kitchen.view import KitchenView
from skipbo.game.refusal import why_not
from skipbo.i18n import translate as _
from skipbo.kernel.kitchen.state import FORBIDDEN, OPEN
from skipbo.kernel.layout import FULL_HAND


def why_not_act(view: KitchenView, act: Act, seat: int) -> NotLegal:
    """Returns the error for an act that the kernel refuses to a seat, whose view this is."""
    if view.outcome is not None:
        return NotLegal("win.stock", _("The game is over."))
    if view.finished and seat == view.actor:
        text = _("You have played out of turn, and your turn is over: wait for the others.")
        return NotLegal("ruling.irregular-window", text)
    if act.word == CALL:
        return _why_no_call(view, act, seat)
    if act.word == STAND:
        return NotLegal("ruling.irregular-window", _("There is no turn out of order that you could let stand now."))
    if view.is_over_unless_called:
        text = _("Seat {seat} has ended the game out of turn: call that turn, or let it stand.")
        return NotLegal("ruling.irregular-win", text.format(seat=view.actor))
    if act.word == TALK and view.teams == view.players:
        rule = "team.silent" if view.edition.may_ask else "team.no-talk"
        return NotLegal(rule, _("Nobody has a partner in this game: talk is free."))
    if view.finished and act.word == TALK:
        text = _("Seat {seat} has played out of turn: talk when that turn is called or stands.")
        return NotLegal("ruling.irregular-window", text.format(seat=view.actor))
    if view.actor is not None and view.actor != seat and not view.finished:
        return NotLegal(
            "ruling.irregular-start",
            _("Seat {seat} is playing out of turn. Until that turn ends you can only call it: call {seat}").format(
                seat=view.actor
            ),
        )
    if view.early is not None and view.early != seat != view.turn:
        return NotLegal(
            "ruling.irregular-start", _("Seat {seat} has drawn out of turn: one at a time.").format(seat=view.early)
        )
    if act.word == TALK or (view.actor is None and seat != view.turn and view.begun):
        return NotLegal(
            "ruling.irregular-start",
            _("It is the turn of seat {turn}, who has drawn or played already.").format(turn=view.turn),
        )
    if act.word in CODES:
        return _why_not_drawn(view, act, seat)
    if act.is_pass and not view.hand:
        return NotLegal("ruling.no-discard", _("You can still draw: a pass is for when there is no card to be had."))
    return why_not(replace(view, turn=seat), act)


def _why_no_call(view: KitchenView, act: Act, seat: int) -> NotLegal:
    if act.called == seat:
        return NotLegal("ruling.false-call", _("Nobody can call themselves."))
    if view.actor is not None:
        return NotLegal(
            "irregular.noticed",
            _("Seat {seat} is playing out of turn: only that can be called now.").format(seat=view.actor),
        )
    return NotLegal("team.no-talk", _("By this sheet partners may not talk, but it names no penalty for it."))


def _why_not_drawn(view: KitchenView, act: Act, seat: int) -> NotLegal:
    """Returns the error for an illegal draw, or for exposed cards that cannot be taken or refused."""
    acting = view.turn if view.actor is None or view.finished else view.actor
    drawing, names = view.drawing if seat == acting else OPEN, view.edition.names_in()
    if act.word != DRAW and not view.exposed:
        rule = "over.expose" if view.edition.overdraw is Overdraw.EXPOSED else "over.shuffle"
        return NotLegal(rule, _("No card lies face up on this pile: {pile}.").format(pile=names.draw))
    if drawing == FORBIDDEN:
        return NotLegal("irregular.penalty", _("You played out of turn: this turn you play without drawing."))
    if drawing != OPEN:
        return NotLegal("ruling.draw-first", _("You have played: you can draw again when your hand is played out."))
    if act.word == DRAW:
        if view.offered:
            return NotLegal("over.expose", _("Cards lie face up there: take or refuse them first."))
        return NotLegal("ruling.short-draw", _("There is no card to draw: play with the cards you have."))
    if not view.offered:
        return NotLegal("over.expose", _("You exposed these cards yourself: they wait for the next player."))
    assert act.word != REFUSE  # what is offered can be refused
    needed = FULL_HAND - len(view.hand)
    if act.word == TAKE and needed != 1:
        return NotLegal("ruling.exposed-fit", _("These cards cannot be taken: your hand would be too large."))
    return NotLegal(
        "over.all-or-none", _("Exposed cards are taken all or none; whoever needs just one may take the top one.")
    )
