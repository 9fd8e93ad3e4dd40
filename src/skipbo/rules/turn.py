"""The rules of a turn: draw, play, discard."""

from skipbo.i18n import mark
from skipbo.rules.rule import ALL, FIRST, Rule

SECTION = mark("A turn")

TURN = (
    Rule(
        id="draw.refill",
        section=SECTION,
        editions=ALL,
        text=mark("Start your turn by taking cards from the {draw} until you have five in hand."),
    ),
    Rule(
        id="draw.again",
        section=SECTION,
        editions=ALL,
        text=mark("If you play your whole hand, take five new cards straight away and carry on with the same turn."),
    ),
    Rule(
        id="draw.not-after-discard",
        section=SECTION,
        editions=ALL,
        text=mark("If your last card goes away as a discard, your turn is over: you take no new cards for it."),
    ),
    Rule(
        id="draw.recycle",
        section=SECTION,
        editions=ALL,
        text=mark("When the {draw} has run out, shuffle the finished {building:s}: they are the new {draw}."),
    ),
    Rule(
        id="play.sources",
        section=SECTION,
        editions=ALL,
        text=mark(
            "You may play the top card of your {stock}, the top card of any of your {discard:s}, "
            "or any card in your hand."
        ),
    ),
    Rule(
        id="play.optional",
        section=SECTION,
        editions=ALL,
        text=mark("You never have to play a card, even if the one on your {stock} fits."),
    ),
    Rule(
        id="build.start",
        section=SECTION,
        editions=ALL,
        text=mark("A new {building} begins with {lowest:a} or {wild:a}, and with nothing else."),
    ),
    Rule(
        id="build.sequence",
        section=SECTION,
        editions=ALL,
        text=mark(
            "Every card on {building:a} is one higher than the card below it, up to the {highest}. "
            "Suits and colours make no difference."
        ),
    ),
    Rule(
        id="build.wild",
        section=SECTION,
        editions=ALL,
        text=mark("{wild:A} takes the place of any card that {building:a} needs, from the first to the last."),
    ),
    Rule(
        id="build.four",
        section=SECTION,
        editions=ALL,
        text=mark("All players share the {building:s}, and there are never more than four of them."),
    ),
    Rule(
        id="build.complete",
        section=SECTION,
        editions=ALL,
        text=mark(
            "When {building:a} reaches the {highest}, put it aside. A new one may begin in its place straight away."
        ),
    ),
    Rule(
        id="discard.ends",
        section=SECTION,
        editions=ALL,
        text=mark("To end your turn, lay one card from your hand on one of your {discard:s}."),
    ),
    Rule(
        id="discard.four",
        section=SECTION,
        editions=ALL,
        text=mark(
            "You may have up to four {discard:s}. Lay any card on any of them, whatever the order; "
            "only the top card of each can be played later."
        ),
    ),
    Rule(
        id="discard.no-play-after",
        section=SECTION,
        editions=FIRST,
        text=mark("Once you have discarded, you play nothing more until it is your turn again."),
    ),
)
