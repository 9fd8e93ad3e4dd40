"""Watching a game: the cards that a seat, or everybody, has seen, kept up to date from move to move.

To count them anew after every move, as `tally_seen` does, takes several times as long as the move itself.
"""

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import PILES_PER_SEAT, SPENT_PILE, State, first_copy, stock_of
from skipbo.kernel.moves import FROM_PILE, FROM_STOCK, PASS, kind_of, what_of
from skipbo.kernel.observation import tally, tally_pile
from skipbo.kernel.turn import act, draw_up, is_legal, recycle


@compiled
def watch_draws(state: State, seat: int, seen: int) -> int:
    """Draws as `step` does: a seat sees what it draws itself, and forgets the cards that are shuffled."""
    while True:
        held = wide(state.held[seat])
        goes_on = draw_up(state)
        for place in range(held, state.held[seat]):
            seen += tally(state.hand[seat, place])
        if not goes_on:
            return seen
        seen -= tally_pile(state, SPENT_PILE)
        recycle(state)


@compiled
def step_watched(state: State, move: int, seat: int, seen: int) -> int:
    """Makes a legal move. Returns the cards that a seat has seen after it, from those that it had seen before."""
    kind, what, mover = kind_of(move), what_of(move), wide(state.turn)
    if kind != FROM_PILE and mover != seat and move != PASS:
        seen += tally(first_copy(what))  # from a hidden hand to the table
    must_draw = act(state, mover, move)
    seen += turned_over(state, mover, kind, what)
    return watch_draws(state, seat, seen) if must_draw else seen


@compiled
def turned_over(state: State, mover: int, kind: int, what: int) -> int:
    """Returns the stock card that a move of the mover, just made, has turned over."""
    if kind != FROM_PILE or what % PILES_PER_SEAT != FROM_STOCK:
        return 0
    owner = (mover + what // PILES_PER_SEAT * wide(state.teams)) % wide(state.players)
    return tally(state.top[stock_of(owner)])


@compiled
def step_in_public(state: State, move: int, shown: int) -> int:
    """Makes a legal move. Returns the cards that everybody has seen after it, from those before it.

    With its own hand added, that is what any seat has seen: one sum serves all seats of a table.
    """
    kind, what, mover = kind_of(move), what_of(move), wide(state.turn)
    if kind != FROM_PILE and move != PASS:
        shown += tally(first_copy(what))
    must_draw = act(state, mover, move)
    shown += turned_over(state, mover, kind, what)
    while must_draw and draw_up(state):
        shown -= tally_pile(state, SPENT_PILE)
        recycle(state)
    return shown


@compiled
def try_step_watched(state: State, move: int, seat: int, seen: int) -> tuple[bool, int]:
    """Makes a move if it is legal. Returns whether it was, and the cards that a seat has seen after it."""
    if not is_legal(state, move):
        return False, seen
    return True, step_watched(state, move, seat, seen)
