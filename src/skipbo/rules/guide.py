"""The guide: how to play, told to somebody who has never played, in the order in which one plays."""

from dataclasses import dataclass
from itertools import groupby

from skipbo.editions import Edition
from skipbo.i18n import current_language, mark
from skipbo.rules import mistakes, partnership, winning
from skipbo.rules.book import RULES
from skipbo.rules.columns import text_column
from skipbo.rules.description import describe, word

OBJECT = mark("The object of the game")
SETTING_UP = mark("Setting up")
YOUR_TURN = mark("Your turn")


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph about some rules, told where an edition has all of them. Without a text, it quotes the rules."""

    chapter: str
    rules: tuple[str, ...]
    text: str | None = None
    swapped_names: bool = False  # told only where a pile has the name of another


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    paragraphs: list[str]
    shows_table: bool  # a drawing of the table belongs at its end


NOTE_ON_PILES = mark(
    "Note: on this sheet the {draw} is the pile in the middle from which everybody draws. "
    "Your own pile, the one you must get rid of, is your {stock}."
)
PASSAGES = (
    Passage(
        OBJECT,
        ("object",),
        mark(
            "Get rid of your {stock}: the first to play the last card of theirs wins the {game}. "
            "You play the cards to the middle of the table, where all players build on the same piles in rising order."
        ),
    ),
    Passage(SETTING_UP, ("players",)),
    Passage(SETTING_UP, ("deck.packs",)),
    Passage(SETTING_UP, ("dealer.any",)),
    Passage(
        SETTING_UP,
        ("deck.modern", "dealer.first"),
        mark("Shuffle all {cards} cards. Everybody draws one, and whoever has the highest number deals."),
    ),
    Passage(
        SETTING_UP,
        ("deck.modern", "first.youngest"),
        mark("Shuffle all {cards} cards and deal."),
    ),
    Passage(
        SETTING_UP,
        ("stock.size", "stock.top"),
        mark(
            "Every player gets a pile face down: 30 cards when two, three or four play, 20 when five or six play. "
            "This is your {stock}. Turn up its top card and leave it there; nobody looks at the others, not even you."
        ),
    ),
    Passage(SETTING_UP, ("stock.packs",)),
    Passage(
        SETTING_UP,
        ("draw.pile",),
        mark("Put the rest face down in the middle. This is the {draw}, from which everybody draws."),
    ),
    Passage(
        SETTING_UP,
        ("start.empty", "build.four", "discard.four"),
        mark(
            "Beside the {draw} there is room for four {building:s}, which all players share. In front of you there is "
            "room for four {discard:s} of your own. All these places are empty until somebody lays a first card there."
        ),
    ),
    Passage(SETTING_UP, ("layout",)),
    Passage(SETTING_UP, (), NOTE_ON_PILES, swapped_names=True),
    Passage(YOUR_TURN, ("first.left",)),
    Passage(YOUR_TURN, ("first.youngest",)),
    Passage(YOUR_TURN, ("first.highest",)),
    Passage(
        YOUR_TURN,
        ("draw.refill",),
        mark("1. Draw. Take cards from the {draw} until you have five in hand."),
    ),
    Passage(
        YOUR_TURN,
        ("play.sources", "play.optional"),
        mark(
            "2. Play as many cards as you like, one after the other, onto the {building:s}: the top card of your "
            "{stock}, the top card of any of your {discard:s}, or any card in your hand. You never have to play; "
            "but your {stock} is what you want to get rid of, so look there first."
        ),
    ),
    Passage(
        YOUR_TURN,
        ("build.start", "build.sequence", "build.wild"),
        mark(
            "{building:A} begins with {lowest:a}. Every further card is one higher than the one below it, up to the "
            "{highest}; suits and colours make no difference. {wild:A} is wild: it takes the place of any card, "
            "the first and the last included."
        ),
    ),
    Passage(YOUR_TURN, ("build.complete",)),
    Passage(YOUR_TURN, ("draw.again",)),
    Passage(
        YOUR_TURN,
        ("discard.ends", "discard.four"),
        mark(
            "3. Discard. When you cannot or do not want to play any more, lay one card from your hand face up on one "
            "of your four {discard:s}. Any card goes on any of them, but only the top card can be played later. "
            "That ends your turn, and the player to your left goes on."
        ),
    ),
    Passage(YOUR_TURN, ("draw.recycle",)),
    Passage(winning.SECTION, ("win.stock",)),
    Passage(winning.SECTION, ("score.game",)),
    Passage(winning.SECTION, ("score.match",)),
    Passage(winning.SECTION, ("stock.short",)),
    Passage(partnership.SECTION, ("team.pairs",)),
    Passage(partnership.SECTION, ("team.threes",)),
    Passage(partnership.SECTION, ("team.sources",)),
    Passage(partnership.SECTION, ("team.sources-1967",)),
    Passage(partnership.SECTION, ("team.goes-on", "team.win")),
    Passage(partnership.SECTION, ("team.silent", "team.cheat")),
    Passage(partnership.SECTION, ("team.no-talk",)),
    Passage(
        mistakes.SECTION,
        ("irregular.penalty",),
        mark("At a kitchen table players can make mistakes, and the sheet says what follows."),
    ),
    Passage(mistakes.SECTION, ("over.shuffle",)),
    Passage(mistakes.SECTION, ("over.expose", "over.all-or-none")),
    Passage(mistakes.SECTION, ("irregular.noticed", "irregular.penalty")),
    Passage(mistakes.SECTION, ("irregular.annulled", "irregular.penalty")),
    Passage(mistakes.SECTION, ("irregular.stands",)),
)


def guide_of(edition: Edition, language: str | None = None, column: str | None = None) -> list[Chapter]:
    """Returns the guide to an edition in a language, chapter by chapter."""
    language = language or current_language()
    column = column or text_column(edition, language)
    chapters = []
    for title, passages in groupby(PASSAGES, lambda passage: passage.chapter):
        told = [tell(passage, edition, language, column) for passage in passages]
        paragraphs = [text for text in told if text is not None]
        if paragraphs:
            chapters.append(Chapter(title, paragraphs, shows_table=title == SETTING_UP))
    return chapters


def tell(passage: Passage, edition: Edition, language: str, column: str) -> str | None:
    """Returns a passage as a reader sees it; None where it is not told."""
    if passage.swapped_names and not edition.swaps_names(language):
        return None
    rules = [RULES[rule] for rule in passage.rules]
    if not all(rule.belongs_to(edition.id, column) for rule in rules):
        return None
    if passage.text is None:
        return " ".join(describe(rule, edition, language, column) for rule in rules)
    return word(passage.text, edition, language, column)


def note_on_piles(edition: Edition, language: str | None = None) -> str | None:
    """Returns a warning where a pile has the name of another on the standard sheet; None where none is needed."""
    return word(NOTE_ON_PILES, edition, language) if edition.swaps_names(language) else None
