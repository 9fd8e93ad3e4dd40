"""The planner's preallocated workspace: the positions of a segment, counts, and the plan for the turn.

The caller of a bot that plans provides the workspace, because compiled code allocates nothing. Only the plan outlives a
decision, and it is followed only while the table looks as the plan expects.
"""

from typing import TypeAlias

import numpy as np

from skipbo.kernel.layout import DISCARDS, FULL_HAND, SEATS, STATE, States

Workspace: TypeAlias = np.record
Ideas: TypeAlias = np.record  # any record with the fields of IDEAS

HANDS = 1 << FULL_HAND
NODES = 1024  # positions of a segment; the rare segment with more is cut off
SLOTS = 4 * NODES
CHAIN = 15  # cards that may be taken off a discard pile in a segment
PILES_IN_REACH = 2 * DISCARDS  # the player's own discard piles and those of a partner
RANKS_AND_WILD = 14
LACKING = 5  # more cards than this cannot be drawn in a turn
STEPS = FULL_HAND + PILES_IN_REACH * CHAIN + 2  # the longest plan

IDEAS_KEPT = 8
INPUTS_ROOM = 256
HIDDEN_ROOM = 32

# The ends of a segment that the planner likes best
IDEAS = np.dtype(
    [
        ("count", "<i8"),
        ("worth", "<i8", IDEAS_KEPT),
        ("node", "<i8", IDEAS_KEPT),  # the position in which they end
        ("last", "<i8", IDEAS_KEPT),  # the move that ends the turn there
        ("steps", "<i8", IDEAS_KEPT),
        ("moves", "u1", (IDEAS_KEPT, STEPS)),
    ],
    align=True,
)

WORKSPACE = np.dtype(
    [
        # For the champion: what its seat sees, the position in which an idea ends, and the numbers of its network
        ("seen", np.dtype((np.record, STATE))),
        ("after", np.dtype((np.record, STATE))),
        ("ideas", np.dtype((np.record, IDEAS))),
        ("inputs", "<i8", INPUTS_ROOM),
        ("hidden", "<i8", HIDDEN_ROOM),
        # Positions: the number of each (`key`), the same for any order of the building piles (`like`), and its parent
        ("key", "<i8", NODES),
        ("like", "<i8", NODES),
        ("count", "<i8"),
        ("parent", "<u2", NODES),
        ("slot", "<u2", NODES),
        ("move", "u1", NODES),
        ("found", "<u2", SLOTS),  # 1 + the position with that hash; 0: none
        # The table at the beginning of the segment
        ("hand", "u1", FULL_HAND),  # ranks, ascending
        ("piles", "<i8"),  # discard piles within reach
        # For every subset of the hand, a bit for each card: its ranks, its number of wilds, one card of each rank,
        # which of these have a twin, and what it is worth
        ("ranks", "<i8", HANDS),
        ("wilds", "<i8", HANDS),
        ("firsts", "<i8", HANDS),
        ("twins", "<i8", HANDS),
        ("holding", "<i8", HANDS),
        ("chain", "u1", (PILES_IN_REACH, CHAIN + 1)),  # ranks down each pile, NO_RANK below the last
        ("run", "<i4", (PILES_IN_REACH, CHAIN + 1)),  # ranks that can be played off in sequence from there on
        ("taken", "<i8", (PILES_IN_REACH, CHAIN + 1)),  # the value of having taken so many cards off
        ("laying", "<i8", (DISCARDS, CHAIN + 1, FULL_HAND)),  # the value of discarding a card of the hand there,
        ("laid", "<i8", DISCARDS),  # computed for fewer than so many cards taken off
        ("parting", "<i8", FULL_HAND),  # the value of discarding a card, on whatever pile
        # Odds: cards that can be drawn, and how many of them the others will draw; unseen cards; and how near every
        # stock pile is, from every height of a building pile
        ("supply", "<i8"),
        ("demand", "<i8"),
        ("unseen", "<i8", RANKS_AND_WILD),
        ("chance", "<i8", RANKS_AND_WILD),  # that the next player holds a rank, or a wild for it
        ("drawing", "<i8", (FULL_HAND + 1, LACKING + 1)),  # that so many drawn cards bring so many missing ones
        ("reach", "<i8", (SEATS, RANKS_AND_WILD)),
        ("missing", "<i8", (SEATS, RANKS_AND_WILD)),
        ("near", "<i8", SEATS),  # turns until that stock card may be played; 0: does not matter
        # The plan
        ("steps", "<i8"),
        ("next", "<i8"),
        ("plan", "u1", STEPS),
        ("board", "<i8", STEPS),  # the building piles that each step expects
        ("held", "<i8", STEPS),  # and the hand
    ],
    align=True,  # a GPU reads and writes only what is aligned
)


def new_workspaces(count: int = 1) -> States:
    return np.zeros(count, np.dtype((np.record, WORKSPACE)))
