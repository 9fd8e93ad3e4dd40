"""The five rule sheets, a row each, and how to find one."""

from collections.abc import Mapping
from types import MappingProxyType

from skipbo.editions.edition import (
    ANNULS,
    SAYS_NOTHING,
    STOPS,
    STOPS_DRAWING,
    Begins,
    Dealer,
    Edition,
    Overdraw,
)
from skipbo.editions.named_cards import ACE_TO_KING
from skipbo.editions.terms import ENGLISH, ENGLISH_1967, FRENCH, SPANISH_2010, STANDARD_TERMS
from skipbo.errors import Malformed
from skipbo.i18n import mark, translate

DEFAULT = "mattel-2003"
_ROWS = (
    Edition(
        id="mattel-2003",
        aliases=("2003", "03", "standard", "42050"),
        short_title=mark("Standard, 2003"),
        title=mark("The standard rules: the dealer's left begins, partners share stock and discard piles."),
        names=STANDARD_TERMS,
        columns=(STOPS, ANNULS, STOPS_DRAWING, STOPS),
    ),
    Edition(
        id="holiday-2010",
        aliases=("2010", "10", "holiday", "r7311"),
        short_title=mark("Holiday, 2010"),
        title=mark("The standard rules as the Holiday edition prints them, for 2 to 6 players from the age of 7."),
        names=(("en", ENGLISH), ("es", SPANISH_2010)),
        columns=(STOPS, STOPS_DRAWING),
    ),
    Edition(
        id="francais-2003",
        aliases=("francais", "français", "fr", "french"),
        short_title=mark("French sheet, 2003"),
        title=mark("The standard rules as the French sheet words them: an irregular turn that is noticed is annulled."),
        names=(("fr", FRENCH),),
        columns=(ANNULS,),
    ),
    Edition(
        id="mattel-2016",
        aliases=("2016", "16", "new"),
        short_title=mark("Short rules, 2016"),
        title=mark("The shortened rules: the youngest player begins, and nothing irregular is possible."),
        names=(("en", ENGLISH),),
        columns=(SAYS_NOTHING,),
        dealer=Dealer.NONE,
        begins=Begins.YOUNGEST,
        overdraw=Overdraw.UNKNOWN,
        may_ask=False,
        talk_penalty=0,
    ),
    Edition(
        id="brownfield-1967",
        aliases=("1967", "67", "brownfield", "texas"),
        short_title=mark("First rules, 1967"),
        title=mark(
            "The first rules: three packs from Ace to King, the highest card on a Debit Pile begins, teams of three."
        ),
        names=(("en", ENGLISH_1967),),
        columns=(STOPS_DRAWING,),
        ranks=13,
        wilds=24,
        named_cards=ACE_TO_KING,
        packs=True,
        short_stock=None,
        dealer=Dealer.ANY,
        begins=Begins.HIGHEST_STOCK,
        six_in_pairs=False,
        partner_discards=False,
        match_points=None,
        overdraw=Overdraw.EXPOSED,
        may_ask=False,
        talk_penalty=0,
    ),
)
EDITIONS: Mapping[str, Edition] = MappingProxyType({row.id: row for row in _ROWS})


def find_edition(name: str | Edition) -> Edition:
    """Returns an edition by its id or an alias.

    >>> find_edition("2016").id
    'mattel-2016'
    """
    if isinstance(name, Edition):
        return name
    wanted = name.strip().lower()
    for edition in EDITIONS.values():
        if wanted == edition.id or wanted in edition.aliases:
            return edition
    raise Malformed(
        "edition",
        translate("There is no edition “{name}”. The editions are: {known}.").format(
            name=name, known=", ".join(EDITIONS)
        ),
    )
