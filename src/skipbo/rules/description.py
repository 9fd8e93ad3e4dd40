"""Rules and passages as a reader sees them: in a language, with the names of an edition, by one of its columns."""

from skipbo.editions import Edition
from skipbo.i18n import current_language, words_of
from skipbo.rules.columns import column_words, text_column
from skipbo.rules.rule import Rule
from skipbo.text import capitalized


def describe(rule: Rule, edition: Edition, language: str | None = None, column: str | None = None) -> str:
    """Returns a rule as a player of this edition reads it, with the names that its sheet gives to piles and cards.

    >>> from skipbo.editions import find_edition
    >>> from skipbo.rules import RULES
    >>> describe(RULES["build.start"], find_edition("1967"), "en")
    'A new Building Stack begins with an Ace or a SKIP-BO card, and with nothing else.'
    """
    return word(rule.text_for(edition.id), edition, language, column)


def describe_briefly(rule: Rule, edition: Edition, language: str | None = None, column: str | None = None) -> str:
    """Returns what follows from a rule about mistakes, in a few words; an empty text for a rule that has none.

    >>> from skipbo.editions import find_edition
    >>> from skipbo.rules import RULES
    >>> describe_briefly(RULES["irregular.annulled"], find_edition("francais-2003"), "en")
    'The turn is undone, and its cards go back.'
    """
    return word(rule.brief, edition, language, column) if rule.brief else ""


def word(text: str, edition: Edition, language: str | None = None, column: str | None = None) -> str:
    """Returns a marked text in a language, with the words of an edition in its places."""
    language = language or current_language()
    translate = words_of(language).gettext
    return capitalized(
        translate(text).format(
            **edition.names_in(language).by_name(),
            **column_words(edition, column or text_column(edition, language), translate),
            ranks=edition.ranks,
            cards=edition.cards,
            wilds=edition.wilds,
            lowest=edition.card_name(1, language),
            highest=edition.card_name(edition.ranks, language),
        )
    )
