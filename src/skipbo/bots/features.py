"""What the planner looks at: named features of the position in which a segment ends, each with a weight.

The evaluation is linear: a position is worth the sum of its features times their weights. It is computed in integers,
so that it is the same number interpreted, compiled and on a GPU. Where only differences matter, features count from
the position in which the segment began.
"""

CERTAIN = 1024  # chances are in parts of this, everything else in whole numbers

FEATURES = (
    # own progress
    "stock_played",  # one's own stock card was played
    "path_ready",  # the stock card can be reached with what one holds and shows,
    "path_with_wilds",  # or with one's wilds besides,
    "path_missing_one",  # or all but one card,
    "path_missing_two",  # or two
    "path_chance",  # of drawing what is missing
    # tempo
    "refill",  # cards drawn for a hand that was emptied
    "hand_kept",  # cards kept at the end of the turn
    "hand_kept_scarce",  # the same where they will not be replaced: too few cards are left to draw
    "hand_going_on",  # cards left after a stock card was played
    "playable_kept",  # ranks kept that go on a building pile,
    "useful_kept",  # or that are wanted within three plays
    "twins_kept",  # cards kept of which one keeps another
    # wilds
    "wilds_held",
    "wilds_shown",  # wilds on top of one's discard piles
    "wilds_buried",
    # the order of one's discard piles
    "piles_empty",
    "depth",
    "runs",  # a card on the next higher
    "equals",
    "steps",  # a card on one two or three higher
    "burials",  # a card on a lower one,
    "burial_gap",  # and by how much
    "height",  # sum of the top cards
    "tops_useful",  # top cards wanted within three plays
    # blocking
    "next_ready",  # the next opponent can reach a stock card with what shows,
    "next_missing_one",
    "next_missing_two",
    "next_chance",
    "next_chance_late",  # the same, the more the fewer cards that stock pile has
    "next_playable",  # top cards of the next opponent that go on a building pile
    "later_ready",  # the other opponents, halved with each seat
    "later_chance",
    "going_on_chance",  # of the next opponent, where the turn goes on
    # the board
    "needs_shared",  # building piles that want the same as another
    "heights",  # cards on building piles
    "completed_scarce",  # piles completed where too few cards are left to draw
    # partners
    "partner_stock_played",
    "partner_ready",
    "partner_chance",
)
CHANCES = frozenset(
    {
        "path_chance",
        "next_chance",
        "next_chance_late",
        "later_ready",
        "later_chance",
        "going_on_chance",
        "partner_chance",
    }
)
