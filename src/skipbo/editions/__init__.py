"""The five rule sheets as data: an edition is a row, and code asks its fields, never its name."""

from skipbo.editions.edition import Begins, Column, Dealer, Edition, Irregular, IrregularAct, Overdraw
from skipbo.editions.grammar import Term
from skipbo.editions.sheets import DEFAULT, EDITIONS, find_edition
from skipbo.editions.terms import Terms

__all__ = [
    "DEFAULT",
    "EDITIONS",
    "Begins",
    "Column",
    "Dealer",
    "Edition",
    "Irregular",
    "IrregularAct",
    "Overdraw",
    "Term",
    "Terms",
    "find_edition",
]
