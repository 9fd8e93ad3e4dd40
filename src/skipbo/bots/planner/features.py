"""The planner's features: named properties of the position in which a segment ends, each with a weight.

The evaluation is linear: a position is worth the sum of its features times their weights. It is computed in integers,
so that it is the same number interpreted, compiled and on a GPU. Where only differences matter, a feature counts the
change since the segment began.
"""

from skipbo.i18n import mark

CERTAIN = 1024  # chances are whole numbers of parts of this

MEANINGS = {
    # own progress
    "stock_played": mark("own stock card played"),
    "path_ready": mark("own stock card within reach of the cards held and shown"),
    "path_with_wilds": mark("own stock card within reach with wild cards"),
    "path_missing_one": mark("one card missing for the own stock card"),
    "path_missing_two": mark("two cards missing for the own stock card"),
    "path_chance": mark("chance to draw what is missing for the own stock card"),
    # tempo
    "refill": mark("new cards for an emptied hand"),
    "hand_kept": mark("cards kept"),
    "hand_kept_scarce": mark("cards kept that will not be replaced"),
    "hand_going_on": mark("cards in hand after a stock card"),
    "playable_kept": mark("kept cards that could be played"),
    "useful_kept": mark("kept cards wanted within three plays"),
    "twins_kept": mark("equal cards kept"),
    # wilds
    "wilds_held": mark("wild cards in hand"),
    "wilds_shown": mark("wild cards on discard piles"),
    "wilds_buried": mark("wild cards buried"),
    # the order of the player's own discard piles
    "piles_empty": mark("empty discard piles"),
    "depth": mark("cards on discard piles"),
    "runs": mark("discards on the next higher card"),
    "equals": mark("discards on an equal card"),
    "steps": mark("discards on a card two or three higher"),
    "burials": mark("discards on a lower card"),
    "burial_gap": mark("how much lower the covered cards are"),
    "height": mark("sum of the top cards of discard piles"),
    "tops_useful": mark("top cards wanted within three plays"),
    # blocking, by how soon an opponent plays
    "next_ready": mark("next opponent sees the way to a stock card"),
    "next_missing_one": mark("next opponent lacks one card for a stock card"),
    "next_missing_two": mark("next opponent lacks two cards for a stock card"),
    "next_chance": mark("chance of the next opponent to reach a stock card"),
    "next_chance_late": mark("the same, the nearer that opponent is to winning"),
    "next_playable": mark("top cards that the next opponent could play"),
    "later_ready": mark("later opponents see the way to a stock card"),
    "later_chance": mark("chance of later opponents to reach a stock card"),
    "going_on_chance": mark("chance of the next opponent while the turn goes on"),
    # the board
    "needs_shared": mark("building piles that want the same card"),
    "heights": mark("cards on building piles"),
    "completed_scarce": mark("completed piles when few cards are left to draw"),
    # partners
    "partner_stock_played": mark("partner's stock card played"),
    "partner_ready": mark("partner sees the way to a stock card"),
    "partner_chance": mark("chance of the partner to reach a stock card"),
}
FEATURES = tuple(MEANINGS)
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
