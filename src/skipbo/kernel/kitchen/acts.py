"""Carries out the acts of a kitchen table: drawing, too many cards, turns out of order, talk, calls.

A shuffle is made with the game's own generator and noted, or, if `given`, read: shuffle k of an act is
book[ends[k] : ends[k + 1]], top first. Every function that shuffles returns why it stopped and how many shuffles there
were so far. If a given shuffle is wrong, the record is left half-way, and the caller restores it.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from skipbo.kernel.chance import shuffle
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.ending import team_of
from skipbo.kernel.event import Events, note_effects, note_move
from skipbo.kernel.kitchen.state import (
    ANNULLED,
    CALL,
    DRAW_CARD,
    FORBIDDEN,
    LET_STAND,
    OPEN,
    OVER,
    PLAYING,
    SHUFFLED_IN,
    STOPPED,
    TAKE,
    TAKE_TOP,
    TALK,
    Kitchen,
    acting_seat,
    await_turn,
    end_irregular,
    face_down,
    has_bit,
    is_legal_act,
    is_opponent,
    open_turn,
    remember,
    restore,
)
from skipbo.kernel.layout import (
    DRAW_PILE,
    FULL_HAND,
    GOING_ON,
    NO_CARD,
    NO_SEAT,
    SPENT_PILE,
    State,
    put,
    rank_of,
    stock_of,
)
from skipbo.kernel.moves import END_TURN, FROM_HAND, MOVES, PASS, kind_of
from skipbo.kernel.replay import ILLEGAL_MOVE, MISSING_SHUFFLE, REPLAYED, WRONG_SHUFFLE, Cards, arrange
from skipbo.kernel.turn import act as move_card
from skipbo.kernel.turn import end_turn, gather_spent

Ends: TypeAlias = NDArray[np.int64]
Done: TypeAlias = tuple[int, int]  # why it stopped (`replay.py`), and how many shuffles there were in this act


# Shuffles


@compiled
def mix(state: State, count: int, given: bool, book: Cards, made: int, ends: Ends) -> Done:
    """Shuffles the lowest cards of the draw pile, or lays them as given."""
    if given:
        if made + 1 >= ends.size:
            return MISSING_SHUFFLE, made
        if not arrange(state, count, book[ends[made] : ends[made + 1]]):
            return WRONG_SHUFFLE, made
    else:
        shuffle(state, count, count)
        for place in range(count):
            book[ends[made] + place] = rank_of(state.order[count - 1 - place])
        ends[made + 1] = ends[made] + count
    return REPLAYED, made + 1


@compiled
def recycle(kitchen: Kitchen, given: bool, book: Cards, made: int, ends: Ends) -> Done:  # rule: draw.recycle
    """Makes the spent cards the draw pile when no card of it lies face down; exposed ones stay on top."""
    now = kitchen.now
    if face_down(kitchen) > 0:
        return REPLAYED, made
    count, exposed = wide(now.count[SPENT_PILE]), wide(kitchen.exposed)
    for place in range(exposed - 1, -1, -1):
        now.order[count + place] = now.order[place]
    gather_spent(now)
    now.count[DRAW_PILE] = count + exposed
    return mix(now, count, given, book, made, ends)


@compiled
def shuffle_in(
    state: State, card: int, pile: int, given: bool, book: Cards, made: int, ends: Ends
) -> Done:  # rule: ruling.over-place
    """Shuffles a card among the face-down cards of a stock pile; a finished pile is open again with it."""
    if state.count[pile] == 0:
        put(state, card, pile)
        return REPLAYED, made
    hidden, drawn = wide(state.count[pile]), wide(state.count[DRAW_PILE])  # face down with the new card; the draw pile
    for place in range(drawn - 1, -1, -1):
        state.order[place + hidden] = state.order[place]
    below = wide(state.under[state.top[pile]])
    for place in range(hidden - 1):
        state.order[place] = below
        below = wide(state.under[below])
    state.order[hidden - 1] = card
    why, made = mix(state, hidden, given, book, made, ends)
    above = wide(state.top[pile])
    for place in range(hidden - 1, -1, -1):
        state.under[above] = state.order[place]
        above = wide(state.order[place])
    state.under[above] = NO_CARD
    state.count[pile] += 1
    for place in range(drawn):
        state.order[place] = state.order[place + hidden]
    return why, made


# Drawing


@compiled
def lift(kitchen: Kitchen) -> int:
    """Takes the uppermost face-down card of the draw pile, which has one, from under the exposed ones."""
    now = kitchen.now
    place = face_down(kitchen) - 1
    card = wide(now.order[place])
    last = wide(now.count[DRAW_PILE]) - 1
    for above in range(place, last):
        now.order[above] = now.order[above + 1]
    now.count[DRAW_PILE] = last
    return card


@compiled
def hold(state: State, seat: int, card: int) -> None:
    held = wide(state.held[seat])
    state.hand[seat, held] = card
    state.held[seat] = held + 1


@compiled
def draw_card(
    kitchen: Kitchen, seat: int, given: bool, book: Cards, made: int, ends: Ends
) -> Done:  # rule: draw.refill, draw.again, over.shuffle, over.expose
    """Draws one card; beyond the fifth it is shuffled into the stock pile or turned up where it lies."""
    now = kitchen.now
    why, made = recycle(kitchen, given, book, made, ends)
    if why != REPLAYED:
        return why, made
    now.passes = 0
    kitchen.passed = 0
    if now.held[seat] < FULL_HAND:
        hold(now, seat, lift(kitchen))
    elif kitchen.overdraw == SHUFFLED_IN:
        return shuffle_in(now, lift(kitchen), stock_of(seat), given, book, made, ends)
    else:
        kitchen.exposed += 1
    return REPLAYED, made


@compiled
def take_exposed(kitchen: Kitchen, seat: int, count: int) -> None:  # rule: over.expose, over.all-or-none
    """Takes the upper `count` exposed cards into the hand; the others go face down to the bottom of the draw pile."""
    now = kitchen.now
    for _ in range(count):
        last = wide(now.count[DRAW_PILE]) - 1
        hold(now, seat, wide(now.order[last]))
        now.count[DRAW_PILE] = last
    last = wide(now.count[DRAW_PILE]) - 1
    for _ in range(wide(kitchen.exposed) - count):
        card = now.order[last]
        for place in range(last, 0, -1):
            now.order[place] = now.order[place - 1]
        now.order[0] = card
    kitchen.exposed = 0
    kitchen.offered = 0


# Turns


@compiled
def begin_to_act(kitchen: Kitchen, seat: int, code: int) -> None:  # rule: ruling.irregular-start, irregular.penalty
    """Begins the turn of the player in turn or of another; a penalty is paid by the turn that it spoils."""
    if kitchen.finished:  # rule: ruling.irregular-window
        close_window(kitchen)
    if seat == acting_seat(kitchen):
        if kitchen.actor == NO_SEAT and kitchen.begun == 0:
            kitchen.begun = 1
            kitchen.early = NO_SEAT
            kitchen.owes &= ~(1 << wide(seat))
    elif kitchen.offence == PLAYING and code >= MOVES:  # rule: ruling.irregular-act
        kitchen.early = seat
    else:
        kitchen.actor = seat
        kitchen.skipped = kitchen.now.turn
        kitchen.early = NO_SEAT
        kitchen.drawing = OPEN


@compiled
def end_of_turn(kitchen: Kitchen) -> None:
    """Opens the next turn; a turn out of order waits to be called before it counts."""
    if kitchen.actor != NO_SEAT and kitchen.window:  # rule: ruling.irregular-window, ruling.irregular-win
        kitchen.finished = 1
        await_turn(kitchen)
    else:
        close_window(kitchen)


@compiled
def close_window(kitchen: Kitchen) -> None:  # rule: irregular.stands
    """Lets a turn that is over count: the next one begins, or the game has ended."""
    if kitchen.now.how == GOING_ON:
        kitchen.talked = 0
        open_turn(kitchen)
    else:
        end_irregular(kitchen)


@compiled
def let_stand(kitchen: Kitchen, seat: int) -> None:  # rule: ruling.irregular-win
    """A game that is over ends when all the others have let its last turn stand; else the next act decides."""
    kitchen.stood |= 1 << wide(seat)
    others = ((1 << wide(kitchen.now.players)) - 1) & ~(1 << wide(kitchen.actor))
    if kitchen.now.how != GOING_ON and kitchen.stood == others:
        close_window(kitchen)


@compiled
def keep_way_back(kitchen: Kitchen) -> None:  # rule: ruling.irregular-win
    """Remembers the game before a card that may end it: a call takes that card back even from a stopped turn."""
    if kitchen.actor != NO_SEAT and kitchen.irregular == STOPPED:
        remember(kitchen)


@compiled
def pass_turn(kitchen: Kitchen, seat: int) -> None:  # rule: ruling.no-discard, ruling.blocked
    """The game is blocked when everybody has passed, in whatever order, and nothing can be drawn any more."""
    now = kitchen.now
    keep_way_back(kitchen)
    if wide(now.count[DRAW_PILE]) + wide(now.count[SPENT_PILE]) > 0:  # a penalty: others can draw
        now.passes = 0
        kitchen.passed = 0
        end_turn(now, seat)
    elif has_bit(kitchen.passed, seat):
        end_turn(now, seat)
    else:
        kitchen.passed |= 1 << wide(seat)
        move_card(now, seat, PASS)
    end_of_turn(kitchen)


@compiled
def play(kitchen: Kitchen, seat: int, move: int) -> None:  # rule: irregular.stands, ruling.draw-first
    """Makes a move as in every game. It ends drawing until the hand is empty; a turn that ends passes to the left."""
    now = kitchen.now
    keep_way_back(kitchen)
    move_card(now, seat, move)
    kitchen.passed = 0
    if kind_of(move) == END_TURN or now.how != GOING_ON:
        end_of_turn(kitchen)
    elif now.held[seat] == 0 and (kind_of(move) == FROM_HAND or kitchen.drawing != FORBIDDEN):  # rule: draw.again
        kitchen.drawing = OPEN
    elif kitchen.drawing == OPEN:
        kitchen.drawing = OVER


# Calls


@compiled
def call_irregular(kitchen: Kitchen) -> None:  # rule: irregular.noticed, irregular.annulled, ruling.irregular-cards
    """Stops or annuls the turn out of order; the player whose turn it was goes on."""
    offender, skipped = wide(kitchen.actor), wide(kitchen.skipped)
    if kitchen.irregular == ANNULLED or kitchen.now.how != GOING_ON:  # rule: ruling.irregular-win
        restore(kitchen)
    kitchen.now.turn = skipped
    kitchen.owes |= 1 << offender  # rule: irregular.penalty
    open_turn(kitchen)


@compiled
def talk(kitchen: Kitchen, seat: int) -> None:  # rule: team.silent, team.no-talk
    """Notes who broke the silence. If partners may ask for a play, only those of the player in turn must be quiet."""
    now = kitchen.now
    silent = team_of(now, seat) == team_of(now, now.turn) and seat != now.turn
    if silent or not kitchen.may_ask:
        kitchen.talked |= 1 << wide(seat)


@compiled
def put_under(state: State, card: int, pile: int) -> None:
    """Puts a card at the bottom of a stock pile."""
    if state.count[pile] == 0:
        put(state, card, pile)
        return
    lowest = wide(state.top[pile])
    while state.under[lowest] != NO_CARD:
        lowest = wide(state.under[lowest])
    state.under[lowest] = card
    state.under[card] = NO_CARD
    state.count[pile] += 1


@compiled
def call_talk(
    kitchen: Kitchen, called: int, given: bool, book: Cards, made: int, ends: Ends
) -> Done:  # rule: team.cheat, ruling.penalty-place
    now = kitchen.now
    kitchen.talked &= ~(1 << wide(called))
    for _ in range(kitchen.talk_penalty):
        if face_down(kitchen) + wide(now.count[SPENT_PILE]) > 0:
            why, made = recycle(kitchen, given, book, made, ends)
            if why != REPLAYED:
                return why, made
            put_under(now, lift(kitchen), stock_of(called))
    if kitchen.begun == 0:
        remember(kitchen)
    return REPLAYED, made


@compiled
def has_ground(kitchen: Kitchen, seat: int, called: int) -> bool:  # rule: ruling.false-call
    """Returns whether a call that a seat may make changes anything."""
    return called == kitchen.actor or (has_bit(kitchen.talked, called) and is_opponent(kitchen, seat, called))


# Everything that can be done


@compiled
def act(
    kitchen: Kitchen, seat: int, code: int, given: bool, book: Cards, ends: Ends, events: Events
) -> tuple[int, int, int]:
    """Carries out an act; an illegal one returns ILLEGAL_MOVE and changes nothing.

    Returns why it stopped, how many shuffles there were, and how many events the card caused that a move has moved.
    """
    if not is_legal_act(kitchen, seat, code):
        return ILLEGAL_MOVE, 0, 0
    if code < MOVES:
        note_move(kitchen.now, seat, code, events)
        begin_to_act(kitchen, seat, code)
        if code == PASS:
            pass_turn(kitchen, seat)
        else:
            play(kitchen, seat, code)
        return REPLAYED, 0, note_effects(kitchen.now, events)
    why, made = say(kitchen, seat, code, given, book, ends)
    return why, made, 0


@compiled
def say(kitchen: Kitchen, seat: int, code: int, given: bool, book: Cards, ends: Ends) -> Done:
    """Carries out a legal act that is not a move."""
    if code >= CALL:
        called = code - CALL
        if called == kitchen.actor:
            call_irregular(kitchen)
        elif has_ground(kitchen, seat, called):
            return call_talk(kitchen, called, given, book, 0, ends)
        return REPLAYED, 0
    if code == TALK:
        talk(kitchen, seat)
        return REPLAYED, 0
    if code == LET_STAND:
        let_stand(kitchen, seat)
        return REPLAYED, 0
    begin_to_act(kitchen, seat, code)
    if code == DRAW_CARD:
        return draw_card(kitchen, seat, given, book, 0, ends)
    if code == TAKE:
        take_exposed(kitchen, seat, wide(kitchen.exposed))
    elif code == TAKE_TOP:
        take_exposed(kitchen, seat, 1)
    else:
        take_exposed(kitchen, seat, 0)
    return REPLAYED, 0
