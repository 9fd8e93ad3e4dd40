"""A rule, and the groups of sheets that share rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

ALL = ("mattel-2003", "holiday-2010", "francais-2003", "mattel-2016", "brownfield-1967")
MODERN = ("mattel-2003", "holiday-2010", "francais-2003", "mattel-2016")
STANDARD = ("mattel-2003", "holiday-2010", "francais-2003")
DEALT = (*STANDARD, "brownfield-1967")  # the sheets that know a dealer, a place for every pile, and irregular turns
STOPPED = ("mattel-2003", "holiday-2010", "brownfield-1967")  # an irregular turn is stopped, in some language at least
ANNULLED = ("mattel-2003", "francais-2003")  # it is annulled, in some language at least
SEVERAL_LANGUAGES = ("mattel-2003", "holiday-2010")  # sheets whose languages disagree
FIVE_OR_MORE = ("mattel-2003", "francais-2003", "mattel-2016")  # sheets that name no largest number of players
SHORTENED = ("mattel-2016",)
FIRST = ("brownfield-1967",)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A rule in our words; text and section are marked for translation, and the text has places for a sheet's names."""

    id: str
    section: str
    editions: tuple[str, ...]
    text: str
    brief: str = ""  # what follows at the table, for a player who must decide at once; about mistakes only
    ruling: bool = False  # the sheets are silent, and this is our answer
    columns: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by sheet, the languages that have it, if not all
    other_texts: Mapping[str, str] = field(default_factory=dict)  # by sheet, where it needs other words

    def belongs_to(self, edition: str, column: str) -> bool:
        """Returns whether a sheet has this rule in the language of a column."""
        return edition in self.editions and column in self.columns.get(edition, (column,))

    def text_for(self, edition: str) -> str:
        return self.other_texts.get(edition, self.text)
