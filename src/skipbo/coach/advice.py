"""Reasons as numbers, so that a page chooses them too: a sentence, and the cards, seat and pile that it names."""

from typing import TypeAlias

import numpy as np

from skipbo.bots.planner.features import FEATURES
from skipbo.coach.sentences import TEXTS
from skipbo.kernel.compiler import compiled, wide
from skipbo.kernel.layout import States

Advice: TypeAlias = np.record

MOST = 2  # sentences
ALL_THEMES = 16

ADVICE = np.dtype(
    [
        ("points", "<i8", len(FEATURES)),  # by which each feature favours the better course
        ("weight", "<i8", ALL_THEMES),  # and each theme
        ("count", "<i8"),
        # The sentences: what they name is NONE where it names nothing
        ("text", "<i8", 2 * MOST),
        ("card", "<i8", 2 * MOST),
        ("needed", "<i8", 2 * MOST),
        ("seat", "<i8", 2 * MOST),
        ("pile", "<i8", 2 * MOST),
    ]
)

(
    WINS,
    ONLY_MOVE,
    AS_GOOD,
    SLIGHT,
    STOCK_NOW,
    STOCK_SOON,
    WAY_READY,
    WAY_LACKS,
    WAY_OPEN,
    WAY_NEARER,
    EMPTIES,
    DRAWS,
    DRAWS_MORE,
    SAVES,
    KEEPS_USEFUL,
    PLAYS_FITTING,
    SPARE,
    SAVES_WILD,
    FREES_WILD,
    OPEN_WILD,
    ON_A_RUN,
    ON_AN_EQUAL,
    ON_A_STEP,
    ON_NOTHING,
    HIGH,
    BURIAL,
    BETTER_ORDER,
    GIFT,
    GIFT_IF_PLAYED,
    HELP,
    HELP_IF_PLAYED,
    BLOCK,
    BLOCK_WITH_WILD,
    HINDER,
    DENY,
    VARIETY,
    LESS_TO_BUILD_ON,
    UNCOMPLETED,
    IS_COMPLETED,
    PARTNER_STOCK,
    PARTNER_HELPED,
    PARTNER_OPEN,
) = range(len(TEXTS))
BAD_FIT = -2  # of a discard with a gap, or with a wild


def new_advice() -> States:
    return np.zeros(1, np.dtype((np.record, ADVICE)))


@compiled
def say(advice: Advice, text: int, card: int, needed: int, seat: int, pile: int) -> bool:
    """Notes a sentence as the next, without counting it yet."""
    at = advice.count
    advice.text[at], advice.card[at], advice.needed[at] = text, card, needed
    advice.seat[at], advice.pile[at] = seat, pile
    return True


@compiled
def tell_each_once(advice: Advice) -> None:
    """Leaves out what was said already and, beside other reasons, that the move is only slightly better."""
    told = 0
    for number in range(wide(advice.count)):
        known = advice.text[number] == SLIGHT
        for earlier in range(told):
            known = known or is_said_again(advice, number, earlier)
        if not known and told < MOST:
            advice.text[told], advice.card[told] = advice.text[number], advice.card[number]
            advice.needed[told], advice.seat[told] = advice.needed[number], advice.seat[number]
            advice.pile[told] = advice.pile[number]
            told += 1
    advice.count = max(told, 1)  # where all were slight, one stays


@compiled
def is_said_again(advice: Advice, one: int, other: int) -> bool:
    return bool(
        advice.text[one] == advice.text[other]
        and advice.card[one] == advice.card[other]
        and advice.needed[one] == advice.needed[other]
        and advice.seat[one] == advice.seat[other]
        and advice.pile[one] == advice.pile[other]
    )
