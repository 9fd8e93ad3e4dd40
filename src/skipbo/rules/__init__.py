"""The rules in our own words, as data: a guide for beginners, and each rule by its id with the sheets it stands on."""

from skipbo.rules.book import RULES, rules_of
from skipbo.rules.columns import text_column
from skipbo.rules.description import describe, describe_briefly
from skipbo.rules.guide import Chapter, guide_of, note_on_piles
from skipbo.rules.rule import Rule

__all__ = [
    "RULES",
    "Chapter",
    "Rule",
    "describe",
    "describe_briefly",
    "guide_of",
    "note_on_piles",
    "rules_of",
    "text_column",
]
