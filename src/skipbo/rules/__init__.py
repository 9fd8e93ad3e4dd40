"""The rules in our own words, as data: each by its id, with the sheets it stands on, in the reader's language."""

import gettext
from collections.abc import Mapping
from types import MappingProxyType

from skipbo.editions import Edition
from skipbo.i18n import CATALOGUES, DOMAIN, current_language
from skipbo.rules.mistakes import SPECIAL_SITUATIONS
from skipbo.rules.partnership import PARTNERSHIP
from skipbo.rules.rule import Rule
from skipbo.rules.rulings import RULINGS
from skipbo.rules.setup import SETTING_UP
from skipbo.rules.turn import TURN
from skipbo.rules.winning import WINNING
from skipbo.text import capitalized

__all__ = ["RULES", "Rule", "describe", "rules_of"]

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.id: rule
        for section in (SETTING_UP, TURN, WINNING, PARTNERSHIP, SPECIAL_SITUATIONS, RULINGS)
        for rule in section
    }
)


def rules_of(edition: Edition) -> list[Rule]:
    """The rules that an edition is played by, in the order of a rule sheet."""
    return [rule for rule in RULES.values() if edition.id in rule.editions]


def describe(rule: Rule, edition: Edition, language: str | None = None) -> str:
    """A rule as a player of this edition reads it, with the names that its sheet gives to the piles.

    >>> from skipbo.editions import find_edition
    >>> describe(RULES["draw.refill"], find_edition("1967"), "en")
    'Start your turn by taking cards from the Stock Pile until you have five in hand.'
    """
    language = language or current_language()
    text = (
        gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)
        .gettext(rule.text)
        .format(
            **edition.names_in(language).by_name(),
            ranks=edition.ranks,
            cards=edition.cards,
            wilds=edition.wilds,
        )
    )
    return capitalized(text)
