"""All rules by their ids, in the order of a rule sheet."""

from collections.abc import Mapping
from types import MappingProxyType

from skipbo.editions import Edition
from skipbo.i18n import current_language
from skipbo.rules.columns import text_column
from skipbo.rules.mistakes import SPECIAL_SITUATIONS
from skipbo.rules.partnership import PARTNERSHIP
from skipbo.rules.rule import Rule
from skipbo.rules.rulings import RULINGS
from skipbo.rules.setup import SETTING_UP
from skipbo.rules.turn import TURN
from skipbo.rules.winning import WINNING

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.id: rule
        for section in (SETTING_UP, TURN, WINNING, PARTNERSHIP, SPECIAL_SITUATIONS, RULINGS)
        for rule in section
    }
)


def rules_of(edition: Edition, column: str | None = None) -> list[Rule]:
    """Returns the rules of a column of an edition; without one, of the column in the language in use."""
    column = column or text_column(edition, current_language())
    return [rule for rule in RULES.values() if rule.belongs_to(edition.id, column)]
