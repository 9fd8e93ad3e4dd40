"""The planner's preallocated workspace: the positions of a segment, counts, and the plan for the turn.

The caller of a bot that plans provides the workspace, because compiled code allocates nothing. Only the plan outlives a
decision, and it is followed only while the table looks as the plan expects.
"""

from typing import TypeAlias

import numpy as np

from skipbo.kernel.layout import DISCARDS, FULL_HAND, SEATS, States

Workspace: TypeAlias = np.record

HANDS = 1 << FULL_HAND
NODES = 1024  # positions that are looked at in a segment; the rare segment with more is cut off
SLOTS = 4 * NODES
CHAIN = 15  # cards that may be taken off a discard pile in a segment
PILES_IN_REACH = 2 * DISCARDS  # one's own discard piles and those of a partner
RANKS_AND_WILD = 14
LACKING = 5  # more cards than this cannot be drawn in a turn
STEPS = FULL_HAND + PILES_IN_REACH * CHAIN + 2  # the longest plan

WORKSPACE = np.dtype(
    [
        # Positions: what is played (`key`), the same whatever the order of the building piles (`like`), and whence
        ("key", "<i8", NODES),
        ("like", "<i8", NODES),
        ("count", "<i8"),
        ("parent", "<u2", NODES),
        ("slot", "<u2", NODES),
        ("move", "u1", NODES),
        ("found", "<u2", SLOTS),  # 1 + the position with that hash, 0 for none
        # The table as the segment finds it
        ("hand", "u1", FULL_HAND),  # ranks, ascending
        ("piles", "<i8"),  # discard piles within reach
        # For every part of the hand, a bit for each card: its ranks and wilds, one card of each rank, which of these
        # have a twin, and what it is worth
        ("ranks", "<i8", HANDS),
        ("wilds", "<i8", HANDS),
        ("firsts", "<i8", HANDS),
        ("twins", "<i8", HANDS),
        ("holding", "<i8", HANDS),
        ("chain", "u1", (PILES_IN_REACH, CHAIN + 1)),  # ranks down each pile, NO_RANK below the last
        ("run", "<i4", (PILES_IN_REACH, CHAIN + 1)),  # ranks that can be played off from there on, one after another
        ("taken", "<i8", (PILES_IN_REACH, CHAIN + 1)),  # what it is worth to have taken so many cards off
        ("laying", "<i8", (DISCARDS, CHAIN + 1, FULL_HAND)),  # what it is worth to lay a card of the hand there,
        ("laid", "<i8", DISCARDS),  # known for fewer than so many cards taken off
        ("parting", "<i8", FULL_HAND),  # what it is worth to part with a card, wherever it goes
        # What is counted: cards that can be drawn, and how many of them the others want; cards not seen; and how near
        # every stock pile is, from every height of a building pile
        ("supply", "<i8"),
        ("demand", "<i8"),
        ("unseen", "<i8", RANKS_AND_WILD),
        ("chance", "<i8", RANKS_AND_WILD),  # that the next player holds a rank or a wild
        ("drawing", "<i8", (FULL_HAND + 1, LACKING + 1)),  # of drawing, with so many cards, so many that are missing
        ("reach", "<i8", (SEATS, RANKS_AND_WILD)),
        ("missing", "<i8", (SEATS, RANKS_AND_WILD)),
        ("near", "<i8", SEATS),  # in how many turns somebody may play that stock; 0: nobody's concern
        # The plan
        ("steps", "<i8"),
        ("next", "<i8"),
        ("plan", "u1", STEPS),
        ("board", "<i8", STEPS),  # the building piles that each step expects,
        ("held", "<i8", STEPS),  # and the hand
    ],
    align=True,  # a GPU reads and writes only what is aligned
)


def new_workspaces(count: int = 1) -> States:
    return np.zeros(count, np.dtype((np.record, WORKSPACE)))
