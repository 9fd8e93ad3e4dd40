"""The record of a kitchen table: the game, and what players who may err have done in this turn.

Nothing is drawn automatically here, and any seat may act. This file decides which acts are legal; `acts.py` carries
them out. Cards, moves and endings are those of every game: the record contains the game.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import team_of
from skipbo.kernel.layout import DRAW_PILE, FULL_HAND, GOING_ON, NO_CARD, NO_SEAT, SPENT_PILE, STATE, State
from skipbo.kernel.moves import MOVES, PASS
from skipbo.kernel.turn import legal_words, next_seat

Kitchen: TypeAlias = np.record
Kitchens: TypeAlias = NDArray[np.void]

# Acts: below MOVES the moves of every game, then one more word of 64
ACT_KINDS = 4
ACTS = 64 * ACT_KINDS
DRAW_CARD, TAKE, TAKE_TOP, REFUSE, TALK, LET_STAND = range(MOVES, MOVES + 6)
CALL = MOVES + 8  # and the seat that is called

# What becomes of extra cards (`overdraw`) and of an irregular turn that is noticed (`irregular`), and what makes a turn
# irregular (`offence`)
SHUFFLED_IN, EXPOSED = 1, 2
STOPPED, ANNULLED = 1, 2
DRAWING, PLAYING = 1, 2

# Whether the acting player may draw (`drawing`)
OPEN, OVER, FORBIDDEN = 0, 1, 2

# What the sheet and our rulings say about mistakes, set before the deal
SHEET_FIELDS = ("overdraw", "irregular", "offence", "window", "may_ask", "talk_penalty")

GAME = np.dtype((np.record, STATE))
KITCHEN = np.dtype(
    [
        ("now", GAME),
        (
            "before",
            GAME,
        ),  # what a call goes back to: the beginning of the turn, or before the card that ended the game
        *((name, "u1") for name in SHEET_FIELDS),
        ("actor", "u1"),  # the seat whose irregular turn can be called, or NO_SEAT
        ("skipped", "u1"),  # the seat whose turn it was then, or NO_SEAT
        ("early", "u1"),  # the seat that has drawn out of turn where that alone is no offence, or NO_SEAT
        ("finished", "u1"),  # 1 when the irregular turn is over and can still be called
        ("stood", "u1"),  # the seats that have let it stand, a bit each
        ("begun", "u1"),  # 1 when the player in turn has drawn or played
        ("drawing", "u1"),  # OPEN, OVER or FORBIDDEN
        ("exposed", "u1"),  # how many cards lie face up on the draw pile
        ("offered", "u1"),  # 1 when they were exposed before this turn
        ("passed", "u1"),  # the seats that have passed since a card moved, a bit each
        ("talked", "u1"),  # the seats that have broken the silence in this turn, a bit each
        ("owes", "u1"),  # the seats that begin their next proper turn without drawing, a bit each
        ("exposed_before", "u1"),
        ("passed_before", "u1"),
        ("spare", "u1", 3),
    ]
)


def new_kitchens(count: int = 1) -> Kitchens:
    return np.zeros(count, np.dtype((np.record, KITCHEN)))


@compiled
def has_bit(bits: int, seat: int) -> bool:
    return (wide(bits) >> wide(seat)) & 1 == 1


@compiled
def acting_seat(kitchen: Kitchen) -> int:
    """Returns the seat that the game waits for: the player in turn, or a player out of turn.

    When a turn out of order has ended the game, that is the next to its left that can still call it.
    """
    if kitchen.actor == NO_SEAT:
        return wide(kitchen.now.turn)
    if kitchen.finished == 0:
        return wide(kitchen.actor)
    if kitchen.now.how == GOING_ON:
        return wide(kitchen.now.turn)
    seat = next_seat(kitchen.now, kitchen.actor)
    while has_bit(kitchen.stood, seat):
        seat = next_seat(kitchen.now, seat)
    return seat


@compiled
def may_act(kitchen: Kitchen, seat: int) -> bool:  # rule: ruling.irregular-start
    """Until the player in turn has drawn or played, any player can begin, one at a time."""
    if kitchen.now.how != GOING_ON:
        return False
    if seat == acting_seat(kitchen):
        return True
    if kitchen.finished:  # rule: ruling.irregular-window
        return wide(seat) != wide(kitchen.actor)
    alone = wide(kitchen.early) == NO_SEAT or wide(kitchen.early) == wide(seat)
    return wide(kitchen.actor) == NO_SEAT and wide(kitchen.begun) == 0 and alone


@compiled
def drawing_of(kitchen: Kitchen, seat: int) -> int:
    """Returns whether a seat that may act may draw; a turn out of order begins like any other."""
    return wide(kitchen.drawing) if seat == acting_seat(kitchen) else OPEN


@compiled
def face_down(kitchen: Kitchen) -> int:
    """Returns how many cards of the draw pile lie face down."""
    return wide(kitchen.now.count[DRAW_PILE]) - wide(kitchen.exposed)


@compiled
def can_draw(kitchen: Kitchen, seat: int) -> bool:  # rule: ruling.draw-first, irregular.penalty, ruling.short-draw
    """A player who has exposed cards draws from under them; an offer of exposed cards is answered first."""
    if drawing_of(kitchen, seat) != OPEN or kitchen.offered:
        return False
    return face_down(kitchen) + wide(kitchen.now.count[SPENT_PILE]) > 0


@compiled
def is_offered(kitchen: Kitchen, seat: int) -> bool:  # rule: over.expose
    """A player who may not draw leaves exposed cards to the next."""
    return drawing_of(kitchen, seat) == OPEN and kitchen.offered == 1


@compiled
def deeds(kitchen: Kitchen, seat: int) -> int:  # rule: over.all-or-none, ruling.exposed-fit
    """Returns which of drawing, taking and refusing are open to a seat that may act: bits from DRAW_CARD on."""
    if can_draw(kitchen, seat):
        return 1 << (DRAW_CARD - MOVES)
    if not is_offered(kitchen, seat):
        return 0
    needed = FULL_HAND - wide(kitchen.now.held[seat])
    bits = 1 << (REFUSE - MOVES)
    if kitchen.exposed <= needed:
        bits |= 1 << (TAKE - MOVES)
    if needed == 1:
        bits |= 1 << (TAKE_TOP - MOVES)
    return bits


@compiled
def may_call(kitchen: Kitchen, seat: int, called: int) -> bool:  # rule: ruling.false-call, team.cheat, team.no-talk
    """Any other seat may be called, with ground or without; during an irregular turn only the player of that turn.

    Talking cannot be called where the sheet has no penalty for it.
    """
    if kitchen.actor != NO_SEAT:  # rule: ruling.irregular-window, ruling.irregular-win
        return wide(called) == wide(kitchen.actor) and wide(seat) != wide(called)
    if seat == called or kitchen.now.how != GOING_ON:
        return False
    return not (has_bit(kitchen.talked, called) and is_opponent(kitchen, seat, called) and kitchen.talk_penalty == 0)


@compiled
def may_let_stand(kitchen: Kitchen, seat: int) -> bool:  # rule: ruling.irregular-window
    """The seats that could call and have nothing else to do; when the game is over, that is all the others."""
    waits = wide(kitchen.now.how) != GOING_ON or wide(seat) != wide(kitchen.now.turn)
    return kitchen.finished == 1 and wide(seat) != wide(kitchen.actor) and waits and not has_bit(kitchen.stood, seat)


@compiled
def is_opponent(kitchen: Kitchen, seat: int, other: int) -> bool:
    return team_of(kitchen.now, seat) != team_of(kitchen.now, other)


@compiled
def may_talk(kitchen: Kitchen) -> bool:  # rule: team.silent, team.no-talk
    """Partners may report their talk to the engine; during an irregular turn the others can only call."""
    now = kitchen.now
    return now.how == GOING_ON and kitchen.actor == NO_SEAT and wide(now.teams) < wide(now.players)


@compiled
def legal_acts(kitchen: Kitchen, seat: int) -> tuple[int, int, int, int]:
    """Returns the legal acts of a seat, a word for each kind."""
    plays, from_hand, ends, others = 0, 0, 0, 0
    if may_act(kitchen, seat):
        plays, from_hand, ends = legal_words(kitchen.now, seat)
        others = deeds(kitchen, seat)
        if others:  # rule: ruling.no-discard
            ends &= ~(1 << (PASS & 63))
    if may_talk(kitchen):
        others |= 1 << (TALK - MOVES)
    if may_let_stand(kitchen, seat):
        others |= 1 << (LET_STAND - MOVES)
    for called in range(kitchen.now.players):
        if may_call(kitchen, seat, called):
            others |= 1 << (CALL - MOVES + called)
    return plays, from_hand, ends, others


@compiled
def is_legal_act(kitchen: Kitchen, seat: int, code: int) -> bool:
    """Returns whether a seat may do this; `code` may be any number."""
    if code < 0 or code >= ACTS or seat < 0 or seat >= kitchen.now.players:
        return False
    plays, from_hand, ends, others = legal_acts(kitchen, seat)
    kind = code >> 6
    word = plays if kind == 0 else from_hand if kind == 1 else ends if kind == 2 else others
    return (word >> (code & 63)) & 1 == 1


@compiled
def open_turn(kitchen: Kitchen) -> None:
    """Begins a turn in which nobody has acted yet, and keeps the game for annulling an irregular turn."""
    end_irregular(kitchen)
    await_turn(kitchen)
    remember(kitchen)


@compiled
def end_irregular(kitchen: Kitchen) -> None:
    kitchen.actor = NO_SEAT
    kitchen.skipped = NO_SEAT
    kitchen.finished = 0
    kitchen.stood = 0


@compiled
def await_turn(kitchen: Kitchen) -> None:  # rule: irregular.penalty
    """Nobody has acted in this turn: the seat in turn may draw unless it owes a penalty, and answers an offer."""
    kitchen.early = NO_SEAT
    kitchen.begun = 0
    kitchen.drawing = FORBIDDEN if has_bit(kitchen.owes, kitchen.now.turn) else OPEN
    kitchen.offered = 1 if kitchen.exposed else 0


@compiled
def remember(kitchen: Kitchen) -> None:
    kitchen.before = kitchen.now
    kitchen.exposed_before = kitchen.exposed
    kitchen.passed_before = kitchen.passed


@compiled
def restore(kitchen: Kitchen) -> None:
    kitchen.now = kitchen.before
    kitchen.exposed = kitchen.exposed_before
    kitchen.passed = kitchen.passed_before


@compiled
def give_back(state: State) -> None:
    """Puts the first player's hand back on the draw pile: at a kitchen table nothing is drawn automatically."""
    seat = wide(state.first)
    for _ in range(state.held[seat]):
        last = wide(state.held[seat]) - 1
        state.order[state.count[DRAW_PILE]] = state.hand[seat, last]
        state.hand[seat, last] = NO_CARD
        state.held[seat] = last
        state.count[DRAW_PILE] += 1
