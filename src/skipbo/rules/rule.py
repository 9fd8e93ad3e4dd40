"""A rule, and the groups of sheets that share rules."""

from dataclasses import dataclass

ALL = ("mattel-2003", "holiday-2010", "francais-2003", "mattel-2016", "brownfield-1967")
MODERN = ("mattel-2003", "holiday-2010", "francais-2003", "mattel-2016")
STANDARD = ("mattel-2003", "holiday-2010", "francais-2003")
DEALT = (*STANDARD, "brownfield-1967")  # the sheets that know a dealer, and irregular turns
STOPPED = ("mattel-2003", "holiday-2010", "brownfield-1967")  # an irregular turn is stopped, not annulled
SHORTENED = ("mattel-2016",)
FRENCH = ("francais-2003",)
FIRST = ("brownfield-1967",)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A rule in our words; text and section are marked for translation, and the text has places for a sheet's names."""

    id: str
    section: str
    editions: tuple[str, ...]
    text: str
    ruling: bool = False  # the sheets are silent, and this is our answer
